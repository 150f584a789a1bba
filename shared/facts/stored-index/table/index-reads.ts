import { BatchWriteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { gatheredIn, mostKeys, readBatch } from '#shared/platform/dynamo/documents.ts';
import type { Change, IndexTableOptions, Item } from '../items/index-items.ts';
import type { ItemKey } from '../items/keys.ts';

interface RangeQuestion {
  readonly pk: string;
  /** Sort keys that start with this; all where not given. */
  readonly prefix?: string;
  /** Sort keys from this on, itself included. */
  readonly from?: string;
  /** Sort keys up to this, itself included; together with `from`. */
  readonly to?: string;
  readonly limit?: number;
  readonly after?: ItemKey | undefined;
  readonly consistent?: boolean;
  /** Attributes wanted; all where not given. */
  readonly attributes?: readonly string[];
}

interface Range {
  readonly items: readonly Item[];
  /** Where to continue; undefined at the end. */
  readonly next: ItemKey | undefined;
}

/** What questions ask of the index table. Reads are eventual unless asked otherwise; batches are split, repeated where throttled, and metered. */
export interface IndexReader {
  get(key: ItemKey, consistent?: boolean): Promise<Item | undefined>;
  /** In the order of the keys; undefined where there is no item. `attributes` are those wanted beside the keys; all where not given. */
  getMany(
    keys: readonly ItemKey[],
    consistent?: boolean,
    attributes?: readonly string[],
  ): Promise<readonly (Item | undefined)[]>;
  range(question: RangeQuestion): Promise<Range>;
}

export function createIndexReader(options: IndexTableOptions): IndexReader {
  return {
    get: (key, consistent = false) => getItem(options, key, consistent),
    getMany: (keys, consistent = false, attributes) => readMany(options, keys, { consistent, attributes }),
    range: (question) => getRange(options, question),
  };
}

/** For a call's questions: single items are read together, also with those of other tables. */
export function createGatheringReader(options: IndexTableOptions): IndexReader {
  const { documents, table } = options;
  const { get } = gatheredIn(documents);
  const reader = createIndexReader(options);
  return {
    ...reader,
    get: (key, consistent = false) =>
      consistent ? reader.get(key, true) : get({ name: table, key: { pk: key.pk, sk: key.sk } }),
  };
}

/** The same table for those who have just written to it: each read gives the latest, for twice the units. */
export function readingLatest(reader: IndexReader): IndexReader {
  return {
    get: (key) => reader.get(key, true),
    getMany: (keys, _, attributes) => reader.getMany(keys, true, attributes),
    range: (question) => reader.range({ ...question, consistent: true }),
  };
}

async function getItem(
  { documents, table, meter }: IndexTableOptions,
  { pk, sk }: ItemKey,
  consistent: boolean,
): Promise<Item | undefined> {
  const answer = await documents.send(
    new GetCommand({
      TableName: table,
      Key: { pk, sk },
      ConsistentRead: consistent,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  meter?.read(answer.ConsumedCapacity?.CapacityUnits ?? 0);
  return answer.Item;
}

async function getRange(
  { documents, table, meter }: IndexTableOptions,
  question: RangeQuestion,
): Promise<Range> {
  const answer = await documents.send(
    new QueryCommand({
      TableName: table,
      ...keyCondition(question),
      ...projection(question),
      Limit: question.limit,
      ExclusiveStartKey: question.after && { pk: question.after.pk, sk: question.after.sk },
      ConsistentRead: question.consistent ?? false,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  meter?.read(answer.ConsumedCapacity?.CapacityUnits ?? 0);
  const last = answer.LastEvaluatedKey;
  return { items: answer.Items ?? [], next: last && { pk: String(last.pk), sk: String(last.sk) } };
}

function projection({ attributes }: RangeQuestion) {
  return attributes && { ProjectionExpression: attributes.join(', ') };
}

function keyCondition({ pk, prefix, from, to }: RangeQuestion) {
  if (prefix !== undefined)
    return {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    };
  if (from !== undefined && to !== undefined)
    return {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
    };
  return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
}

/** Runs a task for every row, at most `bound` at once; the results keep the order of the rows. */
export async function atMost<Row, Result>(
  bound: number,
  rows: readonly Row[],
  task: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = rows.entries();
  const worker = async () => {
    for (const [index, row] of queue) results[index] = await task(row);
  };
  await Promise.all(Array.from({ length: Math.min(bound, rows.length) }, worker));
  return results;
}

const writeBatch = 25;
const batchesAtOnce = 4;

interface Wanted {
  readonly consistent: boolean;
  /** Beside the keys; all where undefined. */
  readonly attributes: readonly string[] | undefined;
}

/** Items in the order of their keys, undefined where there is none. */
async function readMany(
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

/** A range to its end, in parts as reads give them. */
export async function* partsOf(table: IndexReader, question: RangeQuestion): AsyncGenerator<Range> {
  let { after } = question;
  do {
    const range = await table.range({ ...question, after });
    yield range;
    after = range.next;
  } while (after);
}

/** The first items of a range, however many reads that takes, and where it goes on behind them. */
export async function readFirst(table: IndexReader, question: RangeQuestion, most: number): Promise<Range> {
  const items: Item[] = [];
  let next = question.after;
  do {
    const range = await table.range({ ...question, limit: most - items.length, after: next });
    items.push(...range.items);
    next = range.next;
  } while (next && items.length < most);
  return { items, next };
}

/** Every item of a partition, or those whose sort keys are in the bounds. */
export async function readAll(
  table: IndexReader,
  pk: string,
  bounds: Omit<RangeQuestion, 'pk'> = {},
): Promise<Item[]> {
  const all: Item[] = [];
  for await (const { items } of partsOf(table, { pk, ...bounds })) all.push(...items);
  return all;
}
