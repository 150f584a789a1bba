import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import type { PauseReason } from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  removeItem,
  type Step,
  setAll,
  type Test,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { type IdentityTable, listItems, listRange, putItem, readItem } from '../identity/identity-table.ts';
import type { Occurrence, Timing } from './occurrences.ts';
import {
  type Asking,
  type AskingRow,
  askingRow,
  type DueTracker,
  dueItem,
  parseTracker,
  type Schedule,
  type Tracker,
} from './tracker-item.ts';

const historyDays = 400;
/** Partitions of what is due, so that none has to take all of a busy minute. */
const dueShards = 16;
/** Trackers that one run takes from a shard. */
const dueAtOnce = 200;

export interface TrackerTerms {
  readonly timing: Timing;
  /** Credits a calendar month (UTC). */
  readonly monthlyBudget: number;
  /** Credits of one asking as they are now. */
  readonly price: number;
  readonly isPaused: boolean;
}

interface NewTracker extends Pick<Tracker, 'name' | 'tool' | 'args' | 'rank' | 'madeBy'> {
  /** As `newTrackerId` gives it, where something was kept under it before. */
  readonly trackerId?: string;
}

export const newTrackerId = (now: number) => newId('trk', now);

export type TrackerRepository = ReturnType<typeof createTrackerRepository>;

export function createTrackerRepository(table: IdentityTable) {
  return {
    async save(
      accountId: string,
      { name, tool, args, rank, madeBy, trackerId = newTrackerId(table.clock()) }: NewTracker,
    ): Promise<Tracker> {
      const now = table.clock();
      const names = { account_id: accountId, tracker_id: trackerId, name, tool };
      const made = { created_at: isoTime(now), ...(madeBy !== undefined && { made_by: madeBy }) };
      const item = { ...names, ...made, arguments: { ...args }, ...(rank && { rank }) };
      await putItem(table, identityKeys.tracker(accountId, trackerId), item);
      return parseTracker(item);
    },

    /** Newest first. */
    list: (accountId: string): Promise<readonly Tracker[]> =>
      listItems(table, trackerSchema, identityKeys.tracker(accountId, '')),

    find: (accountId: string, trackerId: string): Promise<Tracker | undefined> =>
      readItem(table, trackerSchema, identityKeys.tracker(accountId, trackerId)),

    /** The renamed tracker; undefined where there is none. */
    rename: (accountId: string, trackerId: string, name: string) =>
      change(table, { accountId, trackerId }, [], setAll({ name })),

    /** The tracker with its schedule, due at `occurrence.next`; undefined where there is none. */
    async schedule(
      tracker: Tracker,
      terms: TrackerTerms,
      { next }: Pick<Occurrence, 'next'>,
      rank?: Tracker['rank'],
    ) {
      const schedule = newSchedule(terms, tracker.schedule, table.clock());
      // Before the schedule: a moment that leads to nothing is tidied up, a schedule without one is never asked.
      if (!terms.isPaused) await lead(table, tracker, next);
      return change(table, tracker, [], setAll({ schedule, ...(rank && { rank }) }));
    },

    /** The tracker with what it watches from now on; undefined where there is none. */
    watch: (tracker: Tracker, rank: NonNullable<Tracker['rank']>) =>
      change(table, tracker, [], setAll({ rank })),

    /** The tracker without a schedule; undefined where there is none. */
    unschedule: (accountId: string, trackerId: string) =>
      change(table, { accountId, trackerId }, [], [{ do: 'remove', path: ['schedule'] }]),

    /** False where there is none. Its history goes with it; the answers stay. */
    async remove(accountId: string, trackerId: string): Promise<boolean> {
      const isRemoved = await removeItem(table, identityKeys.tracker(accountId, trackerId));
      for (const { period } of await listItems(table, askingRow, historyKey(accountId, trackerId, '')))
        await removeItem(table, historyKey(accountId, trackerId, period));
      if (isRemoved?.rank !== undefined) {
        // Loaded with the first rank tracker: others have no months.
        const { createRankHistory } = await import('./rank-history.ts');
        await createRankHistory(table).remove({ accountId, trackerId });
      }
      return isRemoved !== undefined;
    },

    /** What came of each period, newest first. */
    history: (accountId: string, trackerId: string): Promise<readonly AskingRow[]> =>
      listItems(table, askingRow, historyKey(accountId, trackerId, '')),
  };
}

type NewAsking = Omit<Asking, 'revision'>;
type TrackerName = Pick<Tracker, 'accountId' | 'trackerId'>;
export type Askings = ReturnType<typeof createAskings>;

/**
 * Trackers as they are asked. The tracker's own item decides; an item of its next moment
 * leads to it, so that no run looks through accounts and a machine that was off finds what it missed.
 */
