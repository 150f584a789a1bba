import type { LedgerTable, Operation, Reply } from '#shared/money/ledger/operations.ts';
import {
  type Change,
  failedCheck,
  type Item,
  type Path,
  type Step,
  valueAt,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { tables } from '#shared/platform/dynamo/tables.ts';

/** Items of each table by key. Never changed in place, so that states of a model can share them. */
export type Store = Readonly<Record<LedgerTable, Readonly<Record<string, Item>>>>;

export const emptyStore: Store = {
  accounts: {},
  usage: {},
  ledger: {},
  credentials: {},
  identity: {},
  idempotency: {},
};

/** What an operation does to a store, as the database would do it. */
export function perform(store: Store, operation: Operation): { store: Store; reply: Reply } {
  const items = store[operation.table];
  if (operation.do === 'create') {
    const key = keyOf(operation.table, operation.item);
    if (items[key]) return { store, reply: { outcome: 'refused' } };
    return { store: write(store, operation.table, key, operation.item), reply: done(operation.item) };
  }
  if (operation.do === 'read all') {
    const found = operation.keys.flatMap((key): Item[] => {
      const item = items[keyOf(operation.table, key)];
      return item ? [item] : [];
    });
    return { store, reply: { outcome: 'done', item: undefined, items: found } };
  }
  const key = keyOf(operation.table, operation.key);
  const item = items[key];
  if (operation.do === 'read') return { store, reply: done(item) };
  if (failedCheck(operation.change, item)) return { store, reply: { outcome: 'refused' } };
  const changed = applySteps(item ?? operation.key, operation.change);
  return { store: write(store, operation.table, key, changed), reply: done(changed) };
}

export function write(store: Store, table: LedgerTable, key: string, item: Item): Store {
  return { ...store, [table]: { ...store[table], [key]: item } };
}

export function keyOf(table: LedgerTable, item: Item): string {
  const { partitionKey, ...rest } = tables[table];
  return [partitionKey, ...('sortKey' in rest ? [rest.sortKey] : [])].map((name) => item[name]).join('|');
}

/** The item after the steps. As in the database, every step reads the item as it was before all of them. */
export function applySteps(item: Item, { steps }: Pick<Change, 'steps'>): Item {
  return steps.reduce((changed, step) => replace(changed, step.path, valueAfter(item, step)), item);
}

/** What a step leaves at its path, from the item as it was; undefined for nothing. */
function valueAfter(item: Item, step: Step): unknown {
  switch (step.do) {
    case 'remove':
      return undefined;
    case 'set':
      return step.value;
    case 'add':
      return numberAt(item, step.path) + step.value;
    case 'count':
      return numberAt(item, step.path, 0) + step.value;
    case 'set sum':
      return numberAt(item, step.from) + step.value;
  }
}

function replace(item: Item, [name, ...rest]: Path, value: unknown): Item {
  if (name === undefined) throw new Error('A path names something.');
  const { [name]: inner, ...others } = item;
  if (rest.length === 0) return value === undefined ? others : { ...item, [name]: value };
  if (typeof inner !== 'object' || inner === null) throw new Error(`There is no map at ${name}.`);
  return { ...item, [name]: replace(inner as Item, rest, value) };
}

function numberAt(item: Item, path: Path, otherwise?: number): number {
  const value = valueAt(item, path) ?? otherwise;
  if (typeof value !== 'number') throw new Error(`There is no number at ${path.join('.')}.`);
  return value;
}

function done(item: Item | undefined): Reply {
  return { outcome: 'done', item };
}
