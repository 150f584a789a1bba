import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

/** A file of an export as its digest names it. */
export const writtenFile = v.object({
  key: v.string(),
  rows: v.number(),
  bytes: v.number(),
  sha256: v.string(),
  /** Account of its first row, where readers look for accounts. */
  first_account: v.optional(v.string()),
});
export type WrittenFile = v.InferOutput<typeof writtenFile>;

/**
 * Runs `work`, which fills an empty folder with files. Where it fails, what it
 * wrote is removed, so that a part is never read as the whole; the next run
 * clears what a killed process left before it begins.
 */
export async function fillFolder<Result>(
  objects: ObjectStore,
  folder: string,
  work: (log: FileLog) => Promise<Result>,
): Promise<Result> {
  await clear(objects, folder);
  try {
    return await work(createFileLog(objects));
  } catch (error) {
    // Where even this fails, there is no seal, and the next run clears: the first failure is the one to tell.
    await clear(objects, folder).catch(() => {});
    throw error;
  }
}

export type FileLog = ReturnType<typeof createFileLog>;

/** Puts whole files into the store and remembers what was put. */
export function createFileLog(objects: ObjectStore) {
  const files: WrittenFile[] = [];
  return {
    files,
    async put(
      key: string,
      body: Uint8Array,
      { rows, first_account }: Pick<WrittenFile, 'rows' | 'first_account'>,
    ): Promise<void> {
      await objects.put(key, body, { contentType: contentTypeOf(key) });
      const file = { key, rows, bytes: body.byteLength, sha256: sha256(body) };
      files.push(first_account === undefined ? file : { ...file, first_account });
    },
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A document of an export: indented, its members in the order in which they were built. */
export function jsonFile(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** The content of a file, which must be what was written. */
export async function readWritten(objects: ObjectStore, file: WrittenFile): Promise<Uint8Array> {
  const body = await objects.get(file.key);
  if (body && sha256(body) === file.sha256) return body;
  throw new Error(`The exported file ${file.key} ${body ? 'was changed' : 'is missing'}. Restore it.`);
}

async function clear(objects: ObjectStore, folder: string): Promise<void> {
  const keys: string[] = [];
  for await (const key of objects.list(folder)) keys.push(key);
  for (const key of keys) await objects.delete(key);
}

function contentTypeOf(key: string): string {
  if (key.endsWith('.json')) return 'application/json';
  return key.endsWith('.gz') ? 'application/gzip' : 'application/vnd.apache.parquet';
}
