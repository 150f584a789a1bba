import type { Readable } from 'node:stream';
import { type ColumnNames, columnHelp, columnNames } from './column-names.ts';
import type { RowContext } from './csv-formats.ts';
import { csvRows } from './csv-rows.ts';
import { type Detected, detectFormat, peekedCharacters } from './detect-format.ts';
import { BadRowError, type ImportRecord } from './import-record.ts';
import { jsonFormats } from './json-formats.ts';
import { type JsonValue, jsonValues } from './json-values.ts';
import { decodedText, linesOf, peeked } from './text-stream.ts';

/** A text of which the kind is known, still to be read. */
export interface OpenedText {
  readonly detected: Detected;
  records(context: RowContext): AsyncGenerator<ImportRecord>;
  /** Name of the format; of JSON it is known once a value was read, of an unknown one never. */
  formatName(): string | undefined;
}

const longestJsonLine = 16 * 1024 * 1024;

/** Opens a text of any encoding and format, with columns that were named by hand. */
export async function openText(bytes: Readable, named: ColumnNames = new Map()): Promise<OpenedText> {
  const { start, text } = await peeked(decodedText(bytes), peekedCharacters);
  const detected = detectFormat(start, named);
  if (detected.kind === 'unknown') return { detected, formatName: () => undefined, records: noRecords };
  if (detected.kind === 'without keywords')
    return { detected, formatName: () => detected.name, records: noRecords };
  if (detected.kind === 'csv')
    return {
      detected,
      formatName: () => detected.format.name,
      records: (context) => csvRecords(text, { ...detected, named }, context),
    };
  let name = 'json';
  return {
    detected,
    formatName: () => name,
    records: () =>
      jsonRecords(detected.isLines ? lineValues(text) : jsonValues(text), named, (found) => {
        name = found;
      }),
  };
}

async function* noRecords(): AsyncGenerator<ImportRecord> {}

async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, format, named }: Extract<Detected, { kind: 'csv' }> & { readonly named: ColumnNames },
  context: RowContext,
): AsyncGenerator<ImportRecord> {
  for await (const row of csvRows(text, { delimiter, isHeader: format.matches, named })) {
    if (row.kind === 'bad') {
      yield row;
      continue;
    }
    const records = orBad(row.line, () => [format.read(row, context)]);
    for (const record of records) if (record) yield record;
  }
}

async function* jsonRecords(
  values: AsyncIterable<JsonValue>,
  named: ColumnNames,
  onFormat: (name: string) => void,
): AsyncGenerator<ImportRecord> {
  for await (const found of values) {
    if (found.kind === 'bad') {
      yield found;
      continue;
    }
    const { line } = found;
    const value = isRecord(found.value) ? withNames(found.value, named) : {};
    const format = jsonFormats.find((candidate) => candidate.matches(value));
    if (!format) {
      yield {
        kind: 'bad',
        line,
        reason: `The value is of no known format. ${columnHelp(Object.keys(value), named)}`,
      };
      continue;
    }
    onFormat(format.name);
    yield* orBad(line, () => format.read(value, line));
  }
}

/** A value's members under the names that were given to them. */
function withNames(
  value: Readonly<Record<string, unknown>>,
  named: ColumnNames,
): Readonly<Record<string, unknown>> {
  if (named.size === 0) return value;
  const members = Object.keys(value);
  const names = columnNames(members, named);
  return Object.fromEntries(members.map((member, index) => [names[index] ?? member, value[member]]));
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

function orBad<Row>(line: number, read: () => readonly Row[]): readonly (Row | ImportRecord)[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadRowError) return [{ kind: 'bad', line, reason: error.message }];
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
