import type { ReactNode } from 'react';
import { counted } from '../format.ts';
import classes from './ended.module.css';
import { Hint } from './text.tsx';

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
        <details className={classes.ended}>
          <summary>{counted(over.length, ended)}</summary>
          {children(over, true)}
        </details>
      )}
    </>
  );
}
