import type { Readable } from 'node:stream';
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
  /** Name of the format; of JSON it is known once a value was read. */
  formatName(): string;
}

const longestJsonLine = 16 * 1024 * 1024;

/** Opens a text of any encoding and format; undefined where the format is none that is known. */
export async function openText(bytes: Readable): Promise<OpenedText | undefined> {
  const { start, text } = await peeked(decodedText(bytes), peekedCharacters);
  const detected = detectFormat(start);
  if (!detected) return undefined;
  if (detected.kind === 'without keywords')
    return { detected, formatName: () => detected.name, records: noRecords };
  if (detected.kind === 'csv')
    return {
      detected,
      formatName: () => detected.format.name,
      records: (context) => csvRecords(text, detected, context),
    };
  let name = 'json';
  return {
    detected,
    formatName: () => name,
    records: () =>
      jsonRecords(detected.isLines ? lineValues(text) : jsonValues(text), (found) => {
        name = found;
      }),
  };
}

async function* noRecords(): AsyncGenerator<ImportRecord> {}

async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, format }: Extract<Detected, { kind: 'csv' }>,
  context: RowContext,
): AsyncGenerator<ImportRecord> {
  for await (const row of csvRows(text, delimiter, format.matches)) {
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
  onFormat: (name: string) => void,
): AsyncGenerator<ImportRecord> {
  for await (const found of values) {
    if (found.kind === 'bad') {
      yield found;
      continue;
    }
    const { line, value } = found;
    const format = isRecord(value) ? jsonFormats.find((candidate) => candidate.matches(value)) : undefined;
    if (!format || !isRecord(value)) {
      yield { kind: 'bad', line, reason: 'The value is of no known format.' };
      continue;
    }
    onFormat(format.name);
    yield* orBad(line, () => format.read(value, line));
  }
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
