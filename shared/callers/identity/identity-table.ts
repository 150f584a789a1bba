import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';

/** The identity table as its repositories use it. */
export interface IdentityTable {
  readonly documents: DynamoDBDocumentClient;
  readonly name: string;
  readonly clock: Clock;
}

type Key = Readonly<Record<'pk' | 'sk', string>>;

/** One strongly consistent read, parsed. What has expired is gone, whether or not the table has deleted it yet. */
export async function readItem<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  key: Key,
): Promise<v.InferOutput<Schema> | undefined> {
  const { Item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  if (!Item || isExpired(table, Item)) return undefined;
  return v.parse(schema, Item);
}

/**
 * All items under a partition whose sort keys begin as the given one, newest
 * first where ids are made by time; parsed, without those that have expired.
 */
export async function listItems<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  { pk, sk }: Key,
): Promise<readonly v.InferOutput<Schema>[]> {
  const found: v.InferOutput<Schema>[] = [];
  let rest: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ConsistentRead: true,
        ScanIndexForward: false,
        ...(rest && { ExclusiveStartKey: rest }),
      }),
    );
    const live = Items.filter((item) => !isExpired(table, item));
    found.push(...live.map((item) => v.parse(schema, item)));
    rest = LastEvaluatedKey;
  } while (rest);
  return found;
}

/** The first `most` items of a partition whose sort keys are between two, both included; parsed. */
export async function listRange<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  [first, last]: readonly [Key, Key],
  { most, isNewestFirst = false }: { readonly most: number; readonly isNewestFirst?: boolean },
): Promise<readonly v.InferOutput<Schema>[]> {
  const found: v.InferOutput<Schema>[] = [];
  let rest: Record<string, unknown> | undefined;
  // The database ends a page at a megabyte.
  do {
    const { Items = [], LastEvaluatedKey } = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
        ConsistentRead: true,
        ScanIndexForward: !isNewestFirst,
        Limit: most - found.length,
        ...(rest && { ExclusiveStartKey: rest }),
      }),
    );
    found.push(...Items.map((item) => v.parse(schema, item)));
    rest = LastEvaluatedKey;
  } while (rest && found.length < most);
  return found;
}

/** Removes every item of a partition whose sort key begins as the given one. */
export async function removeUnder(table: IdentityTable, key: Key): Promise<void> {
  const keyOf = v.object({ pk: v.string(), sk: v.string() });
  for (const Key of await listItems(table, keyOf, key))
    await table.documents.send(new DeleteCommand({ TableName: table.name, Key }));
}

/** Writes a whole item; whatever was under its key is replaced. */
export async function putItem(table: IdentityTable, key: Key, item: object): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...item, ...key } }));
}

function isExpired(table: IdentityTable, item: Readonly<Record<string, unknown>>): boolean {
  return typeof item.expires_at === 'number' && item.expires_at <= unixSeconds(table);
}

export function unixSeconds({ clock }: Pick<IdentityTable, 'clock'>): number {
  return Math.floor(clock() / 1000);
}
