import { createHash } from 'node:crypto';
import type { ConsoleSet } from '#shared/facts/own-sites/console-set.ts';
import { createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { type Counts, noCounts } from '#shared/facts/own-sites/console-tally.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Versioned } from './connection-store.ts';
import { type Day, dateOf, touchesDays } from './day-ranges.ts';
import { type KeptProperty, noDays, type RowList } from './kept-items.ts';
import type { DayTotal } from './kept-rows.ts';
import { readSlice } from './read-slice.ts';
import { type SyncParts, saved } from './sync-step.ts';

/** Thirteen weeks: a season's worth, and each weekday as often. */
export const presentedDays = 91;
/** Queries and pages that the tools are given together, most impressions first. */
const mostPairs = 200_000;

/**
 * Gives the tools the last thirteen weeks of web search, and the thirteen
 * before, in the form that an import has: every tool, dataset and opportunity
 * reads them as it reads a file, and the newest period is the one that answers.
 */
export async function presentToTools(
  parts: SyncParts,
  kept: Versioned<KeptProperty>,
  { isAgain }: { readonly isAgain: boolean },
): Promise<Versioned<KeptProperty>> {
  const { data } = kept;
  const state = data.types.web ?? noDays;
  const to = data.last_final;
  if (to === null) return kept;
  const from = Math.max(data.first_day, to - presentedDays + 1);
  const isIn = !touchesDays(state.todo, from, to) && touchesDays(state.days, from, to);
  const name = `${dateOf(from)}..${dateOf(to)}#${parts.clock()}`;
  if (!isIn || (!isAgain && isSame(data, from, to))) return kept;
  const store = createConsoleStore(parts.table);
  const earlier = { from: from - presentedDays, to: from - 1 };
  const hasEarlier = earlier.from >= data.first_day && !touchesDays(state.todo, earlier.from, earlier.to);
  const periods = [...(hasEarlier ? [earlier] : []), { from, to }];
  const ids: string[] = [];
  for (const period of periods) {
    const importId = importIdOf(data.property, period, name);
    ids.push(importId);
    await store.write({
      accountId: parts.accountId,
      importId,
      site: data.site,
      importedAt: isoTime(parts.clock()),
      frame: frameOf(data, period),
      set: await setOf(parts, data, period),
    });
  }
  const after = await saved(parts, kept, { ...data, presented: [name, ...ids].join(' ') });
  for (const old of presentedImports(data)) await store.remove(parts.accountId, old);
  return after;
}

/** The imports that the tools read of a property. */
export const presentedImports = ({ presented }: KeptProperty): string[] =>
  presented.split(' ').filter((word) => word.startsWith('imp_'));

function isSame({ presented }: KeptProperty, from: Day, to: Day): boolean {
  return presented.startsWith(`${dateOf(from)}..${dateOf(to)}#`);
}

function importIdOf(property: string, { from, to }: { readonly from: Day; readonly to: Day }, name: string) {
  const text = JSON.stringify([property, from, to, name]);
  return `imp_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
}

/** A property of a part of a site says so as a filter would. */
function frameOf({ property }: KeptProperty, { from, to }: { readonly from: Day; readonly to: Day }) {
  const url = property.startsWith('sc-domain:') ? null : URL.parse(property);
  const isPart = url !== null && url.pathname !== '/';
  return {
    from: dateOf(from),
    to: dateOf(to),
    searchType: 'web',
    country: null,
    device: null,
    filters: isPart ? [{ dimension: 'page', operator: 'contains' as const, value: property }] : [],
    property,
    source: 'connection' as const,
  };
}

async function setOf(
  { rows }: SyncParts,
  kept: KeptProperty,
  period: { readonly from: Day; readonly to: Day },
): Promise<ConsoleSet> {
  const source = { state: kept.types.web ?? noDays, firstDay: kept.first_day };
  const list = async (name: RowList) => {
    const sums = new Map<string, Counts>();
    const slice = { type: 'web', list: name, ...period, bucket: 'all' } as const;
    for await (const part of readSlice(rows, source, slice))
      for (const { key, ...counts } of part.rows) add(sums, key, counts);
    return sums;
  };
  const totals = await rows.totals('web', period.from, period.to);
  const pairs = [...(await list('x'))]
    .toSorted(([, a], [, b]) => b.impressions - a.impressions)
    .slice(0, mostPairs)
    .map(([key, counts]) => [key, counts] as const);
  return {
    ...totalOf(totals),
    queries: await list('q'),
    pages: await list('p'),
    pairs: new Map(pairs),
    countries: await list('c'),
    devices: await list('v'),
    appearances: new Map(),
  };
}

function totalOf(totals: readonly DayTotal[]): Pick<ConsoleSet, 'total' | 'countedFrom' | 'days'> {
  const days = new Map<string, Counts>();
  const sum = new Map<string, Counts>();
  for (const { day, ...counts } of totals) {
    add(days, dateOf(day), counts);
    add(sum, 'all', counts);
  }
  return { total: sum.get('all') ?? noCounts(), countedFrom: 'dates', days };
}

function add(
  sums: Map<string, Counts>,
  key: string,
  {
    clicks,
    impressions,
    position,
  }: { readonly clicks: number; readonly impressions: number; readonly position: number },
): void {
  const sum = sums.get(key) ?? noCounts();
  sums.set(key, sum);
  sum.clicks += clicks;
  sum.impressions += impressions;
  sum.places += position * impressions;
  sum.shown += impressions;
}
