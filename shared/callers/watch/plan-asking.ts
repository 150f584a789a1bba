import type { PauseReason } from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Occurrence } from './occurrences.ts';
import type { Asking, Schedule } from './tracker-item.ts';

const hourMs = 3_600_000;

/**
 * A period is tried for this long after its first call. The Idempotency-Key of that call is
 * kept for 24 hours, so that as long as it is tried, a call that was charged is given again
 * and not charged again.
 */
const triedForMs = 23 * hourMs;
/** A call ends within 28 seconds; one that has said nothing for this long is dead. */
const deadAfterMs = 5 * 60_000;
/** Between two tries after a failure. */
const pauseMs = hourMs;
export const mostTries = 4;
/** Periods in a row without an answer after which nobody is asked any more. */
const mostMisses = 3;

interface AskingFacts {
  readonly now: number;
  /** Credits that a call of the tool costs now. */
  readonly price: number;
  /** Of a rank tracker: what it watches now, and the calls of a check. */
  readonly ranks?: { readonly setup: string; readonly calls: number } | undefined;
  readonly account: { readonly status: 'active' | 'suspended'; readonly balance: number };
  readonly occurrence: Pick<Occurrence, 'period'>;
}

type NewAsking = Omit<Asking, 'revision'>;

type AskingPlan =
  /** Nothing for now; the period stays open. */
  | { readonly do: 'wait' }
  /** Nothing more in this period. */
  | { readonly do: 'leave' }
  | { readonly do: 'pause'; readonly because: PauseReason }
  /** Says why it is not asked for now. */
  | { readonly do: 'note'; readonly asking: NewAsking }
  /** Written before the call, with its price in `spent`. */
  | { readonly do: 'ask'; readonly asking: NewAsking };

interface StoredAsking {
  readonly schedule: Schedule;
  readonly asking: Asking | undefined;
}

/** Decides from what is stored alone, so that any number of runs come to one asking a period. */
export function planAsking({ schedule, asking }: StoredAsking, facts: AskingFacts): AskingPlan {
  const { now, occurrence } = facts;
  const period = asking?.run === undefined ? occurrence.period : latest(occurrence.period, asking.period);
  const standing = schedule.status === 'active' ? standingIn(period, asking, now) : 'leave';
  if (standing !== 'open') return { do: standing };
  const before = withRanks(begun(schedule, asking, { period, now }), facts);
  const price = priceOf(before, facts.price);
  // A call of unknown end is made again for what was set aside for it, or not at all.
  if (before.reserved > 0)
    return price > before.reserved ? { do: 'leave' } : { do: 'ask', asking: tried(before, now) };
  if (before.misses >= mostMisses) return { do: 'pause', because: 'missed' };
  if (price > agreedPrice(schedule, before, price)) return { do: 'pause', because: 'price' };
  const reason = lacking(before, schedule, { ...facts, price });
  if (reason !== undefined) return noted(before, reason, now);
  return { do: 'ask', asking: { ...tried(before, now), spent: before.spent + price, reserved: price } };
}

/** What was begun was agreed to when it began. */
function agreedPrice(schedule: Schedule, { ranks }: NewAsking, price: number): number {
  return (ranks?.paid ?? 0) > 0 ? price : schedule.price;
}

/** What the rest of the period costs. */
function priceOf({ ranks }: NewAsking, price: number): number {
  return ranks ? price * (ranks.calls - ranks.paid) : price;
}

/** A check ends with the keywords that it began with: what is charged of it is not charged again for others. */
function withRanks(before: NewAsking, { ranks }: Pick<AskingFacts, 'ranks'>): NewAsking {
  const isBegun = before.reserved > 0 || (before.ranks?.paid ?? 0) > 0;
  return !ranks || (isBegun && before.ranks) ? before : { ...before, ranks: { ...ranks, paid: 0 } };
}

/** Written once for each reason, and not by every run. */
function noted(before: NewAsking, reason: string, now: number): AskingPlan {
  if (before.state === 'waiting' && before.reason === reason) return { do: 'wait' };
  return { do: 'note', asking: { ...before, state: 'waiting', reason, at: now } };
}

/**
 * The period begun anew under a key of its own, for an owner who wants an answer now; undefined while a
 * call of it is running. What is spent and set aside counts on.
 */
export function askAnew(
  { schedule, asking }: StoredAsking,
  { now, occurrence, run }: Pick<AskingFacts, 'now' | 'occurrence'> & { readonly run: string },
): NewAsking | undefined {
  if (asking !== undefined && asking.reserved > 0) return undefined;
  const period = latest(occurrence.period, asking?.period);
  const fresh = begun(schedule, asking && { ...asking, period: '' }, { period, now });
  return { ...fresh, run, misses: asking?.misses ?? 0 };
}

