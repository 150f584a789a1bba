import { type BuildPhase, buildIndex } from '#shared/facts/bulk/build-index.ts';
import type { BuiltIndex } from '#shared/facts/bulk/built-index.ts';
import type { BulkOptions } from '#shared/facts/bulk/read-pass.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type ProcessUse, processUse } from './bulk-messages.ts';
import { startBulkProcesses } from './bulk-processes.ts';

export interface ItemsBuild {
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  readonly processes: number;
  /** For intermediate files, and for those of items. */
  readonly folder: string;
  readonly output: string;
  readonly withSample: boolean;
  readonly clock: Clock;
  onPhase(phase: BuildPhase): void;
}

/** Makes the files of items of an index in several processes. */
export async function buildItems({
  processes,
  ...build
}: ItemsBuild): Promise<{ readonly built: BuiltIndex; readonly use: ProcessUse }> {
  const pool = startBulkProcesses(processes);
  try {
    const built = await buildIndex({ ...build, shards: processes, run: pool.run });
    const [steps, own] = [pool.used(), processUse()];
    return {
      built,
      use: {
        cpuSeconds: steps.cpuSeconds + own.cpuSeconds,
        peakMegabytes: steps.peakMegabytes + own.peakMegabytes,
      },
    };
  } finally {
    pool.close();
  }
}
