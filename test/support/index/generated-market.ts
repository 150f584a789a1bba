import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { type KeywordUpdate, listingUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { listingOf } from './index-worlds.ts';

export const generatedMarket = resolveMarket();

/** What was seen for a keyword: its searches and who ranks, best first. */
export interface GeneratedKeyword {
  readonly volume: number | null;
  readonly sites: readonly string[];
}
export type GeneratedMarket = ReadonlyMap<string, GeneratedKeyword>;

type Random = ReturnType<typeof createSeededRandom>;

const largeSites = ['alpha.example', 'beta.example', 'gamma.example'];

/** A listing in which large sites often stand, and a few of hundreds of small ones. */
export function generatedKeyword(random: Random): GeneratedKeyword {
  const large = largeSites.filter((_, index) => random.share() < 0.75 - index * 0.2);
  const small = Array.from({ length: 3 }, () => `site-${Math.floor(random.share() ** 2 * 300)}.example`);
  const sites = [...new Set([...large, ...small])].sort(() => random.share() - 0.5);
  return { volume: random.share() < 0.2 ? null : random.between(1, 500) * 10, sites };
}

export function generatedUpdate(
  keyword: string,
  { volume, sites }: GeneratedKeyword,
  day: number,
  source: string,
): KeywordUpdate {
  const urls = sites.map((site) => `https://${site}/${encodeURIComponent(keyword)}`);
  const unknown = { cpc: null, level: null, difficulty: null, intent: null, trend: [], trendStart: null };
  return {
    ...listingUpdate(listingOf({ keyword, at: day, urls }), generatedMarket, source),
    metrics: { ...unknown, volume, at: day * 86_400, source },
  };
}

/** Keywords of a site with its position. */
export function ranksOf(market: GeneratedMarket, site: string): ReadonlyMap<string, number> {
  return new Map(
    [...market].flatMap(([keyword, { sites }]) => {
      const position = sites.indexOf(site) + 1;
      return position > 0 ? [[keyword, position]] : [];
    }),
  );
}

export interface CountedRival {
  readonly competitor: string;
  readonly shared_keywords: number;
  readonly avg_position: number;
  readonly organic_keywords: number;
  readonly relevance: number;
}

/** Every rival of a site, counted over the listings one by one, closest first. */
export function rivalsIn(market: GeneratedMarket, site: string): CountedRival[] {
  const own = ranksOf(market, site);
  const rivals = new Set([...own.keys()].flatMap((keyword) => market.get(keyword)?.sites ?? []));
  rivals.delete(site);
  return [...rivals]
    .map((competitor) => {
      const theirs = ranksOf(market, competitor);
      const shared = [...theirs].filter(([keyword]) => own.has(keyword));
      const sum = shared.reduce((total, [, position]) => total + position, 0);
      return {
        competitor,
        shared_keywords: shared.length,
        avg_position: Math.round((sum / shared.length) * 100) / 100,
        organic_keywords: theirs.size,
        relevance: Math.round((shared.length / Math.sqrt(own.size * theirs.size)) * 1000) / 1000,
      };
    })
    .sort(
      (a, b) =>
        b.shared_keywords / Math.sqrt(b.organic_keywords) -
          a.shared_keywords / Math.sqrt(a.organic_keywords) ||
        b.shared_keywords - a.shared_keywords ||
        (a.competitor < b.competitor ? -1 : 1),
    );
}

/** Gaps and losing keywords of a site, most searched first, laid side by side keyword by keyword. */
export function coverageIn(market: GeneratedMarket, domain: string, rivals: readonly string[]) {
  const own = ranksOf(market, domain);
  const rows = [...market]
    .sort(([a, one], [b, other]) => (other.volume ?? -1) - (one.volume ?? -1) || (a < b ? -1 : 1))
    .map(([keyword, { sites }]) => ({
      keyword,
      places: sites.filter((site) => rivals.includes(site)),
      sites,
    }))
    .filter(({ places }) => places.length > 0)
    .map(({ keyword, places, sites }) => ({
      keyword,
      target: own.get(keyword),
      best: sites.indexOf(places[0] ?? '') + 1,
      places: places.map((site) => `${sites.indexOf(site) + 1} ${site}`),
    }));
  return {
    gaps: rows
      .filter(({ target }) => target === undefined)
      .map(({ keyword, places }) => [keyword, ...places]),
    losing: rows
      .filter(({ target, best }) => target !== undefined && best < target)
      .map(({ keyword, target, best }) => [keyword, target, best]),
    strong: rows
      .filter(({ target, best }) => target !== undefined && best >= target)
      .map(({ keyword, target, best }) => [keyword, target, best]),
  };
}
