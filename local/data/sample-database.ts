import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { sampleItems } from '#shared/facts/stored-index/sample/sample-market.ts';
import { importItems } from './bulk-import.ts';
import { dynoxideBinary, dynoxideFile } from './database.ts';

/**
 * Gives a fresh folder a database file with the sample market in it. It is
 * made by the engine's own bulk import, about ten times as fast as writing the
 * items one batch after another, and kept beside the installed packages, so
 * that further fresh folders get a copy. Does nothing where there is a
 * database already or the engine is another; `loadSampleMarket` then does the
 * work. The file appears whole or not at all.
 */
export async function makeSampleDatabase(folder: string, indexTable: string): Promise<boolean> {
  const target = dynoxideFile(folder);
  if (!dynoxideBinary() || existsSync(target) || process.env.AWS_ENDPOINT_URL_DYNAMODB) return false;
  const draft = join(folder, `sample-${process.pid}`);
  await mkdir(draft, { recursive: true });
  try {
    const kept = join(cacheFolder, `${await digestOfSources()}-${indexTable}.sqlite`);
    const made = join(draft, 'database.sqlite');
    if (!(await copied(kept, made))) {
      await importItems(sampleItems(await loadIntents()), { draft, table: indexTable, output: made });
      await keep(made, kept);
    }
    await rename(made, target);
    return true;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The file that keeps the sample market which test keys ask, beside the installed packages. */
export async function sampleRowsFile(): Promise<string> {
  await mkdir(cacheFolder, { recursive: true }).catch(() => undefined);
  return join(cacheFolder, `${await digestOfSources()}.rows`);
}

const root = join(import.meta.dirname, '../..');
const cacheFolder = join(root, 'node_modules', '.cache', 'oriel-sample');
const outdatedMilliseconds = 24 * 60 * 60 * 1000;
/** All that decides what the sample market's items look like. */
const sources = ['sample', 'stored-index', 'markets', 'intent', 'ports'].map(
  (folder) => `shared/facts/${folder}`,
);

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = await readdir(join(root, source), { recursive: true });
    const files = names.filter((name) => /\.(?:ts|json)$/u.test(name)).sort();
    for (const name of files) hash.update(name).update(await readFile(join(root, source, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function copied(from: string, to: string): Promise<boolean> {
  return copyFile(from, to, constants.COPYFILE_FICLONE).then(
    () => true,
    () => false,
  );
}

/** A place that cannot be written to only costs the next fresh folder its time. */
async function keep(made: string, kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`;
  try {
    await mkdir(cacheFolder, { recursive: true });
    await removeOutdated();
    await copyFile(made, draft, constants.COPYFILE_FICLONE);
    await rename(draft, kept);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Files of earlier versions; young ones may belong to another checkout that shares the packages. */
async function removeOutdated(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const file = join(cacheFolder, name);
    if (Date.now() - (await stat(file)).mtimeMs > outdatedMilliseconds) await rm(file, { force: true });
  }
}
