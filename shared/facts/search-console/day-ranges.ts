/** A day as the number of days since 1970, so that weeks and ranges are sums. */
export type Day = number;
/** Days that something holds for, both ends included, in ascending order and apart. */
export type DayRanges = readonly (readonly [from: Day, to: Day])[];

const dayMs = 86_400_000;

export const dayOf = (date: string): Day => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);
export const dateOf = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day it is in California, by which Search Console counts; `en-CA` writes dates as ISO does. */
const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
export const pacificDay = (ms: number): Day => dayOf(pacific.format(ms));

/** Monday of the day's week; 1970 began on a Thursday. */
export const weekOf = (day: Day): Day => day - ((((day + 3) % 7) + 7) % 7);
export const monthOf = (day: Day): Day => dayOf(`${dateOf(day).slice(0, 7)}-01`);
export const nextMonth = (day: Day): Day => monthOf(monthOf(day) + 31);

export function addDays(ranges: DayRanges, from: Day, to: Day): DayRanges {
  if (from > to) return ranges;
  const isApart = (range: DayRanges[number]) => range[1] < from - 1 || range[0] > to + 1;
  const joined = ranges.filter((range) => !isApart(range));
  const merged = [
    Math.min(from, ...joined.map(([start]) => start)),
    Math.max(to, ...joined.map(([, end]) => end)),
  ] as const;
  return [...ranges.filter(isApart), merged].toSorted((a, b) => a[0] - b[0]);
}

export function withoutDays(ranges: DayRanges, from: Day, to: Day): DayRanges {
  return ranges.flatMap(([start, end]) => {
    const left: DayRanges = start < from ? [[start, Math.min(end, from - 1)]] : [];
    const right: DayRanges = end > to ? [[Math.max(start, to + 1), end]] : [];
    return [...left, ...right];
  });
}

export const hasDays = (ranges: DayRanges, from: Day, to: Day): boolean =>
  ranges.some(([start, end]) => start <= from && end >= to);

export const touchesDays = (ranges: DayRanges, from: Day, to: Day): boolean =>
  ranges.some(([start, end]) => start <= to && end >= from);

export const lastDay = (ranges: DayRanges): Day | undefined => ranges.at(-1)?.[1];

export const countDays = (ranges: DayRanges): number =>
  ranges.reduce((sum, [start, end]) => sum + end - start + 1, 0);

export const mutable = (ranges: DayRanges): [number, number][] => ranges.map(([from, to]) => [from, to]);
