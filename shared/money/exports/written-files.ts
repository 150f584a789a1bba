import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { runShards, type ShardRunner } from '../shards/shard-runner.ts';

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
async function readWritten(objects: ObjectStore, file: WrittenFile): Promise<Uint8Array> {
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

/** The rows of a gzipped CSV file with the columns of these names. The file is checked against its hash before a row of it is given. */
export async function* readCsvRows(
  objects: ObjectStore,
  file: WrittenFile,
  columns: readonly string[],
): AsyncGenerator<unknown> {
  if (file.rows === 0) return;
  const body = await readWritten(objects, file);
  const wanted = (names: readonly string[]) => names.map((name) => columns.includes(name) && name);
  yield* Readable.from([body])
    .pipe(createGunzip())
    .pipe(parse({ columns: wanted }));
}

/**
 * The rows of one source after the other, in their order, while the next ones
 * are being asked for already. Only the first page of each waits, so memory
 * follows `width` and not what the sources hold.
 */
export async function* readAhead<Row>(
  sources: Iterable<AsyncGenerator<Row>>,
  width: number,
): AsyncGenerator<Row> {
  const begun: Begun<Row>[] = [];
  for (const rows of sources) {
    const first = rows.next();
    // A failure is thrown when the rows of this source are read; until then it must not count as unhandled.
    first.catch(() => {});
    begun.push({ rows, first });
    if (begun.length >= width) yield* inTurn(begun.splice(0, 1));
  }
  yield* inTurn(begun);
}

interface Begun<Row> {
  readonly rows: AsyncGenerator<Row>;
  readonly first: Promise<IteratorResult<Row, unknown>>;
}

async function* inTurn<Row>(sources: readonly Begun<Row>[]): AsyncGenerator<Row> {
  for (const { rows, first } of sources) {
    const { done, value } = await first;
    if (done) continue;
    yield value;
    yield* rows;
  }
}
