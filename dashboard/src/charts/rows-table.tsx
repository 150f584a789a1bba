import { Box, Button, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number, unknown } from '../format.ts';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { useWide } from '../parts/use-wide.ts';
import { type Column, nameOf } from './column.ts';
import type { Data } from './read.ts';
import { type CellValue, filterRows, type Order, sortRows } from './sheet.ts';
import { TableHead } from './table-head.tsx';
import { TableTools } from './table-tools.tsx';

interface RowsTableProps {
  readonly label: string;
  readonly rows: readonly Data[];
  /** The first stays in sight while the others scroll. */
  readonly columns: readonly Column[];
  /** The dataset that holds the whole list, where the answer was shortened. */
  readonly dataset?: string;
}

/** Windows narrower than this leave out the minor columns. */
const deskPixels = 768;
const rowsAtOnce = 200;
/** A wider table of few columns leaves figures far from what they are of. */
const widestColumnRem = 18;

/** Rows of an answer: sorted, filtered, with the columns that are wanted, to be copied or downloaded. */
export function RowsTable({ label, rows, columns, dataset }: RowsTableProps) {
  const isDesk = useWide(deskPixels);
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  // A row stays itself when it is sorted to another place, with the menu that is open in it.
  const places = useMemo(() => new Map(rows.map((row, place) => [row, place])), [rows]);
  const [order, setOrder] = useState<Order>();
  const [wanted, setWanted] = useState('');
  const [count, setCount] = useState(rowsAtOnce);
  const names = chosen ?? new Set(columns.filter(({ isMinor }) => isDesk || !isMinor).map(nameOf));
  const shown = columns.filter((column, index) => index === 0 || names.has(nameOf(column)));
  const sorting = order && columns.find((column) => nameOf(column) === order.header);
  const filtered = filterRows(rows, columns, wanted);
  const sorted = sorting && order ? sortRows(filtered, sorting, order.isDescending) : filtered;
  return (
    <Box data-sheet maw={`${widestColumnRem * (shown.length + 1)}rem`}>
      <TableTools
        {...{ label, columns, rows: sorted, dataset, wanted }}
        total={rows.length}
        shown={new Set(shown.map(nameOf))}
        onWanted={setWanted}
        onShown={setChosen}
      />
      <ScrollTable label={label} isPinned>
        <Table.Thead>
          <Table.Tr>
            {shown.map((column) => (
              <TableHead key={nameOf(column)} column={column} order={order} onOrder={setOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.slice(0, count).map((row) => (
            <Table.Tr key={places.get(row)}>
              {shown.map((column) => (
                <Table.Td
                  key={nameOf(column)}
                  ta={column.isNumber ? 'right' : 'left'}
                  className={column.isNumber ? 'numeric' : undefined}
                  data-narrow={column.isNarrow || undefined}
                >
                  {column.cell ? column.cell(row) : plain(column.value(row))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      {sorted.length === 0 ? (
        <Text size="sm" c="dimmed" py="sm">
          No row holds “{wanted.trim()}”.
        </Text>
      ) : null}
      {sorted.length > count ? (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setCount(count + rowsAtOnce)}>
          Show more of {number(sorted.length)} rows
        </Button>
      ) : null}
    </Box>
  );
}

function plain(value: CellValue): string {
  if (value === null || value === '') return unknown;
  return typeof value === 'number' ? number(value) : value;
}
