import { isRecord } from '#shared/platform/is-record.ts';

/** Longer values are named and not shown: no page may fill an answer with one of its texts. */
const longestValue = 2_000;

/** A list as text: a line that names it and its columns, and a line for each row. */
export interface TableText {
  readonly head: string;
  readonly rows: readonly string[];
}

/**
 * Rows as lines that begin with a bar, so that none can pass for a line of the
 * answer's own. Members of an object within a row are columns; a list within a
 * row is one cell, its entries divided by `;` and their members by `,`.
 */
export function tableText(name: string, values: readonly unknown[]): TableText {
  const rows = values.map((value) => (isRecord(value) ? new Map(columnsOf(value, '')) : value));
  const columns = [...new Set(rows.flatMap((row) => (row instanceof Map ? [...row.keys()] : [])))];
  const line = (row: unknown) =>
    row instanceof Map ? columns.map((column) => cell(row.get(column))).join(' | ') : cell(row);
  const headings = columns.map((column) => heading(column, rows));
  const head = columns.length > 0 ? `${name} (${headings.join(' | ')}):` : `${name}:`;
  return { head, rows: rows.map((row) => `| ${line(row)}`) };
}

/** One value on one line: unknown is shown as such, never as nothing. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '?';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(entry).join('; ');
  return isRecord(value) ? entry(value) : plain(String(value));
}

function columnsOf(row: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) && Object.keys(value).length > 0
      ? columnsOf(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  );
}

/** The column's name, with those of its entries' members where it holds lists of objects. */
function heading(column: string, rows: readonly unknown[]): string {
  const entries = rows.flatMap((row) => (row instanceof Map ? row.get(column) : undefined)).filter(isRecord);
  const members = new Set(entries.flatMap((each) => Object.keys(each)));
  return members.size > 0 ? `${column} [${[...members].join(', ')}]` : column;
}

/** An entry of a list within a cell. */
function entry(value: unknown): string {
  const parts = isRecord(value) ? Object.values(value).map(cell) : [cell(value)];
  return parts.map((part) => part.replaceAll(';', '\\;')).join(', ');
}

/**
 * Text of anybody as the inside of a cell: on one line, its bars escaped, and
 * without characters that no reader sees, in which instructions can be hidden.
 */
function plain(text: string): string {
  if (text.length > longestValue) return `(text of ${text.length} characters)`;
  return text
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\\|]/gu, '\\$&')
    .trim();
}
