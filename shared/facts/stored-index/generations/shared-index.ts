import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type IndexTableOptions, type Item, ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';

/**
 * The index as all accounts see it lies in one table at a time, its generation
 * in force. The first is the index table that a stage is deployed with; each
 * further one is a table beside it, made by one build and named after its time.
 */
export const firstGeneration = 'first';

/** Partition of the index table with what is known of its generations. */
export const generationPartition = 'G';
const pointerKey = { pk: generationPartition, sk: '!' } as const;

/** Name of a generation that begins now: `g` with year, month, day, hour, minute and second in UTC. */
export function newGeneration(clock: Clock): string {
  return `g${new Date(clock()).toISOString().replaceAll(/\D/gu, '').slice(0, digits)}`;
}

const digits = 14;
/** The table of a generation, by the index table that the stage was deployed with. */
export function tableOfGeneration(home: string, generation: string): string {
  return generation === firstGeneration ? home : `${home}-${generation}`;
}

/** The tables of all generations but the first, as IAM names them: `?` is one character, so that no other name fits. */
export function tablesOfGenerations(home: string): string {
  return `${home}-g${'?'.repeat(digits)}`;
}

/** From this age on what is known is read again, behind the back of the call that noticed. */
const renewedAfterMs = 20_000;
/** So long after a switch at most a call may begin with the generation before. */
export const believedMs = 60_000;
/** As long as the pointer cannot be read, the last known generation serves, at most so long. */
export const keptMs = 10 * 60_000;

interface SharedIndexOptions extends Pick<IndexTableOptions, 'documents'> {
  readonly table: string;
  readonly clock: Clock;
}

/**
 * Gives the table of the generation in force. A process reads the pointer at
 * its start and every twenty seconds in which it has calls: half a read unit
 * and, but for the first call and those after a pause, no waiting.
 */
export function createSharedIndex({ documents, table, clock }: SharedIndexOptions): () => Promise<string> {
  let known: { readonly table: string; readonly at: number } | undefined;
  let reading: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    const at = clock();
    // The one command that every function has, since this is part of all their bundles.
    const { Item } = await documents.send(new GetCommand({ TableName: table, Key: pointerKey }));
    known = { table: tableOfGeneration(table, Item ? generationOf(Item) : firstGeneration), at };
    return known.table;
  };
  const readOnce = (): Promise<string> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return async () => {
    if (!known) return readOnce();
    const last = known;
    // Also old where the clock was set back.
    const age = Math.abs(clock() - last.at);
    if (age > believedMs)
      return readOnce().catch((error: unknown) => {
        if (age > keptMs) throw error;
        return last.table;
      });
    if (age > renewedAfterMs) readOnce().catch(() => undefined);
    return last.table;
  };
}

function generationOf({ d }: Readonly<Record<string, unknown>>): string {
  if (typeof d === 'string') return d;
  throw new Error('The item that says which generation is in force is not as it is written.');
}

const pointerItem = v.object({ d: v.string(), at: v.number(), from: v.optional(v.string()), v: v.number() });

export interface IndexPointer {
  readonly generation: string;
  /** Millisecond since which it is; 0 where no other one ever was. */
  readonly since: number;
  /** The one before it. */
  readonly former: string | undefined;
  /** Grows with every switch; undefined before the first. */
  readonly version: number | undefined;
}

/** The pointer of a stage, from the index table that it was deployed with. */
export async function readPointer(home: IndexReader, consistent = false): Promise<IndexPointer> {
  const item = await home.get(pointerKey, consistent);
  if (!item) return { generation: firstGeneration, since: 0, former: undefined, version: undefined };
  const { d: generation, at: since, from: former, v: version } = v.parse(pointerItem, item);
  return { generation, since, former, version };
}

/** Puts another generation in force, unless somebody else has switched meanwhile: then false. */
export function movePointer(
  home: IndexTable,
  known: IndexPointer,
  generation: string,
  at: number,
): Promise<boolean> {
  const item: Item = {
    ...pointerKey,
    d: generation,
    at,
    from: known.generation,
    v: (known.version ?? 0) + 1,
  };
  const { checks } = ifStill(item, known.version);
  return home.put(item, checks);
}
