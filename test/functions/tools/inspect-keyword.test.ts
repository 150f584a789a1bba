import { askTool, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);

describe('inspect_keyword', () => {
  it('tells all that is known of one keyword, with who ranks for it', async () => {
    const { data, facts } = await askTool('inspect_keyword', { keyword: 'Running Shoes' }, { sources });
    expect(data).toMatchObject({
      keyword: 'running shoes',
      location: 'United States',
      monthly_volume: 10_000,
      cpc_usd: 1.2,
      competition_level: null,
      difficulty: 60,
      intent: 'commercial',
      serp_features: ['organic', 'people_also_ask'],
    });
    expect(data.trend).toHaveLength(12);
    expect(data.serp_top.map(({ domain, position }) => [domain, position])).toEqual([
      ['rival.example', 1],
      ['shop.example', 2],
      ['en.wikipedia.org', 3],
    ]);
    expect(facts[0]).toMatchObject({
      type: 'keyword_metrics',
      monthly_volume: 10_000,
      location: 'United States',
      provenance: { source_class: 'search_index', confidence: 0.7 },
    });
  });

  it('answers for an unknown keyword with nulls and empty lists, never with zeros', async () => {
    const { data, facts, coverage } = await askTool(
      'inspect_keyword',
      { keyword: 'Zebra Shoes' },
      { sources },
    );
    expect(data).toEqual({
      keyword: 'Zebra Shoes',
      location: 'United States',
      monthly_volume: null,
      cpc_usd: null,
      competition_level: null,
      difficulty: null,
      intent: null,
      trend: [],
      serp_top: [],
      serp_features: [],
    });
    expect(facts).toEqual([]);
    expect(coverage).toMatchObject({ returned: 0, total_available: 0, truncated: false });
  });

  it('says that an answer came from the cache only where all of it did', async () => {
    const cached = memorySources({ ...outdoorWorld, cacheHit: true });
    const ask = async (from: typeof sources) =>
      (await askTool('inspect_keyword', { keyword: 'running shoes' }, { sources: from })).cacheHit;
    expect(await ask(cached)).toBe(true);
    expect(await ask(sources)).toBe(false);
  });

  it('stays under 3,000 tokens', async () => {
    const sites = Array.from({ length: 100 }, (_, at) => `competitor-${at}.example`);
    const answer = await askTool(
      'inspect_keyword',
      { keyword: 'running shoes model 0' },
      { sources: memorySources(wideWorld(1, sites)) },
    );
    expect(answer.data.serp_top).toHaveLength(10);
    expect(tokensOf({ ...answer, observations: [] })).toBeLessThan(3_000);
  });
});
