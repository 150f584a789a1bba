import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import * as v from 'valibot';
import { type ColumnNames, columnNames } from './column-names.ts';
import type { BadRecord } from './import-record.ts';

/** Characters of one record; more is an unclosed quote or an attack. */
const longestRecord = 256 * 1024;

/** A row of a table by its column names (lower case), with its line. */
export interface CsvRow {
  readonly kind: 'row';
  readonly line: number;
  cell(...names: readonly string[]): string | undefined;
  /** All columns in order. */
  readonly columns: readonly string[];
}

export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface TableShape {
  readonly delimiter: Delimiter;
  /** Whether columns, under the names given to them, are those of the table. */
  isHeader(columns: readonly string[]): boolean;
  readonly named: ColumnNames;
}

const record = v.object({
  record: v.array(v.string()),
  info: v.object({ lines: v.number() }),
});

/**
 * The rows of a CSV text below its header. What stands above the header (the
 * title lines of some exports) is passed over; the header is the first record
 * that `isHeader` accepts. Records that cannot be read come as bad ones.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  { delimiter, isHeader, named }: TableShape,
): AsyncGenerator<CsvRow | BadRecord> {
  const skipped: BadRecord[] = [];
  const parser = Readable.from(text).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: longestRecord,
      info: true,
    }),
  );
  parser.on('skip', (error) => {
    skipped.push({
      kind: 'bad',
      line: Number(error?.lines ?? 0),
      reason: 'The line is not readable as CSV.',
    });
  });
  let header: Header | undefined;
  for await (const row of parser) {
    yield* skipped.splice(0);
    const { record: cells, info } = v.parse(record, row);
    if (header) yield rowOf(header, cells, info.lines);
    else header = headerOf(columnNames(cells, named), cells, isHeader);
  }
  yield* skipped.splice(0);
}

interface Header {
  readonly columns: readonly string[];
  /** Cells that a row must have, and those it may have: a last delimiter makes one more without a name. */
  readonly fewestCells: number;
  readonly mostCells: number;
}

function headerOf(
  columns: readonly string[],
  cells: readonly string[],
  isHeader: TableShape['isHeader'],
): Header | undefined {
  if (!isHeader(columns)) return undefined;
  return { columns, fewestCells: widthOf(cells), mostCells: cells.length };
}

/** Cells up to the last that is not blank. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** A row with more or fewer cells than the table has columns is broken: no telling which cell is missing. */
function rowOf(header: Header, cells: readonly string[], line: number): CsvRow | BadRecord {
  if (cells.length >= header.fewestCells && widthOf(cells) <= header.mostCells)
    return csvRow(header.columns, cells, line);
  const reason = `The row has ${cells.length} cells where the table has ${header.fewestCells} columns.`;
  return { kind: 'bad', line, reason };
}

function csvRow(columns: readonly string[], cells: readonly string[], line: number): CsvRow {
  return {
    kind: 'row',
    line,
    columns,
    cell(...names) {
      for (const name of names) {
        const index = columns.indexOf(name);
        if (index >= 0) return cells[index];
      }
      return undefined;
    },
  };
}
