import { type PauseReason, weekdays } from '#shared/contract/workspace.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Asking, Schedule, Slot } from './schedule-item.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * A question is tried for this long after it was due. Its Idempotency-Key is
 * kept for 24 hours from the first try, so that as long as it is tried, a call
 * that was charged is given again and not charged again.
 */
const triedForMs = 23 * hourMs;
/** A call ends within 28 seconds; one that has said nothing for this long is dead. */
const deadAfterMs = 5 * 60_000;
/** Between two tries after a failure. */
const pauseMs = hourMs;
const mostTries = 4;
/** Weeks in a row without an answer after which nobody is asked any more. */
const mostMisses = 3;

/** What is known when it is decided whether to ask. */
interface AskingFacts {
  readonly now: number;
  /** Credits that the tool costs now. */
  readonly price: number;
  readonly account: { readonly status: 'active' | 'suspended'; readonly balance: number };
}

type NewAsking = Omit<Asking, 'revision'>;

type AskingPlan =
  | { readonly do: 'nothing' }
  | { readonly do: 'pause'; readonly because: PauseReason }
  /** Says why it is not asked for now. */
  | { readonly do: 'note'; readonly asking: NewAsking }
  /** Written before the call, with its price in `spent`. */
  | { readonly do: 'ask'; readonly asking: NewAsking };

/** The last moment at or before `now` at which the slot was due; milliseconds since 1970. */
export function lastDue({ day, hour }: Slot, now: number): number {
  const daysSince = (new Date(now).getUTCDay() - weekdayNumber(day) + 7) % 7;
  const due = Math.floor(now / dayMs) * dayMs - daysSince * dayMs + hour * hourMs;
  return due > now ? due - 7 * dayMs : due;
}

/** The next moment at which the schedule asks: a week that has its answer asks no second time. */
export function nextDue(schedule: Schedule, asking: Asking | undefined, now: number): number {
  const next = lastDue(schedule, now) + 7 * dayMs;
  return asking !== undefined && weekOf(next) <= asking.week ? next + 7 * dayMs : next;
}

/** The Monday of a moment's week, by UTC. */
export function weekOf(moment: number): string {
  const daysSinceMonday = (new Date(moment).getUTCDay() + 6) % 7;
  return isoTime(moment - daysSinceMonday * dayMs).slice(0, 10);
}

/** Slots of the hours in which a question may have come due that is still to be asked. */
export function openSlots(now: number): readonly Slot[] {
  return Array.from({ length: triedForMs / hourMs + 1 }, (_, hoursAgo) => {
    const moment = new Date(now - hoursAgo * hourMs);
    return { day: weekdays[(moment.getUTCDay() + 6) % 7] ?? 'monday', hour: moment.getUTCHours() };
  });
}

interface StoredAsking {
  readonly schedule: Schedule;
  readonly asking: Asking | undefined;
}

/** Decides from what is stored alone, so that any number of runs come to one asking a week. */
export function planAsking({ schedule, asking }: StoredAsking, facts: AskingFacts): AskingPlan {
  const { now, price } = facts;
  const week = openWeek({ schedule, asking }, now);
  if (week === undefined) return { do: 'nothing' };
  const before = begun(schedule, asking, { week, now });
  // A call of unknown end is made again for what was set aside for it, or not at all.
  if (before.reserved > 0)
    return price > before.reserved ? { do: 'nothing' } : { do: 'ask', asking: tried(before, now) };
  if (before.misses >= mostMisses) return { do: 'pause', because: 'missed' };
  if (price > schedule.price) return { do: 'pause', because: 'price' };
  const reason = lacking(before, schedule, facts);
  if (reason !== undefined) return noted(before, reason, now);
  return { do: 'ask', asking: { ...tried(before, now), spent: before.spent + price, reserved: price } };
}

/** The week in which the question is due and still to be asked now. */
function openWeek({ schedule, asking }: StoredAsking, now: number): string | undefined {
  const due = lastDue(schedule, now);
  const isDue = schedule.status === 'active' && due >= Date.parse(schedule.from) && now - due <= triedForMs;
  if (!isDue) return undefined;
  const week = weekOf(due);
  if (asking === undefined || asking.week < week) return week;
  return asking.week === week && !isDone(asking, now) ? week : undefined;
}

/** Written once for each reason, and not by every run. */
function noted(before: NewAsking, reason: string, now: number): AskingPlan {
  if (before.state === 'waiting' && before.reason === reason) return { do: 'nothing' };
  return { do: 'note', asking: { ...before, state: 'waiting', reason, at: now } };
}

/** How a call ended, as far as the schedule is concerned. */
export type AskingEnd =
  | { readonly ok: true; readonly requestId: string }
  | { readonly ok: false; readonly code: string; readonly mayWorkLater: boolean };

/** Codes after which the question waits within its week for what its owner can mend. */
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
  const { reason: _, ...running } = asking;
  if (end.ok)
    return { ...running, state: 'asked', request_id: end.requestId, at: now, reserved: 0, misses: 0 };
  const isCertain = found === undefined || found.week !== asking.week || found.reserved === 0;
  const kept = isCertain
    ? { ...running, spent: asking.spent - asking.reserved, reserved: 0 }
    : { ...running };
  const state = waitedFor.has(end.code) ? 'waiting' : end.mayWorkLater ? 'failed' : 'refused';
  return { ...kept, state, reason: end.code, at: now };
}

/** Whether the week needs no try now. */
function isDone({ state, tries, at }: Asking, now: number): boolean {
  switch (state) {
    case 'asked':
    case 'refused':
      return true;
    case 'running':
      return now - at < deadAfterMs || tries >= mostTries;
    case 'failed':
      return now - at < pauseMs || tries >= mostTries;
    case 'waiting':
      return false;
  }
}

/** The state of the week as it stands, or as it begins. */
function begun(
  schedule: Schedule,
  asking: Asking | undefined,
  { week, now }: { readonly week: string; readonly now: number },
): NewAsking {
  const month = latest(isoTime(now).slice(0, 7), asking?.month);
  if (asking === undefined || asking.week !== week)
    return {
      week,
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
  return { ...rest, state: 'running', tries: before.tries + 1, at: now };
}

function weekdayNumber(day: Slot['day']): number {
  return (weekdays.indexOf(day) + 1) % 7;
}

function latest(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}
