import type { UsageSummary } from '../../api/schema.ts';
import type { BarOfTime } from '../../charts/bars.tsx';
import { dayName, number, words } from '../../format.ts';

/** What the chart can show of a day. */
export type Measure = 'credits_charged' | 'calls' | 'failed';

export interface Chart {
  /** Series by what they come to, largest first. */
  readonly series: readonly { readonly name: string; readonly total: number }[];
  readonly rows: readonly BarOfTime[];
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
  const shownTotals = own.map(({ tool, total }) => ({ name: words(tool), total }));
  const series = shared > 0 ? [...shownTotals, { name: rest, total: shared }] : shownTotals;
  const rows = daysBetween(since, until).map((day) => {
    const counts = new Map<string, number>();
    for (const entry of found.get(day)?.tools ?? []) {
      const name = names.get(entry.tool) ?? rest;
      counts.set(name, (counts.get(name) ?? 0) + entry[measure]);
    }
    const held = series.flatMap(({ name }) =>
      counts.get(name) ? `${name}: ${number(counts.get(name))}` : [],
    );
    return {
      name: dayName(day),
      text: [dayName(day), ...held].join('\n'),
      values: series.map(({ name }) => counts.get(name) ?? 0),
    };
  });
  return { series, rows };
}

const dayMs = 86_400_000;

function daysBetween(since: string, until: string): readonly string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(since) + index * dayMs).toISOString().slice(0, 10),
  );
}
