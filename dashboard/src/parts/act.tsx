import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentType } from 'react';
import { useChange } from '../api/use-change.ts';
import { ErrorState } from './states.tsx';

interface Pressed extends ButtonProps {
  readonly onClick?: () => void;
  readonly 'aria-label'?: string | undefined;
}

interface ActProps extends Omit<Pressed, 'onClick' | 'loading'> {
  readonly act: () => Promise<unknown>;
  /** Names of the queries that show what it changes. */
  readonly shownBy?: readonly string[];
  readonly look?: ComponentType<Pressed>;
}

/** A button that does something by one press: it waits for it, and says beside it what went wrong. */
export function Act({ act, shownBy = [], look: Look = Button, ...props }: ActProps) {
  const change = useChange(act, ...shownBy);
  return (
    <>
      <Look {...props} loading={change.isPending} onClick={() => change.mutate()} />
      <ErrorState error={change.error} />
    </>
  );
}
