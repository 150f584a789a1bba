import fc from 'fast-check';
import { intents, type Listing } from '#shared/contract/rows.ts';
import { languages, resolveMarket } from '#shared/facts/markets/markets.ts';
import { type Market, marketKey } from '#shared/facts/ports/fact.ts';
import { organicOnly } from '#shared/facts/ports/sources.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import type { TestDatabase } from '../stores/database.ts';
import {
  createReference,
  hostOfUrl,
  pageOf,
  type SeenListingRow,
  type SeenMetricsRow,
} from './index-reference.ts';

const hosts = [
  'https://www.alpha.example',
  'http://alpha.example',
  'https://blog.alpha.example',
  'https://beta.co.uk',
  'https://shop.beta.co.uk',
  'https://deep.shop.beta.co.uk',
  'https://xn--mnchen-3ya.example',
  'https://gamma.example',
];
/** Addresses of hosts with and without `www.`, subdomains, an IDN, and pages that differ in a slash or a query. */
export const worldUrls = hosts.flatMap((host) =>
  ['/', '/a', '/a/', '/b', '/b?c=1'].map((path) => host + path),
);
export const worldKeywords = [
  'coffee',
  'coffee grinder',
  'grinder for coffee',
  'café crème',
  'tea',
  'コーヒー ミル',
];

const listingRow = fc.record({
  isHome: fc.boolean(),
  keyword: fc.constantFrom(...worldKeywords),
  at: fc.integer({ min: 1, max: 6 }),
  urls: fc.uniqueArray(fc.constantFrom(...worldUrls), { minLength: 1, maxLength: 9, selector: pageOf }),
});
const metricsRow = fc.record({
  isHome: fc.boolean(),
  keyword: fc.constantFrom(...worldKeywords),
  volume: fc.option(fc.constantFrom(10, 90, 1_300, 246_000)),
  cpc: fc.option(fc.constantFrom(0.01, 1.25, 14)),
  intent: fc.constantFrom(...intents),
});
type Step =
  | (typeof listingRow extends fc.Arbitrary<infer Row> ? Row : never)
  | (typeof metricsRow extends fc.Arbitrary<infer Row> ? Row : never);

/** Histories of listings and metrics in two markets, in any order of time. */
export const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: listingRow }, { weight: 1, arbitrary: metricsRow }),
  { minLength: 6, maxLength: 18 },
);

/** A history written into two markets of its own, and the plain count over it. */
export async function writeWorld(
  { documents, tables }: TestDatabase,
  steps: readonly Step[],
  number: number,
) {
  const language = languages[number]?.code ?? 'en';
  const markets = [
    resolveMarket({ location: 'US', language }),
    resolveMarket({ location: 'DE', language }),
  ] as const;
  const writer = createIndexWriter({ documents, table: tables.index, clock: Date.now });
  const listings: SeenListingRow[] = [];
  const metrics: SeenMetricsRow[] = [];
  const write = async (market: Market, row: SeenMetricsRow, at: number) => {
    const { keyword, volume, cpc, intent } = row;
    const given = { volume, cpc, intent, level: null, difficulty: null, trend: [], trendStart: null };
    await writer.carryOver([{ market, keyword, metrics: { ...given, at, source: 'test' } }]);
  };
  for (const [order, step] of steps.entries()) {
    const target = step.isHome ? markets[0] : markets[1];
    const row = { ...step, market: marketKey(target) };
    if ('urls' in row) {
      listings.push(row);
      await writer.writeListing(listingOf(row), target, `source-${order}`);
      continue;
    }
    const isSame = (each: SeenMetricsRow) => each.market === row.market && each.keyword === row.keyword;
    // Unknown does not replace known; the plain count gets what remains.
    const known = metrics.findLast(isSame);
    metrics.push({ ...row, volume: row.volume ?? known?.volume ?? null, cpc: row.cpc ?? known?.cpc ?? null });
    await write(target, row, 100 + order);
  }
  for (const row of withoutMetrics(listings, metrics)) {
    const target = markets.find((market) => marketKey(market) === row.market) ?? markets[0];
    metrics.push(row);
    await write(target, row, 1);
  }
  const { index, storedListings } = createStoredIndex({ documents, table: tables.index });
  return { markets, index, storedListings, reference: createReference(listings, metrics) };
}

export type WrittenWorld = Awaited<ReturnType<typeof writeWorld>>;

/** A world as one of its markets sees it. */
export type WorldMarket = ReturnType<typeof everyMarket>[number];

export function everyMarket(worlds: readonly WrittenWorld[]) {
  return worlds.flatMap(({ markets, index, storedListings, reference }) =>
    markets.map((market) => ({ market, key: marketKey(market), index, storedListings, reference })),
  );
}

/** Keywords without an intent of their own would get one by rules, which the plain count does not know. */
function withoutMetrics(
  listings: readonly SeenListingRow[],
  metrics: readonly SeenMetricsRow[],
): readonly SeenMetricsRow[] {
  const bare = listings.filter(
    (row) => !metrics.some((each) => each.market === row.market && each.keyword === row.keyword),
  );
  const rows = bare.map(({ market, keyword }): SeenMetricsRow => {
    return { market, keyword, volume: null, cpc: null, intent: 'informational' };
  });
  return [...new Map(rows.map((row) => [`${row.market} ${row.keyword}`, row])).values()];
}

/** A whole listing, as deep as it has results. */
export function listingOf({ keyword, at, urls }: Omit<SeenListingRow, 'market'>): Listing {
  return {
    query: keyword,
    fetched_at: new Date(at * 86_400_000).toISOString(),
    depth: urls.length,
    item_types_present: ['organic'],
    organic: urls.map((url, index) => ({
      position: index + 1,
      rank_absolute: null,
      domain: hostOfUrl(url),
      url,
      title: null,
      snippet: null,
    })),
    ...organicOnly,
  };
}

/** Some histories, the same ones for a seed, each written into markets of its own. */
export async function writeWorlds(
  database: TestDatabase,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<readonly WrittenWorld[]> {
  const worlds: WrittenWorld[] = [];
  for (const [number, steps] of fc.sample(history, { seed, numRuns: count }).entries())
    worlds.push(await writeWorld(database, steps, number));
  return worlds;
}
