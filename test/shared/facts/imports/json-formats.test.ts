import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

describe('an import of JSON', () => {
  const database = testDatabase();

  it('reads JSON lines, and goes on after a broken one', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(
      lines(
        '{"keyword":"tea","position":1,"url":"https://a.example/","volume":90}',
        '{"keyword":"tea","posi',
        '{"keyword":"mate","volume":"1,300","cpc":null,"location":"de","language":"German"}',
        '{"else":1}',
      ),
      {},
      'file.jsonl',
    );
    expect(report).toMatchObject({ format: 'plain-jsonl', rows: 4, bad_rows: 2 });
    expect(report.problems.map(({ line }) => line)).toEqual([2, 4]);
    const german = resolveMarket({ location: 'de', language: 'de' });
    expect((await world.index.keywordDetail('mate', german)).value).toMatchObject({
      monthly_volume: 1300,
      cpc_usd: null,
    });
  });

  it('reads a Serper listing, alone or in an array', async () => {
    const world = await openImportWorld(database);
    const listing = (q: string) => ({
      searchParameters: { q, gl: 'us', hl: 'en', num: 10 },
      organic: [
        { title: 'One', link: 'https://www.a.example/x', snippet: 'Text', position: 1 },
        { title: 'Two', link: 'https://b.example/', position: 2 },
        { title: 'Bad', link: 'not a link', position: 3 },
      ],
      peopleAlsoAsk: [{ question: 'What is tea?' }],
      relatedSearches: [{ query: 'green tea' }],
      ads: [{ title: 'Ad', link: 'https://ads.example/' }],
      knowledgeGraph: { title: 'Tea' },
      answerBox: { link: 'https://b.example/', title: 'Two', snippet: 'Short' },
    });
    expect(await world.import(JSON.stringify(listing('tea'), null, 2), {}, 'one.json')).toMatchObject({
      format: 'serper',
      rows: 1,
      bad_rows: 0,
    });
    expect(
      await world.import(JSON.stringify([listing('black tea'), listing('white tea')]), {}, 'two.json'),
    ).toMatchObject({ rows: 2, keywords_changed: 2 });
    const { value, provenance } = await world.storedListings.listing('tea', market, 10);
    expect(value).toMatchObject({
      depth: 10,
      organic: [{ position: 1, domain: 'a.example', snippet: 'Text' }, { position: 2 }],
      people_also_ask: ['What is tea?'],
      related_searches: ['green tea'],
      paid: [{ position: 1, domain: 'ads.example' }],
      featured_snippet: { domain: 'b.example', text: 'Short' },
    });
    expect(value?.item_types_present).toEqual(expect.arrayContaining(['organic', 'paid', 'knowledge_graph']));
    // The file does not say when it was seen, and its own time is none of the listing.
    expect([value?.fetched_at, provenance.observed_at]).toEqual([null, null]);
    const { value: absent } = await world.index.positions('c.example', ['tea'], market);
    expect(absent[0]).toMatchObject({ status: 'not_in_top_n', checked_depth: 10, ai_overview: 'none' });
    expect(absent[0]?.observed_at).toBeNull();
  });

  it('lets a listing with a time replace one without, never the other way round', async () => {
    const world = await openImportWorld(database);
    const undated = (link: string) =>
      JSON.stringify({ searchParameters: { q: 'tea' }, organic: [{ link, position: 1 }] });
    const first = async () =>
      (await world.storedListings.listing('tea', market, 10)).value?.organic[0]?.domain;
    await world.import(undated('https://a.example/'), {}, 'a.json');
    await world.import(undated('https://b.example/'), {}, 'b.json');
    expect(await first()).toBe('b.example');
    const dated = { search_metadata: { processed_at: '2019-11-01 10:00:00 UTC' } };
    const listing = { search_parameters: { q: 'tea' }, organic_results: [{ link: 'https://c.example/' }] };
    await world.import(JSON.stringify({ ...dated, ...listing }), {}, 'c.json');
    await world.import(undated('https://d.example/'), {}, 'd.json');
    expect(await first()).toBe('c.example');
  });

  it('reads a SerpApi listing with its own time', async () => {
    const world = await openImportWorld(database);
    const listing = {
      search_metadata: { processed_at: '2026-11-01 10:00:00 UTC' },
      search_parameters: { q: 'tea', gl: 'uk', hl: 'en', location_used: 'London,England,United Kingdom' },
      organic_results: [{ position: 1, title: 'One', link: 'https://a.example/' }],
      local_results: {
        places: [{ title: 'Tea room', rating: 4.5, reviews: 12, links: { website: 'https://room.example' } }],
      },
      related_questions: [{ question: 'Why tea?' }],
      ai_overview: {
        text_blocks: [{ snippet: 'Tea is' }, { snippet: 'a drink.' }],
        references: [{ link: 'https://a.example/', title: 'One' }],
      },
    };
    await world.import(JSON.stringify(listing), {}, 'serp.json');
    const british = resolveMarket({ location: 'uk' });
    const { value } = await world.storedListings.listing('tea', british, 10);
    expect(value).toMatchObject({
      fetched_at: '2026-11-01T10:00:00.000Z',
      local_pack: [{ title: 'Tea room', rating: { value: 4.5, votes_count: 12 } }],
      ai_overview: { text: 'Tea is\na drink.', references: [{ domain: 'a.example' }] },
    });
    const citation = async (domain: string) =>
      (await world.index.positions(domain, ['tea', 'coffee'], british)).value.map((row) => row.ai_overview);
    expect(await citation('a.example')).toEqual(['cited', 'not_checked']);
    expect(await citation('room.example')).toEqual(['not_cited', 'not_checked']);
  });

  it('reads DataForSEO answers: listings, ranked keywords and keyword data, and reports failed tasks', async () => {
    const world = await openImportWorld(database);
    const task = (path: readonly string[], result: unknown) => ({
      status_code: 20_000,
      path,
      result: [result],
    });
    const place = { location_code: 2840, language_code: 'en' };
    const info = {
      search_volume: 720,
      cpc: 1.4500000476837158,
      competition_level: 'LOW',
      monthly_searches: [{ year: 2026, month: 10, search_volume: 800 }],
    };
    const answer = {
      tasks: [
        task(['v3', 'serp', 'google', 'organic'], {
          keyword: 'tea',
          ...place,
          datetime: '2026-10-28 06:14:09 +00:00',
          item_types: ['organic'],
          items: [
            {
              type: 'organic',
              rank_group: 1,
              rank_absolute: 2,
              domain: 'www.a.example',
              url: 'https://www.a.example/',
              title: 'One',
            },
          ],
        }),
        task(['v3', 'dataforseo_labs', 'google', 'ranked_keywords', 'live'], {
          ...place,
          items: [
            {
              keyword_data: {
                keyword: 'mate tea',
                keyword_info: info,
                keyword_properties: { keyword_difficulty: 12 },
              },
              ranked_serp_element: {
                serp_item: { type: 'organic', rank_group: 4, url: 'https://a.example/mate' },
              },
            },
          ],
        }),
        task(['v3', 'dataforseo_labs', 'google', 'keyword_overview', 'live'], {
          ...place,
          items: [{ keyword: 'iced tea', keyword_info: info }],
        }),
        { status_code: 40_501, status_message: "Invalid Field: 'keyword'.", path: [], result: null },
      ],
    };
    expect(await world.import(JSON.stringify(answer), {}, 'dfs.json')).toMatchObject({
      format: 'dataforseo',
      rows: 4,
      bad_rows: 1,
    });
    const { value } = await world.index.rankedKeywords({ domain: 'a.example' }, market, 10);
    expect(value.rows.map((row) => [row.keyword, row.position, row.monthly_volume])).toEqual([
      ['mate tea', 4, 720],
      ['tea', 1, null],
    ]);
    expect((await world.index.keywordDetail('iced tea', market)).value).toMatchObject({
      monthly_volume: 720,
      cpc_usd: 1.45,
      competition_level: 'low',
      trend: [{ month: '2026-10', volume: 800 }],
    });
  });
});
