import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { type ConnectedProvider, connectProvider, type TestCall } from '#test/support/upstream/connected.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { rankingsOf } from '#test/support/upstream/world.ts';

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider({ callBudgetMicroUsd: 150_000, hasStoppedClock: true });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.advance(200 * 86_400_000);
  provider.upstream.fail(undefined);
  provider.upstream.forget();
});

/** What a tool's questions send and cost. */
async function sent(ask: (call: TestCall) => Promise<unknown>) {
  const call = provider.open();
  const value = await ask(call);
  const endpoints = provider.upstream.requests.map(({ endpoint }) => endpoint).toSorted();
  return {
    value,
    endpoints,
    tasks: provider.upstream.requests.map(({ task }) => task),
    costMicroUsd: call.spend.microUsd,
  };
}

const domain = 'trailhound.example';
const rivals = ['peakgear.example', 'fellrunner.example', 'outdoormag.example'];

describe('the requests of each tool', () => {
  it.each([
    [
      'inspect_domain: counts and rows of the domain come in one answer',
      ({ index }: TestCall) =>
        Promise.all([
          index.domainOverview(domain, unitedStates),
          index.rankedKeywords({ domain }, unitedStates, 100),
          index.topPages(domain, unitedStates, 10),
          index.competitors(domain, unitedStates, 11),
        ]),
      ['competitors_domain', 'ranked_keywords', 'relevant_pages'],
    ],
    [
      'inspect_page: counts and rows of the page come in one answer',
      ({ index }: TestCall) =>
        Promise.all([
          index.pageOverview('https://www.trailhound.example/running-shoes', unitedStates),
          index.rankedKeywords({ url: 'https://www.trailhound.example/running-shoes' }, unitedStates, 100),
        ]),
      ['ranked_keywords'],
    ],
    [
      'discover_competitors of a domain',
      ({ index }: TestCall) => index.competitors(domain, unitedStates, 20),
      ['competitors_domain'],
    ],
    [
      'discover_competitors of seed keywords',
      ({ index }: TestCall) => index.competitorsForKeywords(['running shoes'], unitedStates, 20),
      ['serp_competitors'],
    ],
    [
      'research_keywords',
      ({ index }: TestCall) =>
        index.keywordIdeas({ seed: 'running shoes', mode: 'ideas', limit: 25 }, unitedStates),
      ['keyword_ideas'],
    ],
    [
      'compare_keyword_coverage: two for each rival',
      ({ index }: TestCall) => index.coverage(domain, rivals.slice(0, 2), unitedStates, 50),
      Array(4).fill('domain_intersection'),
    ],
    [
      'inspect_search_visibility in the index: the second only for keywords without a ranking',
      ({ index }: TestCall) =>
        index.positions(domain, ['running shoes', 'used coffee grinder'], unitedStates),
      ['keyword_overview', 'ranked_keywords'],
    ],
    [
      'inspect_search_visibility in the index, where all rank',
      ({ index }: TestCall) => index.positions(domain, ['running shoes'], unitedStates),
      ['ranked_keywords'],
    ],
    [
      'inspect_keyword',
      ({ index }: TestCall) => index.keywordDetail('running shoes', unitedStates),
      ['keyword_overview', 'organic'],
    ],
    [
      'inspect_serp',
      ({ liveListings }: TestCall) => liveListings.listing('running shoes', unitedStates, 10),
      ['organic'],
    ],
    ['inspect_backlinks', ({ backlinks }: TestCall) => backlinks.profile(domain), ['summary']],
    [
      'compare_backlink_gap: one for all rivals',
      ({ backlinks }: TestCall) =>
        backlinks.gap({ domain, competitors: rivals, limit: 50, maxSpamScore: 30 }),
      ['domain_intersection'],
    ],
  ])('%s', async (_, ask, endpoints) => {
    const found = await sent(ask);
    expect(found.endpoints).toEqual(endpoints);
    expect(found.costMicroUsd).toBe(provider.upstream.statedMicroUsd);
    expect(found.costMicroUsd).toBeLessThanOrEqual(120_000);
  });

  it('always name the market by both codes and organic results alone', async () => {
    const { tasks } = await sent(({ index }) => index.rankedKeywords({ domain }, unitedStates, 10));
    expect(tasks).toEqual([
      {
        target: domain,
        location_code: 2840,
        language_code: 'en',
        item_types: ['organic'],
        order_by: ['ranked_serp_element.serp_item.etv,desc'],
        limit: 25,
      },
    ]);
  });

  it.each(['ideas', 'suggestions', 'related'] as const)(
    'filter %s at the source, before the limit',
    async (mode) => {
      const { value } = await sent(({ index }) =>
        index.keywordIdeas(
          { seed: 'running shoes', mode, limit: 5, minVolume: 1_000, intent: 'commercial' },
          unitedStates,
        ),
      );
      const { rows } = (value as Awaited<ReturnType<TestCall['index']['keywordIdeas']>>).value;
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.intent).toBe('commercial');
        expect(row.monthly_volume).toBeGreaterThanOrEqual(1_000);
        expect(row.trend.map(({ month }) => month)).toEqual(row.trend.map(({ month }) => month).toSorted());
      }
    },
  );
});

