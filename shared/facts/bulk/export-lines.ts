import type { Item } from '#shared/facts/stored-index/items/index-items.ts';

/** An item as a line of DynamoDB's own export and import format (DynamoDB JSON), without the line's end. */
export function exportLine(item: Item): string {
  return JSON.stringify({ Item: itemJson(item) });
}

/** An item as DynamoDB writes it in JSON. */
export function itemJson(item: Item): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));
}

/**
 * The same line for a row of the index, whose attributes are all texts, as
 * intermediate files hold them: what JSON escapes has one byte in UTF-8 too.
 */
export function rowLine(pk: string, sk: string, d: string): string {
  const text = JSON.stringify;
  return `{"Item":{"pk":{"S":${text(pk)}},"sk":{"S":${text(sk)}},"d":{"S":${text(d)}}}}`;
}

/** A value as DynamoDB writes it in JSON; the kinds that index items have. */
function attributeOf(value: unknown): unknown {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object' && value !== null) return { M: itemJson({ ...value }) };
  return { NULL: true };
}
