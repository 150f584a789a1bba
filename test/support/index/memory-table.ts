import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';

/** An index table of these items, read only, that gives at most `atOnce` of them in one read. */
export function memoryTable(items: readonly Item[], atOnce: number): IndexTable {
  const rows = items.toSorted((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
  const neverWritten = () => Promise.reject(new Error('This table is read only.'));
  const find = (pk: string, sk: string) => rows.find((row) => row.pk === pk && row.sk === sk);
  return {
    get: async ({ pk, sk }) => find(pk, sk),
    getMany: async (keys) => keys.map(({ pk, sk }) => find(pk, sk)),
    async range({ pk, prefix = '', from = '', to, limit = atOnce, after }) {
      const found = rows.filter((row) => {
        const sk = String(row.sk);
        const isBehind = after === undefined || sk > after.sk;
        return (
          row.pk === pk && sk.startsWith(prefix) && sk >= from && (to === undefined || sk <= to) && isBehind
        );
      });
      const given = found.slice(0, Math.min(limit, atOnce));
      const last = given.at(-1);
      return {
        items: given,
        next: given.length < found.length && last ? { pk, sk: String(last.sk) } : undefined,
      };
    },
    put: neverWritten,
    putMany: neverWritten,
    putGuarded: neverWritten,
    change: neverWritten,
  };
}
