import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ObjectLinks } from './object-links.ts';
import { checkedKey, type ObjectStore } from './object-store.ts';

interface FileObjectStoreOptions {
  readonly folder: string;
  readonly links: ObjectLinks;
}

/** Objects as files below a folder, with links that a server answers. */
export function createFileObjectStore({ folder, links }: FileObjectStoreOptions): ObjectStore {
  return {
    ...createFiles(folder),
    async downloadUrl(key, options) {
      return links.linkTo(checkedKey(key), options);
    },
    async uploadUrl(key, options) {
      return links.uploadLink(checkedKey(key), options);
    },
  };
}

/** A file appears whole or not at all, also when the machine stops in the middle of writing it. */
export function createFiles(folder: string): Omit<ObjectStore, 'downloadUrl' | 'uploadUrl'> {
  const pathOf = (key: string) => join(folder, ...checkedKey(key).split('/'));
  return {
    async put(key, body) {
      const path = pathOf(key);
      const draft = `${path}.${randomUUID()}.draft`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(draft, body, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      return unlessMissing(readFile(pathOf(key)), undefined);
    },
    async open(key) {
      const file = await unlessMissing(open(pathOf(key)), undefined);
      return file?.createReadStream();
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(prefix, { after = '' } = {}) {
      const within = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const files = await unlessMissing(readdir(within, { recursive: true, withFileTypes: true }), []);
      const keys = files
        .filter((file) => file.isFile() && !file.name.endsWith('.draft'))
        .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join('/'));
      yield* keys.filter((key) => key.startsWith(prefix) && key > after).toSorted();
    },
  };
}

async function unlessMissing<Value, Fallback>(
  work: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return fallback;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
