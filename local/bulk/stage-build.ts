import type { BuildPhase } from '#shared/facts/bulk/build-index.ts';
import type { BulkOptions } from '#shared/facts/bulk/read-pass.ts';
import type { GenerationRecord } from '#shared/facts/generations/generation-register.ts';
import { type Generations, listGenerations } from '#shared/facts/generations/generations.ts';
import { makeGeneration } from '#shared/facts/generations/make-generation.ts';
import { dropGeneration, switchBack, switchTo } from '#shared/facts/generations/switch-generation.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import {
  type BuildStageItems,
  beginGeneration,
  type UploadedGeneration,
  uploadGeneration,
} from './build-generation.ts';
import { buildItems } from './build-items.ts';

/** What is asked of a stage's generations: one of the deeds, or a build of these files. */
export interface StageOrder {
  readonly list: boolean;
  readonly back: boolean;
  readonly switchTo: string | undefined;
  readonly drop: string | undefined;
  /** A build to take up, instead of a new one. */
  readonly resume: string | undefined;
  /** Whether a build's generation is put in force once it is ready. */
  readonly switches: boolean;
  readonly leavesImports: boolean;
  readonly paths: readonly string[];
  readonly options: BulkOptions;
  readonly processes: number;
  readonly folder: string;
}

export type StagePhase = BuildPhase | 'uploading' | 'importing' | 'carrying' | 'switched';

interface Progress {
  onPhase(phase: StagePhase): void;
  onImported(items: number, all: number): void;
}

/** Does it; the report. */
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

/** Makes the items and brings them into the bucket. */
async function made(
  generations: Generations,
  { paths, options, processes, folder }: StageOrder,
  { onPhase }: Progress,
  begun: GenerationRecord,
): Promise<UploadedGeneration> {
  const build: BuildStageItems = (work) => buildItems({ ...work, paths, options, processes });
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
