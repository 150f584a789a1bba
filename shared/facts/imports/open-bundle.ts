import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportBundle, type ImportSource, readableNames } from './import-source.ts';

/** What a path names: a file, all readable files of a folder, or those of a zip archive. */
export async function openBundle(path: string): Promise<ImportBundle> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`${path} does not exist.`);
  if (found.isDirectory()) return folderBundle(path);
  if (/\.zip$/iu.test(path)) return (await import('./zip-archive.ts')).zipBundle(path);
  return { name: path, sources: [await fileSource(path)], close: async () => {} };
}

async function folderBundle(path: string): Promise<ImportBundle> {
  const names = (await readdir(path)).filter((name) => readableNames.test(name)).sort();
  const sources = await Promise.all(names.map((name) => fileSource(join(path, name))));
  return { name: path, sources, close: async () => {} };
}

async function fileSource(path: string): Promise<ImportSource> {
  const { size, mtimeMs } = await stat(path);
  return {
    name: path,
    bytes: size,
    changedAt: Math.floor(mtimeMs / 1000),
    open: async () => createReadStream(path, { highWaterMark: 256 * 1024 }),
  };
}
