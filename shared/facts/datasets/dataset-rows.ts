import * as v from 'valibot';
import { packLines } from '#shared/platform/spooled-lines.ts';

export type DatasetRow = Readonly<Record<string, unknown>>;

const Row = v.record(v.string(), v.unknown());

/** Rows as gzipped NDJSON: one JSON object a line. */
export function packRows(rows: readonly DatasetRow[]): Promise<Uint8Array> {
  return packLines(rows.map((row) => JSON.stringify(row)));
}

export function parseRow(line: string): Record<string, unknown> {
  return v.parse(Row, JSON.parse(line));
}
