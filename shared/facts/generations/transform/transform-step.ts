import * as v from 'valibot';
import {
  type BuildPlan,
  countGiven,
  foldGiven,
  headsGiven,
  readGiven,
  shardsOf,
} from '#shared/facts/bulk/build-plan.ts';
import { bareItems, builtIndex } from '#shared/facts/bulk/built-index.ts';
import { runBulkStep } from '#shared/facts/bulk/bulk-steps.ts';
import { importObjects } from '#shared/facts/bulk/import-objects.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { objectsOf } from '../generation-objects.ts';
import { type Desk, eachOf, namesOf, openDesk, type StoredFile } from './transform-desk.ts';
import {
  type TransformOrder,
  type TransformPhase,
  transformOrder,
  transformPlaces,
} from './transform-order.ts';
import { isThere, type MadeObject, readPlan, readResult, type StepResult } from './transform-results.ts';

export interface TransformServices {
  readonly objects: Pick<ObjectStore, 'get' | 'list' | 'open' | 'put'>;
  /** A folder of its own on disk, emptied before and after. */
  readonly folder: string;
  /** What fits on that disk. */
  readonly diskBytes: number;
}

/**
 * Does one step of a transform. All that goes in and out lies in the bucket,
 * under names that follow from plan and step, so that a step may be done
 * twice, also at the same time: the same bytes come of it. One that is done
 * is not done again.
 */
export function createTransformStep(services: TransformServices): (event: unknown) => Promise<object> {
  return async (event) => {
    const order = v.parse(transformOrder, event);
    const { objects } = services;
    const key = transformPlaces(order).result(order.phase, order.index);
    if (await isThere(objects, key)) return { done: 'before' };
    const result = await doStep(order, services);
    await objects.put(key, Buffer.from(JSON.stringify(result)), { contentType: 'application/json' });
    return { done: 'now' };
  };
}

async function doStep(order: TransformOrder, services: TransformServices) {
  const places = transformPlaces(order);
  const desk = await openDesk({ ...services, keyOf: places.file });
  try {
    const plan = await readPlan(services.objects, places.plan);
    return await phases[order.phase]({ order, services, desk, plan });
  } finally {
    await desk.clear();
  }
}

interface Step {
  readonly order: TransformOrder;
  readonly services: TransformServices;
  readonly desk: Desk;
  readonly plan: BuildPlan;
}

const phases: {
  readonly [Phase in TransformPhase]: (step: Step) => Promise<StepResult<Phase>>;
} = { read: readPortion, fold: foldShard, count: countShard, heads: makeShardHeads, finish };

async function readPortion({ order, desk, plan }: Step): Promise<StepResult<'read'>> {
  const given = readGiven(plan, order.index);
  const places = transformPlaces(order);
  await desk.bringTexts(given.files.map(({ id, path }) => ({ name: path, key: places.text(id) })));
  const files = given.files.map((file) => ({ ...file, path: desk.pathOf(file.path) }));
  const gives = await runBulkStep('read', { ...given, files, folder: desk.work });
  // The copies of the texts are not of those that were made here.
  return { gives: { ...gives, runs: gives.runs.map(namesOf) }, files: await desk.store(), objects: [] };
}

async function foldShard(step: Step): Promise<StepResult<'fold'>> {
  const { order, desk, plan } = step;
  const reads = await resultsOf(step, 'read');
  const { runs, ...given } = foldGiven(plan, gaveOf(reads), order.index);
  const place = { folder: desk.work, output: desk.output, runs: await broughtRuns(desk, runs, reads) };
  const gives = await runBulkStep('fold', { ...given, ...place });
  const objects = await cutItems(step, gives.items);
  return {
    gives: { ...gives, rows: gives.rows.map(namesOf), items: [] },
    files: await desk.store(),
    objects,
  };
}

