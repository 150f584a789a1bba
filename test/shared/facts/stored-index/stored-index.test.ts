import { intents } from '#shared/contract/rows.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { marketKey } from '#shared/facts/ports/fact.ts';
import { hostOfUrl, pageOf, siteOfUrl, visitsOf } from '#test/support/index/index-reference.ts';
import {
  everyMarket,
  type WorldMarket,
  type WrittenWorld,
  worldKeywords,
  worldUrls,
  writeWorlds,
} from '#test/support/index/index-worlds.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const worldCount = 5;

describe('the stored index', () => {
  let worlds: readonly WrittenWorld[] = [];
  const database = testDatabase();
  beforeAll(async () => {
    worlds = await writeWorlds(database, { seed: 20, count: worldCount });
  });

  it('agrees with a plain count about every domain and subdomain in every market', async () => {
    const domains = new Set(worldUrls.flatMap((url) => [hostOfUrl(url), siteOfUrl(url)]));
    for (const world of worlds)
      for (const market of world.markets)
        for (const domain of domains) await expectDomain(world, market, domain);
  });

  it('agrees with a plain count about every page', async () => {
    for (const { market, key, index, reference } of everyMarket(worlds)) {
      for (const url of reference.urls(key)) {
        const expected = reference.pageKeywords(key, url);
        const { value } = await index.pageOverview(url, market);
        expect(value.organic_keywords).toBe(expected.length);
        expectTraffic(value.estimated_organic_traffic_per_month, expected);
        const { value: ranked } = await index.rankedKeywords({ url }, market, 100);
        expect(new Map(ranked.rows.map((row) => [row.keyword, row.position]))).toEqual(
          new Map(expected.map((row) => [row.keyword, row.position])),
        );
      }
    }
  });

  it('agrees with a plain count about the pages of a domain, and with its own answer about each page', async () => {
    for (const { market, key, index, reference } of everyMarket(worlds)) {
      const urls = reference.urls(key);
      for (const domain of new Set(urls.map(siteOfUrl))) {
        const pages = new Set(urls.filter((url) => siteOfUrl(url) === domain).map(pageOf));
        const { value } = await index.topPages(domain, market, 100);
        expect(value.total).toBe(pages.size);
        expect(new Set(value.rows.map((row) => pageOf(row.url)))).toEqual(pages);
        for (const row of value.rows)
          expect({ ...row }).toEqual({ ...(await index.pageOverview(row.url, market)).value });
      }
    }
  });

  it('agrees with a plain count about competitors', async () => {
    for (const { market, key, index, reference } of everyMarket(worlds)) {
      for (const domain of new Set(reference.urls(key).map(hostOfUrl))) {
        const rivals = reference.rivals(key, domain);
        const { value } = await index.competitors(domain, market, 100);
        expect(value.total).toBe(rivals.size);
        for (const row of value.rows) {
          const places = rivals.get(row.competitor) ?? [];
          expect(row.shared_keywords).toBe(places.length);
          expect(row.avg_position).toBeCloseTo(places.reduce((a, b) => a + b, 0) / places.length, 1);
        }
      }
    }
  });

  it('agrees with a plain count about gaps, losing and strong keywords', async () => {
    for (const world of everyMarket(worlds)) {
      const sites = [...new Set(world.reference.urls(world.key).map(siteOfUrl))];
      for (const domain of sites)
        await expectCoverage(
          world,
          domain,
          sites.filter((rival) => rival !== domain),
        );
    }
  });

  it('agrees with a plain count about positions, and tells not ranking from not knowing', async () => {
    const asked = [...worldKeywords, 'never seen'];
    for (const { market, key, index, reference } of everyMarket(worlds)) {
      for (const domain of new Set(reference.urls(key).map(hostOfUrl))) {
        const ranked = new Map(reference.rankedKeywords(key, domain).map((row) => [row.keyword, row]));
        const { value } = await index.positions(domain, asked, market);
        const expected = asked.map((keyword) => {
          const listing = reference.listing(key, keyword);
          const row = ranked.get(keyword);
          const { position = null, url = null } = row ?? {};
          const depth = listing ? listing.urls.length : null;
          return [keyword, expectedStatus(listing !== undefined, row !== undefined), position, url, depth];
        });
        expect(
          value.map((row) => [row.keyword, row.status, row.position, row.url, row.checked_depth]),
        ).toEqual(expected);
      }
    }
  });

  it('answers an unknown subject with nothing, and says so', async () => {
    const { documents, tables } = database;
    const { index, storedListings, backlinks } = createStoredIndex({ documents, table: tables.index });
    const market = resolveMarket({ location: 'Austin, Texas' });
    const answers = await Promise.all([
      index.domainOverview('nobody.example', market),
      index.rankedKeywords({ domain: 'nobody.example' }, market, 10),
      index.rankedKeywords({ url: 'https://nobody.example/' }, market, 10),
      index.pageOverview('https://nobody.example/', market),
      index.topPages('nobody.example', market, 10),
      index.competitors('nobody.example', market, 10),
      index.competitorsForKeywords(['nothing'], market, 10),
      index.keywordIdeas({ seed: 'nothing', mode: 'ideas', limit: 5 }, market),
      index.keywordIdeas({ seed: 'nothing', mode: 'related', limit: 5 }, market),
      index.keywordDetail('nothing', market),
      index.coverage('nobody.example', ['noone.example'], market, 5),
      index.positions('nobody.example', ['nothing'], market),
      storedListings.listing('nothing', market, 10),
    ]);
    for (const { notices, provenance } of answers) {
      expect(notices.map(({ code }) => code)).toEqual(['location_widened', 'no_data']);
      expect(provenance).toMatchObject({ observed_at: null, connection_id: null });
    }
    expect(await backlinks.profile('nobody.example')).toMatchObject({
      value: null,
      notices: [{ code: 'no_data' }],
    });
  });
});

