import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bulkFolder, importFiles } from '#local/data/bulk-import.ts';
import { type DataFolder, lockDataFolder } from '#local/data/data-folder.ts';
import { dynoxideBinary, dynoxideFile, tableNames } from '#local/data/database.ts';
import {
  type BuildOptions,
  type BuildPhase,
  type BuiltIndex,
  buildIndex,
  type RunStep,
} from '#shared/facts/bulk/build-index.ts';

export interface ItemsBuild extends Omit<BuildOptions, 'shards' | 'run'> {
  readonly threads: number;
}

export interface BuildUse {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

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

export interface LocalBuild extends Pick<ItemsBuild, 'paths' | 'options' | 'threads'> {
  readonly folder: DataFolder;
  onPhase(phase: BuildPhase | 'importing'): void;
}

interface LocalResult extends Omit<BuiltIndex, 'items'>, BuildUse {}

/**
 * Makes the database of a fresh data folder with an index built from files, and
 * the sample market, in it. The database appears whole or not at all.
 */
export async function buildLocalIndex({
  folder,
  paths,
  options,
  threads,
  onPhase,
}: LocalBuild): Promise<LocalResult> {
  const target = dynoxideFile(folder.database);
  const unlock = await lockDataFolder(folder);
  const table = tableNames().index;
  const draft = join(folder.database, `build-${process.pid}`);
  const bulk = { draft, table, output: join(draft, 'database.sqlite') };
  try {
    refuse(target);
    await mkdir(draft, { recursive: true });
    const {
      built: { items: _, ...built },
      use,
    } = await buildItems({
      ...{ paths, options, threads, onPhase },
      folder: join(draft, 'work'),
      output: await bulkFolder(bulk),
      withSample: true,
      clock: Date.now,
    });
    await rm(join(draft, 'work'), { recursive: true });
    if (built.files.every(({ status }) => status === 'nothing_imported')) return { ...built, ...use };
    onPhase('importing');
    await importFiles(bulk, built.itemCount);
    await rename(bulk.output, target);
    return { ...built, ...use };
  } finally {
    await rm(draft, { recursive: true, force: true });
    await unlock();
  }
}

function refuse(target: string): void {
  if (!dynoxideBinary() || process.env.AWS_ENDPOINT_URL_DYNAMODB)
    throw new Error(
      'An index is built with the import of the embedded engine, and this machine uses another database. Bring the files in with npm run import.',
    );
  if (existsSync(target))
    throw new Error(
      'This data folder has a database already, and an index is built into a fresh one. Name another folder with DATA_DIR, or bring the files in with npm run import.',
    );
}
