import * as v from 'valibot';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import { visitsOf } from './index-reference.ts';

/** What a domain's head must say, as far as it can be counted by hand from the rows beside it. */
interface Head {
  readonly keywords: number;
  readonly top3: number;
  readonly top10: number;
  readonly lost: number;
  readonly withVolume: number;
  readonly traffic: number;
  readonly newest: number;
  /** Keywords by page. */
  readonly pages: Readonly<Record<string, number>>;
  /** Shared keywords and sum of positions, by site. */
  readonly rivals: Readonly<Record<string, readonly [number, number]>>;
  /** Position and volume, by keyword. */
  readonly keywordSet: Readonly<Record<string, readonly [number, number | null]>>;
}

type Dump = ReadonlyMap<string, unknown>;

const storedTotals = v.object({
  keywords: v.number(),
  top3: v.number(),
  top10: v.number(),
  lost: v.number(),
  withVolume: v.number(),
  traffic: v.number(),
  at: v.number(),
});
const storedPages = v.object({ rows: v.array(v.tuple([v.string(), v.number(), v.number(), v.number()])) });
const storedRivals = v.object({ d: v.array(v.string()), s: v.array(v.number()), p: v.array(v.number()) });
const storedSet = v.object({
  k: v.array(v.string()),
  p: v.array(v.number()),
  v: v.array(v.nullable(v.number())),
});
const storedState = v.object({
  r: v.array(v.tuple([v.number(), v.string(), v.string(), v.string(), v.number()])),
});
const storedPosting = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Heads as they are stored, of all domains that have any row. */
export function storedHeads(dump: Dump, market: string): ReadonlyMap<string, Head> {
  return new Map(
    domainsIn(dump, market).map((domain) => {
      const part = (sort: string) => dump.get(`D#${market}#${domain} ${sort}`);
      const { at, traffic, ...counts } = v.parse(storedTotals, part('!s'));
      const pages = v.parse(storedPages, part('!p')).rows;
      const { d, s, p: sums } = v.parse(storedRivals, part('!c'));
      const { k, p, v: volumes } = v.parse(storedSet, part('!b'));
      return [
        domain,
        {
          ...counts,
          traffic: Math.round(traffic / 10),
          newest: at,
          pages: Object.fromEntries(
            pages.map(([url, keywords]) => [url.replace(/^https?:\/\/(?:www\.)?/u, ''), keywords]),
          ),
          rivals: Object.fromEntries(d.map((site, index) => [site, [s[index] ?? 0, sums[index] ?? 0]])),
          keywordSet: Object.fromEntries(
            k.map((keyword, index) => [keyword, [p[index] ?? 0, volumes[index] ?? null]]),
          ),
        },
      ];
    }),
  );
}

/** The same, counted row by row. */
export function countedHeads(dump: Dump, market: string): ReadonlyMap<string, Head> {
  return new Map(domainsIn(dump, market).map((domain) => [domain, countedHead(dump, market, domain)]));
}

function countedHead(dump: Dump, market: string, domain: string): Head {
  const rows = [...dump].filter(([key]) => key.startsWith(`D#${market}#${domain} k#`));
  const lost = [...dump.keys()].filter((key) => key.startsWith(`D#${market}#${domain} x#`)).length;
  const places = rows.map(([key, data]) => placeOf(key, data, domain));
  const count = (test: (place: (typeof places)[number]) => boolean) => places.filter(test).length;
  const urls = places.flatMap((place) => [...new Set(place.urls)]);
  return {
    keywords: places.length,
    top3: count(({ position }) => position <= 3),
    top10: count(({ position }) => position <= 10),
    lost,
    withVolume: count(({ volume }) => volume !== null),
    traffic: Math.round(places.reduce((sum, place) => sum + Math.round(visitsOf(place) * 10_000), 0) / 10),
    newest: Math.max(0, ...places.map(({ at }) => at)),
    pages: Object.fromEntries([...Map.groupBy(urls, (url) => url)].map(([url, all]) => [url, all.length])),
    rivals: rivalsOf(
      domain,
      places.map(({ keyword }) => v.parse(storedState, dump.get(`K#${market}#${keyword} m`)).r),
    ),
    keywordSet: Object.fromEntries(
      places.map(({ keyword, position, volume }) => [keyword, [position, volume]]),
    ),
  };
}

function placeOf(key: string, data: unknown, domain: string) {
  const row = v.parse(storedPosting, data);
  const [position, url, volume, , , , , , at, , others = []] = row;
  const others_ = v.parse(v.array(v.tuple([v.number(), v.string()])), others);
  return {
    keyword: key.slice(key.indexOf('#', key.indexOf(' k#') + 3) + 1),
    position: v.parse(v.number(), position),
    volume: v.parse(v.nullable(v.number()), volume),
    at: v.parse(v.number(), at),
    urls: [v.parse(v.string(), url), ...others_.map(([, other]) => other)].map((text) =>
      pageOf(text, domain),
    ),
  };
}

/** Addresses of the domain's own host lie there without it. */
function pageOf(url: string, domain: string): string {
  if (url.startsWith('/')) return `${domain}${url}`;
  if (url.startsWith('w/')) return `${domain}${url.slice(1)}`;
  return url.replace(/^https?:\/\/(?:www\.)?/u, '');
}

function rivalsOf(domain: string, listings: readonly v.InferOutput<typeof storedState>['r'][]) {
  const own = siteOf(domain).root;
  const rivals: Record<string, [number, number]> = {};
  for (const listing of listings) {
    const best = new Map<string, number>();
    for (const [position, , root] of listing) best.set(root, Math.min(position, best.get(root) ?? position));
    for (const [root, position] of best) {
      if (root === own) continue;
      const [shared, sum] = rivals[root] ?? [0, 0];
      rivals[root] = [shared + 1, sum + position];
    }
  }
  return rivals;
}

/** Domains with a row, or with one that was lost. */
function domainsIn(dump: Dump, market: string): string[] {
  const start = `D#${market}#`;
  const keys = [...dump.keys()].filter((key) => key.startsWith(start) && / [kx]#/u.test(key));
  return [...new Set(keys.map((key) => key.slice(start.length, key.indexOf(' '))))].sort();
}
