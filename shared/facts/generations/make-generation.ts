import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ResourceInUseException } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { exportLine } from '#shared/facts/bulk/item-files.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { ImportState } from './generation-tables.ts';
import { type GenerationRecord, type Generations, objectsOf } from './generations.ts';

/** Between two looks at an import, which takes minutes at least. */
const lookEveryMs = 15_000;

/** Told how an import stands, each time it is looked at. */
type OnImport = (state: ImportState) => void;

/**
 * Makes the table of a generation whose objects are all in the bucket: imports
 * them, checks the table and sets it up. Can be taken up after any step. What
 * fails leaves the generation in force as it is; taken up again, it begins
 * with a new import.
 */
export async function makeGeneration(
  generations: Generations,
  generation: string,
  onImport: OnImport,
): Promise<GenerationRecord> {
  const { register, tables, tableOf, home, objects, open } = generations;
  const known = await register.get(generation);
  if (known.state === 'ready') return known;
  if (known.state === 'building')
    throw new ServiceError('validation_error', `The objects of ${generation} are not all in the bucket.`);
  const record = known.state === 'failed' ? await startedAgain(generations, known) : known;
  const imported = await importTable(generations, record, onImport);
  const problem =
    countsOf(record, imported.state) ??
    (await sampleProblem(open(generation), objects, objectsOf(generation)));
  if (problem !== undefined) return fail(generations, imported.record, problem);
  await tables.setUp(tableOf(generation), home);
  const ready: GenerationRecord = { ...imported.record, state: 'ready' };
  await register.put(ready);
  return ready;
}

function countsOf(record: GenerationRecord, state: ImportState): string | undefined {
  if (state.status === 'failed')
    return `The import failed: ${state.reason ?? 'DynamoDB does not say why'}. ${countProblem(record, state) ?? ''}`;
  return countProblem(record, state);
}

/** What a failed import left is in the way of the next. */
async function startedAgain(
  { register, tables, tableOf }: Generations,
  { import_arn: _, reason: __, ...failed }: GenerationRecord,
): Promise<GenerationRecord> {
  await tables.remove(tableOf(failed.generation));
  const again: GenerationRecord = { ...failed, state: 'uploaded', attempt: failed.attempt + 1 };
  await register.put(again);
  return again;
}

async function fail(
  { register }: Generations,
  record: GenerationRecord,
  reason: string,
): Promise<GenerationRecord> {
  const failed: GenerationRecord = { ...record, state: 'failed', reason };
  await register.put(failed);
  return failed;
}

async function importTable(generations: Generations, record: GenerationRecord, onImport: OnImport) {
  const { tables, pause } = generations;
  const begun = record.import_arn === undefined ? await beginImport(generations, record) : record;
  if (begun.import_arn === undefined) return { record: begun, state: inTheWay };
  for (;;) {
    const state = await tables.importState(begun.import_arn);
    onImport(state);
    if (state.status !== 'running') return { record: begun, state };
    await pause(lookEveryMs);
  }
}

const inTheWay: ImportState = {
  ...{ status: 'failed', processed: 0, imported: 0, errors: 0 },
  reason: 'a table of its name is there already',
};

/** The token is the same until the import fails, so that a request whose answer was lost begins no second import. */
async function beginImport(
  { tables, tableOf, bucket, register }: Generations,
  record: GenerationRecord,
): Promise<GenerationRecord> {
  const { generation, attempt } = record;
  const order = { bucket, prefix: objectsOf(generation), table: tableOf(generation) };
  try {
    const import_arn = await tables.startImport({ ...order, token: `${generation}-${attempt}` });
    const begun = { ...record, import_arn };
    await register.put(begun);
    return begun;
  } catch (error) {
    if (error instanceof ResourceInUseException) return record;
    throw error;
  }
}

/** Objects of an import that are looked into, and items of each. Names and order are without a pattern, so the first are as good as any. */
const sampledObjects = 25;
const sampledItems = 8;
const inflate = promisify(gunzip);

/** Why the counts of an import are not those of its objects; undefined where they are. */
function countProblem(
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
async function sampleProblem(
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
