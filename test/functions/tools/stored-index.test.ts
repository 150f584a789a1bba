import * as fc from 'fast-check';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';
import { storedWorld } from '#test/support/sources/stored-world.ts';
import type { WorldKeyword } from '#test/support/sources/world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

let sources: Sources;

const database = testDatabase();
beforeAll(async () => {
  sources = await storedWorld(database, outdoorWorld);
});

const domain = 'shop.example';

describe('tools on the stored index', () => {
  it('inspect_domain counts what stands in the listings', async () => {
    const { data, coverage } = await askTool('inspect_domain', { domain }, { sources });
    expect(data.summary).toMatchObject({ organic_keywords: 3, top_3_keywords: 3, top_10_keywords: 3 });
    expect(data.top_keywords.map(({ keyword, position }) => [keyword, position]).toSorted()).toEqual([
      ['how to lace running shoes', 1],
      ['running shoes', 2],
      ['trail running shoes', 1],
    ]);
    expect(data.likely_competitors.map(({ competitor }) => competitor)).toContain('rival.example');
    expect(coverage).toMatchObject({ returned: 3, total_available: 3, truncated: false });
  });

  it('discover_competitors marks giants and keeps them', async () => {
    const { data } = await askTool('discover_competitors', { domain }, { sources });
    const giants = data.competitors.filter(({ is_giant }) => is_giant).map(({ competitor }) => competitor);
    expect(giants).toEqual(['wikipedia.org']);
    expect(data.competitors[0]).toMatchObject({ competitor: 'rival.example', shared_keywords: 3 });
  });

  it('discover_competitors names the seeds that no listing is known of', async () => {
    const { warnings } = await askTool(
      'discover_competitors',
      { seed_keywords: ['running shoes', 'Unheard Of'] },
      { sources },
    );
    expect(warnings).toEqual([
      { code: 'partial_answer', message: expect.stringContaining('did not count: "unheard of".') },
    ]);
  });

  it('research_keywords finds what shares words with the seed', async () => {
    const { data } = await askTool(
      'research_keywords',
      { seed: 'running shoes', mode: 'suggestions' },
      { sources },
    );
    expect(data.keywords.map(({ keyword }) => keyword)).toEqual([
      'running shoes',
      'trail running shoes',
      'how to lace running shoes',
    ]);
  });

  it('compare_keyword_coverage and inspect_page agree with a count by hand', async () => {
    const compared = await askTool(
      'compare_keyword_coverage',
      { domain, competitors: ['rival.example', 'third.example'] },
      { sources },
    );
    expect(compared.data.gaps.map(({ keyword }) => keyword)).toEqual(['buy running socks', 'running jacket']);
    expect(compared.data.losing).toMatchObject([{ keyword: 'running shoes', target_position: 2 }]);
    const page = await askTool('inspect_page', { url: 'https://shop.example/shoes' }, { sources });
    expect(page.data).toMatchObject({
      organic_keywords: 1,
      top_keywords: [{ keyword: 'running shoes', position: 2 }],
    });
  });

  it('inspect_serp and inspect_keyword show the newest stored listing', async () => {
    const serp = await askTool('inspect_serp', { query: 'Running  Shoes' }, { sources });
    const keyword = await askTool('inspect_keyword', { keyword: 'running shoes' }, { sources });
    expect(serp.data.organic.map(({ domain: host }) => host)).toEqual([
      'rival.example',
      'shop.example',
      'en.wikipedia.org',
    ]);
    expect(keyword.data).toMatchObject({ monthly_volume: 10_000, cpc_usd: 1.2, intent: 'commercial' });
    expect(keyword.data.serp_top).toHaveLength(3);
    await expect(askTool('inspect_serp', { query: 'never seen' }, { sources })).rejects.toMatchObject({
      code: 'no_live_source',
    });
  });

  it('know nothing of unknown subjects, and say so without inventing a row', async () => {
    const answers = await Promise.all([
      askTool('inspect_domain', { domain: 'nobody.example' }, { sources }),
      askTool('discover_competitors', { domain: 'nobody.example' }, { sources }),
      askTool('discover_competitors', { seed_keywords: ['zebra'] }, { sources }),
      askTool('research_keywords', { seed: 'zebra' }, { sources }),
      askTool(
        'compare_keyword_coverage',
        { domain: 'nobody.example', competitors: ['noone.example'] },
        { sources },
      ),
      askTool('inspect_keyword', { keyword: 'zebra' }, { sources }),
      askTool('inspect_page', { url: 'https://nobody.example/' }, { sources }),
      askTool('inspect_backlinks', { domain: 'nobody.example' }, { sources }),
      askTool('inspect_domain', { domain, location: 'Germany', language: 'German' }, { sources }),
    ]);
    for (const { coverage, facts, warnings } of answers) {
      expect(coverage).toMatchObject({ returned: 0, truncated: false });
      expect(coverage.scope_note).toEqual(expect.any(String));
      expect(facts).toEqual([]);
      expect(warnings.map(({ code }) => code)).toContain('no_data');
    }
  });
});

