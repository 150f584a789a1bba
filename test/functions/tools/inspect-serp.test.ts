import { askTool, now, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';
import { memoryListings, observedAt, toListing } from '#test/support/sources/world.ts';

const sources = memorySources(outdoorWorld);
const live = { ...sources, liveListings: memoryListings(outdoorWorld, 'live') };

const fullListing = {
  ...toListing(
    { keyword: 'coffee', listing: Array.from({ length: 100 }, (_, at) => `https://site-${at}.example/a`) },
    100,
  ),
  ai_overview: {
    text: 'x'.repeat(5_000),
    references: Array.from({ length: 15 }, (_, at) => ({
      domain: `ref-${at}.example`,
      url: `https://ref-${at}.example/page`,
      title: null,
    })),
  },
  featured_snippet: { domain: 'site-0.example', url: 'https://site-0.example/a', title: 'T', text: 'text' },
  paid: [{ position: 1, domain: 'ads.example', url: null, title: 'Ad' }],
  local_pack: [
    {
      position: 1,
      title: 'Café',
      domain: null,
      url: null,
      rating: { value: 4.5, votes_count: 12 },
      is_paid: false,
    },
  ],
};
const fullSources = {
  ...sources,
  liveListings: {
    kind: 'live' as const,
    async listing() {
      const fact = await live.liveListings.listing('running shoes', {} as never, 10);
      return { ...fact, value: fullListing };
    },
  },
};

describe('inspect_serp', () => {
  it('fetches the listing where a live source is configured', async () => {
    const { data, facts, warnings } = await askTool(
      'inspect_serp',
      { query: 'running shoes' },
      { sources: live },
    );
    expect(data).toMatchObject({
      query: 'running shoes',
      location: 'United States',
      fetched_at: observedAt,
      depth: 10,
      item_types_present: ['organic', 'people_also_ask'],
      paid: [],
      local_pack: [],
      people_also_ask: ['What is running shoes?'],
      related_searches: ['running shoes near me'],
    });
    expect(data.organic.map(({ position, domain }) => [position, domain])).toEqual([
      [1, 'rival.example'],
      [2, 'shop.example'],
      [3, 'en.wikipedia.org'],
    ]);
    expect(facts[0]?.provenance).toMatchObject({ source_class: 'live_serp', confidence: 0.95 });
    expect(warnings).toEqual([]);
  });

  it('gives the newest stored listing where no live source is configured', async () => {
    const { data, facts, warnings } = await askTool('inspect_serp', { query: 'running shoes' }, { sources });
    expect(data.organic).toHaveLength(3);
    expect(facts[0]?.provenance.source_class).toBe('search_index');
    expect(warnings).toEqual([]);
  });

  it('says how old a stored listing is once it is older than a day', async () => {
    const { warnings, coverage } = await askTool(
      'inspect_serp',
      { query: 'running shoes' },
      { sources, now: now + 2 * 24 * 3_600_000 },
    );
    expect(warnings).toMatchObject([{ code: 'stale_data', message: expect.stringContaining(observedAt) }]);
    expect(coverage.as_of).toBe(observedAt);
  });

  it('fails for free where nothing is stored and nothing can be fetched', async () => {
    await expect(askTool('inspect_serp', { query: 'running club' }, { sources })).rejects.toMatchObject({
      code: 'no_live_source',
    });
  });

  it('answers with an empty listing where the search engine finds nothing', async () => {
    const { data, coverage } = await askTool('inspect_serp', { query: 'qwertyuiop' }, { sources: live });
    expect(data).toMatchObject({ organic: [], fetched_at: new Date(now).toISOString() });
    expect(coverage.scope_note).toContain('no organic results');
  });

  it.each([10, 37, 100])('gives no more than %i organic results', async (depth) => {
    const { data } = await askTool('inspect_serp', { query: 'coffee', depth }, { sources: fullSources });
    expect(data.organic).toHaveLength(depth);
    expect(data.depth).toBe(depth);
  });

  it('shows every kind of item, and leaves out members that the listing does not have', async () => {
    const { data, facts } = await askTool('inspect_serp', { query: 'coffee' }, { sources: fullSources });
    expect(data.ai_overview?.references[0]).toEqual({
      domain: 'ref-0.example',
      url: 'https://ref-0.example/page',
      title: null,
    });
    expect(data).toMatchObject({
      featured_snippet: fullListing.featured_snippet,
      paid: fullListing.paid,
      local_pack: fullListing.local_pack,
    });
    expect(facts.find(({ type }) => type === 'cited_in_ai_overview')?.provenance).toMatchObject({
      source_class: 'ai_answer',
      confidence: 0.4,
    });
    const plain = await askTool('inspect_serp', { query: 'running shoes' }, { sources });
    expect(Object.keys(plain.data)).not.toContain('ai_overview');
    expect(Object.keys(plain.data)).not.toContain('featured_snippet');
  });

  it('cuts long texts where a reader would still follow them', async () => {
    const { data } = await askTool('inspect_serp', { query: 'coffee' }, { sources: fullSources });
    expect(data.ai_overview?.text).toMatch(/^x{1499}…$/u);
    expect(data.ai_overview?.references).toHaveLength(10);
  });

  it('stays under 3,000 tokens with every kind of item', async () => {
    const answer = await askTool('inspect_serp', { query: 'coffee' }, { sources: fullSources });
    expect(tokensOf({ ...answer, observations: [] })).toBeLessThan(3_000);
  });
});
