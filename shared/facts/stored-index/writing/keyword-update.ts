import type { Listing } from '#shared/contract/rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import { withoutWww } from '#shared/facts/ports/search-index.ts';
import type { Market } from '../../ports/fact.ts';
import { sampleSource } from '../items/index-items.ts';
import {
  type EarlierPositions,
  emptyState,
  type KeywordState,
  type ListingExtent,
  listingExtents,
  type StoredListing,
  type StoredMetrics,
  type StoredRow,
  showsAbsence,
} from '../items/keyword-state.ts';
import { hostOf } from '../items/page-key.ts';
import { siteOf } from '../items/site.ts';

export interface KeywordUpdate {
  readonly market: Market;
  /** As `keywordKey` gives it. */
  readonly keyword: string;
  readonly metrics?: StoredMetrics;
  readonly listing?: SeenListing;
  /** The listing with its texts, where the source has them. */
  readonly texts?: Listing;
}

export interface UpdatedKeyword {
  readonly state: KeywordState;
  /** `undefined`: as they were; `null`: none, because the listing they belonged to is gone. */
  readonly texts: Listing | null | undefined;
}

export function applyUpdate(
  known: KeywordState | undefined,
  knownTexts: Listing | undefined,
  { metrics, listing, texts }: KeywordUpdate,
): UpdatedKeyword {
  const before = known ?? emptyState;
  const measured = metrics ? mergeMetrics(before, metrics) : before;
  if (!listing) return { state: measured, texts: undefined };
  const state = mergeListing(measured, listing);
  const isNewest = state.listing?.at === listing.at && state.listing.source === listing.source;
  if (!isNewest) return { state, texts: undefined };
  const continues = before.listing?.at === listing.at && before.listing.source === listing.source;
  if (continues) return { state, texts: texts && joinedTexts(knownTexts, texts) };
  return { state, texts: texts ?? null };
}

function joinedTexts(known: Listing | undefined, added: Listing): Listing {
  // A writer that died may have left the texts of the listing before.
  if (known?.fetched_at !== added.fetched_at) return added;
  const organic = new Map([...known.organic, ...added.organic].map((row) => [row.url, row]));
  return {
    ...added,
    depth: Math.max(known.depth, added.depth),
    organic: [...organic.values()].sort((a, b) => a.position - b.position),
  };
}

export interface SeenListing extends StoredListing {
  readonly rows: readonly StoredRow[];
}

/**
 * The state after a listing was seen. Newer replaces older: a whole listing
 * replaces all older rows, a partial one (an export of one site) only those of
 * its own sites. Rows of the same source and moment are put together, so that
 * a file may name a keyword in several places. What is older than what is
 * known changes nothing.
 */
export function mergeListing(state: KeywordState, seen: SeenListing): KeywordState {
  return withSampleAside(state, seen, mergeSeen);
}

function mergeSeen(state: KeywordState, seen: SeenListing): KeywordState {
  const known = state.listing;
  if (known && known.at === seen.at && known.source === seen.source) return joined(state, known, seen);
  if (known && known.at > seen.at) return olderRows(state, seen);
  if (known && seen.extent === 'site') return siteRows(state, known, seen);
  const replacing = showsAbsence({ listing: seen, rows: seen.rows });
  const keptRows = replacing ? [] : rowsOfOtherSites(state.rows, seen.rows);
  const { rows, ...listing } = seen;
  return {
    metrics: state.metrics,
    listing: { ...listing, features: listing.features ?? known?.features ?? null },
    rows: sorted(bestByUrl([...keptRows, ...rows])),
    earlier: known ? earlierOf(state, known) : null,
  };
}

/** The state after a source gave metrics: newer replaces older, but unknown does not replace known. */
export function mergeMetrics(state: KeywordState, given: StoredMetrics): KeywordState {
  return withSampleAside(state, given, mergeGiven);
}

function mergeGiven(state: KeywordState, given: StoredMetrics): KeywordState {
  const known = state.metrics;
  if (!known) return { ...state, metrics: given };
  const [newer, older] = given.at >= known.at ? [given, known] : [known, given];
  const trend = newer.trend.length > 0 ? newer : older;
  return {
    ...state,
    metrics: {
      volume: newer.volume ?? older.volume,
      cpc: newer.cpc ?? older.cpc,
      level: newer.level ?? older.level,
      difficulty: newer.difficulty ?? older.difficulty,
      intent: newer.intent ?? older.intent,
      trend: trend.trend,
      trendStart: trend.trendStart,
      ...topicOf(newer, older),
      at: newer.at,
      source: newer.source,
    },
  };
}

/** What keyword files alone tell: the newer one's, where it does. */
function topicOf(newer: StoredMetrics, older: StoredMetrics): Pick<StoredMetrics, 'features' | 'parent'> {
  const features = newer.features ?? older.features;
  const parent = newer.parent ?? older.parent;
  return { ...(features && { features }), ...(parent !== undefined && { parent }) };
}

const isMadeUp = ({ source }: { readonly source: string }) => source === sampleSource;

function isObserved({ listing, metrics }: KeywordState): boolean {
  return [listing, metrics].some((part) => part !== null && !isMadeUp(part));
}

/**
 * The sample market gives way to the first thing that was really seen,
 * whatever its date, and never covers it: the two do not mix.
 */
