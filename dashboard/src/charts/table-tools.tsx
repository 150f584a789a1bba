import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../api/problem.ts';
import { number } from '../format.ts';
import { CheckIcon, ColumnsIcon, CopyIcon, DownloadIcon } from '../parts/icons.tsx';
import { saveFile } from '../save-file.ts';
import { useAnswer } from './answer-context.tsx';
import { type Column, nameOf } from './column.ts';
import { downloadDataset } from './download-dataset.ts';
import type { Data } from './read.ts';
import { csvOf, tsvOf } from './sheet.ts';
import classes from './table-tools.module.css';

interface TableToolsProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** As they are filtered and sorted. */
  readonly rows: readonly Data[];
  /** Rows without the filter. */
  readonly total: number;
  readonly dataset: string | undefined;
  readonly shown: ReadonlySet<string>;
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  readonly onShown: (shown: ReadonlySet<string>) => void;
}

/** Fewer rows are read faster than filtered. */
const worthFiltering = 6;

/** What can be done with a table, in one line above it. */
export function TableTools(props: TableToolsProps) {
  const { label, columns, rows, total, shown, wanted, onWanted, onShown } = props;
  return (
    <Group gap="xs" justify="flex-end" mb={4} className={classes.tools}>
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
      {columns.length > 2 ? <ColumnMenu {...{ columns, shown, onShown, label }} /> : null}
      <CopyButton label={label} columns={columns.filter((column) => shown.has(nameOf(column)))} rows={rows} />
      <CsvButton {...props} />
    </Group>
  );
}

function ColumnMenu({
  columns,
  shown,
  onShown,
  label,
}: Pick<TableToolsProps, 'columns' | 'shown' | 'onShown' | 'label'>) {
  const toggle = (name: string) => {
    const next = new Set(shown);
    if (!next.delete(name)) next.add(name);
    onShown(next);
  };
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<ColumnsIcon size={14} />}
          aria-label={`Columns of ${label}`}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes.columns}>
        {columns.slice(1).map((column) => {
          const name = nameOf(column);
          return (
            <Menu.Item
              key={name}
              leftSection={
                <span className={classes.check}>{shown.has(name) ? <CheckIcon size={14} /> : null}</span>
              }
              onClick={() => toggle(name)}
            >
              {name}
              <span className="visually-hidden">{shown.has(name) ? ', shown' : ', hidden'}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function CopyButton({ label, columns, rows }: Pick<TableToolsProps, 'label' | 'columns' | 'rows'>) {
  const clipboard = useClipboard({ timeout: 1_600 });
  const name = clipboard.copied ? 'Copied' : 'Copy';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={clipboard.copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      aria-label={`${name} ${label} for a spreadsheet`}
      onClick={() => clipboard.copy(tsvOf(columns, rows))}
    >
      {name}
    </Button>
  );
}

/** One press for the file: of the whole list where the answer was shortened, of these rows where they are all. */
function CsvButton({ label, columns, rows, dataset, wanted }: TableToolsProps) {
  const { resources } = useAnswer();
  const whole = wanted.trim() === '' ? resources.find(({ name }) => name === dataset) : undefined;
  const name = whole ? `CSV, all ${number(whole.rows)}` : 'CSV';
  const download = useMutation({
    mutationFn: async () => {
      if (whole) await downloadDataset(whole.uri, 'csv');
      else
        saveFile(
          new Blob([csvOf(columns, rows)], { type: 'text/csv' }),
          `${label.toLowerCase().replaceAll(' ', '-')}.csv`,
        );
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
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
