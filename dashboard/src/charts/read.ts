/**
 * Tolerant reading of a tool's `data`: members are only ever added within
 * `/v1`, some are missing where a source does not know them, and a picture must
 * never break over either.
 */
export type Data = Readonly<Record<string, unknown>>;

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under `key`, or an empty one. */
export function part(data: Data, key: string): Data {
  const value = data[key];
  return isData(value) ? value : {};
}

/** The rows under `key`, or none. */
export function rows(data: Data, key: string): readonly Data[] {
  const value = data[key];
  return Array.isArray(value) ? value.filter(isData) : [];
}

/** The texts under `key`, or none. */
export function texts(data: Data, key: string): readonly string[] {
  const value = data[key];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

export function num(data: Data, key: string): number | null {
  const value = data[key];
  return typeof value === 'number' ? value : null;
}

export function text(data: Data, key: string): string {
  const value = data[key];
  return typeof value === 'string' ? value : '';
}

export function flag(data: Data, key: string): boolean {
  return data[key] === true;
}
