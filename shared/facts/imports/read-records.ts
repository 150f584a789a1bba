import { isRecord } from '#shared/platform/is-record.ts';
import { type ColumnNames, columnHelp, withNames } from './column-names.ts';
import { consoleRecords } from './console-values.ts';
import { csvRows } from './csv-rows.ts';
import { type Detected, detectFormat, peekedCharacters } from './detect-format.ts';
import { type ImportRecord, orBad } from './import-record.ts';
import { type JsonFormat, jsonFormats } from './json-formats.ts';
import { type JsonValue, jsonValues } from './json-values.ts';
import type { RowContext } from './rank-cells.ts';
import { decodedText, linesOf, peeked } from './text-stream.ts';

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
