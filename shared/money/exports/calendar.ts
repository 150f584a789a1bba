import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** Days and months are those of UTC, written `2026-11-19` and `2026-11`; they sort as text. */
export const dayMs = 86_400_000;

/** A span of time: milliseconds since 1970, `until` exclusive. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

export function dayOf(time: number): string {
  return isoTime(time).slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function dayPeriod(day: string): Period {
  const since = Date.parse(`${day}T00:00:00.000Z`);
  return { since, until: since + dayMs };
}

export function monthPeriod(month: string): Period {
  const since = Date.parse(`${month}-01T00:00:00.000Z`);
  const start = new Date(since);
  return { since, until: Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) };
}

export function nextDay(day: string): string {
  return dayOf(dayPeriod(day).until);
}

export function nextMonth(month: string): string {
  return monthOf(dayOf(monthPeriod(month).until));
}

export function previousMonth(month: string): string {
  return monthOf(dayOf(monthPeriod(month).since - dayMs));
}

export function daysOfMonth(month: string): string[] {
  const { since, until } = monthPeriod(month);
  return Array.from({ length: (until - since) / dayMs }, (_, index) => dayOf(since + index * dayMs));
}

/** `text` where it is a day that exists; else `validation_error`. */
export function checkedDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? dayPeriod(text).since : Number.NaN;
  if (!Number.isNaN(time) && dayOf(time) === text) return text;
  throw new ServiceError('validation_error', 'A day is written as 2026-11-19.');
}

/** `text` where it is a month; else `validation_error`. */
export function checkedMonth(text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(text)) return text;
  throw new ServiceError('validation_error', 'A month is written as 2026-11.');
}
