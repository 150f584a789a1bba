import { ServiceError } from '#shared/platform/errors.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { countedLive, failingLive } from '#test/support/sources/counted-live.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld } from '#test/support/sources/outdoor-world.ts';
import { memoryListings } from '#test/support/sources/world.ts';

const stored = memorySources(outdoorWorld);
const domain = 'shop.example';

describe('inspect_search_visibility in mode live', () => {
  it('looks into a listing for each different keyword, at most twenty at a time', async () => {
    const { sources, asked, mostOpen } = countedLive();
    const keywords = Array.from({ length: 40 }, (_, at) => `keyword ${at % 35}`);
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords, mode: 'live' },
      { sources },
    );
    expect(asked.toSorted()).toEqual([...new Set(keywords)].toSorted());
    expect(mostOpen()).toBeLessThanOrEqual(20);
    expect(data.summary).toMatchObject({ checked: 40, not_checked: 0, fell_back_to_live: false });
  });

  it('looks a keyword in two spellings up once, and answers in the spelling of the request', async () => {
    const { sources, asked } = countedLive();
    const keywords = ['Running Shoes', 'running shoes'];
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords, mode: 'live' },
      { sources },
    );
    expect(asked).toEqual(['running shoes']);
    expect(data.positions.map(({ keyword, position }) => [keyword, position])).toEqual([
      ['Running Shoes', 2],
      ['running shoes', 2],
    ]);
  });

  it('finds the domain on its subdomains and with www, and no other host that ends alike', async () => {
    const listing = [
      'https://notshop.example/x',
      'https://shop.example.evil.example/x',
      'https://www.shop.example/x',
      'https://blog.shop.example/x',
    ];
    const world = { keywords: [{ keyword: 'shoes', listing }] };
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['shoes'], mode: 'live' },
      { sources: { ...stored, liveListings: memoryListings(world, 'live') } },
    );
    expect(data.positions).toMatchObject([
      { status: 'ranked', position: 3, url: 'https://www.shop.example/x', source: 'live', checked_depth: 20 },
    ]);
    expect(data.mode_used).toBe('live');
  });

  it('tells whether the AI overview of each listing cites the domain', async () => {
    const overviews: Record<string, readonly string[]> = {
      cited: ['https://other.example/a', 'https://www.shop.example/guide'],
      passed: ['https://notshop.example/'],
      unread: [],
    };
    const { sources, asked } = countedLive(async (query, market, depth) => {
      const fact = await memoryListings(outdoorWorld, 'live').listing('running shoes', market, depth);
      const cited = overviews[query];
      if (!fact.value || !cited) return fact;
      const references = cited.map((url) => ({ domain: new URL(url).hostname, url, title: null }));
      const item_types_present = [...fact.value.item_types_present, 'ai_overview'];
      return {
        ...fact,
        value: { ...fact.value, item_types_present, ai_overview: { text: null, references } },
      };
    });
    const keywords = ['cited', 'passed', 'unread', 'plain'];
    const { data, facts } = await askTool(
      'inspect_search_visibility',
      { domain, keywords, mode: 'live' },
      { sources },
    );
    expect(data.positions.map(({ ai_overview }) => ai_overview)).toEqual([
      'cited',
      'not_cited',
      'not_checked',
      'none',
    ]);
    expect(data.summary).toMatchObject({ ai_cited: 1, ai_overviews: 2 });
    expect(facts.filter(({ type }) => type === 'cited_in_ai_overview')).toMatchObject([
      { subject: [{ id: domain }, { id: 'cited' }], provenance: { source_class: 'ai_answer' } },
    ]);
    expect(asked).toHaveLength(keywords.length);
  });

  it('looks two pages deep, and one for long lists, and says which', async () => {
    const few = countedLive();
    await askTool('inspect_search_visibility', { domain, keywords: ['a'], mode: 'live' }, few);
    expect([...few.depths]).toEqual([20]);
    const many = countedLive();
    const keywords = Array.from({ length: 41 }, (_, at) => `k${at}`);
    const { data } = await askTool('inspect_search_visibility', { domain, keywords, mode: 'live' }, many);
    expect([...many.depths]).toEqual([10]);
    expect(data.positions[0]).toMatchObject({ status: 'not_in_top_n', checked_depth: 10 });
  });

  it('answers in part where some listings fail, and says which keywords it did not check', async () => {
    const { listing } = memoryListings(outdoorWorld, 'live');
    const { sources } = countedLive(async (query, ...rest) => {
      if (query === 'running jacket') throw new ServiceError('upstream_error', 'No.');
      return listing(query, ...rest);
    });
    const { data, warnings } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['running jacket', 'running shoes'], mode: 'live' },
      { sources },
    );
    expect(data.positions.map(({ status }) => status)).toEqual(['not_checked', 'ranked']);
    expect(warnings).toMatchObject([{ code: 'partial_answer', message: expect.stringContaining('1 of 2') }]);
  });

  it.each(['upstream_error', 'upstream_unavailable', 'upstream_timeout', 'upstream_quota'] as const)(
    'fails, and so is free, with %s where that kept everything from being checked',
    async (code) => {
      const request = { domain, keywords: ['a', 'b'], mode: 'live' as const };
      await expect(askTool('inspect_search_visibility', request, failingLive(code))).rejects.toMatchObject({
        code,
      });
    },
  );

  it('asks no further once the budget of the call is spent', async () => {
    const { listing } = memoryListings(outdoorWorld, 'live');
    let left = 30;
    const { sources, asked } = countedLive(async (...question) => {
      left -= 1;
      if (left < 0) throw new ServiceError('upstream_quota', 'No.');
      return listing(...question);
    });
    const keywords = Array.from({ length: 100 }, (_, at) => `keyword ${at}`);
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords, mode: 'live' },
      { sources },
    );
    expect(data.summary).toMatchObject({ checked: 30, not_checked: 70 });
    expect(asked.length).toBeLessThanOrEqual(50);
  });

  it('answers with what it has when time is up, even where a listing never comes', async () => {
    const { listing } = memoryListings(outdoorWorld, 'live');
    const controller = new AbortController();
    const { sources } = countedLive(async (query, ...rest) => {
      if (query !== 'running shoes') return new Promise(() => {});
      setImmediate(() => controller.abort());
      return listing(query, ...rest);
    });
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['never', 'running shoes', 'nor this'], mode: 'live' },
      { sources, signal: controller.signal },
    );
    expect(data.positions.map(({ status }) => status)).toEqual(['not_checked', 'ranked', 'not_checked']);
  });

  it('fails with upstream_timeout where time is up before anything was checked', async () => {
    const { sources } = countedLive(() => new Promise(() => {}));
    const request = { domain, keywords: ['never'], mode: 'live' as const };
    const options = { sources, signal: AbortSignal.abort() };
    await expect(askTool('inspect_search_visibility', request, options)).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
  });

  it('fails with no_live_source where none is configured', async () => {
    const request = { domain, keywords: ['a'], mode: 'live' as const };
    await expect(askTool('inspect_search_visibility', request, { sources: stored })).rejects.toMatchObject({
      code: 'no_live_source',
    });
  });

  it('reports its progress keyword by keyword', async () => {
    const progress: string[] = [];
    await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['a', 'b', 'c'], mode: 'live' },
      { ...countedLive(), reportProgress: (done, total) => progress.push(`${done}/${total}`) },
    );
    expect(progress).toEqual(['1/3', '2/3', '3/3']);
  });
});