export function createAskings(table: IdentityTable) {
  return {
    /** What is due at `now`, the longest waiting first, and the accounts in turn. */
    async due(now: number): Promise<readonly DueTracker[]> {
      const shards = Array.from({ length: dueShards }, (_, shard) => {
        const { pk } = identityKeys.dueTrackers(shard);
        const untilNow = [
          { pk, sk: '0' },
          { pk, sk: `${isoTime(now)}~` },
        ] as const;
        return listRange(table, dueItem, untilNow, { most: dueAtOnce });
      });
      return inTurn((await Promise.all(shards)).flat());
    },

    lead: (tracker: TrackerName, dueAt: number) => lead(table, tracker, dueAt),

    /** Takes away what led to a tracker, once something else leads there or nothing shall. */
    async leave(due: DueTracker): Promise<void> {
      const isSame: Test = { test: 'equals', path: ['made_at'], value: due.made_at };
      await removeItem(table, dueKey(due), [isSame]);
    },

    /**
     * Writes what becomes of a period, where neither schedule nor period have changed
     * since `found` was read; what stands now, or undefined where they have.
     */
    async begin(found: Tracker, asking: NewAsking): Promise<Asking | undefined> {
      const written = { ...asking, revision: randomUUID() };
      const unchanged: Test = found.asking
        ? isAt('asking', found.asking)
        : { test: 'absent', path: ['asking'] };
      const checks = [isAt('schedule', found.schedule), unchanged];
      return (await change(table, found, checks, setAll({ asking: written }))) && written;
    },

    /** Writes how a period that was begun ended; false where another run has written since. */
    async finish(tracker: TrackerName, begun: Asking, end: NewAsking): Promise<boolean> {
      const written = { ...end, revision: randomUUID() };
      return (
        (await change(table, tracker, [isAt('asking', begun)], setAll({ asking: written }))) !== undefined
      );
    },

    /** Stops the schedule that was found, unless its owner has changed it since; whether it was stopped. */
    async pause(found: Tracker, because: PauseReason): Promise<boolean> {
      const { schedule } = found;
      const paused = { ...schedule, status: 'paused', paused_because: because, revision: randomUUID() };
      const checks = [isAt('schedule', schedule)];
      return (await change(table, found, checks, setAll({ schedule: paused }))) !== undefined;
    },

    /** Keeps what came of a period, in place of what was said of it before. */
    async note({ accountId, trackerId }: TrackerName, row: Omit<AskingRow, 'expires_at'>): Promise<void> {
      const expires_at = Math.floor(table.clock() / 1_000) + historyDays * 86_400;
      await putItem(table, historyKey(accountId, trackerId, row.period), { ...row, expires_at });
    },
  };
}

async function change(
  table: IdentityTable,
  { accountId, trackerId }: TrackerName,
  checks: readonly Test[],
  steps: readonly Step[],
): Promise<Tracker | undefined> {
  const isThere: Test = { test: 'equals', path: ['tracker_id'], value: trackerId };
  const changes = { checks: [isThere, ...checks], steps };
  const changed = await changeItem(table, identityKeys.tracker(accountId, trackerId), changes);
  return changed && parseTracker(changed);
}

async function lead(table: IdentityTable, { accountId, trackerId }: TrackerName, dueAt: number) {
  const names = { account_id: accountId, tracker_id: trackerId };
  const item: DueTracker = { ...names, due_at: isoTime(dueAt), made_at: table.clock() };
  await putItem(table, dueKey(item), item);
}

const trackerSchema = v.pipe(v.unknown(), v.transform(parseTracker));

const historyKey = identityKeys.trackerPeriod;

function dueKey({ account_id, tracker_id, due_at }: Omit<DueTracker, 'made_at'>) {
  const shard = (createHash('sha256').update(tracker_id).digest()[0] ?? 0) % dueShards;
  return { ...identityKeys.dueTrackers(shard), sk: `${due_at}#${account_id}#${tracker_id}` };
}

/** The first of each account, then the second of each: none with many keeps the others waiting. */
function inTurn(due: readonly DueTracker[]): readonly DueTracker[] {
  const byTime = due.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1));
  const seen = new Map<string, number>();
  const turns = byTime.map((one) => {
    const turn = seen.get(one.account_id) ?? 0;
    seen.set(one.account_id, turn + 1);
    return { one, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}

function newSchedule(
  { timing, monthlyBudget, price, isPaused }: TrackerTerms,
  before: Schedule | undefined,
  now: number,
): Schedule {
  const { weekday, day, ...times } = timing;
  return {
    ...times,
    ...(weekday && { weekday }),
    ...(day && { day }),
    monthly_budget: monthlyBudget,
    price,
    from: before?.status === 'active' ? before.from : isoTime(now),
    ...(isPaused ? { status: 'paused', paused_because: 'owner' } : { status: 'active' }),
    revision: randomUUID(),
  };
}

function isAt(name: 'schedule' | 'asking', found: { readonly revision: string } | undefined): Test {
  return { test: 'equals', path: [name, 'revision'], value: found?.revision ?? '' };
}
