import type { CurvePoint, SearchOpportunity } from '#shared/contract/own-rows.ts';
import { figures, perMonth } from '#shared/facts/ports/own-sites.ts';
import { expectedCtr, isClickedAsResult, queriesBehind, reachableCtr } from './click-curve.ts';
import type { StoredPair, StoredQuery } from './console-items.ts';
import { mergedRows } from './console-row.ts';
import type { NameTeller } from './name-teller.ts';
import { farthest, isAdvice, type SpelledQuery, workableQueries } from './workable-queries.ts';

/** What one export shows by itself, still without the period that all rows share. */
export interface SiteFigures {
  readonly domain: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly queries: readonly StoredQuery[];
  readonly pairs: readonly StoredPair[];
  readonly curve: readonly CurvePoint[];
  readonly names: NameTeller;
  /** Rows at which the list of queries ends before its end; undefined where it is whole. */
  readonly cutAt?: number | undefined;
}

/**
 * Fewer clicks to win are not worth anybody's time: a month, and over the whole period. A month's are
 * a part of what queries without a name of the site bring, so that a small site has things to do as well.
 */
const fewestClicks = { month: { part: 0.003, least: 1, most: 5 }, period: 3 };
/** Mean positions from which a page can be brought among the first results. */
const nearTop = { from: 3.5, to: farthest };
/** Where a query that stands on the first page is counted to rise, and one that stands on the second. */
const targetPlace = { first: 3, second: 8 };
/** A share of clicks below this part of the expected one is low, and so is one that chance does not explain. */
const lowShare = 0.6;
const standardDeviations = 2;
/** What a word means is answered on the page of results. */
const asksMeaning =
  /\b(?:meaning|meanings|definition|define|bedeutung|signification|signifie|significado|significato|betekenis|znaczenie)\b|^(?:what (?:is|are|does)|was (?:ist|sind|bedeutet)|wat (?:is|zijn|betekent)|qué es|que es|o que é|cos'è|cosa è|c'est quoi|qu'est-ce que|co to jest)\b/u;
/** Expected clicks from which on a query's own share is believed more than the curve. */
const priorClicks = 5;
/** The most that this is believed: clicked far more often than its place is, a query stands higher for many. */
const mostOfPlace = 2;
/** A second page matters where it has this share of the query's impressions. */
const secondPageShare = 0.15;
const fewestPairImpressions = 50;

/** Queries worth working on, by what an export shows, each in one row with all that can be done about it. */
export function opportunitiesOf(site: SiteFigures): SearchOpportunity[] {
  const queries = workableQueries(site);
  const rows = [
    ...cannibalised(site),
    ...queries.flatMap((query) => [...strikingDistance(site, query), ...lowCtr(site, query)]),
  ];
  const floor = monthFloor(site);
  return mergedRows(rows.filter((row) => isWorthwhile(row, floor)));
}

/** Clicks a month from which on a change is worth the work, of a site of this size. */
export function monthFloor({
  queries,
  names,
  ...period
}: Pick<SiteFigures, 'queries' | 'names' | 'from' | 'to'>): number {
  const { part, least, most } = fewestClicks.month;
  const clicks = queries.reduce((sum, row) => sum + (names.isOwn(row.query) ? 0 : row.clicks), 0);
  return Math.min(most, Math.max(least, part * (perMonth(clicks, period) ?? clicks)));
}

/** Whether a row might bring enough. */
export function isWorthwhile(
  { estimated_clicks, estimated_clicks_per_month }: SearchOpportunity,
  floor: number,
): boolean {
  const clicks = estimated_clicks ?? 0;
  return clicks >= fewestClicks.period && (estimated_clicks_per_month ?? clicks) >= floor;
}

function strikingDistance(site: SiteFigures, query: SpelledQuery): SearchOpportunity[] {
  const position = query.position ?? 0;
  if (position < nearTop.from || position > nearTop.to) return [];
  const target = position <= 10.5 ? targetPlace.first : targetPlace.second;
  const share = reachableCtr(site.curve, position, target);
  const part = partOfPlace(site, query);
  const clicks = Math.round(query.impressions * share * part) - query.clicks;
  const compared =
    part === 1
      ? ''
      : ` × ${Math.round(part * 100) / 100}, how often this query is clicked compared with others at its place,`;
  return [
    {
      kind: 'striking_distance',
      levers: [],
      ...subject(site, query),
      seen: `Shown ${number(query.impressions)} times at ${place(position)} on average, clicked ${number(query.clicks)} times${spelled(query)}.`,
      ...estimate(clicks, site),
      computed: `${number(query.impressions)} impressions × ${percent(share)}, ${shareAt(site, target, share)},${compared} less the clicks it has.${cutNote(site)}`,
      next_call: nextCall('inspect_serp', { query: query.query }),
    },
  ];
}

/**
 * How often a query is clicked, of what its place gives: near 1 where few clicks are expected. Of a list that
 * is cut off by clicks, where a row is there because it is clicked often, never more.
 */
function partOfPlace({ curve, cutAt }: SiteFigures, query: SpelledQuery): number {
  const expected = query.impressions * expectedCtr(curve, query.position ?? 0);
  const most = cutAt === undefined ? mostOfPlace : 1;
  return Math.min(most, (query.clicks + priorClicks) / (expected + priorClicks));
}

/** Where a share that a query can come to is from. */
function shareAt({ curve }: SiteFigures, target: number, share: number): string {
  const own = expectedCtr(curve, target);
  const known = `the site's own share of clicks at ${place(target)}`;
  const behind = sources(queriesBehind(curve, target));
  if (share > own)
    return `more than ${known} (${percent(own)}, ${behind}), since a single query rises further than the curve of them all`;
  const bounded =
    share < own ? `, of ${percent(own)} no more than the rise that other sites see from its place` : '';
  return `${known} (${behind})${bounded}`;
}

/** How many queries the figures are of. */
function spelled({ spellings }: SpelledQuery): string {
  return spellings === 1 ? '' : `, in ${spellings} spellings together`;
}

function lowCtr(site: SiteFigures, query: SpelledQuery): SearchOpportunity[] {
  const position = query.position ?? 0;
  if (position > 10.5 || asksMeaning.test(query.query) || !isClickedAsResult(site.curve, position)) return [];
  const share = expectedCtr(site.curve, position);
  const expected = query.impressions * share;
  const isLow = query.clicks < expected * lowShare;
  const isNoChance = query.clicks < expected - standardDeviations * Math.sqrt(expected);
  if (!isLow || !isNoChance) return [];
  const clicks = Math.round(expected) - query.clicks;
  const behind = queriesBehind(site.curve, position);
  return [
    {
      kind: 'low_ctr',
      levers: [],
      ...subject(site, query),
      seen: `Shown ${number(query.impressions)} times at ${place(position)} on average, clicked ${number(query.clicks)} times${spelled(query)}; this site is clicked ${percent(share)} of the time there.`,
      ...estimate(clicks, site),
      computed: `${number(query.impressions)} impressions × ${percent(share)}, the site's own share of clicks at ${place(position)} (${sources(behind)}), less the clicks it has.${cutNote(site)}`,
      next_call: nextCall('inspect_serp', { query: query.query }),
    },
  ];
}

/** Queries that two pages of the site share, so that each holds the other down. */
function cannibalised(site: SiteFigures): SearchOpportunity[] {
  const known = new Map(site.queries.map((row) => [row.query, row]));
  const byQuery = Map.groupBy(
    site.pairs.filter(({ position }) => position !== null),
    ({ query }) => query,
  );
  return [...byQuery]
    .filter(([query]) => isAdvice(site, query))
    .flatMap(([query, pages]) => sharedQuery(site, known.get(query), pages));
}

function sharedQuery(
  site: SiteFigures,
  known: StoredQuery | undefined,
  pages: readonly StoredPair[],
): SearchOpportunity[] {
  const shown = pages.reduce((sum, { impressions }) => sum + impressions, 0);
  const sharing = pages
    .filter(({ impressions }) => impressions >= shown * secondPageShare)
    .toSorted((a, b) => b.clicks - a.clicks || b.impressions - a.impressions);
  const [first] = sharing;
  const rivals = sharing.filter((page) => page === first || (first && areSideBySide(first, page)));
  const [, second] = rivals;
  if (!first || !second || shown < fewestPairImpressions) return [];
  const clicked = pages.reduce((sum, { clicks }) => sum + clicks, 0);
  // Both pages can be shown for one search, so the query's own count of impressions is the lower, true one.
  const impressions = known?.impressions ?? Math.max(...rivals.map((row) => row.impressions));
  const place_ = Math.min(...rivals.map(({ position }) => position ?? farthest));
  // Where neither page is near the first results, they hold nothing down.
  if (place_ > farthest) return [];
  const share = expectedCtr(site.curve, place_);
  const clicks = Math.round(impressions * share) - clicked;
  return [
    {
      kind: 'cannibalisation',
      levers: [],
      query: first.query,
      page: first.url,
      ...figures(site, { clicks: clicked, impressions, position: place_ }),
      seen: `${rivals.length} pages share this query: ${first.url} (${number(first.impressions)} impressions, ${place(first.position ?? 0)}) and ${second.url} (${number(second.impressions)}, ${place(second.position ?? 0)}).`,
      ...estimate(clicks, site),
      computed: `${number(impressions)} impressions × ${percent(share)}, the site's own share of clicks at ${place(place_)}, where the better page stands (${sources(queriesBehind(site.curve, place_))}), less the clicks they have.`,
      next_call: nextCall('audit_site', {
        domain: site.domain,
        urls: rivals.slice(0, 5).map(({ url }) => url),
      }),
    },
  ];
}

/**
 * Whether two pages had the query in the same time, where that is known: a page
 * that took the place of another, as after a move, holds nothing down.
 */
function areSideBySide({ weeks: a }: StoredPair, { weeks: b }: StoredPair): boolean {
  if (a === undefined || b === undefined) return true;
  const first = Math.max(lowestBit(a), lowestBit(b));
  const last = Math.min(highestBit(a), highestBit(b));
  return last - first + 1 >= fewestWeeksTogether;
}

/** Of weeks from the first in which both were shown to the last. */
const fewestWeeksTogether = 2;
const lowestBit = (bits: number) => 31 - Math.clz32(bits & -bits);
const highestBit = (bits: number) => 31 - Math.clz32(bits);

/** The members that every opportunity has of what was seen. */
function subject(site: SiteFigures, query: StoredQuery) {
  return { query: query.query, page: query.page, ...figures(site, query) };
}

export function estimate(clicks: number, period: Pick<SiteFigures, 'from' | 'to'>) {
  return { estimated_clicks: clicks, estimated_clicks_per_month: perMonth(clicks, period) };
}

export function nextCall(tool: 'inspect_serp' | 'audit_site', args: Readonly<Record<string, unknown>>) {
  return { tool, args: { ...args } };
}

export const number = (value: number) => value.toLocaleString('en-US');

function place(position: number): string {
  return `position ${Math.round(position * 10) / 10}`;
}

/** Of two decimals, so that an estimate can be checked by hand. */
function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

function sources(queries: number): string {
  if (queries === 0) return 'no query of its own stands there; taken from its neighbours';
  return `${number(queries)} of its queries behind it`;
}

function cutNote({ cutAt }: SiteFigures): string {
  return cutAt === undefined
    ? ''
    : ` From a cut list of ${number(cutAt)} queries: the curve rests on those far above the cut.`;
}
