import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { baselinePartition } from '#shared/facts/answers/observations.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { datasetPartition } from './dataset-records.ts';

interface Stores {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'facts'>;
  readonly objects: Pick<ObjectStore, 'list' | 'delete'>;
}

/** Writes under way at once. */
const parallelRemovals = 25;

/**
 * Removes what answers have left of an account: what it saw last, and the lists
 * it could export, both of which may hold its own figures. May be repeated.
 */
export async function forgetAnswers(stores: Stores, accountId: string): Promise<void> {
  for (const pk of [baselinePartition(accountId), datasetPartition(accountId)])
    await removePartition(stores, pk);
  const keys: string[] = [];
  for await (const key of stores.objects.list(`datasets/${accountId}/`)) keys.push(key);
  await inParallel(keys, (key) => stores.objects.delete(key));
}

async function removePartition({ documents, tables }: Stores, pk: string): Promise<void> {
  const table = { documents, name: tables.facts };
  const question = {
    TableName: tables.facts,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'sk',
  };
  for await (const { Items = [] } of paginateQuery({ client: documents }, question))
    await inParallel(Items, ({ sk }) => removeItem(table, { pk, sk }));
}

async function inParallel<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<unknown>) {
  for (let start = 0; start < things.length; start += parallelRemovals)
    await Promise.all(things.slice(start, start + parallelRemovals).map(work));
}
