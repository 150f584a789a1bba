import type { Readable } from 'node:stream';
import { isRecord } from '#shared/platform/is-record.ts';
import { type ColumnNames, columnHelp, withNames } from './column-names.ts';
import { consoleRecords } from './console-answers.ts';
import { csvRows } from './csv-rows.ts';
import { type Detected, detectFormat, peekedCharacters } from './detect-format.ts';
import { type ImportRecord, orBad } from './import-record.ts';
import type { ImportOptions, ImportServices } from './import-services.ts';
import type { ImportSource } from './import-source.ts';
import { type JsonFormat, jsonFormats } from './json-formats.ts';
import { type JsonValue, jsonValues } from './json-values.ts';
import type { RowContext } from './rank-cells.ts';

/** A text of which the kind is known, still to be read. */
export interface OpenedText {
  readonly detected: Detected;
  /** What stands above the header of a table. */
  readonly above?: string;
  records(context: RowContext): AsyncGenerator<ImportRecord>;
  /** Name of the format; of JSON it is known once a value was read, of an unknown one never. */
  formatName(): string | undefined;
}

const longestJsonLine = 16 * 1024 * 1024;

/** Opens a text of any encoding and format, with columns that were named by hand. */
export async function openText(
  bytes: AsyncIterable<Buffer>,
  named: ColumnNames = new Map(),
  isOfSome = false,
): Promise<OpenedText> {
  const { start, text } = await peeked(decodedText(bytes), peekedCharacters);
  const detected = detectFormat(start, named, isOfSome);
  if (detected.kind === 'unknown') return { detected, formatName: () => undefined, records: noRecords };
  if (detected.kind === 'csv')
    return {
      detected,
      ...(detected.above !== undefined && { above: detected.above }),
      formatName: () => detected.format.name,
      records: (context) => csvRecords(text, detected, context),
    };
  let name = 'json';
  return {
    detected,
    formatName: () => name,
    records: () => {
      const values = detected.isLines ? lineValues(text) : jsonValues(text);
      if (detected.gives === 'console') name = 'search-console';
      if (detected.gives === 'console') return consoleRecords(values, named);
      return jsonRecords(values, named, (found) => {
        name = found;
      });
    },
  };
}

async function* noRecords(): AsyncGenerator<ImportRecord> {}

async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, format, named }: Extract<Detected, { kind: 'csv' }>,
  context: RowContext,
): AsyncGenerator<ImportRecord> {
  for await (const row of csvRows(text, { delimiter, isHeader: format.matches, named })) {
    if (row.kind === 'bad') {
      yield row;
      continue;
    }
    yield orBad(row.line, () => format.read(row, context));
  }
}

async function* jsonRecords(
  values: AsyncIterable<JsonValue>,
  named: ColumnNames,
  onFormat: (name: string) => void,
): AsyncGenerator<ImportRecord> {
  for await (const found of values) {
    if (found.kind === 'bad') yield found;
    else yield* valueRecords(found, named, onFormat);
  }
}

function valueRecords(
  { line, value: found }: Extract<JsonValue, { kind: 'value' }>,
  named: ColumnNames,
  onFormat: (name: string) => void,
): readonly ImportRecord[] {
  const value = isRecord(found) ? withNames(found, named) : {};
  const format = jsonFormats.find((candidate) => candidate.matches(value));
  const read = format ? { format, values: [value] } : mappedValues(value);
  if (read) {
    onFormat(read.format.name);
    return read.values.flatMap((member) => orBad(line, () => read.format.read(member, line)));
  }
  const reason = `The value is of no known format. ${columnHelp(Object.keys(value), named)}`;
  return [{ kind: 'bad', line, reason }];
}

async function* lineValues(text: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  for await (const { line, text: content, isCut } of linesOf(text, longestJsonLine)) {
    if (content.trim() === '') continue;
    if (isCut) yield { kind: 'bad', line, reason: 'The line is too long.' };
    else yield parsedLine(line, content);
  }
}

