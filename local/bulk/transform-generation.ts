import { planBuild } from '#shared/facts/bulk/build-plan.ts';
import { runBulkStep } from '#shared/facts/bulk/bulk-steps.ts';
import type { BulkOptions } from '#shared/facts/bulk/read-pass.ts';
import { objectsOf } from '#shared/facts/generations/generation-objects.ts';
import type { GenerationRecord } from '#shared/facts/generations/generation-register.ts';
import type { Generations } from '#shared/facts/generations/generations.ts';
import { transformPlaces } from '#shared/facts/generations/transform/transform-order.ts';
import {
  readPlan,
  readResult,
  type Transformed,
} from '#shared/facts/generations/transform/transform-results.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { hasSample, type UploadedGeneration } from './build-generation.ts';
import { sendPlan } from './send-texts.ts';
import type { TransformMachine } from './transform-machine.ts';

export interface TransformBuild {
  readonly generations: Generations;
  readonly machine: TransformMachine;
  /** Empty where a build is taken up whose texts are all in the bucket. */
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  /** Parts of other sizes than the usual; for tests. */
  readonly sizes?: { readonly bytesInStep: number; readonly bytesInShard: number; readonly held: number };
  onPhase(phase: 'sending' | 'transforming'): void;
}

/** A shard has about so many bytes of texts: a million results, which each phase does in minutes. */
const usualBytesInShard = 128 * 1024 * 1024;
/** A step opens three files of each, and a function has 1,024. */
const mostShards = 256;
/**
 * A text is read by one function, which has 15 minutes: at 1.9 MB a second, as
 * measured on one busy processor, 1.7 GB. This is half of it, since rows differ.
 */
const mostTextBytes = 800_000_000;

/** Between two looks at an execution, which takes minutes at least. */
const lookEveryMs = 15_000;

type Transform = NonNullable<GenerationRecord['transform']>;

/**
 * Has the stage's functions build the items of a generation from files, which
 * are sent as they are. Taken up after a crash it sends what is not there, and
 * waits for the execution that is under way; after a failed execution it
 * begins another one, in which steps that are done are not done again.
 */
export async function transformGeneration(
  build: TransformBuild,
  record: GenerationRecord,
): Promise<UploadedGeneration> {
  if (record.state !== 'building') return { record };
  const { generation } = record;
  const transform = build.paths.length > 0 ? await sendTexts(build, record) : record.transform;
  if (!transform)
    throw new ServiceError(
      'validation_error',
      `The texts of ${generation} are not all in the bucket: name the same files again.`,
    );
  build.onPhase('transforming');
  await ended(build, record, transform);
  return taken(build.generations, record, transform);
}

/** Sends all texts and writes down under which plan. */
async function sendTexts(
  { generations, machine, paths, options, sizes, onPhase }: TransformBuild,
  record: GenerationRecord,
): Promise<Transform> {
  const { generation, transform: known } = record;
  onPhase('sending');
  const { bytesInShard = usualBytesInShard, ...others } = sizes ?? {};
  const plan = await planBuild({
    ...{ paths, options, ...others, mostTextBytes, run: runBulkStep },
    shards: (bytes) => Math.min(mostShards, Math.max(1, Math.ceil(bytes / bytesInShard))),
    withSample: await hasSample(generations),
    // The same again when it is taken up, so that the same plan comes of it.
    clock: () => Date.parse(record.started_at),
  });
  const name = await sendPlan(generations.objects, generation, plan);
  if (known?.plan === name) return known;
  if (known && (await machine.state(executionOf(generation, known))).status === 'running')
    throw new ServiceError(
      'validation_error',
      `Other files of ${generation} are being transformed. Wait for them with --resume ${generation}, or stop the execution ${executionOf(generation, known)}.`,
    );
  const transform = { plan: name, run: 1 };
  await generations.register.put({ ...record, transform });
  return transform;
}

const executionOf = (generation: string, { plan, run }: Transform) => `${generation}-${plan}-${run}`;

/** Waits until an execution has ended well; begins one where there is none, or the last one failed. */
async function ended(
  { generations, machine }: TransformBuild,
  record: GenerationRecord,
  known: Transform,
): Promise<void> {
  const { generation } = record;
  let transform = known;
  const before = await machine.state(executionOf(generation, known));
  if (before.status === 'failed') {
    transform = { ...known, run: known.run + 1 };
    await generations.register.put({ ...record, transform });
  }
  const name = executionOf(generation, transform);
  if (before.status === 'absent' || before.status === 'failed')
    await machine.start(name, await inputOf(generations, generation, transform.plan));
  for (;;) {
    const { status, reason } = await machine.state(name);
    if (status === 'succeeded') return;
    if (status !== 'running')
      throw new ServiceError(
        'upstream_error',
        `The execution ${name} failed: ${reason}. Nothing has changed for callers. --resume ${generation} goes on with it, --drop ${generation} removes it.`,
      );
    await generations.pause(lookEveryMs);
  }
}

async function inputOf({ objects }: Generations, generation: string, plan: string) {
  const { portions, shards } = await readPlan(objects, transformPlaces({ generation, plan }).plan);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  return { generation, plan, portions: upTo(portions.length), shards: upTo(shards) };
}

/** Takes what was made; exactly these objects are there afterwards. */
async function taken(
  { objects, register }: Generations,
  record: GenerationRecord,
  { plan }: Transform,
): Promise<UploadedGeneration> {
  const { generation } = record;
  const places = transformPlaces({ generation, plan });
  const result = await readResult(objects, 'finish', places.result('finish', 0));
  if (!result) throw new Error(`The execution of ${generation} ended without a result.`);
  const made: Transformed = result.gives;
  const isNothing = made.built.files.every(({ status }) => status === 'nothing_imported');
  const wanted = new Set(isNothing ? [] : made.objects.map(({ name }) => `${objectsOf(generation)}${name}`));
  for await (const key of objects.list(objectsOf(generation)))
    if (!wanted.has(key)) await objects.delete(key);
  if (isNothing) {
    await register.remove(generation);
    return { record, built: made.built };
  }
  const items = made.objects.reduce((sum, object) => sum + object.items, 0);
  if (items !== made.built.itemCount)
    throw new Error(`${items} of ${made.built.itemCount} items came into objects.`);
  const { transform: _, ...plain } = record;
  const uploaded: GenerationRecord = { ...plain, items, objects: wanted.size, state: 'uploaded' };
  await register.put(uploaded);
  return { record: uploaded, built: made.built };
}
