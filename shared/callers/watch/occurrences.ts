import { Cron } from 'croner';
import { weekdays } from '#shared/contract/rule-choices.ts';
import type { TrackerSchedule } from '#shared/contract/watch.ts';

const dayMs = 24 * 3_600_000;

/** When a tracker asks, by the clocks of a time zone. */
export type Timing = Readonly<TrackerSchedule>;

/** The day, week or month that a tracker is in. Moments in milliseconds since 1970. */
export interface Occurrence {
  /** When it came due: the last time at or before now. */
  readonly due: number;
  /** When the one after it comes due. */
  readonly next: number;
  /** Its first day in the time zone, `YYYY-MM-DD`: a week begins on Monday. Later ones sort later, also across rhythms. */
  readonly period: string;
  readonly nextPeriod: string;
}

/**
 * Clocks that are put forward past the hour ask at the hour that they show then, and clocks that are
 * put back ask once: croner decides both.
 */
export function occurrenceAt(timing: Timing, now: number): Occurrence {
  const cron = new Cron(patternOf(timing), { timezone: timing.time_zone, paused: true });
  // Both directions exclude the second that they start from.
  const [before] = cron.previousRuns(1, new Date(Math.floor(now / 1_000) * 1_000 + 1_000));
  const after = cron.nextRun(new Date(now));
  if (!before || !after) throw new Error('A schedule has no end and no beginning.');
  const [due, next] = [before.getTime(), after.getTime()];
  return { due, next, period: periodOf(timing, due), nextPeriod: periodOf(timing, next) };
}

function patternOf({ every, at, weekday = 'monday', day = 1 }: Timing): string {
  const [hour, minute] = at.split(':').map(Number);
  const clock = `${minute} ${hour}`;
  if (every === 'month') return `${clock} ${day} * *`;
  return every === 'week' ? `${clock} * * ${(weekdays.indexOf(weekday) + 1) % 7}` : `${clock} * * *`;
}

function periodOf({ every, time_zone: timeZone }: Timing, moment: number): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
  if (every === 'day') return day;
  if (every === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(`${day}T00:00:00Z`);
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10);
}
