import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mostKeys, readBatch } from '#shared/platform/dynamo/batch-reads.ts';
import type { Change, IndexTableOptions, Item } from '../items/index-items.ts';
import type { ItemKey } from '../items/keys.ts';
import { atMost } from './at-most.ts';

/** What DynamoDB takes in one call. */
const writeBatch = 25;
const batchesAtOnce = 4;

interface Wanted {
  readonly consistent: boolean;
  /** Beside the keys; all where undefined. */
  readonly attributes: readonly string[] | undefined;
}

/** Items in the order of their keys, undefined where there is none. */
export async function readMany(
  options: IndexTableOptions,
  keys: readonly ItemKey[],
  wanted: Wanted,
): Promise<readonly (Item | undefined)[]> {
  const asked = [...new Map(keys.map((key) => [textOf(key), key])).values()];
  const found = await atMost(batchesAtOnce, batchesOf(asked, mostKeys), (batch) =>
    readBatchOf(options, batch, wanted),
  );
  const byKey = new Map(found.flat().map((item) => [`${item.pk}\n${item.sk}`, item]));
  return keys.map((key) => byKey.get(textOf(key)));
}

/** Writes and removes items, in no order; of several changes to one item the last counts. */
export async function writeMany(options: IndexTableOptions, changes: readonly Change[]): Promise<void> {
  await atMost(batchesAtOnce, batchesOf(latestOf(changes), writeBatch), (batch) =>
    writeBatchOf(options, batch),
  );
}

/** Of several changes to one item the last. */
export function latestOf(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [changeKey(change), change])).values()];
}

async function readBatchOf(
  { documents, table, meter }: IndexTableOptions,
  keys: readonly ItemKey[],
  { consistent, attributes }: Wanted,
): Promise<readonly Item[]> {
  const wanted = {
    name: table,
    keys: keys.map(({ pk, sk }) => ({ pk, sk })),
    consistent,
    attributes: attributes && ['pk', 'sk', ...attributes],
  };
  const [items = []] = await readBatch(documents, [wanted], (units) => meter?.read(units));
  return items;
}

async function writeBatchOf(
  { documents, table, meter }: IndexTableOptions,
  changes: readonly Change[],
): Promise<void> {
  let open = new BatchWriteCommand({ RequestItems: { [table]: changes.map(writeRequest) } }).input
    .RequestItems;
  for (let attempt = 0; (open?.[table]?.length ?? 0) > 0; attempt += 1) {
    await pause(attempt);
    const command = new BatchWriteCommand({ RequestItems: open, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await documents.send(command);
    for (const used of answer.ConsumedCapacity ?? []) meter?.written(used.CapacityUnits ?? 0);
    open = answer.UnprocessedItems;
  }
}

function writeRequest(change: Change) {
  if ('put' in change) return { PutRequest: { Item: { ...change.put } } };
  return { DeleteRequest: { Key: { pk: change.remove.pk, sk: change.remove.sk } } };
}

function changeKey(change: Change): string {
  const { pk, sk } = 'put' in change ? change.put : change.remove;
  return `${pk}\n${sk}`;
}

function textOf({ pk, sk }: ItemKey): string {
  return `${pk}\n${sk}`;
}

export function batchesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** Waits before a repeated batch: not at all at first, then 20 ms, 40 ms … up to a second. */
async function pause(attempt: number): Promise<void> {
  if (attempt === 0) return;
  const milliseconds = Math.min(10 * 2 ** attempt, 1000);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
