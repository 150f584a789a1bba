import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, BuildPhase, BuiltIndex } from '#shared/facts/bulk/build-index.ts';
import { type ImportObject, importObjects } from '#shared/facts/bulk/item-files.ts';
import {
  type GenerationRecord,
  type Generations,
  listGenerations,
  objectsOf,
} from '#shared/facts/generations/generations.ts';
import { makeGeneration } from '#shared/facts/generations/make-generation.ts';
import { dropGeneration, switchBack, switchTo } from '#shared/facts/generations/switch-generation.ts';
import { newGeneration } from '#shared/facts/stored-index/generations/shared-index.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { markerKey } from '#shared/facts/stored-index/items/keys.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type BuildUse, buildItems, type ItemsBuild } from './build-local-index.ts';

/** What is asked of a stage's generations: one of the deeds, or a build of these files. */
export interface StageOrder extends Pick<ItemsBuild, 'paths' | 'options' | 'threads'> {
  readonly list: boolean;
  readonly back: boolean;
  readonly switchTo: string | undefined;
  readonly drop: string | undefined;
  /** A build to take up, instead of a new one. */
  readonly resume: string | undefined;
  /** Whether a build's generation is put in force once it is ready. */
  readonly switches: boolean;
  readonly leavesImports: boolean;
  readonly folder: string;
}

export type StagePhase = BuildPhase | 'uploading' | 'importing' | 'carrying' | 'switched';

interface Progress {
  onPhase(phase: StagePhase): void;
  onImported(items: number, all: number): void;
}

export async function runStageOrder(
  generations: Generations,
  order: StageOrder,
  progress: Progress,
): Promise<object> {
  const { onPhase } = progress;
  const { leavesImports } = order;
  if (order.list) return { generations: await listGenerations(generations) };
  if (order.back) return switchBack(generations, { onPhase });
  if (order.switchTo !== undefined) return switchTo(generations, order.switchTo, { leavesImports, onPhase });
  if (order.drop !== undefined) return dropGeneration(generations, order.drop);
  return buildStage(generations, order, progress);
}

async function buildStage(generations: Generations, order: StageOrder, progress: Progress): Promise<object> {
  const { register } = generations;
  const begun =
    order.resume === undefined ? await beginGeneration(generations) : await register.get(order.resume);
  const uploaded = await made(generations, order, progress, begun);
  if (uploaded.record.state === 'building') return { ...reported(uploaded), generation: null };
  progress.onPhase('importing');
  const record = await makeGeneration(generations, begun.generation, ({ processed }) =>
    progress.onImported(processed, uploaded.record.items),
  );
  if (record.state === 'failed') throw failed(record);
  const report = { ...reported(uploaded), ...record };
  if (!order.switches) return report;
  return { ...report, ...(await switchTo(generations, record.generation, { ...order, ...progress })) };
}

async function made(
  generations: Generations,
  { paths, options, threads, folder }: StageOrder,
  { onPhase }: Progress,
  begun: GenerationRecord,
): Promise<UploadedGeneration> {
  const build: BuildStageItems = (work) => buildItems({ ...work, paths, options, threads });
  const given = { generations, folder, onPhase, build: paths.length > 0 ? build : undefined };
  return uploadGeneration(given, begun);
}

function failed({ generation, reason }: GenerationRecord): ServiceError {
  return new ServiceError(
    'upstream_error',
    `${reason} The generation in force is as it was. --resume ${generation} imports again, --drop ${generation} removes it.`,
  );
}

function reported({ built, cpuSeconds, peakMegabytes }: UploadedGeneration) {
  if (!built) return {};
  const { itemCount, ...counts } = built;
  return {
    ...{ items: itemCount, ...counts },
    ...(cpuSeconds !== undefined && { cpu_seconds: Math.round(cpuSeconds) }),
    peak_megabytes: peakMegabytes,
  };
}

