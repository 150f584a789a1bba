import * as v from 'valibot';
import { runShards, type ShardRunner } from '#shared/money/shards/shard-runner.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { readAhead } from './read-ahead.ts';
import { readWritten, type WrittenFile, writtenFile } from './written-files.ts';

/** Has files compared with their hashes. */
export const checkOrder = v.object({ do: v.literal('check'), files: v.array(writtenFile) });

export const checkOutcome = v.object({ files: v.number() });

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
