import * as v from 'valibot';

/**
 * Phases of turning exports into the objects of a generation, in their order:
 * the state machine has a state for each. `read` is done once for each portion
 * of the texts, `finish` once, the others once for each shard.
 */
export const transformPhases = ['read', 'fold', 'count', 'heads', 'finish'] as const;

export type TransformPhase = (typeof transformPhases)[number];

/** One step of a transform, as the state machine asks for it. */
export const transformOrder = v.object({
  generation: v.string(),
  /** Name of the plan, which follows from what it says. */
  plan: v.string(),
  phase: v.picklist(transformPhases),
  /** Which portion or shard, from 0; 0 of `finish`. */
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type TransformOrder = v.InferOutput<typeof transformOrder>;

/** What an execution of the state machine is given. Each step is a number, so that it stays below the 256 KiB of a state. */
export interface TransformInput {
  readonly generation: string;
  readonly plan: string;
  readonly portions: readonly number[];
  readonly shards: readonly number[];
}

/** Where the files of a transform lie in the bucket; all of them go by themselves after some days. */
export function transformPlaces({ generation, plan }: Pick<TransformOrder, 'generation' | 'plan'>) {
  const folder = `index-builds/${generation}`;
  return {
    /** A text by its id as an import, gzipped. */
    text: (id: string) => textPlace(generation, id),
    plan: `${folder}/${plan}/plan.json`,
    /** An intermediate file. */
    file: (name: string) => `${folder}/${plan}/files/${name}`,
    /** What a step gave; there once it is done. */
    result: (phase: TransformPhase, index: number) => `${folder}/${plan}/results/${phase}-${index}.json`,
  };
}

export const textPlace = (generation: string, id: string) => `${textsPrefix(generation)}${id}.gz`;
export const textsPrefix = (generation: string) => `index-builds/${generation}/texts/`;
