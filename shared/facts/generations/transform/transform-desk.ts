import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

/** An intermediate file in the bucket. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
}

export interface DeskOptions {
  readonly objects: Pick<ObjectStore, 'get' | 'open' | 'put'>;
  /** A folder of its own on disk, which is emptied. */
  readonly folder: string;
  /** What fits on that disk. */
  readonly diskBytes: number;
  /** Key of an intermediate file in the bucket. */
  keyOf(name: string): string;
}

/** The disk of one step: what it needs is brought from the bucket, and what it makes is stored there. */
export type Desk = Awaited<ReturnType<typeof openDesk>>;

const atOnce = 8;

export async function openDesk({ objects, folder, diskBytes, keyOf }: DeskOptions) {
  const work = join(folder, 'work');
  const output = join(folder, 'items');
  // A function that ran out of time leaves its files to the next one in its place.
  await rm(folder, { recursive: true, force: true });
  for (const path of [work, output]) await mkdir(path, { recursive: true });
  const brought = new Set<string>();
  const bring = async (name: string, key: string, isPacked: boolean) => {
    const body = await objects.open(key);
    if (!body) throw new Error(`The object ${key} is gone. Name the files of the build again.`);
    brought.add(name);
    const target = createWriteStream(join(work, name));
    if (isPacked) await pipeline(body, createGunzip(), target);
    else await pipeline(body, target);
  };
  return {
    work,
    output,
    /** For what is cut of the items, and as large as they are. */
    cut: join(folder, 'cut'),
    pathOf: (name: string) => join(work, name),
    /** Texts as they were sent, under names of their own. */
    async bringTexts(texts: readonly { readonly name: string; readonly key: string }[]): Promise<void> {
      await eachOf(texts, ({ name, key }) => bring(name, key, true));
    },
    /** Intermediate files of earlier steps; refused where the disk is too small for them. */
    async bringFiles(files: readonly StoredFile[]): Promise<void> {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      if (bytes > diskBytes)
        throw new Error(
          `A step needs ${gigabytes(bytes)} GB of intermediate files, and the disk of a function takes ${gigabytes(diskBytes)} GB. Build this index on a machine: without --in-stage.`,
        );
      await eachOf(files, ({ name }) => bring(name, keyOf(name), false));
    },
    /** Stores the intermediate files that were made here. */
    async store(): Promise<readonly StoredFile[]> {
      const names = (await readdir(work)).filter((name) => !brought.has(name)).sort();
      return eachOf(names, async (name) => {
        const path = join(work, name);
        const { size: bytes } = await stat(path);
        await objects.put(keyOf(name), createReadStream(path));
        return { name, bytes };
      });
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

const gigabytes = (bytes: number) => Math.round(bytes / 1e8) / 10;

/** Names of files by their paths. */
export const namesOf = (paths: readonly string[]): string[] => paths.map((path) => basename(path));

/** Does the same with each of many, some at a time; the results in their order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  return results;
}
