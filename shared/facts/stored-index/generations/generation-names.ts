import type { Clock } from '#shared/platform/clock.ts';

/**
 * The index as all accounts see it lies in one table at a time, its generation
 * in force. The first is the index table that a stage is deployed with; each
 * further one is a table beside it, made by one build and named after its time.
 */
export const firstGeneration = 'first';

/** Partition of the index table with what is known of its generations. */
export const generationPartition = 'G';
/** The item that says which one is in force. */
export const pointerKey = { pk: generationPartition, sk: '!' } as const;

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
