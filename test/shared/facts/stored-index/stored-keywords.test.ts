import { visitsOf } from '#test/support/index/index-reference.ts';
import {
  everyMarket,
  type WorldMarket,
  type WrittenWorld,
  worldKeywords,
  writeWorlds,
} from '#test/support/index/index-worlds.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const worldCount = 4;
const unlimited = 200;

describe('the stored index about keywords and their listings', () => {
  let worlds: readonly WrittenWorld[] = [];
  const database = testDatabase();
  beforeAll(async () => {
    worlds = await writeWorlds(database, { seed: 7, count: worldCount });
  });

  it('agrees with a plain list about every keyword and its first results, in every market', async () => {
    for (const { market, key, index, reference } of everyMarket(worlds))
      for (const keyword of worldKeywords) {
        const { value } = await index.keywordDetail(keyword.toUpperCase(), market);
        if (!reference.keywords(key).includes(keyword)) {
          expect(value).toBeNull();
          continue;
        }
        const { volume, cpc, intent } = reference.facts(key, keyword);
        expect(value).toMatchObject({ keyword, monthly_volume: volume, cpc_usd: cpc, intent });
        const urls = reference.listing(key, keyword)?.urls ?? [];
        expect(value?.serp_top.map((row) => [row.position, row.url])).toEqual(
          urls.slice(0, 10).map((url, place) => [place + 1, url]),
        );
      }
  });

  it('gives the newest listing down to the depth asked for, and null where none was seen', async () => {
    for (const world of everyMarket(worlds))
      for (const keyword of worldKeywords)
        for (const depth of [3, 100]) await expectListing(world, keyword, depth);
  });

  it('agrees with a plain count about who ranks for given keywords, in what order and how large they are', async () => {
    for (const world of everyMarket(worlds))
      for (const seeds of [worldKeywords, worldKeywords.slice(0, 2), ['never seen', 'tea']])
        await expectSitesFor(world, seeds);
  });

  const filters = [
    {},
    { minVolume: 90 },
    { intent: 'commercial' },
    { minVolume: 10, intent: 'informational' },
  ] as const;

  it('finds exactly the keywords with all words of a seed that pass the filters, and counts the others', async () => {
    for (const world of everyMarket(worlds))
      for (const [seed, words] of [
        ['coffee', ['coffee']],
        ['Grinders COFFEE', ['coffee', 'grinder']],
        ['tea', ['tea']],
        ['crème', ['crème']],
      ] as const)
        for (const filter of filters)
          await expectIdeas(world, { seed, mode: 'suggestions', ...filter }, (keyword) =>
            words.every((word) => wordsOf(keyword).includes(word)),
          );
  });

  it('finds exactly the keywords with half of the words of a seed as ideas', async () => {
    for (const world of everyMarket(worlds))
      for (const filter of filters)
        await expectIdeas(
          world,
          { seed: 'coffee mug grinder', mode: 'ideas', ...filter },
          (keyword) =>
            ['coffee', 'mug', 'grinder'].filter((word) => wordsOf(keyword).includes(word)).length >= 2,
        );
  });

  it('finds as related what the first pages of a seed rank for beside it', async () => {
    for (const { market, key, index, reference } of everyMarket(worlds))
      for (const seed of worldKeywords) {
        const listing = reference.listing(key, seed);
        if (!listing) continue;
        const pages = listing.urls.slice(0, 4);
        const expected = pages.flatMap((url) => reference.pageKeywords(key, url)).map((row) => row.keyword);
        const { value } = await index.keywordIdeas({ seed, mode: 'related', limit: unlimited }, market);
        const found = value.rows.flatMap((row) => [row.keyword, ...row.variants]);
        expect(new Set(found)).toEqual(new Set(expected.filter((keyword) => keyword !== seed)));
      }
  });
});

function mean(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** The words of the worlds' keywords, without the one that says nothing. */
function wordsOf(keyword: string): string[] {
  return keyword.split(' ').filter((word) => word !== 'for');
}

async function expectListing(
  { market, key, storedListings, reference }: WorldMarket,
  keyword: string,
  depth: number,
): Promise<void> {
  const listing = reference.listing(key, keyword);
  const { value, provenance } = await storedListings.listing(keyword, market, depth);
  expect(value?.organic.map(({ url }) => url)).toEqual(listing?.urls.slice(0, depth));
  expect(value?.depth).toBe(listing && Math.min(depth, listing.urls.length));
  expect(provenance.observed_at).toBe(listing ? new Date(listing.at * 86_400_000).toISOString() : null);
}

async function expectSitesFor(
  { market, key, index, reference }: WorldMarket,
  seeds: readonly string[],
): Promise<void> {
  const sites = reference.sitesFor(key, seeds);
  const order = [...sites].sort(
    ([a, one], [b, other]) => other.length - one.length || mean(one) - mean(other) || (a < b ? -1 : 1),
  );
  const { value } = await index.competitorsForKeywords(seeds, market, 100);
  expect(value.total).toBe(order.length);
  expect(value.rows.map((row) => [row.competitor, row.shared_keywords])).toEqual(
    order.map(([site, places]) => [site, places.length]),
  );
  for (const row of value.rows) {
    const places = sites.get(row.competitor) ?? [];
    const own = reference.rankedKeywords(key, row.competitor);
    expect(row.avg_position).toBeCloseTo(mean(places), 1);
    expect(row.organic_keywords).toBe(own.length);
    expect(row.relevance).toBeCloseTo(places.length / seeds.length, 3);
    // A site without any known volume has no traffic that one could name.
    const isKnown = own.some(({ volume }) => volume !== null);
    const visits = own.reduce((sum, each) => sum + visitsOf(each), 0);
    expect(row.estimated_organic_traffic_per_month ?? -1).toBeCloseTo(isKnown ? visits : -1, 1);
  }
}

type Question = Omit<Parameters<WrittenWorld['index']['keywordIdeas']>[0], 'limit'>;

async function expectIdeas(
  { market, key, index, reference }: WorldMarket,
  question: Question,
  isCandidate: (keyword: string) => boolean,
): Promise<void> {
  const { value } = await index.keywordIdeas({ ...question, limit: unlimited }, market);
  const candidates = reference.keywords(key).filter(isCandidate);
  const loud = candidates.filter(
    (keyword) =>
      question.minVolume === undefined || (reference.facts(key, keyword).volume ?? -1) >= question.minVolume,
  );
  const kept = loud.filter(
    (keyword) => question.intent === undefined || reference.facts(key, keyword).intent === question.intent,
  );
  expect(new Set(value.rows.flatMap((row) => [row.keyword, ...row.variants]))).toEqual(new Set(kept));
  expect(value.filtered_out).toEqual({
    min_volume: candidates.length - loud.length,
    intent: loud.length - kept.length,
  });
  expect(value.total).toBe(value.rows.length);
  if (question.mode !== 'suggestions') return;
  const volumes = value.rows.map((row) => row.monthly_volume ?? -1);
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
}
