import { Group, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactTable, RowData, RowModel } from '@tanstack/react-table';
import type { ReactElement, ReactNode } from 'react';
import type { AnswerAround } from '../charts/answer-context.tsx';
import { downloadDataset } from '../charts/download-dataset.ts';
import { number } from '../format.ts';
import { Act, typed } from '../parts/form.tsx';
import { CheckIcon, ColumnsIcon, CopyIcon, DownloadIcon, FilterIcon } from '../parts/icons.tsx';
import { Later, laterMenu } from '../parts/later.tsx';
import { Note, QuietButton } from '../parts/text.tsx';
import { saveCsv } from '../save-file.ts';
import { type Column, isOfNumbers, nameOf } from './column.ts';
import classes from './grid.module.css';
import type { Features, GridProps } from './grid.tsx';
import { placeOf } from './grid-state.ts';
import { csvOf, tsvOf } from './sheet.ts';

const Conditions = laterMenu(async () => (await import('./grid-menus.tsx')).Conditions);
const ColumnMenu = laterMenu(async () => (await import('./grid-menus.tsx')).ColumnMenu);

interface GridToolsProps<Row extends RowData>
  extends Pick<GridProps<Row>, 'label' | 'columns' | 'selectionActions'> {
  /** The whole list, where the answer was shortened. */
  readonly whole: AnswerAround['resources'][number] | undefined;
  readonly table: ReactTable<Features, Row>;
  readonly shown: readonly Column<Row>[];
  readonly onShown: (names: readonly string[]) => void;
  /** The text that rows are to hold. */
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
}

/** Fewer rows are read faster than filtered. */
const worthFiltering = 6;

const originals = <Row extends RowData>({ rows }: RowModel<Features, Row>) =>
  rows.map(({ original }) => original);

/** What can be done with a grid, in one line above it; with its chosen rows, where some are. */
export function GridTools<Row extends RowData>(props: GridToolsProps<Row>) {
  const { label, table, columns, shown, wanted, onWanted, selectionActions } = props;
  const total = table.getCoreRowModel().rows.length;
  const rows = originals(table.getRowModel());
  const selected = originals(table.getFilteredSelectedRowModel());
  const isNarrowed = wanted.trim() !== '' || table.state.columnFilters.length > 0;
  const whole = isNarrowed ? undefined : props.whole;
  const taken = { label, columns: shown };
  return (
    <Group gap="6px 2px" mb={6} className={classes.tools}>
      {total >= worthFiltering ? (
        <>
          <TextInput
            size="xs"
            className={classes.filter}
            placeholder={`Filter ${number(total)} rows`}
            aria-label={`Filter ${label}`}
            {...typed(wanted, onWanted)}
          />
          <FilterButton {...props} />
        </>
      ) : null}
      {isNarrowed ? (
        <Note role="status">
          {number(rows.length)} of {number(total)}
        </Note>
      ) : null}
      <span className={classes.space} />
      {selected.length > 0 ? (
        <>
          <Text size="xs" fw={600} role="status">
            {number(selected.length)} selected
          </Text>
          {selectionActions?.(selected)}
          <CopyButton {...taken} rows={selected} />
          <FileButton {...taken} rows={selected} name="Export" />
          <QuietButton onClick={() => table.resetRowSelection(true)}>Clear</QuietButton>
        </>
      ) : (
        <>
          {columns.length > 2 ? <ColumnsButton {...props} /> : null}
          <CopyButton {...taken} rows={rows} />
          <FileButton {...{ ...taken, rows, whole }} name="CSV" />
        </>
      )}
    </Group>
  );
}

function FilterButton<Row extends RowData>({ label, table, shown }: GridToolsProps<Row>) {
  const count = table.state.columnFilters.length;
  const fields = shown
    .filter(({ header }) => header !== '')
    .map((column) => {
      const filtered = table.getColumn(nameOf(column));
      return {
        name: nameOf(column),
        isNumber: isOfNumbers(column),
        value: filtered?.getFilterValue(),
        onChange: (condition: unknown) => filtered?.setFilterValue(condition),
      };
    });
  const name = count > 0 ? `Filters (${count})` : 'Filters';
  const onClear = count > 0 ? () => table.resetColumnFilters(true) : undefined;
  return (
    <Opening {...{ name, label }} icon={<FilterIcon size={14} />}>
      {(button) => <Conditions {...{ button, fields, onClear }} />}
    </Opening>
  );
}

function ColumnsButton<Row extends RowData>({ label, columns, shown, onShown }: GridToolsProps<Row>) {
  const names = columns.slice(1).map(nameOf);
  return (
    <Opening name="Columns" label={label} icon={<ColumnsIcon size={14} />}>
      {(button) => <ColumnMenu {...{ button, names, onShown }} shown={shown.map(nameOf)} />}
    </Opening>
  );
}

interface OpeningProps extends Readonly<Record<'name' | 'label', string>> {
  readonly icon: ReactNode;
  readonly children: (button: ReactElement) => ReactNode;
}

/** A button whose menu loads with the first press. */
const Opening = ({ name, label, icon, children }: OpeningProps) => (
  <Later
    button={(onClick) => (
      <QuietButton leftSection={icon} aria-label={`${name} of ${label}`} {...(onClick && { onClick })}>
        {name}
      </QuietButton>
    )}
    menu={children}
  />
);

interface TakenProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

function CopyButton<Row>({ label, columns, rows }: TakenProps<Row>) {
  const clipboard = useClipboard({ timeout: 1_600 });
  const name = clipboard.copied ? 'Copied' : 'Copy';
  return (
    <QuietButton
      leftSection={clipboard.copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      aria-label={`${name} ${label} for a spreadsheet`}
      onClick={() => clipboard.copy(tsvOf(columns, rows))}
    >
      {name}
    </QuietButton>
  );
}

interface FileButtonProps<Row> extends TakenProps<Row> {
  readonly name: string;
  readonly whole?: GridToolsProps<RowData>['whole'];
}

/** One press for the file: of the whole list where the answer was shortened, of these rows where they are all. */
function FileButton<Row>({ label, columns, rows, name, whole }: FileButtonProps<Row>) {
  return (
    <Act
      look={QuietButton}
      leftSection={<DownloadIcon size={14} />}
      aria-label={`${name}${whole ? `, all ${number(whole.rows)}` : ''} of ${label}`}
      act={async () => {
        if (whole) await downloadDataset(whole.uri, 'csv');
        else saveCsv(csvOf(columns, rows), `${placeOf(label)}.csv`);
      }}
    >
      {name}
    </Act>
  );
}
