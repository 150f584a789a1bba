import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { toCondition } from '#shared/platform/dynamo/conditional-change.ts';
import type { Change, ConditionalPut, IndexTableOptions } from '../items/index-items.ts';
import { atMost } from './at-most.ts';
import { batchesOf, latestOf, writeMany } from './index-batches.ts';

/**
 * Writing for an engine that commits to disk once a transaction and, in a
 * batch, once an item: ten times as fast there. Whatever a transaction refuses
 * (a condition, too many bytes, two writers at once) is written item by item,
 * so that each change is as independent of the others as in a batch.
 */
const itemsTogether = 100;
/** One is being sent while the engine works on another; it writes one at a time. */
const commitsAtOnce = 2;

/**
 * As `writeMany`, in the order of the keys: a transaction writes whole pages of
 * the engine's file, and neighbours share them.
 */
export async function writeTogether(options: IndexTableOptions, changes: readonly Change[]): Promise<void> {
  await atMost(commitsAtOnce, batchesOf(latestOf(changes).toSorted(byKey), itemsTogether), async (batch) => {
    const isWritten = await commit(
      options,
      batch.map((change) => actionOf(options.table, change)),
    );
    if (!isWritten) await writeMany(options, batch);
  });
}

function byKey(one: Change, other: Change): number {
  const [a, b] = [one, other].map((change) => ('put' in change ? change.put : change.remove));
  const [first, second] = [`${a?.pk}\n${a?.sk}`, `${b?.pk}\n${b?.sk}`];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

type PutEach = (options: IndexTableOptions, puts: readonly ConditionalPut[]) => Promise<readonly boolean[]>;

/** Writes items, each if its own condition holds; `putEach` does so for those that cannot go together. */
export async function putTogether(
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
  if ('put' in change) return { Put: { TableName: table, Item: { ...change.put } } };
  return { Delete: { TableName: table, Key: { pk: change.remove.pk, sk: change.remove.sk } } };
}

function conditionalAction(table: string, { item, checks }: ConditionalPut): Action {
  return { Put: { TableName: table, Item: { ...item }, ...toCondition(checks) } };
}
