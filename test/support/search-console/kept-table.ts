import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { toCondition, valueAt } from '#shared/platform/dynamo/conditional-writes.ts';

type Checks = Parameters<IndexTable['put']>[1];

/** An index table in memory that can be killed: after `left` writes nothing is written or read any more. */
export function keptTable() {
  const rows = new Map<string, Item>();
  const life = { left: Number.POSITIVE_INFINITY, written: 0 };
  const keyOf = ({ pk, sk }: Item) => `${String(pk)}\u0001${String(sk)}`;
  const write = (): void => {
    if (life.left <= 0) throw new Error('killed');
    life.left -= 1;
    life.written += 1;
  };
  const alive = (): void => {
    if (life.left <= 0) throw new Error('killed');
  };
  const table: IndexTable = {
    async get(key) {
      alive();
      return rows.get(keyOf({ ...key }));
    },
    getMany: (keys) => Promise.all(keys.map((key) => table.get(key))),
    async range({ pk, prefix = '', from, to, limit = 7, after }) {
      alive();
      const found = [...rows.values()]
        .filter((row) => row.pk === pk && String(row.sk).startsWith(prefix))
        .filter(
          (row) => from === undefined || to === undefined || (String(row.sk) >= from && String(row.sk) <= to),
        )
        .filter((row) => after === undefined || String(row.sk) > after.sk)
        .sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return { items, next: items.length < found.length && last ? { pk, sk: String(last.sk) } : undefined };
    },
    async put(item, checks) {
      write();
      if (!meets(rows.get(keyOf(item)), checks)) return false;
      rows.set(keyOf(item), item);
      return true;
    },
    putMany: (puts) => Promise.all(puts.map(({ item, checks }) => table.put(item, checks))),
    putGuarded: () => Promise.reject(new Error('Not used here.')),
    async change(changes) {
      for (const change of changes) {
        write();
        if ('put' in change) rows.set(keyOf(change.put), change.put);
        else rows.delete(keyOf({ ...change.remove }));
      }
    },
  };
  return { table, rows, life };
}

function meets(item: Item | undefined, checks: Checks = []): boolean {
  return checks.every((check) => {
    if (check.test === 'absent') return valueAt(item, check.path) === undefined;
    if (check.test === 'equals') return valueAt(item, check.path) === check.value;
    throw new Error(`Not played here: ${toCondition([check]).ConditionExpression}`);
  });
}