async function countShard(step: Step): Promise<StepResult<'count'>> {
  const { order, desk } = step;
  const folds = await resultsOf(step, 'fold');
  const { runs, ...given } = countGiven(gaveOf(folds), order.index);
  const place = { folder: desk.work, output: desk.output, runs: await broughtRuns(desk, runs, folds) };
  const gives = await runBulkStep('count', { ...given, ...place });
  const objects = await cutItems(step, gives.items);
  return { gives: { ...gives, items: [] }, files: await desk.store(), objects };
}

/** A rival may be in any shard, so all that folding and counting left beside rows is needed. */
async function makeShardHeads(step: Step): Promise<StepResult<'heads'>> {
  const { order, desk, plan } = step;
  const [folds, counts] = [await resultsOf(step, 'fold'), await resultsOf(step, 'count')];
  const rows = new Set(folds.flatMap(({ gives }) => gives.rows.flat()));
  const needed = [...folds, ...counts].flatMap(({ files }) => files.filter(({ name }) => !rows.has(name)));
  await desk.bringFiles(needed);
  const place = { folder: desk.work, output: desk.output };
  const gives = await runBulkStep('heads', { ...headsGiven(plan, order.index), ...place });
  return { gives: { ...gives, items: [] }, files: [], objects: await cutItems(step, gives.items) };
}

async function finish(step: Step): Promise<StepResult<'finish'>> {
  const { desk, plan } = step;
  const reads = await resultsOf(step, 'read');
  const folds = await resultsOf(step, 'fold');
  const counts = await resultsOf(step, 'count');
  const heads = await resultsOf(step, 'heads');
  const parts = {
    ...{ reads: gaveOf(reads), folds: gaveOf(folds) },
    ...{ counts: gaveOf(counts), heads: gaveOf(heads) },
  };
  const given = { items: bareItems(plan, parts), withSample: plan.withSample };
  const extras = await runBulkStep('extras', { ...given, output: desk.output });
  const { items: _, ...built } = builtIndex(plan, parts, extras);
  const own = await cutItems(step, extras.items);
  const objects = [...[...folds, ...counts, ...heads].flatMap((result) => result.objects), ...own];
  return { gives: { built, objects }, files: [], objects: own };
}

/** Phases of which later ones read the results. */
type EarlierPhase = Exclude<TransformPhase, 'finish'>;

/** What all steps of a phase gave, in their order. */
async function resultsOf<Phase extends EarlierPhase>(
  { order, services, plan }: Step,
  phase: Phase,
): Promise<readonly StepResult<Phase>[]> {
  const places = transformPlaces(order);
  const indexes = phase === 'read' ? [...plan.portions.keys()] : shardsOf(plan);
  return eachOf(indexes, async (index) => {
    const result = await readResult(services.objects, phase, places.result(phase, index));
    if (!result) throw new Error(`The step ${phase} ${index} is not done.`);
    return result;
  });
}

const gaveOf = <Gave>(results: readonly { readonly gives: Gave }[]) => results.map(({ gives }) => gives);

/** Brings sorted files by their names; their paths. */
async function broughtRuns(
  desk: Desk,
  names: readonly string[],
  results: readonly { readonly files: readonly StoredFile[] }[],
): Promise<readonly string[]> {
  const wanted = new Set(names);
  await desk.bringFiles(results.flatMap(({ files }) => files.filter(({ name }) => wanted.has(name))));
  return names.map(desk.pathOf);
}

/** Cuts the items of this step into objects for the import. */
async function cutItems(
  { order, services, desk, plan }: Step,
  items: readonly string[],
): Promise<readonly MadeObject[]> {
  const made: MadeObject[] = [];
  // Three phases by shards make items, and the last step.
  const cut = { items, folder: desk.cut, cuts: 3 * plan.shards + 1 };
  for await (const { name, body, items: count } of importObjects(cut)) {
    const key = `${objectsOf(order.generation)}${name}`;
    await services.objects.put(key, body, { contentType: 'application/gzip' });
    made.push({ name, items: count });
  }
  return made;
}
