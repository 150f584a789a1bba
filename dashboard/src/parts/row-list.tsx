import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-list.module.css';
import { Note } from './text.tsx';

/** Things of which each has a name, a few words and buttons. */
export function RowList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  readonly title: ReactNode;
  readonly note: ReactNode;
  /** Across the row, such as a form that its button opens. */
  readonly below?: ReactNode;
  /** Marks and buttons at the right. */
  readonly children?: ReactNode;
}

export function ListRow({ title, note, below, children }: ListRowProps) {
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.about}>
          <Text fw={550}>{title}</Text>
          <Note component="div">{note}</Note>
        </div>
        <Group gap="xs">{children}</Group>
      </div>
      {below}
    </li>
  );
}