export type AskingEnd =
  | { readonly ok: true; readonly requestId: string; readonly returned?: number }
  | {
      readonly ok: false;
      readonly code: string;
      readonly mayWorkLater: boolean;
      /** Of a rank tracker: calls of the period that are charged, and the credits of those that this try charged. */
      readonly paid?: number;
      readonly charged?: number;
      /** Credits of them that were given back. */
      readonly returned?: number;
    };

/** Code of a check that is not through yet: it goes on with the next run, on what is set aside. */
export const goingOn = 'going_on';

/** Codes after which the tracker waits within its period for what its owner can mend. */
const waitedFor: ReadonlySet<string> = new Set(['insufficient_credits', 'account_suspended']);

/**
 * What a call that was planned came to. `found` is what the plan was made from:
 * where its price was set aside already, an earlier call may have been charged,
 * so that a failure gives nothing back.
 */
export function endAsking(
  asking: NewAsking,
  found: Asking | undefined,
  end: AskingEnd,
  now: number,
): NewAsking {
  const spent = asking.spent - (end.returned ?? 0);
  const { reason: _, ...running } = { ...asking, ...paidUntil(asking, end), spent };
  if (end.ok)
    return { ...running, state: 'asked', request_id: end.requestId, at: now, reserved: 0, misses: 0 };
  const { charged = 0 } = end;
  const reserved = asking.reserved - charged;
  if (end.code === goingOn)
    return { ...running, state: 'waiting', reason: goingOn, tries: 0, at: now, reserved };
  const isCertain =
    found === undefined || found.period !== asking.period || found.reserved === 0 || found.reason === goingOn;
  const kept = isCertain ? { ...running, spent: spent - reserved, reserved: 0 } : { ...running, reserved };
  const state = waitedFor.has(end.code) ? 'waiting' : end.mayWorkLater ? 'failed' : 'refused';
  return { ...kept, state, reason: end.code, at: now };
}

function paidUntil({ ranks }: NewAsking, end: AskingEnd): Pick<NewAsking, 'ranks'> {
  if (!ranks) return {};
  const returned = (ranks.returned ?? 0) + (end.returned ?? 0);
  const paid = end.ok ? ranks.calls : (end.paid ?? ranks.paid);
  return { ranks: { ...ranks, paid, ...(returned > 0 && { returned }) } };
}

function standingIn(period: string, asking: Asking | undefined, now: number): 'open' | 'wait' | 'leave' {
  if (asking === undefined || asking.period < period) return 'open';
  return asking.period > period ? 'leave' : standingOf(asking, now);
}

function standingOf(asking: Asking, now: number): 'open' | 'wait' | 'leave' {
  const { state, tries, at, first_at } = asking;
  if (first_at === undefined && state === 'waiting' && tries === 0) return 'open';
  return standingOfBegun({ ...asking, first_at: first_at ?? at }, now);
}

function standingOfBegun(
  { state, tries, at, first_at }: Asking & { readonly first_at: number },
  now: number,
): 'open' | 'wait' | 'leave' {
  if (state === 'asked' || state === 'refused' || now - first_at > triedForMs) return 'leave';
  if (state === 'waiting') return 'open';
  if (state === 'running' && now - at < deadAfterMs) return 'wait';
  if (tries >= mostTries) return 'leave';
  return state === 'failed' && now - at < pauseMs ? 'wait' : 'open';
}

/** The state of the period as it stands, or as it begins. */
function begun(
  schedule: Schedule,
  asking: Asking | undefined,
  { period, now }: { readonly period: string; readonly now: number },
): NewAsking {
  const month = latest(isoTime(now).slice(0, 7), asking?.month);
  if (asking === undefined || asking.period !== period)
    return {
      period,
      state: 'waiting',
      tries: 0,
      at: now,
      month,
      spent: asking?.month === month ? asking.spent : 0,
      reserved: 0,
      misses: missesUntil(schedule, asking),
    };
  const { revision: _, ...same } = asking;
  // What is set aside for a call of unknown end counts in the month in which the call may be made again.
  return asking.month === month ? same : { ...same, month, spent: asking.reserved };
}

/** An owner who sets the schedule again begins anew; a used budget is what the owner wanted. */
function missesUntil({ from }: Schedule, asking: Asking | undefined): number {
  if (asking === undefined || asking.state === 'asked' || asking.at < Date.parse(from)) return 0;
  return asking.reason === 'budget_used' ? asking.misses : asking.misses + 1;
}

function lacking(
  { spent }: Pick<Asking, 'spent'>,
  { monthly_budget }: Pick<Schedule, 'monthly_budget'>,
  { price, account }: Omit<AskingFacts, 'now'>,
): string | undefined {
  if (account.status !== 'active') return 'account_suspended';
  if (spent + price > monthly_budget) return 'budget_used';
  return account.balance < price ? 'insufficient_credits' : undefined;
}

function tried(before: NewAsking, now: number): NewAsking {
  const { reason: _, ...rest } = before;
  return { ...rest, state: 'running', tries: before.tries + 1, first_at: before.first_at ?? now, at: now };
}

function latest(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