function withSampleAside<Seen extends { readonly source: string }>(
  state: KeywordState,
  seen: Seen,
  merge: (state: KeywordState, seen: Seen) => KeywordState,
): KeywordState {
  if (!isMadeUp(seen)) return merge(withoutSample(state), seen);
  return isObserved(state) ? state : merge(state, seen);
}

function withoutSample(state: KeywordState): KeywordState {
  const { metrics, listing } = state;
  return {
    ...(listing && isMadeUp(listing) ? { listing: null, rows: [], earlier: null } : state),
    metrics: metrics && isMadeUp(metrics) ? null : metrics,
  };
}

/** A site's own results, newer than the listing: they replace that site's and leave the listing's status. */
function siteRows(state: KeywordState, known: StoredListing, seen: SeenListing): KeywordState {
  const sites = new Set(seen.rows.map((row) => row.root));
  const replaces = state.rows.some((row) => sites.has(row.root) && row.at < seen.at);
  const rows = withoutReplaced(bestByUrl([...state.rows, ...seen.rows]), seen.rows);
  return { ...state, rows: sorted(rows), earlier: replaces ? earlierOf(state, known) : state.earlier };
}

function joined(state: KeywordState, known: StoredListing, seen: SeenListing): KeywordState {
  const cited = union(known.cited ?? null, seen.cited ?? null);
  const listing = {
    at: known.at,
    source: known.source,
    depth: Math.max(known.depth, seen.depth),
    features: union(known.features, seen.features),
    extent: widest(known.extent, seen.extent),
    ...(cited && { cited }),
  };
  const rows = bestByUrl([...state.rows, ...seen.rows]);
  const current = rows.filter((row) => row.at === known.at);
  const kept = showsAbsence({ listing, rows: current }) ? current : withoutReplaced(rows, current);
  return { ...state, listing, rows: sorted(kept) };
}

/** Rows older than the newest listing count only for sites that it cannot speak about. */
function olderRows(state: KeywordState, seen: SeenListing): KeywordState {
  if (showsAbsence(state)) return state;
  const kept = withoutReplaced(bestByUrl([...state.rows, ...seen.rows]), state.rows);
  return { ...state, rows: sorted(kept) };
}

/** Rows of each site that are as new as its newest ones; sites in `newest` are decided by those. */
function withoutReplaced(rows: readonly StoredRow[], newest: readonly StoredRow[]): StoredRow[] {
  const newestAt = new Map<string, number>();
  for (const row of [...rows, ...newest])
    newestAt.set(row.root, Math.max(newestAt.get(row.root) ?? 0, row.at));
  return rows.filter((row) => row.at === newestAt.get(row.root));
}

function rowsOfOtherSites(rows: readonly StoredRow[], seen: readonly StoredRow[]): StoredRow[] {
  const sites = new Set(seen.map((row) => row.root));
  return rows.filter((row) => !sites.has(row.root));
}

/** One row for each URL and moment, at its best position. */
function bestByUrl(rows: readonly StoredRow[]): StoredRow[] {
  const best = new Map<string, StoredRow>();
  for (const row of rows) {
    const key = `${row.at} ${row.url}`;
    const other = best.get(key);
    if (!other || row.position < other.position) best.set(key, row);
  }
  return [...best.values()];
}

function earlierOf({ rows }: KeywordState, listing: StoredListing): EarlierPositions {
  const best = new Map<string, readonly [string, string, number]>();
  for (const { root, subdomain, position } of rows) {
    const key = `${subdomain}|${root}`;
    const other = best.get(key);
    if (!other || position < other[2]) best.set(key, [root, subdomain, position]);
  }
  return { depth: listing.depth, hosts: [...best.values()] };
}

function widest(a: ListingExtent, b: ListingExtent): ListingExtent {
  return listingExtents.find((extent) => extent === a || extent === b) ?? a;
}

function union(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  return a && b ? [...new Set([...a, ...b])] : (a ?? b);
}

function sorted(rows: readonly StoredRow[]): StoredRow[] {
  return rows.toSorted((a, b) => a.position - b.position || compare(a.url, b.url));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Seconds since 1970 at which a listing was seen; 0, before all others, where that is unknown. */
export function listedAt({ fetched_at: seen }: Listing): number {
  return seen === null ? 0 : Math.floor(Date.parse(seen) / 1000);
}

export function listingUpdate(listing: Listing, market: Market, source: string): KeywordUpdate {
  const at = listedAt(listing);
  const rows = listing.organic.flatMap(({ position, url }) => storedRow(position, url, at) ?? []);
  const cited = citedHosts(listing);
  return {
    market,
    keyword: keywordKey(listing.query),
    listing: {
      at,
      source,
      depth: Math.max(listing.depth, ...rows.map((row) => row.position)),
      features: listing.item_types_present,
      extent: 'whole',
      ...(cited.length > 0 && { cited }),
      rows,
    },
    texts: listing,
  };
}

/** More sources than an overview shows. */
const mostCited = 40;

function citedHosts({ ai_overview: overview }: Listing): string[] {
  const hosts = (overview?.references ?? []).map(({ domain }) => withoutWww(domain.toLowerCase()));
  return [...new Set(hosts)].slice(0, mostCited);
}

/** One result; undefined where the URL is none of a public site. */
export function storedRow(position: number, url: string, at: number): StoredRow | undefined {
  const host = hostOf(url);
  return host === undefined ? undefined : { position, url, ...siteOf(host), at };
}
