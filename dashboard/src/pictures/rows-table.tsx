import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollTable } from '../parts/scroll-table.tsx';
import type { Data } from './read.ts';

export interface Column {
  readonly header: string;
  readonly cell: (row: Data) => ReactNode;
  /** Numbers stand at the right, so that they can be compared. */
  readonly isNumber?: boolean;
}

interface RowsTableProps {
  readonly label: string;
  readonly rows: readonly Data[];
  readonly columns: readonly Column[];
  readonly minWidth?: number;
}

/** Rows of an answer. */
export function RowsTable({ label, rows, columns, minWidth = 560 }: RowsTableProps) {
  return (
    <ScrollTable label={label} minWidth={minWidth}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, isNumber }) => (
            <Table.Th key={header} ta={isNumber ? 'right' : 'left'}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move.
          <Table.Tr key={index}>
            {columns.map(({ header, cell, isNumber }) => (
              <Table.Td
                key={header}
                ta={isNumber ? 'right' : 'left'}
                className={isNumber ? 'numeric' : undefined}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
