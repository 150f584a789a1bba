import { createContext, type ReactNode, useContext } from 'react';
import type { Envelope, ToolEntry } from '../api/schema.ts';

/** What the parts of a picture know of the answer that they belong to. */
export interface AnswerAround {
  readonly tools: readonly ToolEntry[];
  /** The market that the answer is about, as arguments of the next call. */
  readonly market: Readonly<Record<string, unknown>>;
  /** Whole lists behind the shortened ones; none for an example. */
  readonly resources: Envelope['resources'];
  /** The call under which the answer is kept for this account; undefined for examples and shared answers. */
  readonly kept?: string | undefined;
}

const Around = createContext<AnswerAround>({ tools: [], market: {}, resources: [] });

interface AnswerProviderProps {
  readonly around: AnswerAround;
  readonly children: ReactNode;
}

/** Lets cells lead to the next call, and tables to their whole list. */
export function AnswerProvider({ around, children }: AnswerProviderProps) {
  return <Around value={around}>{children}</Around>;
}

export function useAnswer(): AnswerAround {
  return useContext(Around);
}
