import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { valueAt } from '#shared/platform/dynamo/conditional-writes.ts';

/** Bytes of an item as DynamoDB counts them, near enough: names and values, binary as it is. */
export function bytesOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + bytesOf(member) + 1, 3);
  return 8;
}

/** An index table in memory that counts units as DynamoDB does: a write for each KB begun, half a read for each 4 KB of an eventual one. */
export function meteredTable() {
  const partitions = new Map<string, Map<string, Item>>();
  const units = { read: 0, written: 0 };
  const itemsOf = (pk: string) => {
    const items = partitions.get(pk) ?? new Map<string, Item>();
    partitions.set(pk, items);
    return items;
  };
  const written = (item: Item | undefined) => {
    units.written += Math.max(1, Math.ceil(bytesOf(item ?? {}) / 1024));
  };
  const read = (bytes: number, isConsistent = false) => {
    units.read += Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
  };
  const table: IndexTable = {
    async get({ pk, sk }, isConsistent) {
      const item = itemsOf(pk).get(sk);
      read(item ? bytesOf(item) : 0, isConsistent);
      return item;
    },
    getMany: (keys) => Promise.all(keys.map((key) => table.get(key))),
    async range({ pk, prefix = '', from = '', to = '\uffff', consistent }) {
      const found = [...itemsOf(pk)]
        .filter(([sk]) => sk.startsWith(prefix) && sk >= from && sk <= to)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, item]) => item);
      read(
        found.reduce((sum, item) => sum + bytesOf(item), 0),
        consistent,
      );
      return { items: found, next: undefined };
    },
    async put(item, checks = []) {
      const [pk, sk] = [String(item.pk), String(item.sk)];
      const known = itemsOf(pk).get(sk);
      written(item);
      const isMet = checks.every((check) =>
        check.test === 'absent'
          ? valueAt(known, check.path) === undefined
          : check.test === 'equals' && valueAt(known, check.path) === check.value,
      );
      if (isMet) itemsOf(pk).set(sk, item);
      return isMet;
    },
    putMany: (puts) => Promise.all(puts.map(({ item, checks }) => table.put(item, checks))),
    putGuarded: () => Promise.reject(new Error('Not used here.')),
    async change(changes) {
      for (const change of changes) {
        if ('put' in change) await table.put(change.put);
        else {
          const items = itemsOf(change.remove.pk);
          written(items.get(change.remove.sk));
          items.delete(change.remove.sk);
        }
      }
    },
  };
  /** What is kept, with the hundred bytes that an item is billed beside its own. */
  const bytes = () =>
    [...partitions.values()]
      .flatMap((items) => [...items.values()])
      .reduce((sum, item) => sum + bytesOf(item) + 100, 0);
  return { table, units, bytes };
}
