/**
 * Tolerant reading of a tool's `data`: members are only ever added within
 * `/v1`, some are missing where a source does not know them, and a picture must
 * never break over either. A member within others is read by its path, such as
 * `summary.top_3_keywords`.
 */
export type Data = Readonly<Record<string, unknown>>;

/** What every picture of an answer is drawn of. */
export interface DataProps {
  readonly data: Data;
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(data: Data, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (isData(found) ? found[key] : undefined), data);
}

/** The object at `path`, or an empty one. */
export function part(data: Data, path: string): Data {
  const value = valueAt(data, path);
  return isData(value) ? value : {};
}

/** The rows at `path`, or none. */
export function rows(data: Data, path: string): readonly Data[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value.filter(isData) : [];
}

/** The texts at `path`, or none. */
export function texts(data: Data, path: string): readonly string[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

export function num(data: Data, path: string): number | null {
  const value = valueAt(data, path);
  return typeof value === 'number' ? value : null;
}

export function text(data: Data, path: string): string {
  const value = valueAt(data, path);
  return typeof value === 'string' ? value : '';
}

export function flag(data: Data, path: string): boolean {
  return valueAt(data, path) === true;
}
