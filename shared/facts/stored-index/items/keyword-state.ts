import * as v from 'valibot';
import {
  type CompetitionLevel,
  competitionLevel,
  type Intent,
  intent,
  type Listing,
  listing,
  organicRow,
} from '#shared/contract/rows.ts';
import { pack, unpack } from './keys.ts';

/** Metrics of a keyword as a source gave them; unknown is null. */
export interface StoredMetrics {
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly level: CompetitionLevel | null;
  readonly difficulty: number | null;
  readonly intent: Intent | null;
  /** Searches month by month, oldest first, from `trendStart` (`YYYY-MM`) on. */
  readonly trend: readonly (number | null)[];
  readonly trendStart: string | null;
  /** Item types of the keyword's listing, from a source that names them without a listing. */
  readonly features?: readonly string[];
  /** The keyword whose best page answers this one too, as `keywordKey` gives it. */
  readonly parent?: string;
  /** Unix seconds at which the source saw them. */
  readonly at: number;
  readonly source: string;
}

export interface StoredRow {
  readonly position: number;
  readonly url: string;
  readonly root: string;
  readonly subdomain: string;
  readonly at: number;
}

export interface StoredListing {
  readonly at: number;
  readonly source: string;
  /** How many organic results were checked. */
  readonly depth: number;
  /** Item types of the listing; null where the source did not tell. */
  readonly features: readonly string[] | null;
  readonly extent: ListingExtent;
  /** Hosts that its AI overview refers to, without `www.`; absent where it refers to none or was not read. */
  readonly cited?: readonly string[];
}

/**
 * How much of a listing a source gives: `whole`, all of it down to `depth`, so
 * that absence means something; `rows`, a table of results that may be all of
 * it or a few; `site`, those of one site only.
 */
export const listingExtents = ['whole', 'rows', 'site'] as const;
export type ListingExtent = (typeof listingExtents)[number];

/** Best position of a host in the listing before, and how deep that one went. */
export interface EarlierPositions {
  readonly depth: number;
  readonly hosts: readonly (readonly [root: string, subdomain: string, position: number])[];
}

/** All that the index knows about one keyword in one market; every other row is derived from it. */
export interface KeywordState {
  readonly metrics: StoredMetrics | null;
  readonly listing: StoredListing | null;
  readonly rows: readonly StoredRow[];
  readonly earlier: EarlierPositions | null;
}

export const emptyState: KeywordState = { metrics: null, listing: null, rows: [], earlier: null };

const nullableNumber = v.nullable(v.number());
const packedState = v.object({
  m: v.nullable(
    v.tuple([
      nullableNumber,
      nullableNumber,
      v.nullable(competitionLevel),
      nullableNumber,
      v.nullable(intent),
      v.array(nullableNumber),
      v.nullable(v.string()),
      v.number(),
      v.string(),
      v.optional(v.nullable(v.array(v.string())), null),
      v.optional(v.nullable(v.string()), null),
    ]),
  ),
  l: v.nullable(
    v.tuple([
      v.number(),
      v.string(),
      v.number(),
      v.nullable(v.array(v.string())),
      v.picklist(listingExtents),
      v.optional(v.nullable(v.array(v.string())), null),
    ]),
  ),
  r: v.array(v.tuple([v.number(), v.string(), v.string(), v.string(), v.number()])),
  e: v.nullable(v.tuple([v.number(), v.array(v.tuple([v.string(), v.string(), v.number()]))])),
});

export function packState(state: KeywordState): Uint8Array {
  return pack(packable(state));
}

export function isSameState(a: KeywordState, b: KeywordState): boolean {
  return JSON.stringify(packable(a)) === JSON.stringify(packable(b));
}

function packable({
  metrics: m,
  listing: l,
  rows,
  earlier,
}: KeywordState): v.InferOutput<typeof packedState> {
  return {
    m: m && [
      m.volume,
      m.cpc,
      m.level,
      m.difficulty,
      m.intent,
      [...m.trend],
      m.trendStart,
      m.at,
      m.source,
      m.features ? [...m.features] : null,
      m.parent ?? null,
    ],
    l: l && [l.at, l.source, l.depth, l.features && [...l.features], l.extent, l.cited ? [...l.cited] : null],
    // Most rows are as old as the listing; 0 says so in fewer bytes.
    r: rows.map((row) => [row.position, row.url, row.root, row.subdomain, row.at === l?.at ? 0 : row.at]),
    e: earlier && [earlier.depth, earlier.hosts.map(([root, sub, position]) => [root, sub, position])],
  };
}

