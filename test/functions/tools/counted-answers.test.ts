import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { hostOfUrl } from '#test/support/index/index-reference.ts';
import { countRaw, trafficOf } from '#test/support/index/raw-count.ts';
import {
  laterMarket,
  type RawMarket,
  rawMarket,
  rawNouns,
  rawSites,
  rawTable,
  trackedKeywords,
} from '#test/support/index/raw-market.ts';
import {
  clustersOf,
  expectedGap,
  expectedPlace,
  expectedShared,
  expectPages,
  gapOf,
  keywordPlace,
  rivalCounts,
  sharedOf,
} from '#test/support/index/raw-rows.ts';
import { readWhole } from '#test/support/index/read-whole.ts';
import { testDatabase } from '#test/support/stores/database.ts';

/** A market with thousands of keywords of the largest site, in which a part is seen again; and a small one elsewhere. */
const markets = [
  { seed: 'one', keywords: 3_000, changed: 250, place: {} },
  { seed: 'two', keywords: 600, changed: 500, place: { location: 'Germany', language: 'German' } },
];

const comparisons = rawSites.flatMap((domain) => {
  const others = rawSites.filter((site) => !domain.endsWith(site) && !site.endsWith(domain));
  return [others, ...others.map((rival) => [rival])].map((rivals) => [domain, rivals] as const);
});

const filters = [
  {},
  { min_volume: 4_000 },
  { intent: 'commercial' },
  { min_volume: 1, intent: 'navigational' },
] as const;
type Filter = { readonly min_volume?: number; readonly intent?: 'commercial' | 'navigational' };
const researches = [...rawNouns, 'kettle model5'].flatMap((seed) =>
  filters.map((filter): readonly [string, Filter] => [seed, filter]),
);

