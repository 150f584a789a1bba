import type { Listing, OrganicRow } from '#shared/contract/rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import { countryMarket, type MarketText, resolveMarket } from '#shared/facts/markets/markets.ts';
import type { StoredMetrics } from '#shared/facts/stored-index/items/keyword-state.ts';
import {
  type KeywordUpdate,
  listedAt,
  listingUpdate,
  storedRow,
} from '#shared/facts/stored-index/writing/keyword-update.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Market, marketKey, seenTime } from '../ports/fact.ts';
import { organicOnly } from '../ports/sources.ts';
import {
  BadRowError,
  type GivenMetrics,
  type IndexRecord,
  type MetricsRecord,
  type RankRecord,
} from './import-record.ts';

/** What holds for all records of a file that do not say otherwise. */
export interface FileDefaults {
  readonly market: MarketText;
  /** When rows were seen that do not say so: see `seenAtOf`. */
  readonly seenAt: number;
  /** Id of the import; becomes the source of what it writes. */
  readonly source: string;
}

interface Group {
  readonly market: Market;
  readonly keyword: string;
  readonly at: number;
  metrics: StoredMetrics | undefined;
  readonly ranks: RankRecord[];
  listing: Listing | undefined;
}

const updatesAtOnce = 500;

export type UpdateBuffer = ReturnType<typeof createUpdateBuffer>;

/**
 * Gathers records until there are enough for a round of writes. Rows of one
 * keyword, market and moment become one listing. Throws `BadRowError` for a
 * record without a usable market or address.
 */
export function createUpdateBuffer(defaults: FileDefaults) {
  const groups = new Map<string, Group>();
  const marketOf = createMarketReader(defaults.market);
  let rows = 0;
  const groupOf = (market: Market, keyword: string, at: number): Group => {
    const key = `${marketKey(market)} ${at} ${keyword}`;
    const known = groups.get(key);
    if (known) return known;
    const group: Group = { market, keyword, at, metrics: undefined, ranks: [], listing: undefined };
    groups.set(key, group);
    return group;
  };
  return {
    get rows() {
      return rows;
    },
    add(record: IndexRecord): void {
      rows += 1;
      const market = marketOf(record);
      if (record.kind === 'listing') {
        const { listing } = record;
        rows += listing.organic.length;
        groupOf(market, keywordKey(listing.query), listedAt(listing)).listing = listing;
        return;
      }
      const group = groupOf(market, keywordKey(record.keyword), record.at ?? defaults.seenAt);
      addMetrics(group, record, defaults.source);
      if (record.kind !== 'rank') return;
      if (!storedRow(record.position, record.url, group.at))
        throw new BadRowError('The URL is not one of a public site.');
      group.ranks.push(record);
    },
    /** All that was gathered, in rounds in which each keyword comes once; oldest first. The buffer is empty afterwards. */
    take(): readonly (readonly KeywordUpdate[])[] {
      const sorted = [...groups.values()].sort((a, b) => a.at - b.at);
      groups.clear();
      rows = 0;
      return inRounds(sorted.map((group) => updateOf(group, defaults.source)));
    },
  };
}

function addMetrics(group: Group, record: RankRecord | MetricsRecord, source: string): void {
  if (!record.metrics) return;
  group.metrics = storedMetrics(record.metrics, group.at, source);
}

function storedMetrics(
  { trend, features, parent, ...given }: GivenMetrics,
  at: number,
  source: string,
): StoredMetrics {
  return {
    ...given,
    ...(features && { features }),
    ...(parent !== undefined && { parent: keywordKey(parent) }),
    trend: trend.map(({ volume }) => volume),
    trendStart: trend[0]?.month ?? null,
    at,
    source,
  };
}

function updateOf(group: Group, source: string): KeywordUpdate {
  const { market, keyword, metrics, listing, ranks } = group;
  const base = { market, keyword, ...(metrics && { metrics }) };
  if (listing) return { ...listingUpdate(listing, market, source), ...base };
  return ranks.length > 0 ? { ...base, ...listingOfRanks(group, source) } : base;
}

function listingOfRanks(
  { keyword, at, ranks }: Group,
  source: string,
): Pick<KeywordUpdate, 'listing' | 'texts'> {
  const rows = ranks.flatMap(({ position, url }) => storedRow(position, url, at) ?? []);
  const features = ranks.find((rank) => rank.features !== null)?.features ?? null;
  const listing = {
    at,
    source,
    depth: Math.max(...rows.map((row) => row.position)),
    features,
    extent: ranks.every(({ isOneSite }) => isOneSite) ? ('site' as const) : ('rows' as const),
    rows,
  };
  const texts = ranks.some(({ title, snippet }) => title ?? snippet)
    ? textsOf(keyword, at, ranks)
    : undefined;
  return texts ? { listing, texts } : { listing };
}

function textsOf(query: string, at: number, ranks: readonly RankRecord[]): Listing {
  const organic = ranks
    .map(({ position, url, title, snippet }): OrganicRow => {
      const domain = new URL(url).hostname.replace(/^www\./u, '');
      return { position, rank_absolute: null, domain, url, title, snippet };
    })
    .sort((a, b) => a.position - b.position);
  return {
    query,
    fetched_at: seenTime(at),
    depth: Math.max(...organic.map((row) => row.position)),
    item_types_present: ['organic'],
    organic,
    ...organicOnly,
  };
}

/** Rounds of bounded size in which no keyword of a market comes twice; the order of a keyword's updates is kept. */
function inRounds(updates: readonly KeywordUpdate[]): KeywordUpdate[][] {
  const rounds: KeywordUpdate[][] = [];
  const lastRound = new Map<string, number>();
  let open = 0;
  for (const update of updates) {
    const key = `${marketKey(update.market)} ${update.keyword}`;
    const after = (lastRound.get(key) ?? -1) + 1;
    open = Math.max(open, rounds[open]?.length === updatesAtOnce ? open + 1 : open);
    const round = Math.max(after, open);
    lastRound.set(key, round);
    const rows = rounds[round] ?? [];
    rows.push(update);
    rounds[round] = rows;
  }
  return rounds.filter((round) => round !== undefined);
}

/** Markets repeat; each wording is resolved once. */
function createMarketReader(defaults: MarketText) {
  const known = new Map<string, Market | string>();
  return ({ location, language }: MarketText): Market => {
    const key = `${location ?? ''}|${language ?? ''}`;
    const market =
      known.get(key) ??
      read({ location: location ?? defaults.location, language: language ?? defaults.language });
    if (known.size < mostMarkets) known.set(key, market);
    if (typeof market === 'string') throw new BadRowError(market);
    return market;
  };
}

const mostMarkets = 10_000;

function read(text: MarketText): Market | string {
  try {
    return countryMarket(resolveMarket(text));
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}
