import { createContext, useContext } from 'react';
import type { Envelope, ToolEntry } from '../api/schema.ts';

/** What the parts of a picture know of the answer that they belong to. */
export interface AnswerAround {
  readonly tools: readonly ToolEntry[];
  /** The market that the answer is about, as arguments of the next call. */
  readonly market: Readonly<Record<string, unknown>>;
  /** Whole lists behind the shortened ones; none for an example. */
  readonly resources: Envelope['resources'];
  /** What changed since the same was asked before. */
  readonly deltas: Envelope['deltas'];
  /** The call under which the answer is kept for this account; undefined for examples and shared answers. */
  readonly kept?: string | undefined;
}

/** Lets cells lead to the next call, and tables to their whole list. */
export const AnswerContext = createContext<AnswerAround>({
  tools: [],
  market: {},
  resources: [],
  deltas: [],
});

export const useAnswer = () => useContext(AnswerContext);