export function unpackState(bytes: Uint8Array): KeywordState {
  const { m, l, r, e } = v.parse(packedState, unpack(bytes));
  return {
    metrics: m && metricsFrom(m),
    listing: l && {
      ...{ at: l[0], source: l[1], depth: l[2], features: l[3], extent: l[4] },
      ...(l[5] && { cited: l[5] }),
    },
    rows: r.map(([position, url, root, subdomain, at]) => ({
      position,
      url,
      root,
      subdomain,
      at: at === 0 ? (l?.[0] ?? 0) : at,
    })),
    earlier: e && { depth: e[0], hosts: e[1] },
  };
}

function metricsFrom(m: NonNullable<v.InferOutput<typeof packedState>['m']>): StoredMetrics {
  const [volume, cpc, level, difficulty, given, trend, trendStart, at, source, features, parent] = m;
  return {
    ...{ volume, cpc, level, difficulty, intent: given, trend, trendStart, at, source },
    ...(features && { features }),
    ...(parent !== null && { parent }),
  };
}

/** A listing that was seen: who stood where at one moment. */
export interface ShownListing {
  readonly rows: readonly StoredRow[];
  /** How many of the first `depth` places are known; null where the source gave the listing whole. */
  readonly placesKnown: number | null;
}

/** Fewest places and sites of a table before it is a listing and not the places of a site or two. */
const fewestPlaces = 3;
const fewestSites = 2;

/**
 * The listing that was seen for the keyword; undefined where only places of
 * single sites are known, as from a rank tracker. Of rows seen at another
 * moment than the listing none belongs to it.
 */
export function shownListing({
  listing,
  rows,
}: Pick<KeywordState, 'listing' | 'rows'>): ShownListing | undefined {
  if (!listing || listing.extent === 'site') return undefined;
  const seen = rows.filter((row) => row.at === listing.at);
  if (listing.extent === 'whole') return { rows: seen, placesKnown: null };
  const places = new Set(seen.map(({ position }) => position)).size;
  const sites = new Set(seen.map(({ root }) => root)).size;
  if (places < fewestPlaces || sites < fewestSites) return undefined;
  return { rows: seen, placesKnown: places };
}

/** Share of the positions down to the depth that must be there, and fewest of them, for absence to mean something. */
const wholeShare = 0.7;
const fewestRows = 3;

/**
 * Whether the newest listing shows who does not rank: the source gave it
 * whole, or its rows fill the positions (a rank tracker's table has one row a
 * keyword and says nothing about others).
 */
export function showsAbsence({ listing, rows }: Pick<KeywordState, 'listing' | 'rows'>): boolean {
  if (!listing || listing.extent === 'site') return false;
  if (listing.extent === 'whole') return true;
  const positions = new Set(rows.filter((row) => row.at === listing.at).map((row) => row.position));
  return positions.size >= Math.max(fewestRows, listing.depth * wholeShare);
}

/**
 * The texts of a listing. Its first rows and all that is not organic are one
 * item, so that a keyword's detail reads little; deeper rows are another.
 */
const headRows = 20;

/** A listing in one or two packed parts; the second only where it has more than `headRows` results. */
export function packListing(whole: Listing): readonly [head: Uint8Array, tail?: Uint8Array] {
  const head = pack({ ...whole, organic: whole.organic.slice(0, headRows) });
  const rest = whole.organic.slice(headRows);
  return rest.length > 0 ? [head, pack(rest)] : [head];
}

/** The listing of its packed parts; without the second part it ends after `headRows` results. */
export function unpackListing(head: Uint8Array, tail?: Uint8Array): Listing {
  const first = v.parse(listing, unpack(head));
  const rest = tail ? v.parse(v.array(organicRow), unpack(tail)) : [];
  return { ...first, organic: [...first.organic, ...rest] };
}