describe('markets', () => {
  const austin = resolveMarket({ location: 'Austin, Texas, United States' });

  it('widen a place to its country for index questions, and say so', async () => {
    const { value, tasks } = await sent(({ index }) => index.topPages(domain, austin, 5));
    expect(tasks[0]).toMatchObject({ location_code: 2840 });
    expect(value).toMatchObject({ notices: [{ code: 'location_widened' }] });
  });

  it('keep the place for listings', async () => {
    const { value, tasks } = await sent(({ liveListings }) =>
      liveListings.listing('running shoes', austin, 10),
    );
    expect(tasks[0]).toMatchObject({ location_name: 'Austin,Texas,United States', language_code: 'en' });
    expect(tasks[0]).not.toHaveProperty('location_code');
    expect(value).toMatchObject({ notices: [] });
  });

  it('refuse index questions about countries without an index, before anything is paid', async () => {
    const iceland = resolveMarket({ location: 'Iceland' });
    const asked = sent(({ index }) => index.domainOverview(domain, iceland));
    await expect(asked).rejects.toMatchObject({ code: 'unsupported_market', status: 422 });
    expect(provider.upstream.requests).toHaveLength(0);
  });

  it('are refused with the names of places that were probably meant', async () => {
    const austen = { ...austin, location: { ...austin.location, name: 'Austen,Texas,United States' } };
    const ask = () => sent(({ liveListings }) => liveListings.listing('shoes', austen, 10));
    await expect(ask()).rejects.toMatchObject({
      code: 'unknown_location',
      message: expect.stringContaining('Did you mean Austin,Texas,United States?'),
    });
    await expect(ask()).rejects.toMatchObject({ code: 'unknown_location' });
    const lists = provider.upstream.requests.filter(({ path }) => path.includes('/locations/'));
    expect(lists).toHaveLength(1);
  });

  it('are unknown where no listing is made for a place', async () => {
    const atlantis = { ...austin, location: { ...austin.location, name: 'Atlantis,Texas,United States' } };
    const asked = sent(({ liveListings }) => liveListings.listing('shoes', atlantis, 10));
    await expect(asked).rejects.toMatchObject({ code: 'unknown_location', status: 422 });
  });
});

describe('the budget of a call', () => {
  it('ends live listings with upstream_quota before it is overrun', async () => {
    const call = provider.open();
    const queries = Array.from({ length: 100 }, (_, number) => `query ${number}`);
    const settled = await Promise.allSettled(
      queries.map((query) => call.liveListings.listing(query, unitedStates, 20, undefined, 'positions')),
    );
    const failed = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(settled.length - failed.length).toBe(Math.floor(150_000 / 3_500));
    for (const error of failed) expect(error).toMatchObject({ code: 'upstream_quota' });
    expect(call.spend.microUsd).toBeLessThanOrEqual(150_000);
    expect(provider.upstream.mostAtOnce).toBeLessThanOrEqual(30);
  });

  it('leaves rivals out of a wide comparison, and names them', async () => {
    const many = [...rivals, 'solemate.example', 'stridelab.example', 'youtube.com', 'site-1.example'];
    const call = provider.open();
    const { value, notices } = await call.index.coverage(domain, many, unitedStates, 200);
    expect(value.gaps.rows.length).toBeGreaterThan(0);
    expect(notices).toEqual([{ code: 'partial_answer', message: expect.stringContaining('site-1.example') }]);
    expect(call.spend.microUsd).toBeLessThanOrEqual(150_000);
  });
});

