import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { takeSnapshot } from './account-figures.ts';
import { dayOf, dayPeriod, nextDay } from './calendar.ts';
import { type DayDigest, provisionalSeal, readDigest, type SealedDay, sealedSpan } from './day-digest.ts';
import { type DayParts, exportDay } from './export-day.ts';

interface SealParts extends DayParts {
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly clock: Clock;
}

/** Days after the last sealed one, with the outcome of each. */
export interface ReachedDays {
  /** Days that this run sealed, in order. */
  readonly sealed: readonly string[];
  /** Days that are not over: written, and written again by the next run. */
  readonly provisional: readonly DayDigest[];
}

/** After this a call of a day has ended or shows as an open hold: functions end after 28 seconds, and clocks differ little. */
const settledAfterMs = 15 * 60_000;

/** Whether a period that ended at `until` can be final. */
export function isSettled(until: number, now: number): boolean {
  return until + settledAfterMs <= now;
}

/** Writes every day that is not sealed, up to `day`, each after the one before: the chain has no gaps. */
export async function reachDay(parts: SealParts, day: string): Promise<ReachedDays> {
  const { objects, clock } = parts;
  const sealed: string[] = [];
  const provisional: DayDigest[] = [];
  const span = await sealedSpan(objects);
  let previous: SealedDay | undefined = span && (await readDigest(objects, span.last));
  let next = span ? nextDay(span.last) : await firstDay(parts);
  if (next > day) return { sealed, provisional };
  const snapshot = await takeSnapshot(parts.accounts, clock());
  for (; next <= day; next = nextDay(next)) {
    const final = isSettled(dayPeriod(next).until, snapshot.takenAt);
    const digest = await exportDay(parts, { day: next, snapshot, previous, final });
    if (final) sealed.push(next);
    else provisional.push(digest);
    previous = final ? await readDigest(objects, next) : provisionalSeal(digest);
  }
  return { sealed, provisional };
}

/** The day of the first account; today where there is none yet. */
export async function firstDay({ accounts, clock }: Pick<SealParts, 'accounts' | 'clock'>): Promise<string> {
  let first = clock();
  for await (const { createdAt } of accounts.list()) first = Math.min(first, Date.parse(createdAt));
  return dayOf(first);
}
