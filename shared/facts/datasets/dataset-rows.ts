import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { csvLine } from '#shared/platform/csv.ts';

export type DatasetRow = Readonly<Record<string, unknown>>;

const Row = v.record(v.string(), v.unknown());

/** Up to here a millisecond of work: less than handing it to another thread and back. */
const packedAtOnceCharacters = 256 * 1024;

/**
 * Rows as gzipped NDJSON: one JSON object a line. At the quickest level: kept
 * for a week, a sixth more bytes cost less than the time to save them.
 */
export async function packRows(rows: readonly DatasetRow[]): Promise<Uint8Array> {
  const text = ndjsonOf(rows);
  const isSmall = text.length <= packedAtOnceCharacters;
  return isSmall ? gzipSync(text, { level: 1 }) : promisify(gzip)(text, { level: 1 });
}

/** The lines of a packed dataset, not yet parsed, so that a page of it costs no more than the page. */
export async function unpackLines(packed: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

export function parseRow(line: string): Record<string, unknown> {
  return v.parse(Row, JSON.parse(line));
}

/** Rows of a dataset, of which a slice costs no more than the slice. */
export interface Rows {
  readonly total: number;
  slice(from: number, to: number): DatasetRow[];
  all(): readonly DatasetRow[];
}

export function rowsOf(rows: readonly DatasetRow[]): Rows {
  return { total: rows.length, slice: (from, to) => rows.slice(from, to), all: () => rows };
}

export function rowsOfLines(lines: readonly string[]): Rows {
  return {
    total: lines.length,
    slice: (from, to) => lines.slice(from, to).map(parseRow),
    all: () => lines.map(parseRow),
  };
}

function ndjsonOf(rows: readonly DatasetRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Rows to a piece of a file: no text grows with the list, since a long list's file is longer than a text can be. */
const rowsInPiece = 5_000;

/**
 * The rows as a file: one JSON object a line, or a table with every member that
 * any of them has, in which what is no plain value is written as JSON.
 */
export function fileOf(rows: readonly DatasetRow[], format: 'csv' | 'ndjson'): Uint8Array {
  if (format === 'ndjson') return inPieces(rows, '', ndjsonOf);
  const columns = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
  const names = [...columns];
  return inPieces(rows, csvLine(names), (piece) =>
    piece.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join(''),
  );
}

function inPieces(
  rows: readonly DatasetRow[],
  head: string,
  textOf: (piece: readonly DatasetRow[]) => string,
): Uint8Array {
  const pieces = [Buffer.from(head)];
  for (let start = 0; start < rows.length; start += rowsInPiece)
    pieces.push(Buffer.from(textOf(rows.slice(start, start + rowsInPiece))));
  return Buffer.concat(pieces);
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
