import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { countRaw } from '#test/support/index/raw-count.ts';
import { type RawMarket, rawMarket, rawTable } from '#test/support/index/raw-market.ts';
import { expectedGap, gapOf, sharedOf } from '#test/support/index/raw-rows.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const owner = 'acct_own';
const domain = 'gamma.example';
const rivals = ['alpha.example', 'beta.co.uk'];
const page = 'https://gamma.example/all';

/** A page of the site that ranks for more keywords than an answer reads, among the rest of the market. */
const onPage: RawMarket = new Map(
  Array.from({ length: 130 }, (_, number) => [
    `page word${number}`,
    {
      volume: 1_000 - number,
      cpc: null,
      difficulty: null,
      intent: 'informational',
      urls: ['https://alpha.example/x', 'https://beta.co.uk/y', page],
      before: null,
    },
  ]),
);
const market: RawMarket = new Map([...rawMarket('own', 700), ...onPage]);
const raw = countRaw(market);
const compared = raw.coverage(domain, rivals);
/** Every third gap is a query for which the console shows the site; so are some words of the page, and others. */
const shownFor = new Map(
  compared.gaps.filter((_, at) => at % 3 === 0).map(({ keyword }, at) => [keyword, 2 + (at % 7)]),
);
const ofPage = [...onPage.keys()].filter((_, at) => at % 2 === 0).concat('only in the console', 'so is this');
const exported = [
  'query,page,clicks,impressions,ctr,position',
  ...[...shownFor].map(([query, position]) => `${query},https://gamma.example/other,3,90,3.33%,${position}`),
  ...ofPage.map((query) => `${query},${page},5,100,5%,4`),
].join('\n');

describe('every count of an answer about a site whose console its owner has brought', () => {
  let sources: Sources;
  const database = testDatabase();
  beforeAll(async () => {
    const world = await openImportWorld(database);
    expect(await world.import(rawTable(market, '2026-11-01'))).toMatchObject({ bad_rows: 0 });
    expect(await world.import(`${exported}\n`, { owner })).toMatchObject({ status: 'imported', bad_rows: 0 });
    sources = { ...world, liveListings: undefined, own: createOwnSites(world.items, owner) };
  });

  const rowsOf = (drafts: readonly DatasetDraft[] | undefined, name: string) =>
    drafts?.find((draft) => draft.name === name)?.rows ?? [];

  it('compare_keyword_coverage moves every gap that the console disproves to the list where it belongs', async () => {
    const gaps = compared.gaps.filter(({ keyword }) => !shownFor.has(keyword));
    const shown = compared.gaps.filter(({ keyword }) => shownFor.has(keyword));
    const byPlace = Map.groupBy(shown, ({ keyword, places }) =>
      (places[0]?.position ?? 0) < (shownFor.get(keyword) ?? 0) ? 'losing' : 'strong',
    );
    const answer = await askTool('compare_keyword_coverage', { domain, competitors: rivals }, { sources });
    expect(gaps.length).toBeGreaterThan(50);
    expect(answer.coverage.total_available).toBe(
      compared.gaps.length + compared.losing.length + compared.strong.length,
    );
    expect(rowsOf(answer.datasets, 'keyword-gaps').map(gapOf)).toEqual(gaps.map(expectedGap));
    for (const list of ['losing', 'strong'] as const) {
      const moved = byPlace.get(list) ?? [];
      expect(moved.length).toBeGreaterThan(10);
      expect(new Set(rowsOf(answer.datasets, `${list}-keywords`).map(sharedOf).map(String))).toEqual(
        new Set([
          ...compared[list].map(
            ({ keyword, target, places }) => `${keyword},${target},${places[0]?.position}`,
          ),
          ...moved.map(({ keyword, places }) => `${keyword},${shownFor.get(keyword)},${places[0]?.position}`),
        ]),
      );
    }
  });

  it('inspect_page counts each keyword once, whether a listing, the console or both know it', async () => {
    const { coverage, datasets } = await askTool('inspect_page', { url: page }, { sources });
    const together = new Set([...onPage.keys(), ...ofPage]);
    expect(coverage.total_available).toBe(together.size);
    const rows = rowsOf(datasets, 'page-keywords');
    expect(rows).toHaveLength(together.size);
    expect(new Set(rows.map(({ keyword }) => keyword))).toEqual(together);
  });

  it('inspect_domain claims no number of keywords where listings and console know some each', async () => {
    const { data, coverage } = await askTool('inspect_domain', { domain }, { sources });
    expect(data.summary.organic_keywords).toBe(raw.ranked(domain).length);
    expect(data.own).toMatchObject({ queries: shownFor.size + ofPage.length });
    expect(coverage).toMatchObject({ total_available: null, truncated: true });
    expect(coverage.scope_note).toContain(`${raw.ranked(domain).length} known by place`);
  });

  it('research_keywords counts ideas and own queries together where it has seen all of both', async () => {
    const seen = [...market.keys(), ...ofPage].filter((keyword) => keyword.split(' ').includes('console'));
    const { data, coverage } = await askTool(
      'research_keywords',
      { seed: 'console', limit: 200 },
      { sources },
    );
    expect([data.keywords.length, coverage.total_available]).toEqual([seen.length, seen.length]);
    const cut = await askTool('research_keywords', { seed: 'page', limit: 10 }, { sources });
    expect(cut.data.keywords).toHaveLength(10);
    expect([null, onPage.size]).toContain(cut.coverage.total_available);
  });
});