export interface GenerationBuild {
  readonly generations: Generations;
  /** Makes the items; undefined where a build is taken up whose objects are all in the bucket. */
  readonly build: BuildStageItems | undefined;
  readonly folder: string;
  onPhase(phase: BuildPhase | 'uploading'): void;
}

export type BuildStageItems = (
  work: Pick<BuildOptions, 'folder' | 'output' | 'withSample' | 'clock' | 'onPhase'>,
) => Promise<{ readonly built: BuiltIndex; readonly use?: BuildUse }>;

export interface UploadedGeneration extends Partial<BuildUse> {
  readonly record: GenerationRecord;
  /** What was built; undefined where it had been before. */
  readonly built?: Omit<BuiltIndex, 'items'>;
}

export async function beginGeneration({ register, clock }: Generations): Promise<GenerationRecord> {
  const record: GenerationRecord = {
    generation: newGeneration(clock),
    state: 'building',
    started_at: new Date(clock()).toISOString(),
    ...{ items: 0, objects: 0, attempt: 1 },
  };
  await register.put(record);
  return record;
}

/**
 * Builds the items of a generation from files and brings them into the bucket,
 * unless that is done. Taken up after a crash it builds them again, and sends
 * those objects that are not there.
 */
export async function uploadGeneration(
  { generations, build, folder, onPhase }: GenerationBuild,
  record: GenerationRecord,
): Promise<UploadedGeneration> {
  if (record.state !== 'building') return { record };
  if (!build)
    throw new ServiceError(
      'validation_error',
      `The objects of ${record.generation} are not all in the bucket: name the same files again.`,
    );
  const draft = join(folder, `index-build-${record.generation}`);
  await rm(draft, { recursive: true, force: true });
  try {
    const {
      built: { items, ...built },
      use,
    } = await build({
      folder: join(draft, 'work'),
      output: join(draft, 'items'),
      withSample: await hasSample(generations),
      // The same again when it is taken up, so that the same items come of it.
      clock: () => Date.parse(record.started_at),
      onPhase,
    });
    await rm(join(draft, 'work'), { recursive: true });
    if (built.files.every(({ status }) => status === 'nothing_imported')) {
      await generations.register.remove(record.generation);
      return { record, built, ...use };
    }
    onPhase('uploading');
    const cut = importObjects({ items, folder: join(draft, 'cut') });
    const sent = await sendObjects(generations.objects, objectsOf(record.generation), cut);
    if (sent.items !== built.itemCount)
      throw new Error(`${sent.items} of ${built.itemCount} items came into objects.`);
    const uploaded: GenerationRecord = { ...record, ...sent, state: 'uploaded' };
    await generations.register.put(uploaded);
    return { record: uploaded, built, ...use };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A new generation has the sample market where the one in force has it. */
export async function hasSample({ pointer, open }: Generations): Promise<boolean> {
  const { generation } = await pointer();
  return (await open(generation).get(markerKey(sampleSource), true)) !== undefined;
}

const uploadsAtOnce = 4;

/** Sends the objects that are not there; afterwards exactly these are. The same name is the same content. */
export async function sendObjects(
  objects: Generations['objects'],
  prefix: string,
  cut: AsyncIterable<ImportObject>,
): Promise<Pick<GenerationRecord, 'items' | 'objects'>> {
  const others = new Set<string>();
  for await (const key of objects.list(prefix)) others.add(key);
  const sent = { items: 0, objects: 0 };
  let waiting: (() => Promise<void>)[] = [];
  const send = () => Promise.all(waiting.map((put) => put()));
  for await (const { name, body, items } of cut) {
    const key = `${prefix}${name}`;
    sent.items += items;
    sent.objects += 1;
    if (others.delete(key)) continue;
    waiting.push(async () => objects.put(key, await body(), { contentType: 'application/gzip' }));
    if (waiting.length < uploadsAtOnce) continue;
    await send();
    waiting = [];
  }
  await send();
  // What an interrupted upload left would be imported too.
  for (const key of others) await objects.delete(key);
  return sent;
}