describe('tools on generated listings', () => {
  const sites = ['shop', 'blog.shop', 'rival', 'third', 'fourth'].map((name) => `https://${name}.example`);
  const url = fc
    .tuple(fc.constantFrom(...sites), fc.constantFrom('/', '/a', '/b'))
    .map(([site, path]) => `${site}${path}`);
  const worlds = fc.uniqueArray(
    fc.record({
      keyword: fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `generated word${at}`)),
      volume: fc.option(fc.constantFrom(10, 50, 100, 1_000)),
      listing: fc.uniqueArray(url, { maxLength: 8, minLength: 1 }),
    }),
    { selector: ({ keyword }) => keyword, minLength: 1, maxLength: 8 },
  );
  let run = 0;

  /** A name space of its own for each world, so that worlds in one table do not meet. */
  const renamed = (keywords: readonly WorldKeyword[], id: number): WorldKeyword[] =>
    keywords.map((row) => ({
      ...row,
      keyword: `${row.keyword} run${id}`,
      listing: (row.listing ?? []).map((one) => one.replace('.example/', `${id}.example/`)),
    }));

  it('positions, gaps, losing and strong keywords agree with a plain count over the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (generated) => {
        run += 1;
        const world = { keywords: renamed(generated, run) };
        const stored = await storedWorld(database, world);
        const counted = memorySources(world);
        const target = `shop${run}.example`;
        const keywords = world.keywords.map(({ keyword }) => keyword).concat('unheard of');
        const visibility = { domain: target, keywords, mode: 'index' as const };
        const places = async (from: Sources) => {
          const { data } = await askTool('inspect_search_visibility', visibility, { sources: from });
          return data.positions.map(({ keyword, status, position, url: at }) => [
            keyword,
            status,
            position,
            at,
          ]);
        };
        expect(await places(stored)).toEqual(await places(counted));
        const comparison = {
          domain: target,
          competitors: [`rival${run}.example`, `third${run}.example`],
          limit: 200,
        };
        const compared = async (from: Sources) => {
          const { data } = await askTool('compare_keyword_coverage', comparison, { sources: from });
          const gaps = data.gaps.map(({ keyword, competitor_positions: rows }) => [
            keyword,
            rows.map(({ competitor, position }) => `${competitor} ${position}`).toSorted(),
          ]);
          const shared = (rows: typeof data.losing) =>
            rows
              .map(({ keyword, target_position, best_competitor }) => [
                keyword,
                target_position,
                best_competitor.position,
              ])
              .toSorted();
          return { gaps: gaps.toSorted(), losing: shared(data.losing), strong: shared(data.strong) };
        };
        expect(await compared(stored)).toEqual(await compared(counted));
      }),
      { seed: 37, numRuns: 12 },
    );
  });
});
