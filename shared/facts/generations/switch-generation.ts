import { firstGeneration } from '#shared/facts/stored-index/generations/generation-names.ts';
import { type IndexPointer, movePointer } from '#shared/facts/stored-index/generations/index-pointer.ts';
import { believedMs, keptMs } from '#shared/facts/stored-index/generations/shared-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { carryListings, carryStability } from './carry-listings.ts';
import { objectsOf } from './generation-objects.ts';
import { type Generations, importsLeft, requireReady } from './generations.ts';

/** A call that began with the generation before may write to it for so long: functions end after 28 seconds. */
const longestWriteMs = 30_000;

export interface SwitchReport {
  readonly in_force: string;
  readonly former: string | undefined;
  /** Live listings that the generation before had and this one did not. */
  readonly listings_carried: number;
  /** Imports that only the generation before has. */
  readonly imports_left: readonly string[];
}

interface SwitchOptions {
  /** Switches although imports of the generation in force are missing in the other one. */
  readonly leavesImports: boolean;
  onPhase(phase: 'carrying' | 'switched'): void;
}

/**
 * Puts a generation in force. Live listings go along before, and once more when
 * every process has learned of the switch. Done again for the one in force, it
 * does what an interrupted switch has left.
 */
export async function switchTo(
  generations: Generations,
  to: string,
  options: SwitchOptions,
): Promise<SwitchReport> {
  await requireReady(generations, to);
  const before = await generations.pointer();
  const isOther = before.generation !== to;
  const former = isOther ? before.generation : before.former;
  const left = former === undefined ? [] : await importsLeft(generations, former, to);
  const early = isOther ? await move(generations, { before, to, left }, options) : 0;
  options.onPhase('switched');
  const late = former === undefined ? 0 : await carryLate(generations, former, to);
  return { in_force: to, former, listings_carried: early + late, imports_left: left };
}

interface Move {
  readonly before: IndexPointer;
  readonly to: string;
  /** Imports that the generation before has alone. */
  readonly left: readonly string[];
}

/** The switch itself; how many listings went along. */
async function move(
  generations: Generations,
  { before, to, left }: Move,
  { leavesImports, onPhase }: SwitchOptions,
): Promise<number> {
  if (left.length > 0 && !leavesImports) refuse(to, left);
  onPhase('carrying');
  const carry = carryOf(generations, before.generation, to);
  const { carried } = await carryListings(carry);
  await carryStability(carry);
  if (await movePointer(generations.homeTable, before, to, generations.clock())) return carried;
  throw new ServiceError(
    'validation_error',
    'Somebody else switched the index meanwhile. --list shows what is in force.',
  );
}

/** What calls wrote to the generation before until they knew of the switch. */
async function carryLate(generations: Generations, former: string, to: string): Promise<number> {
  const { pointer, pause, clock, tables, tableOf } = generations;
  const { since } = await pointer();
  await pause(Math.max(0, since + believedMs + longestWriteMs - clock()));
  // One that was dropped meanwhile has handed over what it had.
  if (!(await tables.exists(tableOf(former)))) return 0;
  return (await carryListings(carryOf(generations, former, to))).carried;
}

function refuse(to: string, left: readonly string[]): never {
  throw new ServiceError(
    'validation_error',
    `The index was not switched. The generation in force has imports that ${to} does not have whole: ${left.join(', ')}. Bring their files in with npm run import -- FILE… --generation ${to}, or switch with --leave-imports.`,
  );
}

/** Puts the generation before in force again. */
export async function switchBack(
  generations: Generations,
  options: Pick<SwitchOptions, 'onPhase'>,
): Promise<SwitchReport> {
  const { former } = await generations.pointer();
  if (former === undefined)
    throw new ServiceError('not_found', 'There is no generation before the one in force.');
  return switchTo(generations, former, { ...options, leavesImports: true });
}

/** Removes a generation that is not in force, with its table and objects; live listings that only it has go along first. */
export async function dropGeneration(
  generations: Generations,
  generation: string,
): Promise<{ readonly dropped: string; readonly listings_carried: number }> {
  const { pointer, register, tables, tableOf, objects, clock } = generations;
  const current = await pointer();
  if (generation === firstGeneration)
    throw new ServiceError(
      'validation_error',
      'The first generation stays: its table belongs to the stack and holds what accounts have brought.',
    );
  if (generation === current.generation)
    throw new ServiceError('validation_error', `${generation} is in force. Switch to another one first.`);
  const { state } = await register.get(generation);
  const table = tableOf(generation);
  const waitMs = current.since + keptMs + longestWriteMs - clock();
  if (state === 'ready' && waitMs > 0)
    throw new ServiceError(
      'validation_error',
      `The index was switched a moment ago, and calls may still be answered from ${generation}. Drop it in ${Math.ceil(waitMs / 60_000)} minutes.`,
    );
  const isThere = await tables.exists(table);
  const { carried } =
    state === 'ready' && isThere
      ? await carryListings(carryOf(generations, generation, current.generation))
      : { carried: 0 };
  await tables.remove(table);
  for await (const key of objects.list(objectsOf(generation))) await objects.delete(key);
  await register.remove(generation);
  return { dropped: generation, listings_carried: carried };
}

function carryOf({ documents, tableOf, clock }: Generations, from: string, to: string) {
  return { documents, clock, from: tableOf(from), to: tableOf(to) };
}
