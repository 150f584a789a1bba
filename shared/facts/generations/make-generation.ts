import { ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '#shared/platform/errors.ts';
import { countProblem, sampleProblem } from './check-generation.ts';
import { objectsOf } from './generation-objects.ts';
import type { GenerationRecord } from './generation-register.ts';
import type { ImportState } from './generation-tables.ts';
import type { Generations } from './generations.ts';

/** Between two looks at an import, which takes minutes at least. */
const lookEveryMs = 15_000;

/** Told how an import stands, each time it is looked at. */
export type OnImport = (state: ImportState) => void;

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
