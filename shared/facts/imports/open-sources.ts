import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';

/** One text to import: a file, or an entry of an archive. Opened again for each pass over it. */
export interface ImportSource {
  /** As the operator named it, with the entry's name where it is in an archive. */
  readonly name: string;
  readonly bytes: number;
  /** Unix seconds of its last change: when its rows were seen, where they do not say. */
  readonly changedAt: number;
  open(): Promise<Readable>;
}

/** A folder or archive counts as one; its files tell about each other. */
export interface ImportBundle {
  readonly name: string;
  readonly sources: readonly ImportSource[];
  close(): Promise<void>;
}

const readableNames = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/iu;
const mostEntries = 1_000;
/** Unpacked size of an archive's entry; more is a bomb or belongs in a file of its own. */
const largestEntryBytes = 4 * 1024 ** 3;
const largestRatio = 1_000;

/** What a path names: a file, all readable files of a folder, or those of a zip archive. */
export async function openBundle(path: string): Promise<ImportBundle> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`${path} does not exist.`);
  if (found.isDirectory()) return folderBundle(path);
  if (/\.zip$/iu.test(path)) return zipBundle(path);
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

async function zipBundle(path: string): Promise<ImportBundle> {
  const { openPromise } = await import('yauzl');
  const archive = await openPromise(path, { autoClose: false });
  const { sources } = await sourcesOf(path, archive);
  return { name: path, sources, close: async () => archive.close() };
}

/** The readable files of an archive in memory, and the names of all that is in it. */
export async function zipSources(name: string, bytes: Buffer) {
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(bytes, { autoClose: false });
  return { ...(await sourcesOf(name, archive)), close: () => archive.close() };
}

async function sourcesOf(path: string, archive: ZipFile) {
  const entries = await entriesOf(archive);
  const sources: ImportSource[] = [];
  for (const entry of entries) {
    if (!readableNames.test(entry.fileName)) continue;
    if (entry.uncompressedSize > Math.min(largestEntryBytes, entry.compressedSize * largestRatio + 1024 ** 2))
      throw new Error(`${entry.fileName} in ${path} unpacks to an implausible size.`);
    sources.push({
      name: `${path}/${basename(entry.fileName)}`,
      bytes: entry.uncompressedSize,
      changedAt: Math.floor(entry.getLastModDate().getTime() / 1000),
      open: () => archive.openReadStreamPromise(entry),
    });
  }
  return { sources, entries: entries.map(({ fileName }) => fileName) };
}

async function entriesOf(archive: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    entries.push(entry);
    if (entries.length > mostEntries) throw new Error(`The archive has more than ${mostEntries} files.`);
  }
  return entries;
}
