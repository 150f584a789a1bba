import { createHash } from 'node:crypto';
import { exampleDataset } from '#shared/contract/examples.ts';
import type { DatasetAnswer, DatasetSelection } from '#shared/facts/answers/tool-answer.ts';
import { marketNamed } from '#shared/facts/markets/markets.ts';
import { type ListPart, notAPosition } from '#shared/facts/ports/search-index.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { csvLine } from '#shared/platform/csv.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { linesIn, type SpooledLines } from '#shared/platform/spooled-lines.ts';
import { type CollectedRows, collectRows } from './collect-rows.ts';
import {
  type DatasetRecord,
  type DatasetRecords,
  fileOf,
  objectKey,
  parseDatasetUri,
  parseRow,
  type ReadList,
} from './dataset-records.ts';

interface ReadingOptions {
  readonly records: DatasetRecords;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly readList: ReadList | undefined;
}

const linkSeconds = 3600;
/** After this, reading stops where it can go on later: writing the file takes as long again, and a function has 28 s. */
const readingMs = 10_000;

const unknownNote =
  'No dataset is available under this URI. Datasets are kept for a week; repeat the call that named it.';
const unreadableNote =
  'The list behind this dataset can no longer be read here: another source answers now, or what you had brought of the site is no longer there. The call in next_actions asks again.';

const deletedNote =
  'The crawl that this list was made of was deleted. The call in next_actions crawls the site again.';

/** The selected rows of a dataset of one account, or why there are none. */
export async function readDataset(
  options: ReadingOptions,
  accountId: string,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const { records, objects, clock } = options;
  const { name, id } = parseDatasetUri(selection.uri);
  if (selection.uri === exampleDataset.uri)
    return give(options, exampleRecord, keptParts([exampleLines], selection), selection);
  const record = await records.find(accountId, id);
  if (!record || record.name !== name) return { available: false, note: unknownNote, origin: undefined };
  const isKept = record.availableUntil > clock();
  if (isKept && record.whole) return giveList(options, record, record.whole, selection);
  const packed = isKept ? await objects.open(fileOf(record)) : undefined;
  if (isKept && !packed && record.file !== undefined)
    return { available: false, note: deletedNote, origin: record.origin };
  if (!packed) return { available: false, note: expiredNote(record), origin: record.origin };
  return give(options, record, keptParts(linesIn(packed), selection), selection);
}

/** A list that is read again: its rows are those of now. */
async function giveList(
  options: ReadingOptions,
  record: DatasetRecord,
  { list, market }: NonNullable<DatasetRecord['whole']>,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const from = selection.cursor === undefined ? undefined : positionOf(selection.cursor);
  const readAt = isoTime(options.clock());
  const parts = await options.readList?.(list, marketNamed(market), from);
  if (!parts) return { available: false, note: unreadableNote, origin: record.origin };
  const note = `Read again at ${readAt}; the answer that named this list is of ${record.createdAt}.`;
  return give(options, { ...record, createdAt: readAt, note }, parts, selection);
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

/** Rows that were kept as they are; nobody has a position in them. */
async function* keptParts(
  parts: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { cursor }: Pick<DatasetSelection, 'cursor'>,
): AsyncGenerator<ListPart> {
  for await (const lines of parts) {
    if (cursor !== undefined) throw notAPosition();
    yield { rows: lines.map(parseRow), next: undefined };
  }
}

async function give(
  { objects, clock }: Pick<ReadingOptions, 'objects' | 'clock'>,
  record: ReadableRecord,
  parts: AsyncIterable<ListPart>,
  selection: DatasetSelection,
): Promise<DatasetAnswer> {
  const lateAt = clock() + readingMs;
  const collected = await collectRows(parts, selection, () => clock() > lateAt);
  const { page, total, next, file } = collected;
  return {
    available: true,
    dataset: {
      uri: selection.uri,
      rows: page,
      total,
      next_cursor: next === undefined ? null : cursorOf(next),
      as_of: record.createdAt,
      origin: record.origin,
      note: record.note ?? null,
      download_url: file ? await link(objects, record, { ...collected, file }, selection) : null,
    },
  };
}

/** A position is a sort key of the index, which may hold any text. */
function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url');
}

function positionOf(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}

function expiredNote({ availableUntil }: DatasetRecord): string {
  return `The dataset was kept until ${isoTime(availableUntil)}. The call in next_actions makes it again.`;
}

/** A link to all selected rows as a plain file, which is written when it is first asked for. */
async function link(
  objects: ObjectStore,
  record: ReadableRecord,
  { file, columns }: Pick<CollectedRows, 'columns'> & { readonly file: SpooledLines },
  { fields, where, sort, cursor, format = 'ndjson' }: DatasetSelection,
): Promise<string> {
  const query = { fields, where, sort, cursor };
  const isQuery = Object.values(query).some((part) => part !== undefined && part.length > 0);
  const key = objectKey(record, isQuery ? `${shortHash(query)}.${format}` : format);
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  await objects.put(key, filePieces(file, columns, format), { contentType });
  return objects.downloadUrl(key, { fileName: `${record.name}.${format}`, expiresInSeconds: linkSeconds });
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/**
 * Rows as a file, piece by piece: one JSON object a line, or a table with the
 * given columns, in which what is no plain value is written as JSON.
 */
async function* filePieces(
  rows: Pick<SpooledLines, 'lines'>,
  columns: readonly string[],
  format: 'csv' | 'ndjson',
): AsyncGenerator<Uint8Array> {
  if (format === 'csv') yield Buffer.from(csvLine(columns));
  const textOf = format === 'csv' ? (line: string) => csvRow(parseRow(line), columns) : ndjsonRow;
  for await (const lines of rows.lines()) yield Buffer.from(lines.map(textOf).join(''));
}

const ndjsonRow = (line: string) => `${line}\n`;

function csvRow(row: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
  return csvLine(columns.map((column) => cellOf(row[column])));
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
