import type { Resource } from '#shared/contract/envelope.ts';
import { exampleDataset } from '#shared/contract/example-dataset.ts';
import type {
  DatasetAnswer,
  DatasetDraft,
  DatasetQuestion,
  DatasetReader,
} from '#shared/facts/answers/tool-answer.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { DatasetRecord, DatasetRecords } from './dataset-records.ts';
import { csvOf, packRows, parseRow, unpackLines } from './dataset-rows.ts';
import { datasetUri, parseDatasetUri } from './dataset-uri.ts';

/** The call whose answer the datasets belong to. */
interface AskedQuestion {
  readonly accountId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Keeps the rows behind shortened lists, and gives them back to the account they were made for. */
export interface Datasets {
  /** Names a dataset that is not stored yet. */
  plan(question: AskedQuestion, draft: DatasetDraft): PlannedDataset;
  reader(accountId: string): DatasetReader;
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

/** Days for which the rows of a dataset can be read. */
export const datasetDays = 7;

/** Key prefix of all objects of datasets; account and id follow. */
export const datasetsPrefix = 'datasets/';
const dayMs = 24 * 3_600_000;

/** JSON characters of rows in one answer; a megabyte leaves agents and the gateway's 10 MB untroubled. */
const answerCharacters = 1_000_000;

const linkSeconds = 3600;

export function createDatasets(options: DatasetsOptions): Datasets {
  return {
    plan: (question, draft) => plan(options, question, draft),
    reader: (accountId) => ({ read: (question) => read(options, accountId, question) }),
  };
}

function plan(
  { records, objects, clock }: DatasetsOptions,
  { accountId, tool, args }: AskedQuestion,
  { name, id, description, rows }: DatasetDraft,
): PlannedDataset {
  const now = clock();
  const record: DatasetRecord = {
    accountId,
    id: id ?? newId('ds', now),
    name,
    rows: rows.length,
    createdAt: isoTime(now),
    availableUntil: now + datasetDays * dayMs,
    origin: { tool, args },
  };
  return {
    resource: {
      uri: datasetUri(record),
      name,
      description,
      mime_type: 'application/x-ndjson',
      rows: rows.length,
      expires_at: isoTime(record.availableUntil),
    },
    /** Rows and record at once: the id is random, and no answer names it before both are there. */
    async store() {
      const putRows = async () =>
        objects.put(objectKey(record), await packRows(rows), { contentType: 'application/gzip' });
      await Promise.all([putRows(), records.keep(record)]);
    },
  };
}

const unknownNote =
  'No dataset is available under this URI. Datasets are kept for a week; repeat the call that named it.';

async function read(
  { records, objects, clock }: DatasetsOptions,
  accountId: string,
  question: DatasetQuestion,
): Promise<DatasetAnswer> {
  const { name, id } = parseDatasetUri(question.uri);
  if (question.uri === exampleDataset.uri) return give(objects, exampleRecord, exampleLines, question);
  const record = await records.find(accountId, id);
  if (!record || record.name !== name) return { available: false, note: unknownNote, origin: undefined };
  const packed = record.availableUntil > clock() ? await objects.get(objectKey(record)) : undefined;
  if (!packed) return { available: false, note: expiredNote(record), origin: record.origin };
  return give(objects, record, await unpackLines(packed), question);
}

type ReadableRecord = Pick<DatasetRecord, 'accountId' | 'id' | 'name' | 'createdAt' | 'origin'>;

const exampleRecord: ReadableRecord = {
  accountId: 'example',
  ...parseDatasetUri(exampleDataset.uri),
  createdAt: exampleDataset.createdAt,
  origin: exampleDataset.origin,
};
const exampleLines = exampleDataset.rows.map((row) => JSON.stringify(row));

async function give(
  objects: ObjectStore,
  record: ReadableRecord,
  lines: readonly string[],
  question: DatasetQuestion,
): Promise<DatasetAnswer> {
  const page = pageOf(lines, question);
  const isCut = page.length < Math.min(lines.length - question.offset, question.limit ?? lines.length);
  const format = question.format ?? (isCut ? 'ndjson' : undefined);
  return {
    available: true,
    dataset: {
      uri: question.uri,
      rows: page.map(parseRow),
      total: lines.length,
      as_of: record.createdAt,
      origin: record.origin,
      note: record === exampleRecord ? exampleDataset.note : null,
      download_url: format ? await link(objects, record, lines, format) : null,
    },
  };
}

function expiredNote({ availableUntil }: DatasetRecord): string {
  return `The dataset was kept until ${isoTime(availableUntil)}. The call in next_actions makes it again.`;
}

/** As many lines as were asked for and fit into one answer; at least one, so that reading on always ends. */
function pageOf(lines: readonly string[], { offset, limit }: DatasetQuestion): string[] {
  let left = answerCharacters;
  const wanted = lines.slice(offset, limit === undefined ? undefined : offset + limit);
  const end = wanted.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? wanted : wanted.slice(0, Math.max(end, 1));
}

/** A link to the whole dataset as a plain file, which is written when it is first asked for. */
async function link(
  objects: ObjectStore,
  record: ReadableRecord,
  lines: readonly string[],
  format: 'csv' | 'ndjson',
): Promise<string> {
  const key = objectKey(record, format);
  const text = format === 'csv' ? csvOf(lines.map(parseRow)) : lines.map((line) => `${line}\n`).join('');
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  await objects.put(key, Buffer.from(text), { contentType });
  return objects.downloadUrl(key, { fileName: `${record.name}.${format}`, expiresInSeconds: linkSeconds });
}

/** Under the account, so that an account's data can be found and removed as a whole. */
function objectKey(
  { accountId, id }: Pick<DatasetRecord, 'accountId' | 'id'>,
  extension = 'ndjson.gz',
): string {
  return `${datasetsPrefix}${accountId}/${id}.${extension}`;
}
