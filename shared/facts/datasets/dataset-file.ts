import { csvLine } from '#shared/platform/csv.ts';
import type { SpooledLines } from '#shared/platform/spooled-lines.ts';
import { parseRow } from './dataset-rows.ts';

/**
 * Rows as a file, piece by piece: one JSON object a line, or a table with the
 * given columns, in which what is no plain value is written as JSON.
 */
export async function* filePieces(
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
