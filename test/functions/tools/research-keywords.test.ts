import * as fc from 'fast-check';
import { intents } from '#shared/contract/rows.ts';
import { askTool, tokensOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);

describe('research_keywords', () => {
  it('expands a seed to keywords with their metrics, most searched first', async () => {
    const { data } = await askTool('research_keywords', { seed: ' running  shoes ' }, { sources });
    expect(data).toMatchObject({ seed: 'running shoes', location: 'United States', mode: 'ideas' });
    expect(data.keywords.map(({ keyword }) => keyword)).toEqual([
      'running shoes',
      'trail running shoes',
      'how to lace running shoes',
      'buy running socks',
      'running club',
      'running jacket',
    ]);
    expect(data.keywords[0]).toMatchObject({ monthly_volume: 10_000, cpc_usd: 1.2, difficulty: 60 });
    expect(data.keywords.at(-1)).toMatchObject({ monthly_volume: null, cpc_usd: null, intent: null });
  });

  it.each(['ideas', 'suggestions', 'related'] as const)('asks the source in mode %s', async (mode) => {
    const asked: unknown[] = [];
    const index = {
      ...sources.index,
      keywordIdeas: (...question: Parameters<typeof sources.index.keywordIdeas>) => {
        asked.push(question[0]);
        return sources.index.keywordIdeas(...question);
      },
    };
    const { data } = await askTool(
      'research_keywords',
      { seed: 'shoes', mode, min_volume: 5, intent: 'commercial', limit: 7 },
      { sources: { ...sources, index } },
    );
    expect(data.mode).toBe(mode);
    expect(asked).toEqual([{ seed: 'shoes', mode, limit: 7, minVolume: 5, intent: 'commercial' }]);
  });

  it('fills the page with what passes the filters, and counts what each dropped', async () => {
    const wide = memorySources(wideWorld(100));
    const { data } = await askTool(
      'research_keywords',
      { seed: 'running', intent: 'transactional', min_volume: 99_950, limit: 20 },
      { sources: wide },
    );
    expect(data.keywords).toHaveLength(20);
    expect(data.filtered_out).toEqual({ min_volume: 49, intent: 26 });
  });

  it('says that the filters left nothing rather than that nothing is known', async () => {
    const filtered = await askTool('research_keywords', { seed: 'running', min_volume: 99_999 }, { sources });
    expect(filtered.data.keywords).toEqual([]);
    expect(filtered.coverage.scope_note).toContain('No keyword around this seed passes the filters');
    expect(filtered.suggestions.map(({ tool, args }) => [tool, args])).toEqual([
      ['research_keywords', { seed: 'running', mode: 'ideas' }],
    ]);
    const unknown = await askTool('research_keywords', { seed: 'zebra' }, { sources });
    expect(unknown.data.keywords).toEqual([]);
    expect(unknown.coverage.scope_note).toContain('Nothing is known around this seed');
    expect(unknown.suggestions).toEqual([]);
  });

  it('suggests the mode that shows other keywords than those of the answer', async () => {
    const nextMode = async (seed: string, mode: 'ideas' | 'suggestions' | 'related') =>
      (await askTool('research_keywords', { seed, mode }, { sources })).suggestions.find(
        ({ tool }) => tool === 'research_keywords',
      )?.args.mode;
    expect(await nextMode('running', 'ideas')).toBe('related');
    expect(await nextMode('trail running shoes', 'ideas')).toBe('suggestions');
    expect(await nextMode('running', 'suggestions')).toBe('related');
    expect(await nextMode('running shoes', 'suggestions')).toBe('ideas');
    expect(await nextMode('running shoes', 'related')).toBe('suggestions');
  });

  it('suggests no other mode where nothing is known around the seed but itself', async () => {
    const alone = memorySources({
      ...outdoorWorld,
      keywords: [{ keyword: 'barometer repair', volume: 140 }],
    });
    const answer = await askTool('research_keywords', { seed: 'barometer repair' }, { sources: alone });
    expect(answer.data.keywords).toHaveLength(1);
    expect(answer.suggestions.map(({ tool }) => tool)).toEqual(['inspect_keyword', 'discover_competitors']);
  });

  it('shows the newest three months and offers all twelve in a dataset', async () => {
    const { data, datasets } = await askTool('research_keywords', { seed: 'running' }, { sources });
    expect(data.keywords[0]?.trend.map(({ month }) => month)).toEqual(['2026-10', '2026-11', '2026-12']);
    const rows = datasets?.[0]?.rows as unknown as { trend: unknown[] }[];
    expect(datasets?.[0]?.name).toBe('keyword-ideas');
    expect(rows).toHaveLength(data.keywords.length);
    expect(rows[0]?.trend).toHaveLength(12);
  });

  it('never gives more than the limit, nor a row that a filter excludes', async () => {
    const wide = memorySources(wideWorld(60));
    const request = fc.record({
      limit: fc.integer({ min: 1, max: 200 }),
      min_volume: fc.integer({ min: 99_900, max: 100_050 }),
      intent: fc.constantFrom(...intents),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ limit, min_volume, intent }) => {
        const { data, coverage } = await askTool(
          'research_keywords',
          { seed: 'running', limit, min_volume, intent },
          { sources: wide },
        );
        expect(data.keywords.length).toBeLessThanOrEqual(limit);
        for (const row of data.keywords) {
          expect(row.monthly_volume).toBeGreaterThanOrEqual(min_volume);
          expect(row.intent).toBe(intent);
        }
        expect(data.keywords).toHaveLength(Math.min(limit, coverage.total_available ?? -1));
      }),
      { seed: 34, numRuns: 50 },
    );
  });

  it('stays under 3,000 tokens with its usual 25 rows', async () => {
    const answer = await askTool(
      'research_keywords',
      { seed: 'running' },
      { sources: memorySources(wideWorld(90)) },
    );
    expect(answer.data.keywords).toHaveLength(25);
    expect(tokensOf({ ...answer, datasets: [], observations: [] })).toBeLessThan(3_000);
  });
});