describe.each(markets)('every number of every answer about a generated market ($seed)', (given) => {
  const { place } = given;
  const first = rawMarket(given.seed, given.keywords);
  const market = laterMarket(first, `${given.seed}-later`, given.changed);
  const tracked = trackedKeywords(120);
  const raw = countRaw(new Map([...market, ...tracked]));
  let sources: Sources;

  const database = testDatabase();
  beforeAll(async () => {
    const world = await openImportWorld(database, database.inBulk);
    const elsewhere = rawMarket('elsewhere', 200);
    const where = { location: place.location ?? '', language: place.language ?? '' };
    const seenAgain: RawMarket = new Map([...market].filter(([, { before }]) => before !== null));
    const files = [
      rawTable(first, '2026-11-01', where),
      rawTable(elsewhere, '2026-11-01', { location: 'France', language: 'French' }),
      rawTable(tracked, '2026-11-02', where),
      rawTable(seenAgain, '2026-11-08', where),
    ];
    for (const file of files) expect(await world.import(file)).toMatchObject({ bad_rows: 0 });
    sources = { ...world, liveListings: undefined };
  });

  const rowsOf = async (draft: DatasetDraft | undefined) => {
    if (!draft?.whole) return [...(draft?.rows ?? [])];
    const rows = await readWhole(sources, draft);
    const least = draft.description.includes('at least') ? draft.whole.rows : rows?.length;
    expect([rows?.length, least]).toEqual([expect.any(Number), draft.whole.rows]);
    return rows ?? [];
  };
  const named = (drafts: readonly DatasetDraft[] | undefined, name: string) =>
    drafts?.find((draft) => draft.name === name);

  it.each(rawSites)('inspect_domain says of %s what the rows of the files add up to', async (domain) => {
    const { data, coverage, datasets, facts } = await askTool(
      'inspect_domain',
      { domain, ...place },
      { sources },
    );
    const expected = raw.summary(domain);
    const ranked = raw.ranked(domain);
    expect(data.summary).toEqual(expected);
    const { movement: _, ...counts } = expected;
    expect(facts[0]).toMatchObject({ type: 'domain_visibility', ...counts });
    expect(data.top_keywords.map(keywordPlace)).toEqual(ranked.slice(0, 10).map(expectedPlace));
    expect(coverage).toMatchObject({
      returned: Math.min(10, ranked.length),
      total_available: ranked.length,
      truncated: ranked.length > 10,
    });
    if (ranked.length > 10)
      expect((await rowsOf(named(datasets, 'ranked-keywords'))).map(keywordPlace)).toEqual(
        ranked.map(expectedPlace),
      );
    for (const [intent, share] of Object.entries(data.intent_mix))
      expect(Math.round((share ?? 0) * ranked.length)).toBe(
        ranked.filter(({ row }) => row.intent === intent).length,
      );
    expectPages(data.top_pages, raw, domain, 10);
    const pages = await rowsOf(named(datasets, 'top-pages'));
    if (pages.length > 0) expectPages(pages, raw, domain, pages.length);
    expect(pages.length > 0 ? pages.length : data.top_pages.length).toBe(raw.pages(domain).size);
    expect(data.likely_competitors.map(rivalCounts)).toEqual(raw.rivals(domain).slice(0, 8).map(rivalCounts));
  });

  it.each(rawSites)(
    'discover_competitors counts the rivals of %s, the same from both sides',
    async (domain) => {
      const rivals = raw.rivals(domain);
      const { data, coverage, datasets } = await askTool(
        'discover_competitors',
        { domain, limit: 100, ...place },
        { sources },
      );
      expect(data.competitors.map(rivalCounts)).toEqual(rivals.slice(0, 100).map(rivalCounts));
      expect(coverage.total_available).toBe(rivals.length);
      const all = named(datasets, 'competitors');
      if (rivals.length > 100) expect((await rowsOf(all)).map(rivalCounts)).toEqual(rivals.map(rivalCounts));
      for (const { competitor, shared_keywords, relevance } of data.competitors.slice(0, 4)) {
        const back = await askTool(
          'discover_competitors',
          { domain: competitor, limit: 100, ...place },
          { sources },
        );
        const [own] = back.data.competitors.filter((row) => row.competitor === domain);
        if (own && !domain.startsWith('blog.')) expect(own).toMatchObject({ shared_keywords, relevance });
      }
    },
  );

  it('discover_competitors counts who owns seed keywords', async () => {
    const seeds = [...market.keys()].filter((_, at) => at % 67 === 0).slice(0, 20);
    const { data, coverage } = await askTool(
      'discover_competitors',
      { seed_keywords: seeds, limit: 100, ...place },
      { sources },
    );
    const owners = raw.owners(seeds);
    expect(data.competitors.map(rivalCounts)).toEqual(owners.slice(0, 100).map(rivalCounts));
    expect(coverage.total_available).toBe(owners.length);
  });

  it.each(comparisons)(
    'compare_keyword_coverage of %s against %j counts gaps, losing and strong keywords, each in one list',
    async (domain, rivals) => {
      const expected = raw.coverage(domain, rivals);
      const { data, coverage, datasets } = await askTool(
        'compare_keyword_coverage',
        { domain, competitors: [...rivals], limit: 200, ...place },
        { sources },
      );
      const { gaps, losing, strong } = expected;
      expect(coverage.total_available).toBe(gaps.length + losing.length + strong.length);
      const whole = async (shown: readonly object[], total: number, name: string) =>
        shown.length < total ? rowsOf(named(datasets, name)) : shown;
      const allGaps = await whole(data.gaps, gaps.length, 'keyword-gaps');
      const allLosing = await whole(data.losing, losing.length, 'losing-keywords');
      const allStrong = await whole(data.strong, strong.length, 'strong-keywords');
      expect(allGaps.map(gapOf)).toEqual(gaps.map(expectedGap));
      expect(allLosing.map(sharedOf)).toEqual(losing.map(expectedShared));
      expect(allStrong.map(sharedOf)).toEqual(strong.map(expectedShared));
      expect(data.gaps.map(gapOf)).toEqual(gaps.slice(0, data.gaps.length).map(expectedGap));
      expect(data.losing.map(sharedOf)).toEqual(losing.slice(0, data.losing.length).map(expectedShared));
      expect(data.strong.map(sharedOf)).toEqual(strong.slice(0, data.strong.length).map(expectedShared));
      expect(
        new Map(data.intent_clusters.map((row) => [row.intent, [row.keywords, row.total_volume]])),
      ).toEqual(clustersOf([...gaps.slice(0, 200), ...losing.slice(0, 200)]));
    },
  );

  it('inspect_search_visibility, inspect_keyword and inspect_serp say what stood in each listing', async () => {
    const keywords = [...market.keys()].filter((_, at) => at % 31 === 0).slice(0, 95);
    const asked = [...keywords, 'tracked model1', 'tracked model7', 'never seen'];
    for (const domain of rawSites) {
      const { data } = await askTool(
        'inspect_search_visibility',
        { domain, keywords: asked, ...place },
        { sources },
      );
      const held = new Map(raw.ranked(domain).map((row) => [row.keyword, row]));
      const statusOf = (keyword: string) => {
        if (held.has(keyword)) return 'ranked';
        return market.has(keyword) ? 'not_in_top_n' : 'not_checked';
      };
      expect(
        data.positions.map(({ keyword, status, position, url }) => [keyword, status, position, url]),
      ).toEqual(
        asked.map((keyword) => {
          const { position = null, url = null } = held.get(keyword) ?? {};
          return [keyword, statusOf(keyword), position, url];
        }),
      );
      const positions = asked.flatMap((keyword) => held.get(keyword)?.position ?? []);
      const within = (depth: number) => positions.filter((position) => position <= depth).length;
      const mean = positions.reduce((sum, position) => sum + position, 0) / positions.length;
      expect(data.summary).toMatchObject({
        keywords_requested: asked.length,
        checked: asked.filter((keyword) => statusOf(keyword) !== 'not_checked').length,
        ranked: positions.length,
        top_3: within(3),
        top_10: within(10),
        top_20: within(20),
        avg_position: positions.length > 0 ? Math.round(mean * 10) / 10 : null,
      });
    }
    for (const keyword of keywords.slice(0, 25)) {
      const row = market.get(keyword);
      const places = (row?.urls ?? []).map((url, at) => [at + 1, hostOfUrl(url), url]);
      const detail = await askTool('inspect_keyword', { keyword, ...place }, { sources });
      const { monthly_volume, cpc_usd, difficulty, intent, serp_top } = detail.data;
      expect([monthly_volume, cpc_usd, difficulty, intent]).toEqual([
        row?.volume,
        row?.cpc,
        row?.difficulty,
        row?.intent,
      ]);
      expect(serp_top.map(({ position, domain, url }) => [position, domain, url])).toEqual(
        places.slice(0, 10),
      );
      const serp = await askTool('inspect_serp', { query: keyword, depth: 20, ...place }, { sources });
      expect(serp.data.organic.map(({ position, domain, url }) => [position, domain, url])).toEqual(places);
      expect(serp.coverage).toMatchObject({ returned: places.length, total_available: places.length });
    }
    await expect(
      askTool('inspect_serp', { query: 'tracked model1', ...place }, { sources }),
    ).rejects.toMatchObject({
      code: 'no_live_source',
    });
  });

  it('inspect_page counts the keywords of a page, however many', async () => {
    const urls = rawSites.slice(0, 4).flatMap((domain) =>
      [...raw.pages(domain).values()]
        .sort((a, b) => b.length - a.length)
        .filter((_, at) => at % 30 === 0)
        .flatMap(([row]) => row?.url ?? []),
    );
    for (const url of urls) {
      const expected = raw.page(url);
      const { data, coverage, datasets } = await askTool('inspect_page', { url, ...place }, { sources });
      expect(data).toMatchObject({
        organic_keywords: expected.length,
        estimated_organic_traffic_per_month: trafficOf(expected),
      });
      expect(coverage.total_available).toBe(expected.length);
      const rows = expected.length > 25 ? await rowsOf(named(datasets, 'page-keywords')) : data.top_keywords;
      expect(new Set(rows.map(keywordPlace).map(String))).toEqual(
        new Set(expected.map(expectedPlace).map(String)),
      );
    }
  });

  it.each(researches)(
    'research_keywords finds and counts the keywords around %s with %j',
    async (seed, filter) => {
      const words = seed.split(' ');
      const matching = [...raw.market].filter(([keyword]) =>
        words.some((word) => keyword.split(' ').includes(word)),
      );
      const least = filter.min_volume;
      const loud = matching.filter(([, { volume }]) => least === undefined || (volume ?? -1) >= least);
      const kept = loud.filter(([, { intent }]) => filter.intent === undefined || intent === filter.intent);
      const { data, coverage, datasets } = await askTool(
        'research_keywords',
        { seed, mode: 'ideas', limit: 50, ...filter, ...place },
        { sources },
      );
      const rows = await rowsOf(named(datasets, 'keyword-ideas'));
      const shown = rows.length > 0 ? rows : data.keywords;
      expect(new Set(shown.map(({ keyword }) => keyword))).toEqual(new Set(kept.map(([keyword]) => keyword)));
      expect(data.keywords).toHaveLength(Math.min(50, kept.length));
      const metrics = data.keywords.map((row) => [row.monthly_volume, row.cpc_usd, row.difficulty]);
      const known = data.keywords.map(({ keyword }) => raw.market.get(keyword));
      expect(metrics).toEqual(known.map((row) => [row?.volume, row?.cpc, row?.difficulty]));
      const isWhole = coverage.total_available !== null;
      const dropped = { min_volume: matching.length - loud.length, intent: loud.length - kept.length };
      expect(isWhole ? [coverage.total_available, data.filtered_out] : []).toEqual(
        isWhole ? [kept.length, dropped] : [],
      );
    },
  );
});
