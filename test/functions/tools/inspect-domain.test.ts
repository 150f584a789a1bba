import { ServiceError } from '#shared/platform/errors.ts';
import { askTool, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);

describe('inspect_domain', () => {
  it('counts what the domain and its subdomains rank for', async () => {
    const { data } = await askTool('inspect_domain', { domain: 'https://www.Shop.example/x' }, { sources });
    expect(data).toMatchObject({
      domain: 'shop.example',
      location: 'United States',
      language: 'English',
      summary: { organic_keywords: 3, top_3_keywords: 3, top_10_keywords: 3 },
      intent_mix: {
        commercial: 0.6667,
        informational: 0.3333,
        transactional: 0,
        navigational: 0,
        unknown: 0,
      },
    });
    expect(data.top_keywords.map(({ keyword, position, url }) => [keyword, position, url])).toEqual([
      ['running shoes', 2, 'https://shop.example/shoes'],
      ['trail running shoes', 1, 'https://shop.example/shoes/trail'],
      ['how to lace running shoes', 1, 'https://blog.shop.example/lacing'],
    ]);
    expect(data.top_pages).toHaveLength(3);
  });

  it('names the rivals, marks giants and leaves out the domain itself', async () => {
    const { data } = await askTool('inspect_domain', { domain: 'shop.example' }, { sources });
    expect(data.likely_competitors.map(({ competitor, is_giant }) => [competitor, is_giant])).toEqual([
      ['rival.example', false],
      ['en.wikipedia.org', true],
    ]);
    const listsItself = {
      ...sources,
      index: {
        ...sources.index,
        competitors: async (...question: Parameters<typeof sources.index.competitors>) => {
          const found = await sources.index.competitors(...question);
          const own = data.likely_competitors.slice(0, 1).map((row) => ({ ...row, competitor: question[0] }));
          return { ...found, value: { rows: [...own, ...found.value.rows], total: 3 } };
        },
      },
    };
    const again = await askTool('inspect_domain', { domain: 'shop.example' }, { sources: listsItself });
    expect(again.data.likely_competitors).toEqual(data.likely_competitors);
  });

  it('answers for an unknown domain with nulls, empty lists and a note, never with a row', async () => {
    const { data, facts, coverage, datasets } = await askTool(
      'inspect_domain',
      { domain: 'nobody.example' },
      { sources },
    );
    expect(data).toMatchObject({
      summary: { organic_keywords: null, estimated_organic_traffic_per_month: null },
      top_keywords: [],
      top_pages: [],
      likely_competitors: [],
      intent_mix: { commercial: null, unknown: null },
    });
    expect(facts).toEqual([]);
    expect(datasets).toEqual([]);
    expect(coverage).toMatchObject({ returned: 0, truncated: false });
    expect(coverage.scope_note).toContain('No ranking of nobody.example is known');
  });

  it('shows ten rows of each list and offers the ranked keywords as a dataset', async () => {
    const { data, datasets, coverage } = await askTool(
      'inspect_domain',
      { domain: 'shop.example' },
      { sources: memorySources(wideWorld(60)) },
    );
    expect([data.top_keywords.length, data.top_pages.length]).toEqual([10, 10]);
    expect(datasets).toMatchObject([{ name: 'ranked-keywords', rows: { length: 50 } }]);
    expect(datasets?.[0]?.rows.slice(0, 10)).toEqual(data.top_keywords);
    expect(coverage).toMatchObject({ returned: 10, total_available: 60, truncated: true });
  });

  it('shows authority only where the domain is known', async () => {
    const authorityOf = async (domain: string) =>
      (await askTool('inspect_domain', { domain }, { sources })).data.authority;
    expect(await authorityOf('nobody.example')).toBeUndefined();
    expect(await authorityOf('shop.example')).toEqual({
      domain_rank: 300,
      rank_scale: 1000,
      referring_domains: 1,
      backlinks: 1,
      dofollow_share: 1,
      spam_score: 2,
      broken_backlinks: 0,
    });
  });

  it('answers without authority, and says so, where the link profile cannot be read', async () => {
    const profile = async () => {
      throw new ServiceError('upstream_unavailable', 'Try again later.');
    };
    const broken = { ...sources, backlinks: { ...sources.backlinks, profile } };
    const answer = await askTool('inspect_domain', { domain: 'shop.example' }, { sources: broken });
    expect(answer.data.authority).toBeUndefined();
    expect(answer.warnings).toMatchObject([{ code: 'partial_answer' }]);
  });

  it('knows nothing of a market in which nothing was seen', async () => {
    const { data } = await askTool('inspect_domain', { domain: 'shop.example', location: 'de' }, { sources });
    expect(data).toMatchObject({ location: 'Germany', top_keywords: [] });
  });

  it('suggests calls that stay in the market of the question', async () => {
    const german = memorySources({ ...outdoorWorld, market: '2276:de' });
    const { suggestions } = await askTool(
      'inspect_domain',
      { domain: 'shop.example', location: 'de', language: 'de' },
      { sources: german },
    );
    const comparison = suggestions.find(({ tool }) => tool === 'compare_keyword_coverage');
    expect(comparison?.args).toMatchObject({
      domain: 'shop.example',
      competitors: ['rival.example'],
      location: 'Germany',
      language: 'German',
    });
  });

  it('observes counts and positions, for telling what changes', async () => {
    const { observations } = await askTool('inspect_domain', { domain: 'shop.example' }, { sources });
    expect(observations).toContainEqual(
      expect.objectContaining({
        subject: { id: 'shop.example', kind: 'domain' },
        field: 'organic_keywords',
        value: 3,
      }),
    );
    expect(observations).toContainEqual(
      expect.objectContaining({
        subject: { id: 'running shoes', kind: 'keyword' },
        field: 'position',
        value: 2,
      }),
    );
  });

  it('stays under 3,000 tokens with every list full', async () => {
    const sites = ['shop.example', ...Array.from({ length: 12 }, (_, at) => `competitor-${at}.example`)];
    const answer = await askTool(
      'inspect_domain',
      { domain: 'shop.example' },
      { sources: memorySources(wideWorld(120, sites)) },
    );
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(3_000);
  });
});
