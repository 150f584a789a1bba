import type { Account } from '#shared/money/accounts/principal.ts';
import { idTime } from '#shared/platform/ids.ts';
import {
  addCall,
  addCaller,
  type CallerSums,
  type CallSums,
  type MonthSums,
  type MonthSumsStore,
  otherCallers,
  people,
} from './call-sums.ts';
import type { UsageItem } from './usage-item.ts';
import type { UsageLog } from './usage-log.ts';

export interface SummaryQuestion {
  readonly account: Account;
  /** Milliseconds since 1970 at a midnight of UTC, inclusive. */
  readonly since: number;
  /** The same, exclusive. */
  readonly until: number;
  readonly now: number;
}

export interface UsageSummary {
  /** One entry for each day with a call, `2026-11-20`, oldest first. */
  readonly days: readonly DaySums[];
  /** False while a long log is still being added up: the next request continues where this one stopped. */
  readonly isComplete: boolean;
}

interface DaySums {
  readonly day: string;
  readonly sums: CallSums;
  readonly callers: CallerSums;
}

interface SummaryOptions {
  readonly log: Pick<UsageLog, 'records'>;
  readonly months: MonthSumsStore;
  /** Records that one question may read; about 600 bytes each. */
  readonly maxRecords?: number;
  /** Milliseconds that one question may read for; the clock of `elapsed`. */
  readonly maxMs?: number;
  /** A clock in milliseconds that only goes forward. */
  readonly elapsed?: () => number;
}

/** Adds up what an account's calls were, by day, tool and caller, over any time that the log keeps. */
export type SummarizeUsage = (question: SummaryQuestion) => Promise<UsageSummary>;

/**
 * A call writes its record when it ends, under an id of when it began. What
 * began this long ago either is in the log or has an open hold.
 */
const settledAfterMs = 5 * 60_000;
/** Sums are kept once this many records are new in them, so that looking twice does not write twice. */
const worthKeeping = 200;
const defaultMaxRecords = 20_000;
/** A page waits for the answer, and other readers of the log for its database. */
const defaultMaxMs = 2_500;

/**
 * Nothing is written in the path of a call. A question reads the records since
 * the last one, newest month first, and keeps the sums of what is settled; so
 * every record is read about once, however often and for whichever span is asked.
 */
export function createUsageSummary({
  log,
  months,
  maxRecords = defaultMaxRecords,
  maxMs = defaultMaxMs,
  elapsed = () => performance.now(),
}: SummaryOptions): SummarizeUsage {
  return async ({ account, since, until, now }) => {
    const settledUntil = settledTime(account, now);
    const wanted = monthsBetween(Math.max(since, Date.parse(account.createdAt)), Math.min(until, now + 1));
    const budget = { records: maxRecords, endsAt: elapsed() + maxMs };
    const found: DaySums[] = [];
    for (const month of wanted.toReversed()) {
      const sums = await summarizeMonth(account.accountId, month, settledUntil, budget);
      found.unshift(...daysOf(month, sums));
    }
    return {
      days: found.filter(({ day }) => Date.parse(day) >= since && Date.parse(day) < until),
      isComplete: !isSpent(budget),
    };
  };

  async function summarizeMonth(
    accountId: string,
    month: Month,
    settledUntil: number,
    budget: Budget,
  ): Promise<MonthSums> {
    const kept = await months.find(accountId, month.name);
    const sums = kept ?? { summed_until: month.start, days: {}, callers: {} };
    const settled = Math.min(month.end, settledUntil);
    if (sums.summed_until < settled) {
      const added = await addRecords(accountId, sums, settled, budget);
      const isWorthIt = added >= worthKeeping || sums.summed_until === month.end;
      if (isWorthIt) await months.keep(accountId, month.name, sums);
    }
    // What is not settled yet is counted and never kept.
    if (sums.summed_until < month.end) await addRecords(accountId, sums, month.end, budget);
    return sums;
  }

  /** Adds the records up to `until` as far as the budget goes, and says how many they were. */
  async function addRecords(
    accountId: string,
    sums: MonthSums,
    until: number,
    budget: Budget,
  ): Promise<number> {
    let added = 0;
    if (isSpent(budget)) return added;
    const known = callersOf(sums);
    for await (const item of log.records({ accountId, since: sums.summed_until, until })) {
      const startedAt = idTime(item.id) ?? 0;
      // Stops between two moments, so that none is counted in part and then again.
      if (isSpent(budget) && startedAt >= sums.summed_until) return added;
      addRecord(sums, item, known);
      sums.summed_until = startedAt + 1;
      added += 1;
      spend(budget, elapsed);
    }
    sums.summed_until = until;
    return added;
  }
}

function addRecord(sums: MonthSums, item: UsageItem, known: Set<string>): void {
  const day = new Date(idTime(item.id) ?? 0).toISOString().slice(8, 10);
  const ofDay = sums.days[day] ?? {};
  sums.days[day] = ofDay;
  addCall(ofDay, item);
  const byCaller = sums.callers[day] ?? {};
  sums.callers[day] = byCaller;
  addCaller(byCaller, item, known);
}

/** Who has a sum in the month; the same however often the adding up was stopped. */
function callersOf({ callers }: MonthSums): Set<string> {
  const shared: readonly string[] = [people, otherCallers];
  return new Set(
    Object.values(callers)
      .flatMap((sums) => Object.keys(sums))
      .filter((name) => !shared.includes(name)),
  );
}

interface Budget {
  /** None are left where the time is over. */
  records: number;
  readonly endsAt: number;
}

/** The clock is looked at after so many records. */
const recordsBetweenLooks = 500;

function spend(budget: Budget, elapsed: () => number): void {
  budget.records -= 1;
  if (budget.records % recordsBetweenLooks === 0 && elapsed() > budget.endsAt) budget.records = 0;
}

const isSpent = ({ records }: Budget) => records <= 0;

interface Month {
  /** `2026-11`. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Everything that began before this moment is decided. */
function settledTime({ snapshot }: Account, now: number): number {
  const heldSince = Object.keys(snapshot.holds).map((id) => idTime(id) ?? 0);
  return Math.min(now - settledAfterMs, ...heldSince);
}

function monthsBetween(since: number, until: number): Month[] {
  const found: Month[] = [];
  for (let start = monthStart(since, 0); start < until; start = monthStart(start, 1))
    found.push({ name: new Date(start).toISOString().slice(0, 7), start, end: monthStart(start, 1) });
  return found;
}

function monthStart(time: number, monthsLater: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater);
}

function daysOf({ name }: Month, { days, callers }: MonthSums): DaySums[] {
  const sorted = Object.entries(days).toSorted(([left], [right]) => left.localeCompare(right));
  return sorted.map(([day, sums]) => ({ day: `${name}-${day}`, sums, callers: callers[day] ?? {} }));
}
