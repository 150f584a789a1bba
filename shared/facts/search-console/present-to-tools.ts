import { createHash } from 'node:crypto';
import type { ConsoleSet } from '#shared/facts/own-sites/console-set.ts';
import { type Counts, noCounts } from '#shared/facts/own-sites/console-tally.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Versioned } from './connection-store.ts';
import { type Day, dateOf, touchesDays } from './day-ranges.ts';
import { indexOpportunities, readIndexStatus } from './index-status.ts';
import { type KeptProperty, noDays, presentedImports, type RowList } from './kept-items.ts';
import { type DayTotal, pairMark } from './kept-rows.ts';
import { type SyncParts, saved } from './open-connection.ts';
import { readSlice } from './slices.ts';

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
  // Loaded where there is something to give: it judges queries by the list of public suffixes.
  const { createConsoleStore } = await import('#shared/facts/own-sites/console-store.ts');
  const store = createConsoleStore(parts.table);
  const periods = periodsOf(data, { from, to });
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
      faults: period.to === to ? await faultsOf(parts, data, period) : [],
    });
  }
  const after = await saved(parts, kept, { ...data, presented: [name, ...ids].join(' ') });
  for (const old of presentedImports(data)) await store.remove(parts.accountId, old);
  return after;
}

interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** The period, and before it the one that it is compared with, where that is in. */
function periodsOf({ types, first_day }: KeptProperty, period: Period): Period[] {
  const earlier = { from: period.from - presentedDays, to: period.from - 1 };
  const { todo } = types.web ?? noDays;
  const hasEarlier = earlier.from >= first_day && !touchesDays(todo, earlier.from, earlier.to);
  return [...(hasEarlier ? [earlier] : []), period];
}

function isSame({ presented }: KeptProperty, from: Day, to: Day): boolean {
  return presented.startsWith(`${dateOf(from)}..${dateOf(to)}#`);
}

function importIdOf(property: string, { from, to }: Period, name: string) {
  const text = JSON.stringify([property, from, to, name]);
  return `imp_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
}

/** A property of a part of a site says so as a filter would. */
function frameOf({ property }: KeptProperty, { from, to }: Period) {
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

async function faultsOf(
  { table, accountId }: SyncParts,
  { site, property }: KeptProperty,
  { from, to }: Period,
) {
  const rows = await readIndexStatus(table, accountId, property);
  return indexOpportunities(site, rows, { from: dateOf(from), to: dateOf(to) });
}

async function setOf({ rows }: SyncParts, kept: KeptProperty, period: Period): Promise<ConsoleSet> {
  const source = { state: kept.types.web ?? noDays, firstDay: kept.first_day };
  const list = async (name: RowList) => {
    const sums = new Map<string, Counts>();
    const slice = { type: 'web', list: name, ...period, bucket: 'all' } as const;
    for await (const part of readSlice(rows, source, slice))
      for (const { key, ...counts } of part.rows) add(sums, key, counts);
    return sums;
  };
  const totals = await rows.totals('web', period.from, period.to);
  const weeks = weekShares();
  const byWeek = { type: 'web', list: 'x', ...period, bucket: 'week' } as const;
  const sums = new Map<string, Counts>();
  for await (const part of readSlice(rows, source, byWeek)) {
    const week = Math.floor((part.day - period.from) / 7);
    for (const { key, ...counts } of part.rows) {
      add(sums, key, counts);
      weeks.add(week, key, counts.impressions);
    }
  }
  const pairs = [...sums]
    .toSorted(([, a], [, b]) => b.impressions - a.impressions)
    .slice(0, mostPairs)
    .map(([key, counts]) => [key, counts] as const);
  return {
    ...totalOf(totals),
    queries: await list('q'),
    pages: await list('p'),
    pairs: new Map(pairs),
    pairWeeks: weeks.end(),
    countries: await list('c'),
    devices: await list('v'),
    appearances: new Map(),
  };
}

/** A page has a part of a query in a week in which this share of its impressions were of the page. */
const leastPart = 0.15;

/** For each query and page, the weeks in which the page had a part of the query, as bits. Weeks come one after another. */
function weekShares() {
  const bits = new Map<string, number>();
  let current = -1;
  let shown = new Map<string, number>();
  const close = () => {
    const ofQuery = new Map<string, number>();
    for (const [key, impressions] of shown) {
      const [query = ''] = key.split(pairMark, 1);
      ofQuery.set(query, (ofQuery.get(query) ?? 0) + impressions);
    }
    for (const [key, impressions] of shown) {
      const [query = ''] = key.split(pairMark, 1);
      if (impressions >= leastPart * (ofQuery.get(query) ?? 0))
        bits.set(key, (bits.get(key) ?? 0) | (1 << current));
    }
    shown = new Map();
  };
  return {
    add(week: number, key: string, impressions: number): void {
      if (week !== current) close();
      current = week;
      shown.set(key, (shown.get(key) ?? 0) + impressions);
    },
    end(): ReadonlyMap<string, number> {
      close();
      return bits;
    },
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
