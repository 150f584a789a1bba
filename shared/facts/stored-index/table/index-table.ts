import { PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Test, toCondition } from '#shared/platform/dynamo/conditional-writes.ts';
import { unlessRefused } from '#shared/platform/dynamo/documents.ts';
import type { Change, ConditionalPut, GuardedPuts, IndexTableOptions, Item } from '../items/index-items.ts';
import {
  atMost,
  batchesOf,
  createIndexReader,
  type IndexReader,
  latestOf,
  partsOf,
  type readAll,
  writeMany,
} from './index-reads.ts';

/** The index table in seven verbs: those of its readers, and what imports write. */
export interface IndexTable extends IndexReader {
  /** Writes an item if every check holds of what is under its key; false where one does not. */
  put(item: Item, checks?: readonly Test[]): Promise<boolean>;
  /** As `put`, each by itself; in the order of the items, whether it was written. No key may come twice. */
  putMany(puts: readonly ConditionalPut[]): Promise<readonly boolean[]>;
  /** Writes guards as `putMany`, and what they guard where they were; in the order of the groups, whether its guard was. */
  putGuarded(groups: readonly GuardedPuts[]): Promise<readonly boolean[]>;
  change(changes: readonly Change[]): Promise<void>;
}

export function createIndexTable(options: IndexTableOptions): IndexTable {
  return {
    ...createIndexReader(options),
    put: (item, checks = []) => putItem(options, { item, checks }),
    putMany: (puts) =>
      options.commitsTogether ? putTogether(options, puts, putEach) : putEach(options, puts),
    putGuarded: (groups) =>
      options.commitsTogether
        ? putGuardedTogether(options, groups, putGuardedEach)
        : putGuardedEach(options, groups),
    change: (changes) =>
      options.commitsTogether ? writeTogether(options, changes) : writeMany(options, changes),
  };
}

/** Removes a partition, or the items of it whose sort keys are in the bounds; how many there were. */
export async function removeItems(
  table: IndexTable,
  pk: string,
  bounds: Parameters<typeof readAll>[2] = {},
): Promise<number> {
  let removed = 0;
  for await (const { items } of partsOf(table, { pk, ...bounds })) {
    await table.change(items.map(({ sk }): Change => ({ remove: { pk, sk: String(sk) } })));
    removed += items.length;
  }
  return removed;
}

const putsAtOnce = 8;

function putEach(options: IndexTableOptions, puts: readonly ConditionalPut[]): Promise<readonly boolean[]> {
  return atMost(putsAtOnce, puts, (put) => putItem(options, put));
}

/** The guards first, so that of two writers the one that was overtaken writes nothing. */
async function putGuardedEach(
  options: IndexTableOptions,
  groups: readonly GuardedPuts[],
): Promise<readonly boolean[]> {
  const written = await putEach(
    options,
    groups.map(({ guard }) => guard),
  );
  await putEach(
    options,
    groups.filter((_, index) => written[index]).flatMap(({ guarded }) => guarded),
  );
  return written;
}

async function putItem(
  { documents, table, meter }: IndexTableOptions,
  { item, checks }: ConditionalPut,
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table,
    Item: { ...item },
    ReturnConsumedCapacity: 'TOTAL',
    ...toCondition(checks),
  });
  const answer = await unlessRefused(documents.send(put));
  if (answer) meter?.written(answer.ConsumedCapacity?.CapacityUnits ?? 0);
  return answer !== undefined;
}

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

/**
 * Writing for an engine that commits to disk once a transaction and, in a
 * batch, once an item: ten times as fast there. Whatever a transaction refuses
 * (a condition, too many bytes, two writers at once) is written item by item,
 * so that each change is as independent of the others as in a batch.
 */
const itemsTogether = 100;
/** One is being sent while the engine works on another; it writes one at a time. */
const commitsAtOnce = 2;
/** The engine answers nobody else meanwhile: some 30 ms. */
const mostInBulk = 500;

/**
 * As `writeMany`, in the order of the keys: a transaction writes whole pages of
 * the engine's file, and neighbours share them.
 */
