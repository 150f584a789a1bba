import { createHash } from 'node:crypto';
import { readHeads } from '#shared/facts/own-sites/console-reads.ts';
import { type ConsoleSet, type Counts, noCounts } from '#shared/facts/own-sites/console-tally.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Versioned } from './connection-store.ts';
import { type Day, dateOf, dayOf, hasDays, touchesDays, weekOf } from './day-ranges.ts';
import { indexOpportunities, readIndexStatus } from './index-status.ts';
import { type KeptProperty, noDays, presentedImports, type RowList } from './kept-items.ts';
import { type DayTotal, pairMark } from './kept-rows.ts';
import { type SyncParts, saved } from './open-connection.ts';
import { readSlice } from './slices.ts';

/** Thirteen weeks: a season's worth, and each weekday as often. */
export const presentedDays = 91;
/** Queries and pages that the tools are given together, most impressions first. */
const mostPairs = 200_000;
/** The tools are given a site anew after as many days as it has these rows, and each week at the latest: writing all of them each day would cost more than all else. */
const rowsADay = 15_000;
const mostDays = 7;

/**
 * Gives the tools the last thirteen weeks of web search, and thirteen before
 * them, in the form that an import has: every tool, dataset and opportunity
 * reads them as it reads a file, and the newest period is the one that answers.
 */
export async function presentToTools(
  parts: SyncParts,
  kept: Versioned<KeptProperty>,
  { isAgain }: { readonly isAgain: boolean },
): Promise<Versioned<KeptProperty>> {
  const { data } = kept;
  const period = wholePeriod(data);
  if (!period || (!isAgain && !isDue(data, period.to))) return kept;
  // Loaded where there is something to give: it judges queries by the list of public suffixes.
  const { createConsoleStore } = await import('#shared/facts/own-sites/console-store.ts');
  const store = createConsoleStore(parts.table);
  const earlier = earlierPeriod(data, period);
  const id = importIdOf(data.property, period, String(parts.clock()));
  const earlierId = earlier && importIdOf(data.property, earlier, '');
  const ids = earlierId === undefined ? [id] : [earlierId, id];
  // Named before they are written, so that a run that ends in between leaves nothing that nobody removes.
  const all = [...new Set([...presentedImports(data), ...ids])];
  const [last = ''] = data.presented.split(' ');
  const named = await saved(parts, kept, { ...data, presented: [last, ...all].join(' ') });
  // The earlier period is of whole weeks, and the same for seven days.
  const heads = await readHeads(parts.table, parts.accountId);
  if (earlier && earlierId !== undefined && !heads.some(({ import_id }) => import_id === earlierId))
    await store.write(await importOf(parts, data, earlier, earlierId));
  const faults = await faultsOf(parts, data, period);
  const head = await store.write({ ...(await importOf(parts, data, period, id)), faults });
  const name = `${dateOf(period.from)}..${dateOf(period.to)}`;
  const given = await saved(parts, named, {
    ...named.data,
    presented: [name, ...all].join(' '),
    presented_rows: head.queries + head.pages + head.pairs,
  });
  const old = all.filter((each) => !ids.includes(each));
  if (old.length === 0) return given;
  for (const each of old) await store.remove(parts.accountId, each);
  return saved(parts, given, { ...given.data, presented: [name, ...ids].join(' ') });
}

/** The last thirteen weeks, once all of their rows are in. */
function wholePeriod({ types, first_day, last_final: to }: KeptProperty): Period | undefined {
  if (to === null) return undefined;
  const { todo, days } = types.web ?? noDays;
  const from = Math.max(first_day, to - presentedDays + 1);
  return !touchesDays(todo, from, to) && touchesDays(days, from, to) ? { from, to } : undefined;
}

async function importOf(parts: SyncParts, data: KeptProperty, period: Period, importId: string) {
  return {
    accountId: parts.accountId,
    importId,
    site: data.site,
    importedAt: isoTime(parts.clock()),
    frame: frameOf(data, period),
    set: await setOf(parts, data, period),
  };
}

interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** Whether the tools have too old a period, or none. */
function isDue({ presented, presented_rows }: KeptProperty, to: Day): boolean {
  const last = dayOf(/^\S+\.\.(?<to>\S+)/u.exec(presented)?.groups?.to ?? '');
  const wait = Math.min(mostDays, Math.max(1, Math.ceil(presented_rows / rowsADay)));
  return Number.isNaN(last) || to - last >= wait;
}

const yearDays = 364;

/**
 * The thirteen whole weeks that the period is compared with: those of a year
 * before, which have the same season, and else the last ones before it. Rows
 * of then are kept by week, so that other days would cut through them.
 */
function earlierPeriod({ types, first_day }: KeptProperty, { from }: Period): Period | undefined {
  const { todo, weeks } = types.web ?? noDays;
  const ofYear = weekOf(from - yearDays + 3);
  const justBefore = weekOf(from) - presentedDays;
  const isIn = (start: Day) => start >= first_day && !touchesDays(todo, start, start + presentedDays - 1);
  const hasEnds = (start: Day) =>
    hasDays(weeks, start, start + 6) && hasDays(weeks, start + presentedDays - 7, start + presentedDays - 1);
  const start = [ofYear, justBefore].find((each) => isIn(each) && hasEnds(each));
  return start === undefined ? undefined : { from: start, to: start + presentedDays - 1 };
}

function importIdOf(property: string, { from, to }: Period, mark: string) {
  const text = JSON.stringify([property, from, to, mark]);
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
  { clicks, impressions, position }: Omit<DayTotal, 'day'>,
): void {
  const sum = sums.get(key) ?? noCounts();
  sums.set(key, sum);
  sum.clicks += clicks;
  sum.impressions += impressions;
  sum.places += position * impressions;
  sum.shown += impressions;
}
