import type { Cell, DatasetSelection, RowCondition, RowOrder } from '#shared/facts/answers/tool-answer.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { DatasetRow } from './dataset-rows.ts';

type Query = Pick<DatasetSelection, 'fields' | 'where' | 'sort'>;

export function meetsAll(row: DatasetRow, conditions: readonly RowCondition[]): boolean {
  return conditions.every((condition) => meets(row, condition));
}

/** The rows in another order; the first column that tells two of them apart decides. */
export function sortRows(rows: readonly DatasetRow[], sort: readonly RowOrder[]): readonly DatasetRow[] {
  return rows.toSorted((a, b) => compareRows(a, b, sort));
}

/** Some columns of a row, in the order asked for. */
export function withFields(row: DatasetRow, fields: readonly string[]): DatasetRow {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** A column that no row has is `validation_error`, with those there are; so a misspelled name never looks like an empty list. */
export function checkFields(known: ReadonlySet<string>, { fields = [], where = [], sort = [] }: Query): void {
  const asked = [
    ...fields.map((field, at) => ({ field, loc: ['fields', at] })),
    ...where.map(({ field }, at) => ({ field, loc: ['where', at, 'field'] })),
    ...sort.map(({ field }, at) => ({ field, loc: ['sort', at] })),
  ];
  const faults = asked
    .filter(({ field }) => !known.has(field))
    .map(({ loc }) => ({
      pointer: `/${loc.join('/')}`,
      loc: ['body', ...loc],
      type: 'unknown_field',
      message: `Not a column of this dataset. Its columns: ${[...known].join(', ')}.`,
    }));
  if (faults.length > 0)
    throw new ServiceError('validation_error', 'Name columns as the rows of the dataset have them.', {
      faults,
    });
}

function meets(row: DatasetRow, { field, op, value }: RowCondition): boolean {
  const cell = row[field] ?? null;
  if (op === 'contains') return contains(cell, value);
  const values = listOf(value);
  if (op === 'in') return values.some((each) => equals(cell, each));
  const single = values[0] ?? null;
  if (op === '=' || op === '!=') return equals(cell, single) === (op === '=');
  // An unknown value is neither more nor less than anything.
  return cell !== null && single !== null && inOrder[op](compareCells(cell, single));
}

const inOrder = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

function listOf(value: RowCondition['value']): readonly Cell[] {
  return value === null || typeof value !== 'object' ? [value] : value;
}

function equals(cell: unknown, value: Cell): boolean {
  return textOf(cell) === textOf(value);
}

/** Text within text, whatever the case; for a list, one of its members. */
function contains(cell: unknown, value: RowCondition['value']): boolean {
  if (cell === null) return false;
  const wanted = listOf(value).map((each) => textOf(each).toLowerCase());
  const found = Array.isArray(cell) ? cell.map(textOf) : [textOf(cell)];
  return wanted.some((part) => found.some((text) => text.toLowerCase().includes(part)));
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Numbers as numbers, everything else as text. */
function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function compareRows(a: DatasetRow, b: DatasetRow, sort: readonly RowOrder[]): number {
  const orders = sort.map(({ field, descending }) =>
    compareBy(a[field] ?? null, b[field] ?? null, descending),
  );
  return orders.find((order) => order !== 0) ?? 0;
}

/** Unknown values come last, whichever way the rows are sorted. */
function compareBy(a: unknown, b: unknown, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return descending ? compareCells(b, a) : compareCells(a, b);
}
