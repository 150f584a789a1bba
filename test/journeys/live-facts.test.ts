import { type Caller, type RunningService, startService } from '#test/support/running-service.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';

let upstream: UpstreamServer;
let service: RunningService;
let caller: Caller;

beforeAll(async () => {
  upstream = await startUpstream({ latencyMs: 0 });
  service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(async () => {
  upstream.fail(undefined);
  upstream.forget();
  caller = await service.openAccount(100);
});

const post = (tool: string, body: object) => caller.post(`/v1/tools/${tool}`, body);
const listings = () => upstream.requests.filter(({ endpoint }) => endpoint === 'organic');

describe('tools with a live source', () => {
  it('inspect_serp shows the listing as it is now, and takes a second look from the cache', async () => {
    const first = await post('inspect_serp', { query: 'best running shoes' });
    expect(first.status).toBe(200);
    expect(first.body.facts[0].provenance).toMatchObject({ source_class: 'live_serp', cache_hit: false });
    expect(first.body.data.organic[0]).toMatchObject({
      position: 1,
      url: expect.stringMatching(/^https?:/u),
    });
    const second = await post('inspect_serp', { query: 'best running shoes' });
    expect(second.body.usage.cache_hit).toBe(true);
    expect(listings()).toHaveLength(1);
    expect(await caller.balance()).toBe(96);
  });

  it('inspect_search_visibility in mode live agrees with the listings that inspect_serp shows', async () => {
    const keywords = ['cheap running shoes', 'used camping tent', 'cheap running shoes'];
    const { status, body } = await post('inspect_search_visibility', {
      domain: 'trailhound.com',
      keywords,
      mode: 'live',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ mode_used: 'live', summary: { checked: 3, not_checked: 0 } });
    expect(body.data.positions.map((row: { keyword: string }) => row.keyword)).toEqual(keywords);
    expect(listings()).toHaveLength(2);
    for (const row of body.data.positions) {
      const serp = await post('inspect_serp', { query: row.keyword, depth: 20 });
      const found = serp.body.data.organic.find(({ domain }: { domain: string }) =>
        /(^|\.)trailhound\.com$/u.test(domain),
      );
      expect([row.position, row.url]).toEqual([found?.position ?? null, found?.url ?? null]);
    }
  });

  it('inspect_search_visibility in mode auto looks live only for what the index does not know', async () => {
    const { body } = await post('inspect_search_visibility', {
      domain: 'trailhound.com',
      keywords: ['running shoes', 'never heard of this', 'nor of that'],
    });
    expect(body.data.summary).toMatchObject({ checked: 3, fell_back_to_live: true });
    expect(body.data.positions.map((row: { source: string }) => row.source)).toEqual([
      'index',
      'live',
      'live',
    ]);
    expect(listings()).toHaveLength(2);
  });

  it('charges nothing where not one listing could be fetched', async () => {
    upstream.fail(() => 'internal_error');
    const live = await post('inspect_search_visibility', {
      domain: 'trailhound.com',
      keywords: ['unlucky one', 'unlucky two'],
      mode: 'live',
    });
    expect(live.status).toBeGreaterThanOrEqual(500);
    expect(live.body).toMatchObject({ code: expect.stringMatching(/^upstream_/u), credits_charged: 0 });
    const serp = await post('inspect_serp', { query: 'unlucky three' });
    expect(serp.status).toBeGreaterThanOrEqual(500);
    expect(await caller.balance()).toBe(100);
  });
});
