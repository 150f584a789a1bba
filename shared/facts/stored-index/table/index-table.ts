import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Test, toCondition } from '#shared/platform/dynamo/conditional-change.ts';
import { unlessRefused } from '#shared/platform/dynamo/failures.ts';
import type { Change, ConditionalPut, GuardedPuts, IndexTableOptions, Item } from '../items/index-items.ts';
import type { ItemKey } from '../items/keys.ts';
import { atMost } from './at-most.ts';
import { readMany, writeMany } from './index-batches.ts';
import { putGuardedTogether, putTogether, writeTogether } from './index-commits.ts';

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

/** The index table in seven verbs. Reads are eventual unless asked otherwise; batches are split, repeated where throttled, and metered. */
export interface IndexTable {
  get(key: ItemKey, consistent?: boolean): Promise<Item | undefined>;
  /** In the order of the keys; undefined where there is no item. */
  getMany(keys: readonly ItemKey[], consistent?: boolean): Promise<readonly (Item | undefined)[]>;
  range(question: RangeQuestion): Promise<Range>;
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
    get: (key, consistent = false) => getItem(options, key, consistent),
    getMany: (keys, consistent = false) => readMany(options, keys, consistent),
    range: (question) => getRange(options, question),
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