describe('inspect_search_visibility in mode auto', () => {
  const known = ['running shoes', 'trail running shoes', 'how to lace running shoes', 'running jacket'];

  it('asks the index alone where it knows the keywords', async () => {
    const { sources, asked } = countedLive();
    const { data } = await askTool('inspect_search_visibility', { domain, keywords: known }, { sources });
    expect(asked).toEqual([]);
    expect(data).toMatchObject({ mode: 'auto', mode_used: 'index', summary: { fell_back_to_live: false } });
  });

  it('stays with the index where the target ranks for a fifth of the keywords, whatever is unknown', async () => {
    const { sources, asked } = countedLive();
    const keywords = ['running shoes', ...Array.from({ length: 4 }, (_, at) => `unheard of ${at}`)];
    const { data } = await askTool('inspect_search_visibility', { domain, keywords }, { sources });
    expect(asked).toEqual([]);
    expect(data).toMatchObject({ mode_used: 'index', summary: { ranked: 1, not_checked: 4 } });
  });

  it('goes live for an under-indexed target, only for what the index does not know, and keeps known volumes', async () => {
    const world = { keywords: [{ keyword: 'running club', listing: ['https://shop.example/club'] }] };
    const { sources, asked } = countedLive(memoryListings(world, 'live').listing);
    const others = ['unheard of', 'never seen', 'not known', 'new to all'];
    const keywords = ['running shoes', 'running club', ...others];
    const { data } = await askTool('inspect_search_visibility', { domain, keywords }, { sources });
    expect(asked.toSorted()).toEqual(['running club', ...others].toSorted());
    expect(data.positions).toMatchObject([
      { source: 'index', position: 2 },
      { source: 'live', position: 1, monthly_volume: 50 },
      ...others.map(() => ({ source: 'live', status: 'not_in_top_n' })),
    ]);
    expect(data).toMatchObject({ mode_used: 'live', summary: { fell_back_to_live: true, not_checked: 0 } });
  });

  it('adds at most twenty live look-ups and suggests mode live for the rest', async () => {
    const { sources, asked } = countedLive();
    const keywords = Array.from({ length: 50 }, (_, at) => `unheard of ${at}`);
    const { data, coverage, suggestions } = await askTool(
      'inspect_search_visibility',
      { domain, keywords },
      { sources },
    );
    expect(asked).toHaveLength(20);
    expect(coverage.scope_note).toContain('auto fetches at most 20 listings');
    expect(data.summary.not_checked).toBe(30);
    expect(suggestions[0]).toMatchObject({ tool: 'inspect_search_visibility', args: { mode: 'live' } });
  });

  it('keeps the answer of the index where going live fails, and fails where the index knows nothing', async () => {
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['running shoes', ...Array.from({ length: 5 }, (_, at) => `unheard of ${at}`)] },
      failingLive('upstream_unavailable'),
    );
    expect(data).toMatchObject({ mode_used: 'index', summary: { ranked: 1, not_checked: 5 } });
    const request = { domain, keywords: ['unheard of'] };
    await expect(
      askTool('inspect_search_visibility', request, failingLive('upstream_unavailable')),
    ).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('answers from the index, unknown keywords as not checked, where no live source is configured', async () => {
    const { data } = await askTool(
      'inspect_search_visibility',
      { domain, keywords: ['unheard of'] },
      { sources: stored },
    );
    expect(data).toMatchObject({ mode_used: 'index', positions: [{ status: 'not_checked' }] });
  });

  it('passes on a fault that is not a service error, so that it is noticed', async () => {
    const { sources } = countedLive(async () => {
      throw new TypeError('a bug');
    });
    const request = { domain, keywords: ['unheard of'] };
    await expect(askTool('inspect_search_visibility', request, { sources })).rejects.toThrow('a bug');
  });
});
