import type { Cell, DatasetSelection, RowCondition, RowOrder } from '#shared/facts/answers/tool-answer.ts';
import type { ListPart } from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type SpooledLines, spoolLines } from '#shared/platform/spooled-lines.ts';
import type { DatasetRow } from './dataset-records.ts';

/** JSON characters of rows in one answer; a megabyte leaves agents and the gateway's 10 MB untroubled. */
const answerCharacters = 1_000_000;
/** Selected rows after which one export of a longer list ends: a file of them is written within a function's time. */
const mostRows = 250_000;
/** Rows worked on at once; between them others get their turn. */
const rowsAtOnce = 5_000;

export interface CollectedRows {
  /** As many rows as were asked for and fit into one answer. */
  readonly page: readonly DatasetRow[];
  /** Every selected row, where a file is to be made of them. */
  readonly file: SpooledLines | undefined;
  /** Every member that a selected row has, in order of first mention. */
  readonly columns: readonly string[];
  readonly total: number;
  /** Where the list goes on; undefined where it was read to its end. */
  readonly next: string | undefined;
}

/**
 * Reads a list once and keeps of it what an answer needs: its page, and where a
 * file is to be made of it, the selected rows in little space. A list that can
 * be entered in its middle is left after as many rows as fit into one file, or when
 * the time is up. Sorting needs all selected rows at once; where they are too
 * many, it is refused.
 */
export async function collectRows(
  parts: AsyncIterable<ListPart>,
  selection: DatasetSelection,
  isLate: () => boolean,
): Promise<CollectedRows> {
  const { sort = [] } = selection;
  const known = new Set<string>();
  const taking = takeRows(selection);
  const unsorted: DatasetRow[] = [];
  let total = 0;
  let next: string | undefined;
  for await (const slice of selectedSlices(parts, selection, { known, isLate })) {
    total += slice.rows.length;
    next = slice.next;
    if (sort.length > 0) keepToSort(unsorted, slice.rows);
    else await taking.take(slice.rows);
  }
  if (known.size > 0) checkFields(known, selection);
  if (sort.length > 0 && next !== undefined) throw tooManyToSort(total);
  for (const rows of slicesOf(sortRows(unsorted, sort))) await taking.take(rows);
  return { ...taking.taken(), total, next };
}

/** Only a list that goes on behind one export has a position there: a longer one without is refused here. */
function keepToSort(unsorted: DatasetRow[], rows: readonly DatasetRow[]): void {
  if (unsorted.length + rows.length > mostRows) throw tooManyToSort(mostRows);
  unsorted.push(...rows);
}

/** Takes selected rows one after the other: the page, and the rows of a file as long as one may be needed. */
function takeRows({ offset, limit, format, fields = [] }: DatasetSelection) {
  const page: DatasetRow[] = [];
  const columns = new Set<string>(fields);
  const file = spoolLines();
  const end = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  let left = answerCharacters;
  let isCut = false;
  let place = -1;
  /** At least one row is shown, so that reading on always ends. */
  const show = (row: DatasetRow, characters: number) => {
    left -= characters;
    isCut = left < 0 && page.length > 0;
    if (!isCut) page.push(row);
  };
  const takeOne = (selected: DatasetRow) => {
    const row = fields.length > 0 ? withFields(selected, fields) : selected;
    for (const member of Object.keys(row)) columns.add(member);
    place += 1;
    if (format === undefined && !isCut && place >= end) return;
    const line = JSON.stringify(row);
    file.add(line);
    if (!isCut && place >= offset && place < end) show(row, line.length + 1);
  };
  return {
    async take(rows: readonly DatasetRow[]): Promise<void> {
      for (const row of rows) takeOne(row);
      await file.pack();
    },
    taken: () => ({
      page,
      columns: [...columns],
      file: format !== undefined || isCut ? file : undefined,
    }),
  };
}

function tooManyToSort(rows: number): ServiceError {
  return new ServiceError(
    'validation_error',
    'The dataset is too long to be sorted at once. Select fewer rows with where, or leave out sort and sort the downloaded file.',
    {
      faults: [
        {
          pointer: '/sort',
          loc: ['body', 'sort'],
          type: 'too_many_rows',
          message: `More than ${rows} rows are selected.`,
        },
      ],
    },
  );
}

interface Slice {
  readonly rows: readonly DatasetRow[];
  readonly next: string | undefined;
}

/** The rows that meet the conditions, up to where one export ends; every member that any row has is noted. */
async function* selectedSlices(
  parts: AsyncIterable<ListPart>,
  { where = [] }: DatasetSelection,
  { known, isLate }: { readonly known: Set<string>; readonly isLate: () => boolean },
): AsyncGenerator<Slice> {
  let selected = 0;
  for await (const { rows, next } of inSlices(parts)) {
    for (const row of rows) for (const member of Object.keys(row)) known.add(member);
    const met = rows.filter((row) => meetsAll(row, where));
    selected += met.length;
    yield { rows: met, next };
    if (next !== undefined && (selected >= mostRows || isLate())) return;
  }
}

/** Small parts of a list, the position behind a part with the last of them. */
async function* inSlices(parts: AsyncIterable<ListPart>): AsyncGenerator<Slice> {
  for await (const { rows, next } of parts) {
    const slices = slicesOf(rows);
    for (const [at, slice] of slices.entries())
      yield {
        rows: slice.map((row) => ({ ...row })),
        next: at === slices.length - 1 ? next : undefined,
      };
  }
}

function slicesOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}

type Query = Pick<DatasetSelection, 'fields' | 'where' | 'sort'>;

function meetsAll(row: DatasetRow, conditions: readonly RowCondition[]): boolean {
  return conditions.every((condition) => meets(row, condition));
}

/** The rows in another order; the first column that tells two of them apart decides. */
function sortRows(rows: readonly DatasetRow[], sort: readonly RowOrder[]): readonly DatasetRow[] {
  return rows.toSorted((a, b) => compareRows(a, b, sort));
}

/** Some columns of a row, in the order asked for. */
function withFields(row: DatasetRow, fields: readonly string[]): DatasetRow {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** A column that no row has is `validation_error`, with those there are; so a misspelled name never looks like an empty list. */
function checkFields(known: ReadonlySet<string>, { fields = [], where = [], sort = [] }: Query): void {
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
