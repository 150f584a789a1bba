import { loadIntents } from '#shared/facts/intent/intent.ts';
import { type ExtrasPass, writeExtras } from './extras-pass.ts';
import { type HeadPass, makeHeads } from './head-pass.ts';
import { foldKeywords, type KeywordPass, type KeywordPassResult } from './keyword-pass.ts';
import {
  type BulkFile,
  type BulkOptions,
  type IdentifiedFile,
  identifyFiles,
  type ReadPass,
  type ReadPassResult,
  readFiles,
} from './read-pass.ts';
import { countRows, type RowPass, type RowPassResult } from './row-pass.ts';
import type { WrittenItems } from './shard-pass.ts';

/** What each kind of step is given and gives. Both can go from one process to another. */
export interface BulkSteps {
  identify: {
    readonly given: { readonly files: readonly BulkFile[]; readonly options: BulkOptions };
    readonly gives: readonly IdentifiedFile[];
  };
  read: { readonly given: ReadPass; readonly gives: ReadPassResult };
  fold: { readonly given: KeywordPass; readonly gives: KeywordPassResult };
  count: { readonly given: RowPass; readonly gives: RowPassResult };
  heads: { readonly given: HeadPass; readonly gives: WrittenItems };
  extras: { readonly given: ExtrasPass; readonly gives: ReturnType<typeof writeExtras> };
}

export type StepKind = keyof BulkSteps;

/** Runs one step of a build, in whatever process that is. */
export type RunStep = <Kind extends StepKind>(
  kind: Kind,
  given: BulkSteps[Kind]['given'],
) => Promise<BulkSteps[Kind]['gives']>;

type Steps = {
  readonly [Kind in StepKind]: (given: BulkSteps[Kind]['given']) => Promise<BulkSteps[Kind]['gives']>;
};

const steps: Steps = {
  identify: ({ files, options }) => identifyFiles(files, options),
  read: readFiles,
  fold: async (given) => foldKeywords(given, await loadIntents()),
  count: async (given) => countRows(given),
  heads: async (given) => makeHeads(given),
  extras: async (given) => writeExtras(given),
};

/** Runs a step in this process. */
export const runBulkStep: RunStep = (kind, given) => steps[kind](given);
