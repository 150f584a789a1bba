import type { Provenance } from '#shared/contract/envelope.ts';
import { listPrices } from '#test/support/upstream/list-prices.ts';
import { type LiveService, startLiveService, usd } from '#test/support/upstream/live-service.ts';
import { toolRequests } from '#test/support/upstream/tool-requests.ts';

let live: LiveService;
beforeAll(async () => {
  live = await startLiveService();
});
afterAll(async () => {
  expect(await live.stop()).toBe(true);
});
beforeEach(() => live.upstream.forget());

const endpoints = () => live.upstream.requests.map(({ endpoint }) => endpoint).toSorted();

describe.each(Object.entries(toolRequests))('%s through the live provider', (_name, request) => {
  it('answers, charges its price, and records what the provider charged', async () => {
    const caller = await live.service.openAccount(100, ['backlinks']);
    const { answer, record } = await live.call(caller, request);
    expect(answer.status).toBe(200);
    expect(endpoints()).toEqual(request.endpoints);
    expect(listPrices(live.upstream.requests)).toBe(request.priceMicroUsd);
    expect(answer.body.usage).toMatchObject({ credits_charged: request.credits, cache_hit: false });
    expect(await caller.balance()).toBe(100 - request.credits);
    expect(live.upstream.statedMicroUsd).toBeGreaterThan(0);
    expect(record).toMatchObject({
      upstream_cost_usd: usd(live.upstream.statedMicroUsd),
      credits_charged: request.credits,
      status_code: 200,
      cache_hit: false,
    });
    const classes = answer.body.facts.map(
      ({ provenance }: { provenance: Provenance }) => provenance.source_class,
    );
    // What an AI overview says has a source class of its own.
    expect([...new Set(classes)].filter((name) => name !== 'ai_answer')).toEqual([request.sourceClass]);
    for (const { provenance } of answer.body.facts) expect(provenance.cache_hit).toBe(false);
    expect(answer.text).not.toMatch(/dataforseo|upstream_cost/iu);
  });

  it('gives another account the same facts from the cache, at the same price and no cost', async () => {
    const caller = await live.service.openAccount(100, ['backlinks']);
    const { answer, record } = await live.call(caller, request);
    expect(answer.status).toBe(200);
    expect(endpoints()).toEqual([]);
    expect(answer.body.usage).toMatchObject({ credits_charged: request.credits, cache_hit: true });
    expect(record).toMatchObject({ upstream_cost_usd: 0, cache_hit: true });
    for (const { provenance } of answer.body.facts) expect(provenance.cache_hit).toBe(true);
  });
});

describe('a snapshot and the list of competitors after it', () => {
  it('cost one question for competitors', async () => {
    const caller = await live.service.openAccount(100);
    const domain = 'outdoormag.example';
    await caller.post('/v1/tools/inspect_domain', { domain });
    live.upstream.forget();
    const { status, body } = await caller.post('/v1/tools/discover_competitors', { domain });
    expect(status).toBe(200);
    expect(body.data.competitors).toHaveLength(10);
    expect(endpoints()).toEqual([]);
  });
});

describe.each([
  ['inspect_serp', { query: 'ten at once' }, 1],
  ['inspect_domain', { domain: 'solemate.example' }, 4],
  ['inspect_backlinks', { domain: 'stridelab.example' }, 3],
] as const)(
  'ten calls of ten accounts to %s with the same question at the same time',
  (tool, body, requests) => {
    it('cost the requests of one, and each its price', async () => {
      const accounts = Array.from({ length: 10 }, () => live.service.openAccount(10, ['backlinks']));
      const callers = await Promise.all(accounts);
      const answers = await Promise.all(callers.map((caller) => caller.post(`/v1/tools/${tool}`, body)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(live.upstream.requests).toHaveLength(requests);
      for (const { body: answer } of answers) expect(answer.data).toEqual(answers[0]?.body.data);
      const balances = await Promise.all(callers.map((caller) => caller.balance()));
      const price = answers[0]?.body.usage.credits_charged;
      expect(balances).toEqual(Array(10).fill(10 - price));
      const records = await Promise.all(callers.map((caller) => caller.get(`/v1/me/usage?tool=${tool}`)));
      const costs = records.map(({ body: [record] }) => Math.round(record.upstream_cost_usd * 1e6));
      expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(live.upstream.statedMicroUsd);
      expect(costs.filter((cost) => cost > 0).length).toBeLessThanOrEqual(requests);
    });
  },
);
