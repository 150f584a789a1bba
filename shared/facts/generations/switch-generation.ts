import { paginateScan } from '@aws-sdk/lib-dynamodb';
import {
  believedMs,
  firstGeneration,
  type IndexPointer,
  keptMs,
  movePointer,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import {
  type IndexTableOptions,
  type Item,
  liveSource,
  readState,
} from '#shared/facts/stored-index/items/index-items.ts';
import { marketOfKey, stabilityKey, stateSort } from '#shared/facts/stored-index/items/keys.ts';
import { unpackListing } from '#shared/facts/stored-index/items/keyword-state.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { KeywordUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { readKeywords, type StoredKeyword } from '#shared/facts/stored-index/writing/keyword-writes.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Generations, importsLeft, objectsOf, requireReady } from './generations.ts';

/** A call that began with the generation before may write to it for so long: functions end after 28 seconds. */
const longestWriteMs = 30_000;

interface SwitchReport {
  readonly in_force: string;
  readonly former: string | undefined;
  /** Live listings that the generation before had and this one did not. */
  readonly listings_carried: number;
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

interface Carry extends Pick<IndexTableOptions, 'documents'> {
  readonly from: string;
  readonly to: string;
  readonly clock: Clock;
  /** Parts that the table is read in at once. */
  readonly segments?: number;
}

const keywordsAtOnce = 100;

/**
 * Brings the live listings of one generation into another, where they are
 * newer than what it knows: they are in no export. Reads the whole table, and
 * writes only what is not there yet, so that repeating it is safe and cheap.
 */
async function carryListings(carry: Carry): Promise<{ readonly carried: number }> {
  const { segments = 4 } = carry;
  const parts = Array.from({ length: segments }, (_, segment) => carrySegment(carry, segment, segments));
  const carried = (await Promise.all(parts)).reduce((sum, count) => sum + count, 0);
  return { carried };
}

/** How well places hold was measured in one generation, and is true of the other. */
async function carryStability({ documents, from, to }: Carry): Promise<void> {
  const item = await createIndexTable({ documents, table: from }).get(stabilityKey, true);
  if (item) await createIndexTable({ documents, table: to }).put(item);
}

async function carrySegment(carry: Carry, Segment: number, TotalSegments: number): Promise<number> {
  const { documents, from, to, clock } = carry;
  const writer = createIndexWriter({ documents, table: to, clock });
  const source = createIndexTable({ documents, table: from });
  let carried = 0;
  let waiting: Keyword[] = [];
  const write = async () => {
    const keywords = await readKeywords(source, waiting);
    const updates = waiting.flatMap((keyword, index) => liveUpdate(keyword, keywords[index]) ?? []);
    carried += (await writer.carryOver(updates)).changed;
    waiting = [];
  };
  const question = {
    TableName: from,
    FilterExpression: 'begins_with(pk, :keywords) AND sk = :state',
    ExpressionAttributeValues: { ':keywords': 'K#', ':state': stateSort },
    Segment,
    TotalSegments,
  };
  for await (const { Items = [] } of paginateScan({ client: documents }, question))
    for (const item of Items) {
      if (!isLive(item)) continue;
      waiting.push(keywordOf(item));
      if (waiting.length >= keywordsAtOnce) await write();
    }
  if (waiting.length > 0) await write();
  return carried;
}

type Keyword = Pick<KeywordUpdate, 'market' | 'keyword'>;

const isLive = (item: Item): boolean => readState(item).state.listing?.source === liveSource;

function keywordOf({ pk }: Item): Keyword {
  const { market, name: keyword } = marketOfKey(String(pk));
  return { market, keyword };
}

/** The listing that was fetched live, as it came; undefined where another source has replaced it meanwhile. */
function liveUpdate(keyword: Keyword, stored: StoredKeyword | undefined): KeywordUpdate | undefined {
  const state = stored?.record?.state;
  const listing = state?.listing;
  if (!state || listing?.source !== liveSource) return undefined;
  const rows = state.rows.filter(({ at }) => at === listing.at);
  const texts = stored?.head && unpackListing(stored.head, stored.tail);
  return { ...keyword, listing: { ...listing, rows }, ...(texts && { texts }) };
}
