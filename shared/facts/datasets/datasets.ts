import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Resource } from '#shared/contract/envelope.ts';
import { type AskedQuestion, baselinePartition } from '#shared/facts/answers/observations.ts';
import type { DatasetDraft, DatasetReader } from '#shared/facts/answers/tool-answer.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { marketKey } from '../ports/fact.ts';
import {
  type DatasetRecord,
  type DatasetRecords,
  datasetDays,
  datasetPartition,
  datasetUri,
  fileOf,
  packRows,
  type ReadList,
} from './dataset-records.ts';

/** A dataset that has its name and is stored when it is asked to. */
export interface PlannedDataset {
  readonly resource: Resource;
  store(): Promise<void>;
}

export interface DatasetMaking {
  readonly records: Pick<DatasetRecords, 'keep'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly clock: Clock;
}

interface DatasetsOptions extends DatasetMaking {
  readonly records: DatasetRecords;
  readonly objects: ObjectStore;
}

const dayMs = 24 * 3_600_000;

export type Datasets = ReturnType<typeof createDatasets>;

/** Keeps the rows behind shortened lists, and gives them back to the account they were made for. */
export function createDatasets(options: DatasetsOptions) {
  return {
    plan: (question: AskedQuestion, draft: DatasetDraft) =>
      planDataset(options, question, { ...draft, count: draft.rows.length }),
    /** `readList` reads the lists of which only the question is kept; without it they are not available. */
    reader: (accountId: string, readList?: ReadList): DatasetReader => ({
      // Only exports read datasets; their code is read with the first of them.
      read: async (selection) => {
        const { readDataset } = await import('./read-dataset.ts');
        return readDataset({ ...options, readList }, accountId, selection);
      },
    }),
  };
}

/** Rows that may come one by one, so that their number is told; `kept` where they are, and for how long, in place of a week. */
interface KeptDraft extends Omit<DatasetDraft, 'rows'> {
  readonly count: number;
  readonly rows: Iterable<DatasetDraft['rows'][number]>;
  readonly kept?: { readonly file: string; readonly days: number };
}

export function planDataset(
  { records, objects, clock }: DatasetMaking,
  { accountId, tool, args }: AskedQuestion,
  { name, id, description, rows, whole, count, kept }: KeptDraft,
): PlannedDataset {
  const now = clock();
  const record: DatasetRecord = {
    accountId,
    id: id ?? newId('ds', now),
    name,
    rows: whole?.rows ?? count,
    createdAt: isoTime(now),
    availableUntil: now + (kept?.days ?? datasetDays) * dayMs,
    origin: { tool, args },
    whole: whole && { list: whole.list, market: marketKey(whole.market) },
    file: kept?.file,
  };
  return {
    resource: {
      uri: datasetUri(record),
      name,
      description,
      mime_type: 'application/x-ndjson',
      rows: record.rows,
      expires_at: isoTime(record.availableUntil),
    },
    /** Rows and record at once: the id is random, and no answer names it before both are there. */
    async store() {
      const putRows = async () =>
        objects.put(fileOf(record), packRows(rows), { contentType: 'application/gzip' });
      await Promise.all([whole ? undefined : putRows(), records.keep(record)]);
    },
  };
}

interface Stores {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'facts'>;
  readonly objects: Pick<ObjectStore, 'list' | 'delete'>;
}

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
