import { Group, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/problem.ts';
import { useAnswer } from '../charts/answer-context.tsx';
import { downloadDataset } from '../charts/download-dataset.ts';
import { number } from '../format.ts';
import { CheckIcon, ColumnsIcon, CopyIcon, DownloadIcon, FilterIcon } from '../parts/icons.tsx';
import { Later, laterMenu } from '../parts/later.tsx';
import { Note, QuietButton } from '../parts/text.tsx';
import { saveCsv } from '../save-file.ts';
import { type Column, isOfNumbers, nameOf } from './column.ts';
import classes from './grid.module.css';
import { placeOf } from './grid-state.ts';
import { type Condition, csvOf, tsvOf } from './sheet.ts';

const Conditions = laterMenu(async () => (await import('./grid-menus.tsx')).Conditions);
const ColumnMenu = laterMenu(async () => (await import('./grid-menus.tsx')).ColumnMenu);

type AllConditions = Readonly<Record<string, Condition>>;

interface GridToolsProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly shown: readonly Column<Row>[];
  /** As they are narrowed and sorted. */
  readonly rows: readonly Row[];
  readonly selected: readonly Row[];
  /** Rows before they were narrowed. */
  readonly total: number;
  readonly dataset: string | undefined;
  readonly wanted: string;
  readonly conditions: AllConditions;
  readonly onWanted: (wanted: string) => void;
  readonly onConditions: (conditions: AllConditions) => void;
  readonly onShown: (names: readonly string[]) => void;
  readonly onDeselect: () => void;
  readonly selectionActions: ((rows: readonly Row[]) => ReactNode) | undefined;
}

/** Fewer rows are read faster than filtered. */
const worthFiltering = 6;

/** What can be done with a grid, in one line above it; with its chosen rows, where some are. */
export function GridTools<Row>(props: GridToolsProps<Row>) {
  const { label, columns, shown, rows, selected, total, dataset, wanted, conditions, onWanted } = props;
  const { resources } = useAnswer();
  const isNarrowed = wanted.trim() !== '' || Object.keys(conditions).length > 0;
  const whole = isNarrowed ? undefined : resources.find(({ name }) => name === dataset);
  return (
    <Group gap={6} mb={6} className={classes.tools}>
      {total >= worthFiltering ? (
        <TextInput
          size="xs"
          className={classes.filter}
          placeholder={`Filter ${number(total)} rows`}
          aria-label={`Filter ${label}`}
          value={wanted}
          onChange={(event) => onWanted(event.currentTarget.value)}
        />
      ) : null}
      {total >= worthFiltering ? <FilterButton {...props} /> : null}
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
          {props.selectionActions?.(selected)}
          <CopyButton label={label} columns={shown} rows={selected} />
          <FileButton label={label} columns={shown} rows={selected} name="Export" />
          <QuietButton onClick={props.onDeselect}>Clear</QuietButton>
        </>
      ) : (
        <>
          {columns.length > 2 ? <ColumnsButton {...props} /> : null}
          <CopyButton label={label} columns={shown} rows={rows} />
          <FileButton
            {...{ label, columns: shown, rows, uri: whole?.uri }}
            name={whole ? `CSV, all ${number(whole.rows)}` : 'CSV'}
          />
        </>
      )}
    </Group>
  );
}

interface ToolProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** Of which grid, for screen readers. */
  readonly of: string;
  readonly loading?: boolean;
  readonly onClick?: (() => void) | undefined;
}

function Tool({ icon, name, of, ...press }: ToolProps) {
  return (
    <QuietButton leftSection={icon} aria-label={`${name} of ${of}`} {...press}>
      {name}
    </QuietButton>
  );
}

function FilterButton<Row>({ label, shown, conditions, onConditions }: GridToolsProps<Row>) {
  const count = Object.keys(conditions).length;
  const fields = shown
    .filter(({ header }) => header !== '')
    .map((column) => ({ name: nameOf(column), isNumber: isOfNumbers(column) }));
  const name = count > 0 ? `Filters (${count})` : 'Filters';
  return (
    <Later
      button={(onClick) => <Tool icon={<FilterIcon size={14} />} of={label} {...{ name, onClick }} />}
      menu={(button) => <Conditions {...{ button, fields, conditions, onConditions }} />}
    />
  );
}

function ColumnsButton<Row>({ label, columns, shown, onShown }: GridToolsProps<Row>) {
  const names = columns.slice(1).map(nameOf);
  return (
    <Later
      button={(onClick) => (
        <Tool icon={<ColumnsIcon size={14} />} name="Columns" of={label} {...{ onClick }} />
      )}
      menu={(button) => <ColumnMenu {...{ button, names, onShown }} shown={shown.map(nameOf)} />}
    />
  );
}

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
  /** The whole list, where the answer was shortened. */
  readonly uri?: string | undefined;
}

/** One press for the file: of the whole list where the answer was shortened, of these rows where they are all. */
function FileButton<Row>({ label, columns, rows, name, uri }: FileButtonProps<Row>) {
  const download = useMutation({
    mutationFn: async () => {
      if (uri) await downloadDataset(uri, 'csv');
      else saveCsv(csvOf(columns, rows), `${placeOf(label)}.csv`);
    },
  });
  return (
    <>
      <Tool
        icon={<DownloadIcon size={14} />}
        name={name}
        of={label}
        loading={download.isPending}
        onClick={() => download.mutate()}
      />
      {download.error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {messageOf(download.error)}
        </Text>
      ) : null}
    </>
  );
}
