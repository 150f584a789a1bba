import { csvLine } from '#shared/platform/csv.ts';
import { packLines, parseRow, unpackLines } from './dataset-rows.ts';

/** Characters of rows that are compressed together: little beside what a process has, and enough to compress well. */
const packedCharacters = 1_000_000;

/** Rows on their way to a file: compressed, so that a quarter of a million of them take some ten megabytes. */
export interface SpooledRows {
  /** One row as JSON. */
  add(line: string): void;
  /** Compresses what has gathered; to be called every few thousand rows. */
  pack(): Promise<void>;
  /** The lines in their order, some thousand at a time. */
  lines(): AsyncIterable<readonly string[]>;
}

export function spoolRows(): SpooledRows {
  const packed: Uint8Array[] = [];
  let open: string[] = [];
  let characters = 0;
  return {
    add(line) {
      open.push(line);
      characters += line.length;
    },
    async pack() {
      if (characters < packedCharacters) return;
      const full = open;
      open = [];
      characters = 0;
      packed.push(await packLines(full));
    },
    async *lines() {
      for (const piece of packed) yield await unpackLines(piece);
      yield open;
    },
  };
}

/**
 * Rows as a file, piece by piece: one JSON object a line, or a table with the
 * given columns, in which what is no plain value is written as JSON.
 */
export async function* filePieces(
  rows: Pick<SpooledRows, 'lines'>,
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
