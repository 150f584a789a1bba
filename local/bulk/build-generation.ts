import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, BuildPhase } from '#shared/facts/bulk/build-index.ts';
import type { BuiltIndex } from '#shared/facts/bulk/built-index.ts';
import { importObjects } from '#shared/facts/bulk/import-objects.ts';
import { objectsOf } from '#shared/facts/generations/generation-objects.ts';
import type { GenerationRecord } from '#shared/facts/generations/generation-register.ts';
import type { Generations } from '#shared/facts/generations/generations.ts';
import { newGeneration } from '#shared/facts/stored-index/generations/generation-names.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-source.ts';
import { markerKey } from '#shared/facts/stored-index/items/keys.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ProcessUse } from './bulk-messages.ts';

export interface GenerationBuild {
  readonly generations: Generations;
  /** Makes the items; undefined where a build is taken up whose objects are all in the bucket. */
  readonly build: BuildStageItems | undefined;
  /** For intermediate files. */
  readonly folder: string;
  onPhase(phase: BuildPhase | 'uploading'): void;
}

export type BuildStageItems = (
  work: Pick<BuildOptions, 'folder' | 'output' | 'withSample' | 'clock' | 'onPhase'>,
) => Promise<{ readonly built: BuiltIndex; readonly use?: ProcessUse }>;

export interface UploadedGeneration extends Partial<ProcessUse> {
  readonly record: GenerationRecord;
  /** What was built; undefined where it had been before. */
  readonly built?: Omit<BuiltIndex, 'items'>;
}

/** Names a new generation. */
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
    const sent = await upload(generations, record, { items, folder: join(draft, 'cut') });
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

/** Afterwards exactly these objects are there. */
async function upload(
  { objects }: Generations,
  { generation }: GenerationRecord,
  cut: Parameters<typeof importObjects>[0],
): Promise<Pick<GenerationRecord, 'items' | 'objects'>> {
  const prefix = objectsOf(generation);
  const others = new Set<string>();
  for await (const key of objects.list(prefix)) others.add(key);
  const sent = { items: 0, objects: 0 };
  let waiting: (() => Promise<void>)[] = [];
  const send = () => Promise.all(waiting.map((put) => put()));
  for await (const { name, body, items } of importObjects(cut)) {
    const key = `${prefix}${name}`;
    sent.items += items;
    sent.objects += 1;
    if (others.delete(key)) continue;
    waiting.push(() => objects.put(key, body, { contentType: 'application/gzip' }));
    if (waiting.length < uploadsAtOnce) continue;
    await send();
    waiting = [];
  }
  await send();
  // What an interrupted upload left would be imported too.
  for (const key of others) await objects.delete(key);
  return sent;
}
