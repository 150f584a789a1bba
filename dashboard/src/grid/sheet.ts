import { csvLine } from '#shared/platform/csv.ts';

/** What a column is sorted, filtered and copied by; null where nothing is known. */
export type CellValue = string | number | null;

/** A member of a row by its name, or what is made of the row. */
export type ValueOf<Row> = Extract<keyof Row, string> | ((row: Row) => CellValue);

interface SheetColumn<Row> {
  readonly header: string;
  readonly title?: string;
  readonly value: ValueOf<Row>;
}

/** Null where nothing is known. */
export function valueIn<Row>(row: Row, value: ValueOf<Row>): CellValue {
  const found: unknown = typeof value === 'string' ? row[value] : value(row);
  return typeof found === 'string' || typeof found === 'number' ? found : null;
}

/** The rows as CSV with a line of names. */
export function csvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): string {
  return linesOf(columns, rows).map(csvLine).join('');
}

/**
 * The rows as cells that spreadsheets take from the clipboard. Text of other
 * people's pages is never a formula, and stays within its cell.
 */
export function tsvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): string {
  return linesOf(columns, rows)
    .map((cells) => cells.map(tsvCell).join('\t'))
    .join('\n');
}

function tsvCell(cell: CellValue): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const plain = cell.replaceAll(/\s+/gu, ' ').trim();
  return /^[\p{Cf}\0]*[=+\-@＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
}

function linesOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): readonly CellValue[][] {
  const names = columns.map(({ header, title }) => title ?? header);
  return [names, ...rows.map((row) => columns.map(({ value }) => valueIn(row, value)))];
}

const texts = new Intl.Collator(undefined, { numeric: true });

/** Which of two known values comes first; negative where it is the one. */
export function compareCells(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return texts.compare(String(one), String(other));
}

/** Bounds of a column of numbers; null where there is none. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** What a column is narrowed to: a range of numbers, or a text that it holds. */
export type Condition = Range | string;

/** Whether a value meets a condition; one that is not known meets none. */
export function meets(value: CellValue, condition: Condition): boolean {
  if (typeof condition === 'string') return holds(value, condition);
  if (typeof value !== 'number') return false;
  return (
    (condition.from === null || value >= condition.from) && (condition.to === null || value <= condition.to)
  );
}

/** Whether a value holds the text, in whatever case. */
export function holds(value: CellValue, wanted: string): boolean {
  return String(value ?? '')
    .toLowerCase()
    .includes(wanted.trim().toLowerCase());
}
