import { Button, Group, Menu, Popover, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/problem.ts';
import { useAnswer } from '../charts/answer-context.tsx';
import { downloadDataset } from '../charts/download-dataset.ts';
import { number } from '../format.ts';
import { CheckIcon, ColumnsIcon, CopyIcon, DownloadIcon, FilterIcon } from '../parts/icons.tsx';
import { Note } from '../parts/text.tsx';
import { saveFile } from '../save-file.ts';
import { type Column, isOfNumbers, nameOf } from './column.ts';
import classes from './grid.module.css';
import { placeOf } from './grid-state.ts';
import { type Condition, csvOf, type Range, tsvOf } from './sheet.ts';

type Conditions = Readonly<Record<string, Condition>>;

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
  readonly conditions: Conditions;
  readonly onWanted: (wanted: string) => void;
  readonly onConditions: (conditions: Conditions) => void;
  readonly onShown: (names: readonly string[]) => void;
  readonly onDeselect: () => void;
  readonly selectionActions: ((rows: readonly Row[]) => ReactNode) | undefined;
}

/** Fewer rows are read faster than filtered. */
const worthFiltering = 6;
const small = { variant: 'subtle', color: 'gray', size: 'compact-xs' } as const;

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
      {total >= worthFiltering ? <Conditions {...props} /> : null}
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
          <Button {...small} onClick={props.onDeselect}>
            Clear
          </Button>
        </>
      ) : (
        <>
          {columns.length > 2 ? <ColumnMenu {...props} /> : null}
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

/** Ranges of numbers and texts, column by column. */
function Conditions<Row>({ label, shown, conditions, onConditions }: GridToolsProps<Row>) {
  const count = Object.keys(conditions).length;
  const name = count > 0 ? `Filters (${count})` : 'Filters';
  const change = (name: string, condition: Condition) => {
    const { [name]: _, ...others } = conditions;
    const isEmpty =
      typeof condition === 'string' ? condition === '' : condition.from === null && condition.to === null;
    onConditions(isEmpty ? others : { ...others, [name]: condition });
  };
  return (
    <Popover position="bottom-start" shadow="md" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button {...small} leftSection={<FilterIcon size={14} />} aria-label={`${name} of ${label}`}>
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.conditions}>
        {shown
          .filter(({ header }) => header !== '')
          .map((column) => (
            <ConditionField
              key={nameOf(column)}
              name={nameOf(column)}
              isNumber={isOfNumbers(column)}
              condition={conditions[nameOf(column)]}
              onChange={(next) => change(nameOf(column), next)}
            />
          ))}
        <Button {...small} disabled={count === 0} onClick={() => onConditions({})}>
          Clear filters
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionFieldProps {
  readonly name: string;
  readonly isNumber: boolean;
  readonly condition: Condition | undefined;
  readonly onChange: (condition: Condition) => void;
}

const noRange: Range = { from: null, to: null };

function ConditionField({ name, isNumber, condition, onChange }: ConditionFieldProps) {
  if (!isNumber)
    return (
      <TextInput
        size="xs"
        label={name}
        placeholder="contains"
        value={typeof condition === 'string' ? condition : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const range = typeof condition === 'object' ? condition : noRange;
  const bound = (side: keyof Range, placeholder: string) => (
    <TextInput
      size="xs"
      type="number"
      step="any"
      aria-label={`${name} ${placeholder}`}
      placeholder={placeholder}
      value={range[side] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...range, [side]: value === '' ? null : Number(value) })
      }
    />
  );
  return (
    <div>
      <Text size="xs" fw={550}>
        {name}
      </Text>
      <Group gap={6} wrap="nowrap">
        {bound('from', 'at least')}
        {bound('to', 'at most')}
      </Group>
    </div>
  );
}

function ColumnMenu<Row>({ columns, shown, onShown, label }: GridToolsProps<Row>) {
  const names = shown.map(nameOf);
  const toggle = (name: string) =>
    onShown(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button {...small} leftSection={<ColumnsIcon size={14} />} aria-label={`Columns of ${label}`}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes.columns}>
        {columns.slice(1).map((column) => {
          const name = nameOf(column);
          const isShown = names.includes(name);
          return (
            <Menu.Item
              key={name}
              leftSection={<span className={classes.tick}>{isShown ? <CheckIcon size={14} /> : null}</span>}
              onClick={() => toggle(name)}
            >
              {name}
              <span className="visually-hidden">{isShown ? ', shown' : ', hidden'}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
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
    <Button
      {...small}
      leftSection={clipboard.copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      aria-label={`${name} ${label} for a spreadsheet`}
      onClick={() => clipboard.copy(tsvOf(columns, rows))}
    >
      {name}
    </Button>
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
      else saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${placeOf(label)}.csv`);
    },
  });
  return (
    <>
      <Button
        {...small}
        leftSection={<DownloadIcon size={14} />}
        loading={download.isPending}
        aria-label={`${name} of ${label}`}
        onClick={() => download.mutate()}
      >
        {name}
      </Button>
      {download.error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {messageOf(download.error)}
        </Text>
      ) : null}
    </>
  );
}
