import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import {
  firstGeneration,
  generationPartition,
  type IndexPointer,
  readPointer,
  tableOfGeneration,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { GenerationTables } from './generation-tables.ts';

/** What the generations of one stage are made and switched with. */
interface GenerationServices {
  readonly documents: DynamoDBDocumentClient;
  readonly home: string;
  readonly tables: GenerationTables;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'list' | 'delete'>;
  readonly bucket: string;
  readonly clock: Clock;
  pause(milliseconds: number): Promise<void>;
}

export interface Generations extends GenerationServices {
  readonly register: GenerationRegister;
  readonly homeTable: IndexTable;
  pointer(): Promise<IndexPointer>;
  tableOf(generation: string): string;
  open(generation: string): IndexTable;
}

/** `partition` of the index table holds the register; that of the index itself unless another is named. */
export function openGenerations(services: GenerationServices, partition = generationPartition): Generations {
  const { documents, home } = services;
  const homeTable = createIndexTable({ documents, table: home });
  const tableOf = (generation: string) => tableOfGeneration(home, generation);
  return {
    ...services,
    homeTable,
    register: createGenerationRegister(homeTable, partition),
    pointer: () => readPointer(homeTable, true),
    tableOf,
    open: (generation) => createIndexTable({ documents, table: tableOf(generation) }),
  };
}

interface ListedGeneration extends Partial<Omit<GenerationRecord, 'generation'>> {
  readonly generation: string;
  readonly in_force: boolean;
  /** Since when it is in force; only of that one. */
  readonly since?: string;
}

/** All generations, the first one too, oldest first. */
export async function listGenerations({ register, pointer }: Generations): Promise<ListedGeneration[]> {
  const [records, current] = await Promise.all([register.list(), pointer()]);
  return [{ generation: firstGeneration }, ...records].map((record) => {
    const in_force = record.generation === current.generation;
    const isDated = in_force && current.since > 0;
    return { ...record, in_force, ...(isDated && { since: new Date(current.since).toISOString() }) };
  });
}

export async function requireReady(
  { register, tables, tableOf }: Generations,
  generation: string,
): Promise<void> {
  if (generation === firstGeneration) return;
  const { state } = await register.get(generation);
  if (state !== 'ready')
    throw new ServiceError(
      'validation_error',
      `The generation ${generation} is ${state}, not ready. Take its build up with --resume ${generation}.`,
    );
  if (!(await tables.exists(tableOf(generation))))
    throw new ServiceError('not_found', `The table ${tableOf(generation)} is gone.`);
}

/** Imports of one generation that another does not have, or that are not complete. */
export async function importsLeft(
  { open }: Generations,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const [here, there] = await Promise.all(
    [from, to].map((generation) => createImportRegister(open(generation)).list()),
  );
  const known = new Set(there?.map(({ import_id }) => import_id));
  return (here ?? [])
    .filter(({ import_id, status }) => status === 'running' || !known.has(import_id))
    .map(({ import_id, file }) => `${import_id} (${file})`);
}

/** Where a generation's items lie in the bucket, as DynamoDB imports them. */
export const objectsOf = (generation: string): string => `index-imports/${generation}/`;

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
  attempt: v.number(),
  import_arn: v.optional(v.string()),
  reason: v.optional(v.string()),
});

/** What is known of a generation's build, so that it can be taken up after any of its steps. */
export type GenerationRecord = v.InferOutput<typeof generationRecord>;

type GenerationRegister = ReturnType<typeof createGenerationRegister>;

/** On the index table that the stage was deployed with, beside the pointer. */
export function createGenerationRegister(home: IndexTable, partition = generationPartition) {
  const keyOf = (generation: string) => ({ pk: partition, sk: generation });
  const find = async (generation: string): Promise<GenerationRecord | undefined> => {
    const item = await home.get(keyOf(generation), true);
    return item && v.parse(generationRecord, item.d);
  };
  return {
    find,
    /** False where there is one of this name already. */
    claim: (record: GenerationRecord): Promise<boolean> =>
      home.put({ ...keyOf(record.generation), d: record }, [{ test: 'absent', path: ['pk'] }]),
    async put(record: GenerationRecord): Promise<void> {
      await home.put({ ...keyOf(record.generation), d: record });
    },
    /** `not_found` where there is none of this name. */
    async get(generation: string): Promise<GenerationRecord> {
      const record = await find(generation);
      if (record) return record;
      throw new ServiceError(
        'not_found',
        `There is no generation ${generation}. --list shows those there are.`,
      );
    },
    /** Oldest first. */
    async list(): Promise<readonly GenerationRecord[]> {
      const items = await readAll(home, partition, { prefix: 'g' });
      return items.map(({ d }) => v.parse(generationRecord, d));
    },
    remove: (generation: string): Promise<void> => home.change([{ remove: keyOf(generation) }]),
  };
}
