import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexTableOptions, Item } from '../items/index-items.ts';
import type { ItemKey } from '../items/keys.ts';
import { readMany } from './index-batches.ts';

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