async function writeTogether(options: IndexTableOptions, changes: readonly Change[]): Promise<void> {
  const left = await putInBulk(options, sortedByKey(latestOf(changes)));
  await atMost(commitsAtOnce, batchesOf(left, itemsTogether), async (batch) => {
    const isWritten = await commit(
      options,
      batch.map((change) => actionOf(options.table, change)),
    );
    if (!isWritten) await writeMany(options, batch);
  });
}

/** Writes what the engine takes at its door for many items; the changes that are left. */
async function putInBulk(
  { table, putAll, meter }: IndexTableOptions,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const puts = changes.filter((change) => 'put' in change);
  if (!putAll) return changes;
  const left = await atMost(commitsAtOnce, batchesOf(puts, mostInBulk), async (batch) => {
    const isWritten = await putAll(
      table,
      batch.map(({ put }) => put),
    );
    if (!isWritten) return batch;
    for (const { put } of batch) meter?.written(writeUnitsOf(put));
    return [];
  });
  return [...changes.filter((change) => 'remove' in change), ...left.flat()];
}

function sortedByKey(changes: readonly Change[]): readonly Change[] {
  return changes
    .map((change) => {
      const { pk, sk } = 'put' in change ? change.put : change.remove;
      return { key: `${pk}\n${sk}`, change };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ change }) => change);
}

/** Writes items each by itself; for what cannot go together. */
type PutEach = (options: IndexTableOptions, puts: readonly ConditionalPut[]) => Promise<readonly boolean[]>;

/** Writes items, each if its own condition holds; `putEach` does so for those that cannot go together. */
async function putTogether(
  options: IndexTableOptions,
  puts: readonly ConditionalPut[],
  putEach: PutEach,
): Promise<readonly boolean[]> {
  const written = await atMost(commitsAtOnce, batchesOf(puts, itemsTogether), async (batch) => {
    const isWritten = await commit(
      options,
      batch.map((put) => conditionalAction(options.table, put)),
    );
    return isWritten ? batch.map(() => true) : putEach(options, batch);
  });
  return written.flat();
}

/**
 * Writes items with those that they guard, whole groups in one commit. There
 * what is guarded needs no look at what it replaces: that the guard was as it
 * had been read says it.
 */
async function putGuardedTogether(
  options: IndexTableOptions,
  groups: readonly GuardedPuts[],
  putEachGuarded: (options: IndexTableOptions, groups: readonly GuardedPuts[]) => Promise<readonly boolean[]>,
): Promise<readonly boolean[]> {
  const { table } = options;
  const written = await atMost(commitsAtOnce, wholeGroups(groups), async (batch) => {
    const isWritten = await commit(
      options,
      batch.flatMap(({ guard, guarded }) => [
        conditionalAction(table, guard),
        ...guarded.map(({ item }) => putAction(table, item)),
      ]),
    );
    return isWritten ? batch.map(() => true) : putEachGuarded(options, batch);
  });
  return written.flat();
}

/** In their order, as many to a batch as a transaction takes. */
function wholeGroups(groups: readonly GuardedPuts[]): readonly (readonly GuardedPuts[])[] {
  const batches: GuardedPuts[][] = [];
  let items = itemsTogether;
  for (const group of groups) {
    const more = 1 + group.guarded.length;
    if (items + more > itemsTogether) {
      batches.push([]);
      items = 0;
    }
    items += more;
    batches.at(-1)?.push(group);
  }
  return batches;
}

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** All or, where that cannot be, nothing: false. */
async function commit({ documents, meter }: IndexTableOptions, actions: Action[]): Promise<boolean> {
  try {
    const command = new TransactWriteCommand({ TransactItems: actions, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await documents.send(command);
    for (const used of answer.ConsumedCapacity ?? []) meter?.written(used.CapacityUnits ?? 0);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

const refusals = new Set([
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ValidationException',
]);

function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}

function actionOf(table: string, change: Change): Action {
  if ('put' in change) return putAction(table, change.put);
  return { Delete: { TableName: table, Key: { pk: change.remove.pk, sk: change.remove.sk } } };
}

function putAction(table: string, item: Item): Action {
  return { Put: { TableName: table, Item: { ...item } } };
}

function conditionalAction(table: string, { item, checks }: ConditionalPut): Action {
  return { Put: { TableName: table, Item: { ...item }, ...toCondition(checks) } };
}
