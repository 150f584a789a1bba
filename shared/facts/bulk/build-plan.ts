import { openBundle } from '#shared/facts/imports/open-sources.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { RunStep } from './bulk-steps.ts';
import type { HeadPass } from './head-pass.ts';
import type { KeywordPass, KeywordPassResult } from './keyword-pass.ts';
import type { BulkFile, BulkOptions, IdentifiedFile, ReadPass, ReadPassResult } from './read-pass.ts';
import type { RowPass } from './row-pass.ts';

/** What a build is made of, settled before its first step; the same for all of its steps, in whatever process. */
export interface BuildPlan {
  /** All texts in their order, in portions for one step each. */
  readonly portions: readonly (readonly IdentifiedFile[])[];
  readonly options: BulkOptions;
  /** Parts that keys are divided into. */
  readonly shards: number;
  /** Whether the sample market is in the index. */
  readonly withSample: boolean;
  /** When it began, in Unix milliseconds. */
  readonly startedAt: number;
  /** Characters that a step holds before it sorts them; for tests. */
  readonly held?: number | undefined;
}

export interface PlanOptions extends Pick<BuildPlan, 'options' | 'withSample' | 'held'> {
  readonly paths: readonly string[];
  readonly shards: number;
  readonly clock: Clock;
  readonly run: RunStep;
  /** Texts that are read in one step have about so many bytes together; for tests. */
  readonly bytesInStep?: number;
}

const usualBytesInStep = 64 * 1024 * 1024;

/** Finds all texts of the paths and the ids that they have as imports. */
export async function planBuild(given: PlanOptions): Promise<BuildPlan> {
  const { options, withSample, held, shards, clock, run } = given;
  const startedAt = clock();
  const divided = await dividedFiles(given);
  const portions = await Promise.all(divided.map((files) => run('identify', { files, options })));
  return { portions, options, shards, withSample, startedAt, held };
}

async function dividedFiles({ paths, bytesInStep = usualBytesInStep }: PlanOptions) {
  const portions: BulkFile[][] = [[]];
  let [open, number] = [0, 0];
  for (const path of paths) {
    const bundle = await openBundle(path);
    for (const [entry, { bytes }] of bundle.sources.entries()) {
      number += 1;
      if (open > 0 && open + bytes > bytesInStep) {
        portions.push([]);
        open = 0;
      }
      portions.at(-1)?.push({ path, entry, number });
      open += bytes;
    }
    await bundle.close();
  }
  return portions;
}

/** From 0, for each shard of a plan. */
export function shardsOf({ shards }: BuildPlan): readonly number[] {
  return Array.from({ length: shards }, (_, shard) => shard);
}

/** What reading a portion is given. A text that comes a second time is not read again. */
export function readGiven(plan: BuildPlan, portion: number): Omit<ReadPass, 'folder'> {
  const { portions, shards, options, held, withSample } = plan;
  const firsts = new Map(
    portions
      .flat()
      .toReversed()
      .map(({ id, number }) => [id, number]),
  );
  const files = (portions[portion] ?? []).filter(({ id, number }) => firsts.get(id) === number);
  const name = `updates-${portion}`;
  return { shards, options, held, name, files, withSample: withSample && portion === 0 };
}

type Elsewhere = 'folder' | 'output';

/** What folding the keywords of a shard is given. */
export function foldGiven(
  { shards, held }: BuildPlan,
  reads: readonly Pick<ReadPassResult, 'runs'>[],
  shard: number,
): Omit<KeywordPass, Elsewhere> {
  return { shards, shard, held, runs: reads.flatMap(({ runs }) => runs[shard] ?? []) };
}

/** What counting the domains of a shard is given. */
export function countGiven(
  folds: readonly Pick<KeywordPassResult, 'rows'>[],
  shard: number,
): Omit<RowPass, Elsewhere> {
  return { shard, runs: folds.flatMap(({ rows }) => rows[shard] ?? []) };
}

/** What making the heads of a shard is given. */
export function headsGiven({ shards }: BuildPlan, shard: number): Omit<HeadPass, Elsewhere> {
  return { shards, shard };
}
