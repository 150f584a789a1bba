import type { Item } from '../items/index-items.ts';

/** Write units of an item where none is under its key yet: one for each KB begun. */
export function writeUnitsOf(item: Item): number {
  return Math.max(1, Math.ceil(sizeOfMembers(item) / 1024));
}

/** Bytes as DynamoDB counts them: names and values, three for each list or map and one for each of their members. */
function sizeOfMembers(members: Readonly<Record<string, unknown>>): number {
  return Object.entries(members).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value),
    0,
  );
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, member) => sum + 1 + sizeOf(member), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return 3 + Object.keys(value).length + sizeOfMembers({ ...value });
}
