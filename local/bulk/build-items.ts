import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  type BuildOptions,
  type BuiltIndex,
  buildIndex,
  type RunStep,
} from '#shared/facts/bulk/build-index.ts';

export interface ItemsBuild extends Omit<BuildOptions, 'shards' | 'run'> {
  readonly threads: number;
}

/** What a build has used. */
export interface BuildUse {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Makes the files of items of an index in several threads. */
export async function buildItems({
  threads,
  ...build
}: ItemsBuild): Promise<{ readonly built: BuiltIndex; readonly use: BuildUse }> {
  // Read by SQLite; what it sorts has room where the rest of the build has it.
  process.env.SQLITE_TMPDIR = build.folder;
  const built = await buildIndex({ ...build, shards: threads, run: runInThread });
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    built,
    use: {
      cpuSeconds: (userCPUTime + systemCPUTime) / 1_000_000,
      peakMegabytes: Math.round((ownPeak() ?? maxRSS) / 1024),
    },
  };
}

/** In kilobytes; Linux alone says it. `maxRSS` counts what the process that started this one had at that moment. */
function ownPeak(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const found = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Heap of a thread: without a bound Node lets garbage lie as long as the
 * machine has room. What a step holds at once fits several times.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 };

const runInThread: RunStep = (kind, given) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./bulk-thread.ts', import.meta.url), {
      workerData: { kind, given },
      resourceLimits,
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`A thread of the build ended in the middle (exit code ${code}).`)),
    );
  });
