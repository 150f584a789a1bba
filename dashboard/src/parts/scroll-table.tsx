import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './scroll-table.module.css';
import { Scrollable } from './scrollable.tsx';

interface ScrollTableProps {
  readonly label: string;
  /** Below this width the table scrolls inside its card instead of squeezing. */
  readonly minWidth: number;
  readonly children: ReactNode;
}

/** A table that stays readable on a phone. */
export function ScrollTable({ label, minWidth, children }: ScrollTableProps) {
  return (
    <Scrollable className={classes.scroll} label={label}>
      <Table miw={minWidth} aria-label={label}>
        {children}
      </Table>
    </Scrollable>
  );
}
