import type { UsageSummary } from '../../api/schema.ts';
import { dayName, words } from '../../format.ts';

/** What the chart can show of a day. */
export type Measure = 'credits_charged' | 'calls' | 'failed';

/** One bar of the chart: a name, and a number for each series. */
export type DayRow = Readonly<Record<string, string | number>> & { readonly day: string };

export interface Chart {
  /** Series by what they come to, largest first. */
  readonly series: readonly { readonly name: string; readonly total: number }[];
  readonly rows: readonly DayRow[];
}

/** Colors that people can tell apart end here; smaller series share the last. */
const maxSeries = 8;
const rest = 'Other tools';

/** A bar for each day of the summary's span, those without a call as well, stacked by tool. */
export function chartOf({ since, until, tools, days }: UsageSummary, measure: Measure): Chart {
  const totals = tools
    .map((entry) => ({ tool: entry.tool, total: entry[measure] }))
    .filter(({ total }) => total > 0)
    .toSorted((left, right) => right.total - left.total);
  const own = totals.length > maxSeries ? totals.slice(0, maxSeries - 1) : totals;
  const shared = totals.slice(own.length).reduce((sum, { total }) => sum + total, 0);
  const names = new Map(own.map(({ tool }) => [tool, words(tool)]));
  const found = new Map(days.map((day) => [day.day, day]));
  const rows = daysBetween(since, until).map((day) => {
    const row: Record<string, number> = {};
    for (const entry of found.get(day)?.tools ?? []) {
      const name = names.get(entry.tool) ?? rest;
      row[name] = (row[name] ?? 0) + entry[measure];
    }
    return { ...row, day: dayName(day) };
  });
  const series = own.map(({ tool, total }) => ({ name: words(tool), total }));
  return { series: shared > 0 ? [...series, { name: rest, total: shared }] : series, rows };
}

const dayMs = 86_400_000;

function daysBetween(since: string, until: string): readonly string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(since) + index * dayMs).toISOString().slice(0, 10),
  );
}
