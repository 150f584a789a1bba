import type { Intent, Keyword, KeywordAt } from '#shared/contract/rows.ts';
import { type List, type Market, marketKey } from '#shared/facts/ports/fact.ts';
import { coversHost, type IndexedPosition, type SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { memoryBacklinks } from './memory-backlinks.ts';
import {
  factOf,
  hostOf,
  memoryListings,
  observedAt,
  toListing,
  type World,
  type WorldKeyword,
} from './world.ts';

const depth = 100;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function metricsOf(row: WorldKeyword): Keyword {
  return {
    keyword: row.keyword,
    monthly_volume: row.volume ?? null,
    cpc_usd: row.cpc ?? null,
    competition_level: null,
    difficulty: row.difficulty ?? null,
    intent: row.intent ?? null,
  };
}

function trendOf({ volume, months = 12 }: WorldKeyword) {
  return Array.from({ length: months }, (_, at) => ({
    month: `2026-${String(at + 1).padStart(2, '0')}`,
    volume: volume ?? null,
  }));
}

/** Every fact counted again from a list of listings; slow, obvious, and right. */
export function memorySources(world: World): Sources {
  return {
    index: memoryIndex(world),
    storedListings: memoryListings(world, 'stored'),
    liveListings: undefined,
    backlinks: memoryBacklinks(world.links ?? []),
  };
}

function listOf<Row>(rows: readonly Row[], limit: number): List<Row> {
  return { rows: rows.slice(0, limit), total: rows.length };
}

function memoryIndex(world: World): SearchIndex {
  const inMarket = (market: Market) => marketKey(market) === (world.market ?? '2840:en');
  const known = (market: Market) => (inMarket(market) ? world.keywords : []);
  const fact = <Value>(value: Value) => factOf(value, world);

  /** The best place of a target for each keyword, best traffic first. */
  function rankings(matches: (url: string) => boolean, market: Market): KeywordAt[] {
    return known(market)
      .flatMap((row) => {
        const at = (row.listing ?? []).findIndex(matches);
        const url = row.listing?.[at];
        if (url === undefined) return [];
        const estimated_traffic = row.volume == null ? null : Math.round(row.volume / (at + 2));
        return [{ ...metricsOf(row), position: at + 1, url, estimated_traffic }];
      })
      .toSorted(
        (a, b) =>
          (b.estimated_traffic ?? -1) - (a.estimated_traffic ?? -1) || (a.keyword < b.keyword ? -1 : 1),
      );
  }
  const ofDomain = (domain: string, market: Market) =>
    rankings((url) => coversHost(domain, hostOf(url)), market);
  const traffic = (rows: readonly KeywordAt[]) => sum(rows.map((row) => row.estimated_traffic ?? 0));

  function owners(keywords: readonly string[], except: string | undefined, market: Market) {
    const hosts = known(market)
      .filter(({ keyword }) => keywords.includes(keyword))
      .flatMap(({ keyword, listing = [] }) =>
        listing.map((url, at) => ({ host: hostOf(url).replace(/^www\./u, ''), keyword, position: at + 1 })),
      )
      .filter(({ host }) => except === undefined || !coversHost(except, host));
    return [...Map.groupBy(hosts, ({ host }) => host)]
      .map(([competitor, rows]) => {
        const shared = new Set(rows.map(({ keyword }) => keyword)).size;
        const all = ofDomain(competitor, market);
        return {
          competitor,
          shared_keywords: shared,
          avg_position: sum(rows.map(({ position }) => position)) / rows.length,
          organic_keywords: all.length,
          estimated_organic_traffic_per_month: traffic(all),
          relevance: shared / Math.max(1, keywords.length),
          is_giant: competitor.endsWith('wikipedia.org'),
        };
      })
      .toSorted((a, b) => b.shared_keywords - a.shared_keywords || (a.competitor < b.competitor ? -1 : 1));
  }

  function indexedPosition(keyword: string, domain: string, market: Market): IndexedPosition {
    const row = known(market).find((one) => one.keyword === keyword.toLowerCase());
    const monthly_volume = row?.volume ?? null;
    const nowhere = {
      ...{ keyword, position: null, url: null, monthly_volume },
      ...{ features: null, rivals: [] },
    };
    if (!row?.listing)
      return {
        ...nowhere,
        status: 'unknown',
        checked_depth: null,
        observed_at: null,
        ai_overview: 'not_checked',
      };
    const seen = { checked_depth: depth, observed_at: observedAt, ai_overview: 'none' } as const;
    const own = ofDomain(domain, market).find((one) => one.keyword === row.keyword);
    if (!own) return { ...nowhere, status: 'not_in_top_n', ...seen };
    return { ...nowhere, status: 'ranked', position: own.position, url: own.url, ...seen };
  }

  return {
    async domainOverview(domain, market) {
      const rows = ofDomain(domain, market);
      const or = (value: number) => (rows.length === 0 ? null : value);
      const within = (place: number) => or(rows.filter(({ position }) => position <= place).length);
      const share = (intent: Intent | null) =>
        or(rows.filter((row) => row.intent === intent).length / Math.max(1, rows.length));
      return fact({
        organic_keywords: or(rows.length),
        top_3_keywords: within(3),
        top_10_keywords: within(10),
        estimated_organic_traffic_per_month: or(traffic(rows)),
        traffic_value_usd: null,
        movement: { new: null, up: null, down: null, lost: null },
        intent_mix: {
          informational: share('informational'),
          navigational: share('navigational'),
          commercial: share('commercial'),
          transactional: share('transactional'),
          unknown: share(null),
        },
      });
    },
    async rankedKeywords(target, market, limit) {
      const rows =
        'url' in target ? rankings((url) => url === target.url, market) : ofDomain(target.domain, market);
      return fact(listOf(rows, limit));
    },
    async pageOverview(url, market) {
      const rows = rankings((one) => one === url, market);
      return fact({
        url,
        organic_keywords: rows.length || null,
        estimated_organic_traffic_per_month: rows.length ? traffic(rows) : null,
      });
    },
    async topPages(domain, market, limit) {
      const pages = [...Map.groupBy(ofDomain(domain, market), ({ url }) => url)].map(([url, rows]) => ({
        url,
        organic_keywords: rows.length,
        estimated_organic_traffic_per_month: traffic(rows),
      }));
      return fact(
        listOf(
          pages.toSorted(
            (a, b) => b.estimated_organic_traffic_per_month - a.estimated_organic_traffic_per_month,
          ),
          limit,
        ),
      );
    },
    async competitors(domain, market, limit) {
      const keywords = ofDomain(domain, market).map(({ keyword }) => keyword);
      return fact(listOf(owners(keywords, domain, market), limit));
    },
    async competitorsForKeywords(keywords, market, limit) {
      return fact(listOf(owners(keywords, undefined, market), limit));
    },
    async keywordIdeas({ seed, limit, minVolume, intent }, market) {
      const words = seed.toLowerCase().split(' ');
      const around = known(market)
        .filter(({ keyword }) => words.some((word) => keyword.split(' ').includes(word)))
        .toSorted((a, b) => (b.volume ?? -1) - (a.volume ?? -1));
      const loud = around.filter(({ volume }) => minVolume === undefined || (volume ?? 0) >= minVolume);
      const kept = loud.filter((row) => intent === undefined || row.intent === intent);
      const rows = kept.map((row) => ({ ...metricsOf(row), trend: trendOf(row), variants: [] }));
      return fact({
        ...listOf(rows, limit),
        filtered_out: { min_volume: around.length - loud.length, intent: loud.length - kept.length },
      });
    },
    async keywordDetail(keyword, market) {
      const row = known(market).find((one) => one.keyword === keyword.toLowerCase());
      if (!row) return fact(null);
      const listing = toListing(row, depth);
      return fact({
        ...metricsOf(row),
        trend: trendOf(row),
        serp_top: listing.organic.slice(0, 10),
        serp_features: listing.item_types_present,
      });
    },
    async coverage(domain, competitors, market, limit) {
      const placesOf = (name: string) =>
        new Map(ofDomain(name, market).map((place) => [place.keyword, place]));
      const ownPlaces = placesOf(domain);
      const rivalPlaces = competitors.map((competitor) => ({ competitor, places: placesOf(competitor) }));
      const places = known(market).map((row) => ({
        row,
        own: ownPlaces.get(row.keyword),
        rivals: rivalPlaces.flatMap(({ competitor, places: all }) => {
          const at = all.get(row.keyword);
          return at ? [{ competitor, position: at.position, url: at.url }] : [];
        }),
      }));
      const byVolume = <Row extends Keyword>(rows: Row[]) =>
        rows.toSorted((a, b) => (b.monthly_volume ?? -1) - (a.monthly_volume ?? -1));
      const gaps = places
        .filter(({ own, rivals }) => !own && rivals.length > 0)
        .map(({ row, rivals }) => ({ ...metricsOf(row), competitor_positions: rivals }));
      const shared = places.flatMap(({ row, own, rivals }) => {
        const best = rivals.toSorted((a, b) => a.position - b.position)[0];
        return own && best
          ? [
              {
                ...metricsOf(row),
                target_position: own.position,
                target_url: own.url,
                best_competitor: best,
              },
            ]
          : [];
      });
      const isLosing = (row: (typeof shared)[number]) => row.best_competitor.position < row.target_position;
      return fact({
        gaps: listOf(byVolume(gaps), limit),
        losing: listOf(byVolume(shared.filter(isLosing)), limit),
        strong: listOf(byVolume(shared.filter((row) => !isLosing(row))), limit),
      });
    },
    async positions(domain, keywords, market) {
      return fact(keywords.map((keyword) => indexedPosition(keyword, domain, market)));
    },
  };
}
