import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { runShards, type ShardRunner } from '#shared/money/shards/shard-runner.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { readAhead } from './read-ahead.ts';

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

/** Has files compared with their hashes. */
export const checkOrder = v.object({ do: v.literal('check'), files: v.array(writtenFile) });

const checkOutcome = v.object({ files: v.number() });

/** Files of a part: a gigabyte of them at most. */
const filesOfPart = 400;

/** Whether these files are the bytes that were written; throws for the first that is not. */
export async function checkFiles(runner: ShardRunner, files: readonly WrittenFile[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(files.length / filesOfPart) }, (_, index) =>
    files.slice(index * filesOfPart, (index + 1) * filesOfPart),
  );
  const orders = parts.map((part) => ({ do: 'check', files: part }));
  await runShards(runner, orders, checkOutcome);
}

/** Files that are read at the same time. */
const filesAhead = 4;

/** Compares files with their hashes; throws for the first that differs. */
export async function compareFiles(
  objects: ObjectStore,
  { files }: v.InferOutput<typeof checkOrder>,
): Promise<v.InferOutput<typeof checkOutcome>> {
  let compared = 0;
  const reading = files.values().map(async function* (file) {
    await readWritten(objects, file);
    yield file;
  });
  for await (const _ of readAhead(reading, filesAhead)) compared += 1;
  return { files: compared };
}
