import { createHash } from 'node:crypto';
import type { Resource } from '#shared/contract/envelope.ts';
import { exampleDataset } from '#shared/contract/example-dataset.ts';
import type {
  DatasetAnswer,
  DatasetDraft,
  DatasetReader,
  DatasetSelection,
} from '#shared/facts/answers/tool-answer.ts';
import { marketKey } from '#shared/facts/markets/market.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { DatasetRecord, DatasetRecords } from './dataset-records.ts';
import {
  type DatasetRow,
  fileOf,
  packRows,
  type Rows,
  rowsOf,
  rowsOfLines,
  unpackLines,
} from './dataset-rows.ts';
import { datasetUri, parseDatasetUri } from './dataset-uri.ts';
import type { ReadList } from './read-list.ts';
import { isQuery, selectRows } from './select-rows.ts';

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
  /** `readList` reads the lists of which only the question is kept; without it they are not available. */
  reader(accountId: string, readList?: ReadList): DatasetReader;
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
    reader: (accountId, readList) => ({
      read: (selection) => read({ ...options, readList }, accountId, selection),
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

const unknownNote =
  'No dataset is available under this URI. Datasets are kept for a week; repeat the call that named it.';
const unreadableNote =
  'The list behind this dataset can no longer be read here: another source answers now, or what you had brought of the site is no longer there. The call in next_actions asks again.';

interface ReadingOptions extends DatasetsOptions {
  readonly readList: ReadList | undefined;
}

async function read(
  options: ReadingOptions,
  accountId: string,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const { records, objects, clock } = options;
  const { name, id } = parseDatasetUri(selection.uri);
  if (selection.uri === exampleDataset.uri)
    return give(objects, exampleRecord, rowsOfLines(exampleLines), selection);
  const record = await records.find(accountId, id);
  if (!record || record.name !== name) return { available: false, note: unknownNote, origin: undefined };
  const isKept = record.availableUntil > clock();
  if (isKept && record.whole) return giveList(options, record, record.whole, selection);
  const packed = isKept ? await objects.get(objectKey(record)) : undefined;
  if (!packed) return { available: false, note: expiredNote(record), origin: record.origin };
  return give(objects, record, rowsOfLines(await unpackLines(packed)), selection);
}

/** A list that is read again: its rows are those of now. */
async function giveList(
  { objects, clock, readList }: ReadingOptions,
  record: DatasetRecord,
  { list, market }: NonNullable<DatasetRecord['whole']>,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const [location, language] = market.split(':');
  const rows = await readList?.(list, resolveMarket({ location, language }));
  if (!rows) return { available: false, note: unreadableNote, origin: record.origin };
  const readAt = isoTime(clock());
  const note = `Read again at ${readAt}; the answer that named this list is of ${record.createdAt}.`;
  return give(
    objects,
    { ...record, createdAt: readAt, note },
    rowsOf(rows.map((row) => ({ ...row }))),
    selection,
  );
}

type ReadableRecord = Pick<DatasetRecord, 'accountId' | 'id' | 'name' | 'createdAt' | 'origin'> & {
  readonly note?: string;
};

const exampleRecord: ReadableRecord = {
  accountId: 'example',
  ...parseDatasetUri(exampleDataset.uri),
  createdAt: exampleDataset.createdAt,
  origin: exampleDataset.origin,
  note: exampleDataset.note,
};
const exampleLines = exampleDataset.rows.map((row) => JSON.stringify(row));

async function give(
  objects: ObjectStore,
  record: ReadableRecord,
  kept: Rows,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const rows = isQuery(selection) ? rowsOf(selectRows(kept.all(), selection)) : kept;
  const page = pageOf(rows, selection);
  const isCut = page.length < Math.min(rows.total - selection.offset, selection.limit ?? rows.total);
  const format = selection.format ?? (isCut ? 'ndjson' : undefined);
  return {
    available: true,
    dataset: {
      uri: selection.uri,
      rows: page,
      total: rows.total,
      as_of: record.createdAt,
      origin: record.origin,
      note: record.note ?? null,
      download_url: format ? await link(objects, record, rows, { ...selection, format }) : null,
    },
  };
}

function expiredNote({ availableUntil }: DatasetRecord): string {
  return `The dataset was kept until ${isoTime(availableUntil)}. The call in next_actions makes it again.`;
}

/** As many rows as were asked for and fit into one answer; at least one, so that reading on always ends. */
function pageOf(rows: Rows, { offset, limit }: DatasetSelection): DatasetRow[] {
  let left = answerCharacters;
  const wanted = rows.slice(offset, limit === undefined ? rows.total : offset + limit);
  const end = wanted.findIndex((row) => {
    left -= JSON.stringify(row).length + 1;
    return left < 0;
  });
  return end < 0 ? wanted : wanted.slice(0, Math.max(end, 1));
}

/** A link to all selected rows as a plain file, which is written when it is first asked for. */
async function link(
  objects: ObjectStore,
  record: ReadableRecord,
  rows: Rows,
  { fields, where, sort, format }: DatasetSelection & { readonly format: 'csv' | 'ndjson' },
): Promise<string> {
  const query = isQuery({ fields, where, sort }) ? `.${shortHash({ fields, where, sort })}` : '';
  const key = objectKey(record, `${query.slice(1)}${query ? '.' : ''}${format}`);
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  await objects.put(key, fileOf(rows.all(), format), { contentType });
  return objects.downloadUrl(key, { fileName: `${record.name}.${format}`, expiresInSeconds: linkSeconds });
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** Under the account, so that an account's data can be found and removed as a whole. */
function objectKey(
  { accountId, id }: Pick<DatasetRecord, 'accountId' | 'id'>,
  extension = 'ndjson.gz',
): string {
  return `${datasetsPrefix}${accountId}/${id}.${extension}`;
}
