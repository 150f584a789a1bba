import type { Header, ReactTable, RowData, Row as TableRow } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useDeferredValue, useRef } from 'react';
import { usePrinting } from '../parts/use-wide.ts';
import { pathOf } from '../readable-domain.ts';
import { type Column, isOfNumbers, nameOf, written } from './column.ts';
import classes from './grid.module.css';
import type { Features } from './grid.tsx';
import { valueIn } from './sheet.ts';

interface GridBodyProps<Row extends RowData> {
  readonly label: string;
  readonly table: ReactTable<Features, Row>;
  /** Those that are shown. */
  readonly columns: readonly Column<Row>[];
  readonly canSelect: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
}

/** From so many rows on only those in sight are drawn. */
const virtualFrom = 100;
const rowPixels = 36;

/** All rows, or of many those in sight with the heights of those before and after them. */
function useRowsInSight<Row>(rows: readonly Row[], isPrinting: boolean) {
  const scroll = useRef<HTMLDivElement>(null);
  const isVirtual = !isPrinting && rows.length >= virtualFrom;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPixels,
    overscan: 12,
    enabled: isVirtual,
  });
  // As many as the window holds stand first, and the others follow in a step of their own.
  const isWhole = useDeferredValue(true, false);
  const drawn = isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / rowPixels));
  if (!isVirtual) return { scroll, drawn, before: 0, after: 0, isVirtual };
  const inSight = virtual.getVirtualItems();
  return {
    scroll,
    drawn: inSight.flatMap(({ index }) => rows[index] ?? []),
    before: inSight[0]?.start ?? 0,
    after: virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0),
    isVirtual,
  };
}

/** The table itself. Heads stay in sight, and so does the first column. */
export function GridBody<Row extends RowData>(props: GridBodyProps<Row>) {
  const { label, table, canSelect, onOpen } = props;
  const { rows } = table.getRowModel();
  const isPrinting = usePrinting();
  // A column without a name has buttons.
  const columns = props.columns.filter(({ header }) => !isPrinting || header !== '');
  const { scroll, drawn, before, after, isVirtual } = useRowsInSight(rows, isPrinting);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const heads = columns.flatMap((column) => {
    const header = headers.find(({ id }) => id === nameOf(column));
    return header ? [{ column, header, width: header.getSize() }] : [];
  });
  const whole = heads.reduce((sum, { width }) => sum + width, 0);
  const isResized = Object.keys(table.state.columnSizing).length > 0;
  // On paper all columns share what there is.
  const widthOf = ({ as, cell }: Column<Row>, width: number, index: number) => {
    // Texts get their part of a wide window, figures and badges what they need; the first column has the rest.
    if (isPrinting || !(isResized || index === 0 || as || cell))
      return { width: `${(100 * width) / whole}%` };
    return index === 0 && !isResized ? undefined : { width };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, and a section would be a landmark.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must take the focus, or the keyboard cannot scroll it.
    <div ref={scroll} role="group" aria-label={label} tabIndex={0} className={classes.scroll}>
      <table
        aria-label={label}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
        className={classes.table}
        style={isPrinting ? undefined : { minWidth: whole, maxWidth: isResized ? whole : undefined }}
      >
        <colgroup>
          {heads.map(({ header, column, width }, index) => (
            <col key={header.id} style={widthOf(column, width, index)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {heads.map(({ header, column }, index) => (
              <Head key={header.id} {...{ header, column, isPrinting }}>
                {index === 0 && canSelect && !isPrinting ? (
                  <Check
                    label={`Select all of ${label}`}
                    isChecked={table.getIsAllRowsSelected()}
                    onChange={(isChecked) => table.toggleAllRowsSelected(isChecked)}
                  />
                ) : null}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? gap(before) : null}
          {drawn.map((row) => (
            <BodyRow key={row.id} {...{ row, columns, canSelect, onOpen }} isSelected={row.getIsSelected()} />
          ))}
          {after > 0 ? gap(after) : null}
        </tbody>
      </table>
    </div>
  );
}

const gap = (height: number) => (
  <tr style={{ height }}>
    <td />
  </tr>
);

interface HeadProps<Row extends RowData> {
  readonly header: Header<Features, Row>;
  readonly column: Column<Row>;
  /** Chromium repeats no heads with buttons in them on the next page. */
  readonly isPrinting: boolean;
  readonly children: ReactNode;
}

const directions = {
  asc: { name: 'ascending', arrow: '↑' },
  desc: { name: 'descending', arrow: '↓' },
} as const;

/** A press sorts by the column, a second turns the order round, a third gives the own order back; with Shift it joins the others. */
function Head<Row extends RowData>({ header, column, isPrinting, children }: HeadProps<Row>) {
  const sorted = header.column.getIsSorted();
  const direction = sorted ? directions[sorted] : undefined;
  const resize = header.getResizeHandler();
  return (
    <th
      scope="col"
      aria-sort={direction?.name}
      data-number={isOfNumbers(column) || undefined}
      data-narrow={column.isNarrow || undefined}
    >
      {children}
      {isPrinting || column.header === '' ? (
        <span className={column.header === '' ? 'visually-hidden' : undefined}>
          {column.header || column.title}
        </span>
      ) : (
        <button
          type="button"
          className={classes.head}
          title={`Sort by ${nameOf(column)}. Shift adds it to the order.`}
          onClick={header.column.getToggleSortingHandler()}
        >
          <span className={classes.header}>{column.header}</span>
          <span aria-hidden="true" className={classes.arrow}>
            {direction?.arrow}
          </span>
        </button>
      )}
      <span
        aria-hidden="true"
        className={classes.resize}
        onMouseDown={resize}
        onTouchStart={resize}
        onDoubleClick={() => header.column.resetSize()}
      />
    </th>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface BodyRowProps<Row extends RowData>
  extends Pick<GridBodyProps<Row>, 'columns' | 'canSelect' | 'onOpen'> {
  readonly row: TableRow<Features, Row>;
  readonly isSelected: boolean;
}

function BodyRow<Row extends RowData>({ row, columns, canSelect, onOpen, isSelected }: BodyRowProps<Row>) {
  const { original } = row;
  return (
    <tr
      aria-selected={canSelect && isSelected ? true : undefined}
      data-clickable={onOpen ? true : undefined}
      onClick={onOpen && ((event) => isOfRow(event) && onOpen(original))}
    >
      {columns.map((column, index) => (
        <td
          key={nameOf(column)}
          data-number={isOfNumbers(column) || undefined}
          data-narrow={column.isNarrow || undefined}
        >
          {index === 0 && canSelect ? (
            <Check
              label={`Select ${valueIn(original, column.value) ?? 'this row'}`}
              isChecked={isSelected}
              onChange={(isChecked) => row.toggleSelected(isChecked)}
            />
          ) : null}
          {index === 0 && onOpen ? (
            <button type="button" className={classes.open} onClick={() => onOpen(original)}>
              {shown(column, original)}
            </button>
          ) : (
            shown(column, original)
          )}
        </td>
      ))}
    </tr>
  );
}

/** A press on something in the row is its own. */
function isOfRow({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, button, input, label') === null;
}

function shown<Row>({ cell, value, as, site }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row);
  const found = valueIn(row, value);
  if (typeof found !== 'string' || found === '' || as) return written(found, as);
  return <bdi title={found}>{site === undefined ? found : pathOf(found, site)}</bdi>;
}
