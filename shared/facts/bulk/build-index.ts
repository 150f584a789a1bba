import { mkdir } from 'node:fs/promises';
import type { Clock } from '#shared/platform/clock.ts';
import { countGiven, foldGiven, headsGiven, planBuild, readGiven, shardsOf } from './build-plan.ts';
import { type BuiltIndex, bareItems, builtIndex } from './built-index.ts';
import type { RunStep } from './bulk-steps.ts';
import type { BulkOptions } from './read-pass.ts';

export interface BuildOptions {
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  /** For intermediate files; its content may be removed afterwards. */
  readonly folder: string;
  /** For the files of items; empty. */
  readonly output: string;
  /** Steps that run at once, and parts that keys are divided into. */
  readonly shards: number;
  /** Whether the sample market is in the index, as in every fresh data folder. */
  readonly withSample: boolean;
  readonly clock: Clock;
  readonly run: RunStep;
  /** Told which phase begins. */
  onPhase(phase: BuildPhase): void;
  /** Characters that a step holds before it sorts them, and bytes of the texts that it reads; for tests. */
  readonly held?: number;
  readonly bytesInStep?: number;
}

export type BuildPhase = 'reading' | 'keywords' | 'rows' | 'heads';

/**
 * Turns exports into all items of an index, as imports of the same files, one
 * after another, leave them on an empty table. Memory does not grow with the
 * files: what is between two steps lies on disk in sorted runs.
 */
export async function buildIndex(build: BuildOptions): Promise<BuiltIndex> {
  const { folder, output, run, onPhase } = build;
  await mkdir(folder, { recursive: true });
  await mkdir(output, { recursive: true });
  onPhase('reading');
  const plan = await planBuild(build);
  const perShard = <Result>(step: (shard: number) => Promise<Result>) =>
    Promise.all(shardsOf(plan).map(step));
  const reads = await Promise.all(
    plan.portions.map((_, portion) => run('read', { folder, ...readGiven(plan, portion) })),
  );
  onPhase('keywords');
  const folds = await perShard((shard) => run('fold', { folder, output, ...foldGiven(plan, reads, shard) }));
  onPhase('rows');
  const counts = await perShard((shard) => run('count', { folder, output, ...countGiven(folds, shard) }));
  onPhase('heads');
  const heads = await perShard((shard) => run('heads', { folder, output, ...headsGiven(plan, shard) }));
  const parts = { reads, folds, counts, heads };
  const extras = await run('extras', { output, items: bareItems(plan, parts), withSample: plan.withSample });
  return builtIndex(plan, parts, extras);
}
