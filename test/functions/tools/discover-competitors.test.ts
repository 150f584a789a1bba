import * as fc from 'fast-check';
import * as v from 'valibot';
import { askTool, contractOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);

describe('discover_competitors', () => {
  it('ranks the rivals of a domain by the keywords they share', async () => {
    const { data, coverage } = await askTool('discover_competitors', { domain: 'shop.example' }, { sources });
    expect(data).toMatchObject({ domain: 'shop.example', mode: 'domain', excluded: [] });
    expect(data.competitors.map((row) => [row.competitor, row.shared_keywords])).toEqual([
      ['rival.example', 3],
      ['en.wikipedia.org', 1],
    ]);
    expect(coverage).toMatchObject({ returned: 2, total_available: 2, truncated: false });
  });

  it('ranks the owners of seed keywords for a site that is new', async () => {
    const { data } = await askTool(
      'discover_competitors',
      { seed_keywords: ['buy running socks', 'running jacket', 'buy  running socks'] },
      { sources },
    );
    expect(data).toMatchObject({ domain: null, mode: 'seed_keywords' });
    expect(data.competitors.map((row) => [row.competitor, row.shared_keywords])).toEqual([
      ['third.example', 2],
      ['rival.example', 1],
    ]);
  });

  it('lets seed keywords decide where both are sent, and leaves the domain out of its rivals', async () => {
    const { data, coverage } = await askTool(
      'discover_competitors',
      { domain: 'rival.example', seed_keywords: ['running shoes', 'trail running shoes'] },
      { sources },
    );
    expect(data.mode).toBe('seed_keywords');
    expect(data.competitors.map(({ competitor }) => competitor)).toEqual([
      'shop.example',
      'en.wikipedia.org',
    ]);
    expect(data.excluded).toEqual([{ competitor: 'rival.example', reason: 'target' }]);
    expect(coverage.total_available).toBe(2);
  });

  it('refuses a request with neither, and says which two it takes', () => {
    const { issues } = v.safeParse(contractOf('discover_competitors').input, { limit: 5 });
    expect(issues?.map(({ message }) => message)).toEqual(['Send `domain` or `seed_keywords`.']);
  });

  it('answers with an empty list and the way on where no rival is known', async () => {
    const { data, coverage, suggestions } = await askTool(
      'discover_competitors',
      { domain: 'nobody.example' },
      { sources },
    );
    expect(data.competitors).toEqual([]);
    expect(coverage.scope_note).toContain('Seed keywords may find some');
    expect(suggestions.map(({ tool }) => tool)).toEqual(['inspect_domain']);
  });

  it('never gives more than the limit, nor a rival twice, nor the domain', async () => {
    const sites = Array.from({ length: 30 }, (_, at) => `site-${at}.example`);
    const wide = memorySources(wideWorld(3, sites));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
        const { data, coverage } = await askTool(
          'discover_competitors',
          { domain: 'site-7.example', limit },
          { sources: wide },
        );
        const names = data.competitors.map(({ competitor }) => competitor);
        expect(names).toHaveLength(Math.min(limit, 29));
        expect(new Set(names).size).toBe(names.length);
        expect(names).not.toContain('site-7.example');
        expect(coverage.truncated).toBe(limit < 29);
      }),
      { seed: 33, numRuns: 25 },
    );
  });
});
