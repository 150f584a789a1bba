import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import {
  firstGeneration,
  tableOfGeneration,
} from '#shared/facts/stored-index/generations/generation-names.ts';
import { type IndexPointer, readPointer } from '#shared/facts/stored-index/generations/index-pointer.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import {
  createGenerationRegister,
  type GenerationRecord,
  type GenerationRegister,
} from './generation-register.ts';
import type { GenerationTables } from './generation-tables.ts';

/** What the generations of one stage are made and switched with. */
export interface GenerationServices {
  readonly documents: DynamoDBDocumentClient;
  /** The index table that the stage was deployed with. */
  readonly home: string;
  readonly tables: GenerationTables;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'list' | 'delete'>;
  /** Name of the bucket that the objects are in. */
  readonly bucket: string;
  readonly clock: Clock;
  pause(milliseconds: number): Promise<void>;
}

/** The generations of one stage. */
export interface Generations extends GenerationServices {
  readonly register: GenerationRegister;
  readonly homeTable: IndexTable;
  pointer(): Promise<IndexPointer>;
  tableOf(generation: string): string;
  open(generation: string): IndexTable;
}

export function openGenerations(services: GenerationServices): Generations {
  const { documents, home } = services;
  const homeTable = createIndexTable({ documents, table: home });
  const tableOf = (generation: string) => tableOfGeneration(home, generation);
  return {
    ...services,
    homeTable,
    register: createGenerationRegister(homeTable),
    pointer: () => readPointer(homeTable, true),
    tableOf,
    open: (generation) => createIndexTable({ documents, table: tableOf(generation) }),
  };
}

/** What `--list` shows of a generation. */
export interface ListedGeneration extends Partial<Omit<GenerationRecord, 'generation'>> {
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

/** Refuses a generation from which nobody could be answered. */
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
