import { basename } from 'node:path';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { type ImportBundle, type ImportSource, readableNames } from './import-source.ts';

const mostEntries = 1_000;
/** Unpacked size of an archive's entry; more is a bomb or belongs in a file of its own. */
const largestEntryBytes = 4 * 1024 ** 3;
const largestRatio = 1_000;

/** The readable files of an archive on disk. */
export async function zipBundle(path: string): Promise<ImportBundle> {
  const archive = await openPromise(path, { autoClose: false });
  const { sources } = await sourcesOf(path, archive);
  return { name: path, sources, close: async () => archive.close() };
}

/** The readable files of an archive in memory, and the names of all that is in it. */
export async function zipSources(name: string, bytes: Buffer) {
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