function expectedStatus(isListed: boolean, isRanked: boolean) {
  if (isRanked) return 'ranked';
  return isListed ? 'not_in_top_n' : 'unknown';
}

type Expected = ReturnType<WrittenWorld['reference']['rankedKeywords']>;

async function expectDomain(
  { index, reference }: WrittenWorld,
  market: WrittenWorld['markets'][0],
  domain: string,
): Promise<void> {
  const key = marketKey(market);
  const expected = reference.rankedKeywords(key, domain);
  const lost = reference.lost(key, domain);
  const { value: ranked } = await index.rankedKeywords({ domain }, market, 100);
  expect(ranked.total).toBe(expected.length);
  expect(ranked.rows.map((row) => [row.keyword, row.position, row.url, row.monthly_volume])).toEqual(
    expected.map((row) => [row.keyword, row.position, row.url, row.volume]),
  );
  const { value: overview } = await index.domainOverview(domain, market);
  if (expected.length + lost === 0) {
    expect(overview.organic_keywords).toBeNull();
    return;
  }
  const count = (test: (row: Expected[number]) => boolean) => expected.filter(test).length;
  expect(overview).toMatchObject({
    organic_keywords: expected.length,
    top_3_keywords: count(({ position }) => position <= 3),
    top_10_keywords: count(({ position }) => position <= 10),
  });
  expectTraffic(overview.estimated_organic_traffic_per_month, expected);
  expectValue(overview.traffic_value_usd, expected);
  const isCompared = lost > 0 || expected.some(({ before }) => before !== null);
  expect(overview.movement).toEqual({
    new: isCompared ? count(({ before }) => before === 0) : null,
    up: isCompared ? count(({ before, position }) => (before ?? 0) > position) : null,
    down: isCompared ? count(({ before, position }) => (before ?? 0) > 0 && (before ?? 0) < position) : null,
    lost: isCompared ? lost : null,
  });
  for (const intent of intents)
    expect((overview.intent_mix[intent] ?? 0) * expected.length).toBeCloseTo(
      count((row) => row.intent === intent),
      8,
    );
}

function expectTraffic(found: number | null, rows: Expected): void {
  const known = rows.filter(({ volume }) => volume !== null);
  if (known.length === 0) {
    expect(found).toBeNull();
    return;
  }
  expect(found).toBeCloseTo(
    known.reduce((sum, row) => sum + visitsOf(row), 0),
    1,
  );
}

function expectValue(found: number | null, rows: Expected): void {
  const priced = rows.filter(({ volume, cpc }) => volume !== null && cpc !== null);
  if (priced.length === 0) {
    expect(found).toBeNull();
    return;
  }
  expect(found).toBeCloseTo(
    priced.reduce((sum, row) => sum + visitsOf(row) * (row.cpc ?? 0), 0),
    1,
  );
}

async function expectCoverage(
  { index, reference, market, key }: WorldMarket,
  domain: string,
  rivals: readonly string[],
): Promise<void> {
  const own = new Map(reference.rankedKeywords(key, domain).map((row) => [row.keyword, row.position]));
  const best = new Map<string, number>();
  for (const rival of rivals)
    for (const { keyword, position } of reference.rankedKeywords(key, rival))
      best.set(keyword, Math.min(best.get(keyword) ?? 999, position));
  const gaps = [...best.keys()].filter((keyword) => !own.has(keyword));
  const shared = [...best].filter(([keyword]) => own.has(keyword));
  const losing = shared.filter(([keyword, position]) => position < (own.get(keyword) ?? 0));
  const strong = shared.filter((row) => !losing.includes(row));
  const { value } = await index.coverage(domain, rivals, market, 200);
  expect(value.gaps.rows.map((row) => row.keyword).sort()).toEqual(gaps.sort());
  for (const [list, expected] of [[value.losing, losing] as const, [value.strong, strong] as const]) {
    expect(
      list.rows.map((row) => [row.keyword, row.target_position, row.best_competitor.position]).sort(),
    ).toEqual(expected.map(([keyword, position]) => [keyword, own.get(keyword), position]).sort());
    expect(list.total).toBe(expected.length);
  }
  expect(value.gaps.total).toBe(gaps.length);
  const volumes = value.gaps.rows.map((row) => row.monthly_volume ?? -1);
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
}