describe('answers in part', () => {
  it('name the rival whose comparison failed, and compare the others', async () => {
    provider.upstream.fail(({ task }) => (task?.target1 === rivals[0] ? 'reset' : undefined));
    const { value, notices } = await provider.open().index.coverage(domain, rivals, unitedStates, 20);
    expect(value.losing.rows.length).toBeGreaterThan(0);
    expect(notices).toEqual([{ code: 'partial_answer', message: expect.stringContaining(rivals[0] ?? '') }]);
  });

  it('have the metrics of a keyword without its listing, but not the other way round', async () => {
    provider.upstream.fail(({ endpoint }) => (endpoint === 'organic' ? 'reset' : undefined));
    const { value, notices } = await provider.open().index.keywordDetail('running shoes', unitedStates);
    expect(value).toMatchObject({ monthly_volume: expect.any(Number), serp_top: [] });
    expect(notices.map(({ code }) => code)).toEqual(['partial_answer']);
    provider.upstream.fail(({ endpoint }) => (endpoint === 'keyword_overview' ? 'reset' : undefined));
    const call = provider.open();
    await expect(call.index.keywordDetail('best running shoes', unitedStates)).rejects.toMatchObject({
      code: 'upstream_error',
    });
    // The listing that was asked for beside it is paid for, and recorded with the call.
    expect(call.spend.microUsd - call.spend.estimatedMicroUsd).toBe(2_000);
  });

  it('have the listing of a keyword that is too long for the index', async () => {
    const long = 'how to choose the best pair of running shoes for wide flat feet';
    const { value } = await provider.open().index.keywordDetail(long, unitedStates);
    expect(value).toMatchObject({ keyword: long, monthly_volume: null });
    expect(value?.serp_top).toHaveLength(10);
    expect(provider.upstream.requests.map(({ endpoint }) => endpoint)).toEqual(['organic']);
  });
});

describe('facts of the provider', () => {
  it('match what can be counted in the listings', async () => {
    const { value } = await provider.open().index.domainOverview(domain, unitedStates);
    const rankings = rankingsOf(domain);
    expect(value.organic_keywords).toBe(rankings.length);
    expect(value.top_3_keywords).toBe(rankings.filter(({ result }) => result.position <= 3).length);
    expect(value.top_10_keywords).toBe(rankings.filter(({ result }) => result.position <= 10).length);
    const shares = Object.values(value.intent_mix).reduce<number>((sum, share) => sum + (share ?? 0), 0);
    expect(shares).toBeCloseTo(1, 10);
  });

  it('never name the target among its competitors, and mark giants', async () => {
    const { value } = await provider.open().index.competitors(domain, unitedStates, 50);
    const names = value.rows.map(({ competitor }) => competitor);
    expect(names).not.toContain(domain);
    expect(value.rows.find(({ competitor }) => competitor === 'wikipedia.org')?.is_giant).toBe(true);
    expect(value.rows.find(({ competitor }) => competitor === 'peakgear.example')?.is_giant).toBe(false);
    for (const { relevance } of value.rows) expect(relevance).toBeLessThanOrEqual(1);
  });

  it('put best ranked sites first in a link gap, without spam and without those that link to the target', async () => {
    const { value } = await provider
      .open()
      .backlinks.gap({ domain, competitors: rivals, limit: 10, maxSpamScore: 20 });
    const ranks = value.rows.map(({ domain_rank }) => domain_rank ?? 0);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    for (const row of value.rows) {
      expect(row.spam_score).toBeLessThanOrEqual(20);
      expect(row.competitors_linked).toBe(row.links.length);
    }
    expect(value.filtered.spam).toBeGreaterThan(0);
  });

  it('count no spam among the sites of a link gap that could be had', async () => {
    const { value } = await provider
      .open()
      .backlinks.gap({ domain, competitors: rivals, limit: 200, maxSpamScore: 20 });
    expect(value.filtered.spam).toBeGreaterThan(0);
    expect(value.total).toBe(value.rows.length);
  });

  it('tell filters that nothing passes from an unknown seed', async () => {
    const question = { seed: 'running shoes', mode: 'ideas', limit: 10 } as const;
    const ask = async (more: { minVolume?: number; seed?: string }) =>
      (await provider.open().index.keywordIdeas({ ...question, ...more }, unitedStates)).notices[0]?.message;
    expect(await ask({ minVolume: 999_999_999 })).toContain('"running shoes" that pass the filters');
    expect(await ask({ seed: 'zzqq' })).toContain('no data about keywords around "zzqq".');
  });
});
