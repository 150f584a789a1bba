import type { ReactNode } from 'react';
import { number } from '../format.ts';
import classes from './ended.module.css';

interface EndedProps {
  readonly count: number;
  /** `key that has ended`. */
  readonly one: string;
  readonly many: string;
  readonly children: ReactNode;
}

/** What has ended, folded below what is in use; nothing where nothing has. */
export function Ended({ count, one, many, children }: EndedProps) {
  if (count === 0) return null;
  return (
    <details className={classes.ended}>
      <summary>{count === 1 ? `1 ${one}` : `${number(count)} ${many}`}</summary>
      {children}
    </details>
  );
}
