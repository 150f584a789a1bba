import type { Intent } from '#shared/contract/rows.ts';

/**
 * What the stored index must answer, counted the plain way: everything that
 * was seen lies in a list, and each question walks all of it. Shares no code
 * with the index.
 */

/** The published click curve, copied again. */
const curve = [
  0.304, 0.162, 0.0973, 0.0659, 0.0469, 0.0338, 0.0256, 0.0197, 0.015, 0.0113, 0.0091, 0.0075, 0.0059, 0.0056,
  0.0051, 0.0043, 0.0043, 0.0033, 0.0027, 0.0024, 0.0023, 0.0022,
];

export interface SeenListingRow {
  readonly market: string;
  readonly keyword: string;
  readonly at: number;
  /** In the order of their positions, from 1. */
  readonly urls: readonly string[];
}

export interface SeenMetricsRow {
  readonly market: string;
  readonly keyword: string;
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly intent: Intent;
}

interface Ranking {
  readonly keyword: string;
  readonly position: number;
  readonly url: string;
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly intent: Intent;
  readonly before: number | null;
}

export function createReference(listings: readonly SeenListingRow[], metrics: readonly SeenMetricsRow[]) {
  const current = (market: string) => newestByKeyword(listings.filter((row) => row.market === market));
  const metricsOf = (market: string, keyword: string) =>
    metrics.findLast((row) => row.market === market && row.keyword === keyword);

  const factsOf = (market: string, keyword: string) => ({
    volume: null,
    cpc: null,
    intent: 'informational' as const,
    ...metricsOf(market, keyword),
  });

  function rankings(market: string, matches: (url: string) => boolean): Ranking[] {
    const ranked = [...current(market)].filter(([, [listing]]) => listing.urls.some(matches));
    return ranked.map(([keyword, [listing, previous]]) => {
      const index = listing.urls.findIndex(matches);
      const { volume, cpc, intent } = factsOf(market, keyword);
      const url = listing.urls[index] ?? '';
      const before = placeBefore(previous, matches, index + 1);
      return { keyword, position: index + 1, url, volume, cpc, intent, before };
    });
  }

  return {
    keywords: (market: string) => [
      ...new Set([...listings, ...metrics].filter((row) => row.market === market).map((row) => row.keyword)),
    ],
    urls: (market: string) => [
      ...new Set([...current(market).values()].flatMap(([listing]) => listing.urls)),
    ],
    /** Most traffic first, then best position, then the alphabet. */
    rankedKeywords: (market: string, domain: string) =>
      rankings(market, (url) => belongsTo(url, domain)).sort(
        (a, b) => visitsOf(b) - visitsOf(a) || a.position - b.position || (a.keyword < b.keyword ? -1 : 1),
      ),
    lost: (market: string, domain: string) =>
      [...current(market).values()].filter(([listing, previous]) => {
        const was = previous ? previous.urls.findIndex((url) => belongsTo(url, domain)) + 1 : 0;
        const gone = !listing.urls.some((url) => belongsTo(url, domain));
        return was > 0 && gone && was <= listing.urls.length;
      }).length,
    pageKeywords: (market: string, url: string) =>
      rankings(market, (candidate) => pageOf(candidate) === pageOf(url)),
    /** Sites beside a domain with their best position in each listing that has both. */
    rivals(market: string, domain: string): ReadonlyMap<string, readonly number[]> {
      const shared = [...current(market).values()]
        .map(([listing]) => listing.urls)
        .filter((urls) => urls.some((url) => belongsTo(url, domain)));
      const places = bestPlaces(shared);
      places.delete(siteOfHost(domain));
      return places;
    },
    listing: (market: string, keyword: string) => current(market).get(keyword)?.[0],
    /** Sites of the listings of some keywords, with their best position in each. */
    sitesFor(market: string, keywords: readonly string[]): ReadonlyMap<string, readonly number[]> {
      const found = keywords.flatMap((keyword) => current(market).get(keyword)?.[0] ?? []);
      return bestPlaces(found.map(({ urls }) => urls));
    },
    facts: factsOf,
  };
}

/** Each site's best position in each listing that has it. */
function bestPlaces(listings: readonly (readonly string[])[]): Map<string, readonly number[]> {
  const places = listings.flatMap((urls) => {
    const sites = urls.map(siteOfUrl);
    return [...new Set(sites)].map((site) => ({ site, position: sites.indexOf(site) + 1 }));
  });
  const groups = Map.groupBy(places, ({ site }) => site);
  return new Map([...groups].map(([site, rows]) => [site, rows.map(({ position }) => position)]));
}

/** 0: it was not there; null: not looked that deep. */
function placeBefore(
  previous: SeenListingRow | undefined,
  matches: (url: string) => boolean,
  position: number,
): number | null {
  if (!previous) return null;
  const was = previous.urls.findIndex(matches) + 1;
  return was === 0 && position > previous.urls.length ? null : was;
}

function newestByKeyword(listings: readonly SeenListingRow[]) {
  const newest = new Map<string, [SeenListingRow, SeenListingRow | undefined]>();
  for (const listing of listings) {
    const known = newest.get(listing.keyword);
    if (known && known[0].at > listing.at) continue;
    newest.set(listing.keyword, [listing, known?.[0]]);
  }
  return newest;
}

export function visitsOf({ volume, position }: { volume: number | null; position: number }): number {
  return (volume ?? 0) * (curve[position - 1] ?? 0.0021);
}

export function hostOfUrl(url: string): string {
  return new URL(url).hostname.replace(/^www\./u, '');
}

export function siteOfUrl(url: string): string {
  return siteOfHost(hostOfUrl(url));
}

/** Enough of the public suffix list for the hosts of the tests. */
function siteOfHost(host: string): string {
  return host
    .split('.')
    .slice(host.endsWith('.co.uk') ? -3 : -2)
    .join('.');
}

/** A site covers its hosts; a subdomain stands for itself. */
export function belongsTo(url: string, domain: string): boolean {
  const host = hostOfUrl(url);
  return host === domain || siteOfHost(host) === domain;
}

export function pageOf(url: string): string {
  const { pathname, search } = new URL(url);
  return hostOfUrl(url) + pathname + search;
}
