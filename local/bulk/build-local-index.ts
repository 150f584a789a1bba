import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bulkFolder, importFiles } from '#local/data/bulk-import.ts';
import { tableNames } from '#local/data/create-tables.ts';
import { type DataFolder, lockDataFolder } from '#local/data/data-folder.ts';
import { dynoxideBinary, dynoxideFile } from '#local/data/database.ts';
import type { BuildPhase, BuiltIndex } from '#shared/facts/bulk/build-index.ts';
import { type BuildUse, buildItems, type ItemsBuild } from './build-items.ts';

export interface LocalBuild extends Pick<ItemsBuild, 'paths' | 'options' | 'threads'> {
  readonly folder: DataFolder;
  onPhase(phase: BuildPhase | 'importing'): void;
}

export interface LocalResult extends Omit<BuiltIndex, 'items'>, BuildUse {}

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
