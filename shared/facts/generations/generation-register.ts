import * as v from 'valibot';
import { generationPartition } from '#shared/facts/stored-index/generations/generation-names.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { readAll } from '#shared/facts/stored-index/table/read-all.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const generationRecord = v.object({
  generation: v.string(),
  /**
   * How far its build is: `building`, its objects are not all in the bucket;
   * `uploaded`, they are, and the import may be under way; `ready`, its table
   * is there, checked and set up; `failed`, the import or the check was not
   * passed, and what is there is not to be used.
   */
  state: v.picklist(['building', 'uploaded', 'ready', 'failed']),
  started_at: v.string(),
  /** Items and objects in the bucket; 0 until all are there. */
  items: v.number(),
  objects: v.number(),
  /** How many imports were begun for it. */
  attempt: v.number(),
  import_arn: v.optional(v.string()),
  /** Why it failed. */
  reason: v.optional(v.string()),
});

/** What is known of a generation's build, so that it can be taken up after any of its steps. */
export type GenerationRecord = v.InferOutput<typeof generationRecord>;

/** The generations of a stage that builds have made. */
export type GenerationRegister = ReturnType<typeof createGenerationRegister>;

/** On the index table that the stage was deployed with, beside the pointer. */
export function createGenerationRegister(home: IndexTable) {
  const keyOf = (generation: string) => ({ pk: generationPartition, sk: generation });
  return {
    async put(record: GenerationRecord): Promise<void> {
      await home.put({ ...keyOf(record.generation), d: record });
    },
    /** `not_found` where there is none of this name. */
    async get(generation: string): Promise<GenerationRecord> {
      const item = await home.get(keyOf(generation), true);
      if (item) return v.parse(generationRecord, item.d);
      throw new ServiceError(
        'not_found',
        `There is no generation ${generation}. --list shows those there are.`,
      );
    },
    /** Oldest first. */
    async list(): Promise<readonly GenerationRecord[]> {
      const items = await readAll(home, generationPartition, 'g');
      return items.map(({ d }) => v.parse(generationRecord, d));
    },
    remove: (generation: string): Promise<void> => home.change([{ remove: keyOf(generation) }]),
  };
}
