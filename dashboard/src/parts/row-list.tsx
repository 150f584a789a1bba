import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '../format.ts';
import classes from './row-list.module.css';
import { Hint, Note } from './text.tsx';

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

/** What most readers pass over, below a line that opens it. */
export function Folded({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <details className={classes.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

interface InUseProps<Thing> {
  readonly all: readonly Thing[];
  /** `ended key`. */
  readonly ended: string;
  /** Said where nothing is in use. */
  readonly none: string;
  readonly children: (shown: readonly Thing[], isEnded: boolean) => ReactNode;
}

/** What is in use, and folded below it what has ended. */
export function InUse<Thing extends { readonly is_active: boolean }>(props: InUseProps<Thing>) {
  const { all, ended, none, children } = props;
  const active = all.filter(({ is_active }) => is_active);
  const over = all.filter(({ is_active }) => !is_active);
  return (
    <>
      {active.length === 0 ? <Hint mb="md">{none}</Hint> : children(active, false)}
      {over.length === 0 ? null : (
        <Folded summary={counted(over.length, ended)}>{children(over, true)}</Folded>
      )}
    </>
  );
}
