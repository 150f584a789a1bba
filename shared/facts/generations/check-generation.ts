import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { exportLine } from '#shared/facts/bulk/item-files.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { GenerationRecord } from './generation-register.ts';
import type { ImportState } from './generation-tables.ts';

/** Objects of an import that are looked into, and items of each. Names and order are without a pattern, so the first are as good as any. */
const sampledObjects = 25;
const sampledItems = 8;
const inflate = promisify(gunzip);

/** Why the counts of an import are not those of its objects; undefined where they are. */
export function countProblem(
  { items }: Pick<GenerationRecord, 'items'>,
  { processed, imported, errors }: ImportState,
): string | undefined {
  if (errors === 0 && processed === items && imported === items) return undefined;
  return `DynamoDB processed ${processed} and imported ${imported} of ${items} items, with ${errors} errors. Its log group /aws-dynamodb/imports names them.`;
}

const storedLine = v.object({
  Item: v.looseObject({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }),
});

/**
 * Compares items in the new table with those in the bucket, byte for byte; why
 * they differ, undefined where they do not.
 */
export async function sampleProblem(
  table: IndexReader,
  objects: Pick<ObjectStore, 'get' | 'list'>,
  prefix: string,
): Promise<string | undefined> {
  let left = sampledObjects;
  for await (const key of objects.list(prefix)) {
    if (left === 0) break;
    left -= 1;
    const body = await objects.get(key);
    if (!body) return `The object ${key} is gone.`;
    const lines = (await inflate(body)).toString().split('\n', sampledItems);
    const problem = await differing(
      table,
      lines.filter((line) => line !== ''),
    );
    if (problem !== undefined) return problem;
  }
  return left === sampledObjects ? 'There are no objects to compare with.' : undefined;
}

async function differing(table: IndexReader, lines: readonly string[]): Promise<string | undefined> {
  const wanted = lines.map((line) => v.parse(storedLine, JSON.parse(line)).Item);
  const keys = wanted.map(({ pk, sk }) => ({ pk: pk.S, sk: sk.S }));
  const stored = await table.getMany(keys, true);
  const place = wanted.findIndex((item, index) => {
    const found = stored[index];
    return !found || !isDeepStrictEqual(v.parse(storedLine, JSON.parse(exportLine(found))).Item, item);
  });
  return place < 0 ? undefined : `The item ${keys[place]?.pk} ${keys[place]?.sk} is not as it was built.`;
}
