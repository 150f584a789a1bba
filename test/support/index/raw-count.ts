import { belongsTo, pageOf, siteOfUrl, visitsOf } from './index-reference.ts';
import type { RawKeyword, RawMarket } from './raw-market.ts';

/** A place of a domain or page, by walking a listing from its top. */
export interface RawPlace {
  readonly keyword: string;
  readonly position: number;
  readonly url: string;
  readonly row: RawKeyword;
}

const unitsOf = ({ position, row: { volume } }: RawPlace) =>
  Math.round(visitsOf({ volume, position }) * 10_000);

/** Visits a month to two decimals, null where no volume is known. */
export function trafficOf(places: readonly RawPlace[]): number | null {
  const known = places.filter(({ row }) => row.volume !== null);
  if (known.length === 0) return null;
  return Math.round(known.reduce((sum, place) => sum + unitsOf(place), 0) / 100) / 100;
}

/**
 * What every answer about a market must say, counted the plain way: each
 * question walks all rows of the files. Shares no code with the index.
 */
export function countRaw(market: RawMarket) {
  const memory = new Map<string, readonly RawPlace[]>();
  const places = (matches: (url: string) => boolean): RawPlace[] =>
    [...market].flatMap(([keyword, row]) => {
      const at = row.urls.findIndex(matches);
      return at < 0 ? [] : [{ keyword, position: at + 1, url: row.urls[at] ?? '', row }];
    });
  /** Most traffic first, then best position, then the alphabet. */
  const ranked = (domain: string): readonly RawPlace[] => {
    const known = memory.get(domain);
    if (known) return known;
    const found = places((url) => belongsTo(url, domain)).sort(
      (a, b) => unitsOf(b) - unitsOf(a) || a.position - b.position || (a.keyword < b.keyword ? -1 : 1),
    );
    memory.set(domain, found);
    return found;
  };
  return {
    market,
    ranked,
    page: (url: string) => places((other) => pageOf(other) === pageOf(url)),
    summary: (domain: string) => summaryOf(market, domain, ranked(domain)),
    /** Places by page. A keyword counts for each page that ranks for it. */
    pages(domain: string): ReadonlyMap<string, readonly RawPlace[]> {
      const found = [...market].flatMap(([keyword, row]) =>
        row.urls.flatMap((url, at) =>
          belongsTo(url, domain) ? [{ keyword, position: at + 1, url, row }] : [],
        ),
      );
      return Map.groupBy(found, ({ url }) => pageOf(url));
    },
    /** Sites beside a domain, closest first. */
    rivals: (domain: string) => rivalsOf(domain, ranked),
    /** Owners of seed keywords, most seeds first. */
    owners(seeds: readonly string[]) {
      const sites = new Set(seeds.flatMap((seed) => (market.get(seed)?.urls ?? []).map(siteOfUrl)));
      return [...sites]
        .map((site) => {
          const held = ranked(site).filter(({ keyword }) => seeds.includes(keyword));
          return rivalRow(site, held, ranked(site), held.length / seeds.length);
        })
        .sort(
          (a, b) =>
            b.shared_keywords - a.shared_keywords ||
            a.positionSum - b.positionSum ||
            (a.competitor < b.competitor ? -1 : 1),
        );
    },
    coverage: (domain: string, rivals: readonly string[]) => coverageOf(market, domain, rivals),
  };
}
export type RawCount = ReturnType<typeof countRaw>;

function summaryOf(market: RawMarket, domain: string, ranked: readonly RawPlace[]) {
  const count = (test: (place: RawPlace) => boolean) => ranked.filter(test).length;
  const placeBefore = ({ position, row }: RawPlace) => {
    if (row.before === null) return null;
    const was = row.before.findIndex((url) => belongsTo(url, domain)) + 1;
    return was === 0 && position > row.before.length ? null : was;
  };
  const moved = (test: (was: number, now: number) => boolean) =>
    count((place) => {
      const was = placeBefore(place);
      return was !== null && test(was, place.position);
    });
  const lost = [...market.values()].filter(({ before, urls }) => {
    const was = (before ?? []).findIndex((url) => belongsTo(url, domain)) + 1;
    return was > 0 && was <= urls.length && !urls.some((url) => belongsTo(url, domain));
  }).length;
  const priced = ranked.filter(({ row }) => row.volume !== null && row.cpc !== null);
  const value = priced.reduce(
    (sum, place) => sum + unitsOf(place) * Math.round((place.row.cpc ?? 0) * 100),
    0,
  );
  return {
    organic_keywords: ranked.length,
    top_3_keywords: count(({ position }) => position <= 3),
    top_10_keywords: count(({ position }) => position <= 10),
    estimated_organic_traffic_per_month: trafficOf(ranked),
    traffic_value_usd: priced.length > 0 ? Math.round(value / 10_000) / 100 : null,
    movement: {
      new: moved((was) => was === 0),
      up: moved((was, now) => was > now),
      down: moved((was, now) => was > 0 && was < now),
      lost,
    },
  };
}

function rivalRow(site: string, held: readonly RawPlace[], theirs: readonly RawPlace[], relevance: number) {
  const positionSum = held.reduce((sum, { position }) => sum + position, 0);
  return {
    competitor: site,
    shared_keywords: held.length,
    positionSum,
    avg_position: Math.round((positionSum / held.length) * 100) / 100,
    organic_keywords: theirs.length,
    estimated_organic_traffic_per_month: trafficOf(theirs),
    relevance: Math.round(relevance * 1000) / 1000,
  };
}

function rivalsOf(domain: string, ranked: (domain: string) => readonly RawPlace[]) {
  const own = new Map(ranked(domain).map((place) => [place.keyword, place]));
  const sites = new Set([...own.values()].flatMap(({ row }) => row.urls.map(siteOfUrl)));
  return [...sites]
    .filter((site) => site !== domain && !domain.endsWith(`.${site}`))
    .map((site) => {
      const theirs = ranked(site);
      const shared = theirs.filter(({ keyword }) => own.has(keyword));
      return rivalRow(site, shared, theirs, shared.length / Math.sqrt(own.size * theirs.length));
    })
    .sort(
      (a, b) =>
        b.shared_keywords / Math.sqrt(b.organic_keywords) -
          a.shared_keywords / Math.sqrt(a.organic_keywords) ||
        b.shared_keywords - a.shared_keywords ||
        (a.competitor < b.competitor ? -1 : 1),
    );
}

function coverageOf(market: RawMarket, domain: string, rivals: readonly string[]) {
  const rows = [...market]
    .map(([keyword, row]) => {
      const placeOf = (name: string) => row.urls.findIndex((url) => belongsTo(url, name)) + 1;
      const places = rivals
        .map((competitor) => ({ competitor, position: placeOf(competitor) }))
        .filter(({ position }) => position > 0)
        .sort((a, b) => a.position - b.position || (a.competitor < b.competitor ? -1 : 1));
      return { keyword, row, places, target: placeOf(domain) };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => (b.row.volume ?? -1) - (a.row.volume ?? -1) || (a.keyword < b.keyword ? -1 : 1));
  return {
    gaps: rows.filter(({ target }) => target === 0),
    losing: rows.filter(({ target, places }) => target > (places[0]?.position ?? target)),
    strong: rows.filter(
      ({ target, places }) => target > 0 && places.every(({ position }) => position >= target),
    ),
  };
}
