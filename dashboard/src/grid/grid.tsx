import {
  type ColumnDef,
  columnFilteringFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type AnswerAround, useAnswer } from '../charts/answer-context.tsx';
import { explorerLink } from '../explorer-link.ts';
import { number } from '../format.ts';
import { Hint, Note, TextLink } from '../parts/text.tsx';
import { useWide } from '../parts/use-wide.ts';
import { type Column, isOfNumbers, nameOf, written } from './column.ts';
import { GridBody } from './grid-body.tsx';
import { keepColumns, keptColumns, placeOf, readState, writeState } from './grid-state.ts';
import { GridTools } from './grid-tools.tsx';
import { type CellValue, type Condition, compareCells, holds, meets, valueIn } from './sheet.ts';

export interface GridProps<Row extends RowData> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first stays in sight while the others scroll. */
  readonly columns: readonly Column<Row>[];
  /** The dataset that holds the whole list, where the answer was shortened. */
  readonly dataset?: string;
  /** Rows without tools: too few to be filtered, or nothing to take along. */
  readonly isPlain?: boolean;
  /** Opens more about a row; its first cell is then a button. */
  readonly onOpen?: (row: Row) => void;
  /** What else can be done with chosen rows. */
  readonly selectionActions?: (rows: readonly Row[]) => ReactNode;
}

/** Windows narrower than this leave out the minor columns. */
const deskPixels = 768;

export const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});
export type Features = typeof features;

/** The one table of rows: sorted by several heads, narrowed, chosen from, resized, copied; drawn as far as it is in sight. */
export function Grid<Row extends RowData>(props: GridProps<Row>) {
  const { label, rows, columns, isPlain = false, onOpen } = props;
  const place = placeOf(label);
  const isDesk = useWide(deskPixels);
  const whole = useAnswer().resources.find(({ name }) => name === props.dataset);
  const [kept] = useState(() => keptColumns(place));
  const [{ wanted: firstWanted, ...first }] = useState(() => readState(place));
  const [chosen, setChosen] = useState<readonly string[] | undefined>(kept.shown);
  const [wanted, setWanted] = useState(firstWanted);
  // Typing goes on while many rows are looked through.
  const globalFilter = useDeferredValue(wanted.trim());
  const data = useMemo(() => [...rows], [rows]);
  const { known, unknown } = useMemo(() => byKnown(columns, rows), [columns, rows]);
  const defs = useMemo(
    () => known.map((column, index) => defOf(column, data, { isFirst: index === 0, isPlain, isDesk })),
    [known, data, isPlain, isDesk],
  );
  const shown = known.filter(
    (column, index) => index === 0 || (chosen ? chosen.includes(nameOf(column)) : isDesk || !column.isMinor),
  );
  const table = useTable({
    features,
    data,
    columns: defs,
    initialState: { ...first, columnSizing: { ...kept.widths } },
    state: {
      globalFilter,
      columnVisibility: Object.fromEntries(known.map((column) => [nameOf(column), shown.includes(column)])),
    },
    globalFilterFn: (row, id, text) => holds(row.getValue<CellValue>(id), String(text)),
    getColumnCanGlobalFilter: () => true,
    enableSortingRemoval: true,
    columnResizeMode: 'onChange',
  });
  const { sorting, columnFilters, columnSizing } = table.state;
  useEffect(
    () => writeState(place, { sorting, columnFilters, wanted }),
    [place, sorting, columnFilters, wanted],
  );
  useEffect(() => {
    if (Object.keys(columnSizing).length > 0) keepColumns(place, { widths: columnSizing });
  }, [place, columnSizing]);
  const onShown = (names: readonly string[]) => {
    setChosen(names);
    keepColumns(place, { shown: names });
  };
  return (
    <div data-sheet={isPlain ? undefined : true}>
      {isPlain ? null : (
        <GridTools
          {...props}
          columns={known}
          {...{ table, shown, wanted, onShown, whole }}
          onWanted={setWanted}
        />
      )}
      <GridBody {...{ label, table, columns: shown, canSelect: !isPlain, onOpen }} />
      {table.getRowModel().rows.length === 0 && rows.length > 0 ? <Hint py="sm">No row matches.</Hint> : null}
      <WholeList of={whole} />
      {unknown.length > 0 ? <Note mt={6}>No data for: {unknown.join(', ')}.</Note> : null}
    </div>
  );
}

/** Leads to all rows, where the answer was shortened. */
function WholeList({ of: whole }: { readonly of: AnswerAround['resources'][number] | undefined }) {
  if (!whole) return null;
  return (
    <TextLink size="xs" href={explorerLink('export_dataset', { uri: whole.uri })}>
      Show all {number(whole.rows)}
    </TextLink>
  );
}

/** Columns with a value in some row; the names of those with none, where that is worth a word. */
function byKnown<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const isKnown = (column: Column<Row>, index: number) =>
    index === 0 ||
    rows.length === 0 ||
    column.header === '' ||
    rows.some((row) => isValue(valueIn(row, column.value)));
  return {
    known: columns.filter(isKnown),
    unknown: columns.filter((column, index) => !column.isQuiet && !isKnown(column, index)).map(nameOf),
  };
}

const isValue = (value: CellValue) => value !== null && value !== '';

function defOf<Row extends RowData>(
  column: Column<Row>,
  rows: readonly Row[],
  { isFirst, isPlain, isDesk }: Readonly<Record<'isFirst' | 'isPlain' | 'isDesk', boolean>>,
): ColumnDef<Features, Row> {
  const width = column.width ?? widthOf(column, rows) + (isFirst && !isPlain ? boxPixels : 0);
  const widest = isFirst ? innerWidth * widestShare : width;
  return {
    id: nameOf(column),
    accessorFn: (row) => valueIn(row, column.value) ?? undefined,
    size: isDesk ? width : Math.min(width - phonePixels, widest),
    minSize: 44,
    sortUndefined: 'last',
    sortDescFirst: isOfNumbers(column),
    sortFn: (one, other, id) => compareCells(one.getValue(id), other.getValue(id)),
    filterFn: (row, _, condition: Condition) => meets(valueIn(row.original, column.value), condition),
  };
}

const [narrowest, widest, narrow] = [64, 360, 44];
/** Of a phone for the first column: beside a query its clicks and impressions are in sight. */
const widestShare = 0.45;
/** Heads are smaller and bolder than cells. */
const [letterPixels, headPixels] = [7.3, 8.4];
/** The sides of a cell, and the arrow of its head; on a phone the sides are narrower. */
const [sidePixels, phonePixels] = [30, 8];
/** What selects a row, before the text of its first cell. */
const boxPixels = 36;
const measuredRows = 60;

/** Pixels for the texts of the first rows and the head. */
function widthOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const { header, value, isNarrow } = column;
  if (isNarrow) return narrow;
  const texts = rows.slice(0, measuredRows).map((row) => valueIn(row, value));
  // Every digit and comma of a number is read, and a day is not as long as it is kept.
  const textOf = (found: CellValue) => (column.as ? written(found, column.as) : String(found ?? ''));
  const letters = Math.max(0, ...texts.map((found) => textOf(found).length));
  const pixels = Math.max(letters * letterPixels, header.length * headPixels) + sidePixels;
  return Math.round(Math.min(widest, Math.max(narrowest, pixels)));
}
