import { csvLine } from '#shared/platform/csv.ts';
import type { Data } from './read.ts';

/** What a column is sorted, filtered and copied by; null where nothing is known. */
export type CellValue = string | number | null;

interface SheetColumn {
  readonly header: string;
  readonly title?: string;
  readonly value: (row: Data) => CellValue;
}

/** The rows as CSV with a line of names. */
export function csvOf(columns: readonly SheetColumn[], rows: readonly Data[]): string {
  return linesOf(columns, rows).map(csvLine).join('');
}

/**
 * The rows as cells that spreadsheets take from the clipboard. Text of other
 * people's pages is never a formula, and stays within its cell.
 */
export function tsvOf(columns: readonly SheetColumn[], rows: readonly Data[]): string {
  return linesOf(columns, rows)
    .map((cells) => cells.map(tsvCell).join('\t'))
    .join('\n');
}

function tsvCell(cell: CellValue): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const plain = cell.replaceAll(/\s+/gu, ' ').trim();
  return /^[\p{Cf}\0]*[=+\-@＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
}

function linesOf(columns: readonly SheetColumn[], rows: readonly Data[]): readonly CellValue[][] {
  const names = columns.map(({ header, title }) => title ?? header);
  return [names, ...rows.map((row) => columns.map(({ value }) => value(row)))];
}

/** By which column a table is sorted. */
export interface Order {
  readonly header: string;
  readonly isDescending: boolean;
}

/** The rows by one column; what is not known comes last in either direction. */
export function sortRows(rows: readonly Data[], column: SheetColumn, isDescending: boolean): readonly Data[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [one, other] = [column.value(left), column.value(right)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

/** The rows in which a column shows the text, in whatever case. */
export function filterRows(
  rows: readonly Data[],
  columns: readonly SheetColumn[],
  wanted: string,
): readonly Data[] {
  const text = wanted.trim().toLowerCase();
  if (text === '') return rows;
  return rows.filter((row) =>
    columns.some(({ value }) =>
      String(value(row) ?? '')
        .toLowerCase()
        .includes(text),
    ),
  );
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}
