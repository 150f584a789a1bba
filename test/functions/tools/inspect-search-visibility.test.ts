import * as fc from 'fast-check';
import { askTool } from '#test/support/ask-tool.ts';
import { countedLive } from '#test/support/sources/counted-live.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';
import { observedAt } from '#test/support/sources/world.ts';

const stored = memorySources(outdoorWorld);
const domain = 'shop.example';

describe('inspect_search_visibility', () => {
  it('gives one row for each requested keyword, in the order of the request, repeats included', async () => {
    const keywords = [
      'running jacket',
      'running shoes',
      'no such thing',
      'Trail Running Shoes',
      'running shoes',
    ];
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords, mode: 'index' },
      { sources: stored },
    );
    expect(data.positions.map(({ keyword, status, position }) => [keyword, status, position])).toEqual([
      ['running jacket', 'not_in_top_n', null],
      ['running shoes', 'ranked', 2],
      ['no such thing', 'not_checked', null],
      ['Trail Running Shoes', 'ranked', 1],
      ['running shoes', 'ranked', 2],
    ]);
    expect(data.summary).toEqual({
      keywords_requested: 5,
      checked: 4,
      ranked: 3,
      top_3: 3,
      top_10: 3,
      top_20: 3,
      avg_position: 1.7,
      not_checked: 1,
      ai_cited: 0,
      ai_overviews: 0,
      fell_back_to_live: false,
    });
    expect(data).toMatchObject({ mode: 'index', mode_used: 'index', fetched_at: observedAt });
  });

  it('tells "not ranked" from "not checked" in every member', async () => {
    const { data, warnings } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['running jacket', 'running club'], mode: 'index' },
      { sources: stored },
    );
    expect(data.positions).toEqual([
      {
        keyword: 'running jacket',
        status: 'not_in_top_n',
        position: null,
        url: null,
        monthly_volume: null,
        source: 'index',
        checked_depth: 100,
        observed_at: observedAt,
        ai_overview: 'none',
      },
      {
        keyword: 'running club',
        status: 'not_checked',
        position: null,
        url: null,
        monthly_volume: 50,
        source: null,
        checked_depth: null,
        observed_at: null,
        ai_overview: 'not_checked',
      },
    ]);
    expect(warnings).toMatchObject([{ code: 'partial_answer' }]);
  });

  it('has no average where nothing ranks', async () => {
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain: 'nobody.example', keywords: ['running shoes'], mode: 'index' },
      { sources: stored },
    );
    expect(data.summary).toMatchObject({ ranked: 0, avg_position: null, checked: 1 });
  });

  it('keeps order and number for any list of keywords', async () => {
    const keyword = fc.constantFrom(...outdoorWorld.keywords.map((row) => row.keyword), 'nothing', 'at all');
    const { sources } = countedLive();
    await fc.assert(
      fc.asyncProperty(
        fc.array(keyword, { minLength: 1, maxLength: 100 }),
        fc.constantFrom('auto' as const, 'index' as const, 'live' as const),
        async (keywords, mode) => {
          const { data } = await askTool(
            'inspect_search_visibility',
            { domain, keywords, mode },
            { sources },
          );
          expect(data.positions.map((row) => row.keyword)).toEqual(keywords);
          const { ranked, checked, not_checked, top_3, top_10, top_20 } = data.summary;
          expect(checked + not_checked).toBe(keywords.length);
          expect([top_3 <= top_10, top_10 <= top_20, top_20 <= ranked]).toEqual([true, true, true]);
        },
      ),
      { seed: 36, numRuns: 60 },
    );
  });
});
