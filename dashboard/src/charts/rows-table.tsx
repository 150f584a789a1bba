import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollTable } from '../parts/scroll-table.tsx';
import type { Data } from './read.ts';
import classes from './rows-table.module.css';

export interface Column {
  readonly header: string;
  /** The whole of a shortened header, on hover. */
  readonly title?: string;
  readonly cell: (row: Data) => ReactNode;
  /** Numbers stand at the right, so that they can be compared. */
  readonly isNumber?: boolean;
  /** Left out on a phone, where the others need the room. */
  readonly isMinor?: boolean;
}

interface RowsTableProps {
  readonly label: string;
  readonly rows: readonly Data[];
  readonly columns: readonly Column[];
  readonly minWidth?: number;
  readonly phoneMinWidth?: number;
}

const fromDesk = { visibleFrom: 'sm' } as const;

/** Rows of an answer. */
export function RowsTable({ label, rows, columns, minWidth = 560, phoneMinWidth }: RowsTableProps) {
  return (
    <ScrollTable label={label} minWidth={minWidth} phoneMinWidth={phoneMinWidth}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, title, isNumber, isMinor }) => (
            <Table.Th
              key={title ?? header}
              ta={isNumber ? 'right' : 'left'}
              {...(isMinor ? fromDesk : {})}
              {...(title === undefined ? {} : { title })}
            >
              <span className={classes.header}>{header}</span>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move.
          <Table.Tr key={index}>
            {columns.map(({ header, title, cell, isNumber, isMinor }) => (
              <Table.Td
                key={title ?? header}
                ta={isNumber ? 'right' : 'left'}
                className={isNumber ? 'numeric' : undefined}
                {...(isMinor ? fromDesk : {})}
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
