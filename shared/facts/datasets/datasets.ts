import type { Resource } from '#shared/contract/envelope.ts';
import type { DatasetDraft, DatasetReader } from '#shared/facts/answers/tool-answer.ts';
import { marketKey } from '#shared/facts/ports/market.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { datasetDays, objectKey } from './dataset-objects.ts';
import type { DatasetRecord, DatasetRecords } from './dataset-records.ts';
import { packRows } from './dataset-rows.ts';
import { datasetUri } from './dataset-uri.ts';
import type { ReadList } from './read-list.ts';

/** The call whose answer the datasets belong to. */
interface AskedQuestion {
  readonly accountId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A dataset that has its name and is stored when it is asked to. */
export interface PlannedDataset {
  readonly resource: Resource;
  store(): Promise<void>;
}

interface DatasetsOptions {
  readonly records: DatasetRecords;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

const dayMs = 24 * 3_600_000;

export type Datasets = ReturnType<typeof createDatasets>;

/** Keeps the rows behind shortened lists, and gives them back to the account they were made for. */
export function createDatasets(options: DatasetsOptions) {
  return {
    /** Names a dataset that is not stored yet. */
    plan: (question: AskedQuestion, draft: DatasetDraft): PlannedDataset => plan(options, question, draft),
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

function plan(
  { records, objects, clock }: DatasetsOptions,
  { accountId, tool, args }: AskedQuestion,
  { name, id, description, rows, whole }: DatasetDraft,
): PlannedDataset {
  const now = clock();
  const record: DatasetRecord = {
    accountId,
    id: id ?? newId('ds', now),
    name,
    rows: whole?.rows ?? rows.length,
    createdAt: isoTime(now),
    availableUntil: now + datasetDays * dayMs,
    origin: { tool, args },
    whole: whole && { list: whole.list, market: marketKey(whole.market) },
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
        objects.put(objectKey(record), await packRows(rows), { contentType: 'application/gzip' });
      await Promise.all([whole ? undefined : putRows(), records.keep(record)]);
    },
  };
}