function parsedLine(line: number, content: string): JsonValue {
  try {
    return { kind: 'value', line, value: JSON.parse(content) };
  } catch {
    return { kind: 'bad', line, reason: 'The line is not valid JSON.' };
  }
}

/**
 * The values of a map from a query to its listing, as programs keep what they
 * have fetched. Undefined unless most members are values of one known format.
 */
function mappedValues(
  value: Readonly<Record<string, unknown>>,
):
  | { readonly format: JsonFormat; readonly values: readonly Readonly<Record<string, unknown>>[] }
  | undefined {
  const members = Object.values(value).filter(isRecord);
  const format = jsonFormats.find((candidate) => members.some((member) => candidate.matches(member)));
  if (!format || members.length * 2 <= Object.keys(value).length) return undefined;
  return { format, values: members };
}

/**
 * The text of a file, whatever its encoding: UTF-8 or UTF-16, detected by the byte
 * order mark or, without one, by the zero bytes of ASCII in UTF-16; and what
 * spreadsheets save as CSV in Western Europe (Windows-1252), detected by its not
 * being UTF-8. The mark itself is dropped; bytes that are not text become
 * replacement characters.
 */
async function* decodedText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return 'utf-16le';
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return 'utf-16be';
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

/** Whether bytes are UTF-8, if need be with broken characters among more that are whole. */
function isUtf8(bytes: Buffer): boolean {
  const beyondAscii = new TextDecoder().decode(bytes, { stream: true }).replaceAll(/\p{ASCII}/gu, '');
  const broken = beyondAscii.replaceAll(/[^\ufffd]/gu, '').length;
  return broken <= beyondAscii.length / 2;
}

/** The first characters of a text, and the whole text still to be read. */
async function peeked(
  text: AsyncGenerator<string>,
  characters: number,
): Promise<{ readonly start: string; readonly text: AsyncGenerator<string> }> {
  let start = '';
  while (start.length < characters) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
  }
  async function* whole() {
    yield start;
    yield* text;
  }
  return { start, text: whole() };
}

/** Lines with their numbers. A line longer than the bound is cut off, so that no file can fill the memory. */
async function* linesOf(
  text: AsyncIterable<string>,
  longestLine: number,
): AsyncGenerator<{ readonly line: number; readonly text: string; readonly isCut: boolean }> {
  let line = 1;
  let open = '';
  let isCut = false;
  for await (const chunk of text) {
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield { line, text: open, isCut };
        line += 1;
        open = '';
        isCut = false;
      }
      isCut ||= open.length + part.length > longestLine;
      open = (open + part).slice(0, longestLine);
    }
  }
  if (open !== '') yield { line, text: open, isCut };
}

/** A file of which the kind is known, still to be read. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly text: OpenedText;
  readonly bytes: Readable;
  /** How many of its bytes were read so far, unpacked where it is in an archive. */
  bytesRead(): number;
}

export async function openFile(source: ImportSource, options: ImportOptions): Promise<OpenedFile> {
  const bytes = await source.open();
  let read = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      read += chunk.length;
      yield chunk;
    }
  }
  const text = await openText(counted(), options.columns, options.columnsOfSome);
  return { source, bytes, text, bytesRead: () => read };
}

const rowsBetweenReports = 2_000;
/** Of an import that is read whole before it is written, reading takes about so much. */
export const readingShare = 0.6;

/** Tells how far reading is, every few thousand rows. */
export function createReadingProgress(
  { source, bytesRead }: Pick<OpenedFile, 'source' | 'bytesRead'>,
  onProgress: ImportServices['onProgress'],
) {
  let rows = 0;
  const share = () => {
    const bytes = bytesRead();
    return bytes > 0 ? readingShare * Math.min(1, bytes / Math.max(1, source.bytes)) : undefined;
  };
  return {
    row(): void {
      rows += 1;
      if (rows % rowsBetweenReports === 1) onProgress({ source, phase: 'reading', rows, share: share() });
    },
  };
}
