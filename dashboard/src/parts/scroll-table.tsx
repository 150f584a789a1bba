import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './scroll-table.module.css';
import { Scrollable } from './scrollable.tsx';

interface ScrollTableProps {
  readonly label: string;
  /** Below this width the table scrolls inside its card instead of squeezing. */
  readonly minWidth?: number | undefined;
  /** The same on a phone, where minor columns are left out. */
  readonly phoneMinWidth?: number | undefined;
  /** The first column stays in sight while the others scroll. */
  readonly isPinned?: boolean;
  readonly children: ReactNode;
}

/** A table that stays readable on a phone. */
export function ScrollTable({
  label,
  minWidth = 0,
  phoneMinWidth = 0,
  isPinned,
  children,
}: ScrollTableProps) {
  return (
    <Scrollable className={classes.scroll} label={label}>
      <Table
        miw={{ base: phoneMinWidth, sm: minWidth }}
        aria-label={label}
        data-pinned={isPinned || undefined}
      >
        {children}
      </Table>
    </Scrollable>
  );
}
