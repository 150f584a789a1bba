import * as v from 'valibot';
import { priceList, toolCatalog } from '#functions/tools/catalog.ts';
import { envelopeOf } from '#shared/contract/envelope.ts';
import { toolPath } from '#shared/contract/tool.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

describe('a newcomer on one machine', () => {
  let demo: Caller;

  const service = testService();
  beforeAll(async () => {
    demo = service.callerWith(service.machine.ready.account_id, service.machine.ready.api_key);
  });

  it('gets facts with the demo key, pays three credits and finds the call in the usage log', async () => {
    const before = await demo.balance();
    const answer = await demo.post('/v1/tools/inspect_domain', {
      domain: 'https://www.TrailPeak.example/boots',
    });

    expect(answer.status).toBe(200);
    expect(answer.body.data.domain).toBe('trailpeak.example');
    expect(answer.body.data.summary.organic_keywords).toBeGreaterThan(0);
    expect(answer.body.data.top_keywords.length).toBeGreaterThan(0);
    expect(answer.headers.get('x-credits-charged')).toBe('3');
    expect(answer.headers.get('x-credits-balance')).toBe(String(before - 3));
    expect(answer.body.usage).toMatchObject({ credits_charged: 3, balance_after: before - 3 });
    expect(await demo.balance()).toBe(before - 3);

    const usage = await demo.get('/v1/me/usage?tool=inspect_domain');
    expect(usage.body[0]).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      account_id: demo.accountId,
      auth_source: 'api_key',
      endpoint: '/v1/tools/inspect_domain',
      method: 'POST',
      status_code: 200,
      credits_charged: 3,
      response_bytes: Buffer.byteLength(answer.text),
      error_type: null,
      error_message: null,
    });
  });

  it('reads in every answer that the sample market is a sample', async () => {
    const { body } = await demo.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'sample_data' }));
    expect(body.facts[0].provenance.connection_id).toBe('sample-market');
  });

  it('gets an honest empty answer for an unknown domain, never an invented row', async () => {
    const { status, body } = await demo.post('/v1/tools/inspect_domain', {
      domain: 'nobody-knows-this.example',
    });
    expect(status).toBe(200);
    expect(body.data.summary.organic_keywords).toBeNull();
    expect(body.data.top_keywords).toEqual([]);
    expect(body.coverage.scope_note).toEqual(expect.any(String));
  });

  // The sample market's sites stand on one machine only; deployed, audits read public sites.
  const withoutExample = [
    'export_dataset',
    // They answer about sites that the account has connected.
    'inspect_search_performance',
    'explain_change',
    ...(process.env.JOURNEYS_ON === 'deployed' ? ['audit_site'] : []),
  ];
  const plain = toolCatalog.filter(({ name }) => !withoutExample.includes(name));
  it.each(plain)('gets data from the example of $name, in the envelope, at its price', async (tool) => {
    const caller = await service.openAccount(100, ['backlinks']);
    const answer = await caller.post(toolPath(tool), tool.example);

    expect(answer.body).toMatchObject({ schema_version: 'ofe/1.0', domain: tool.family });
    expect(answer.status).toBe(200);
    expect(v.safeParse(envelopeOf(tool.data), answer.body).issues).toBeUndefined();
    expect(answer.body.coverage.returned).toBeGreaterThan(0);
    expect(answer.body.facts.length).toBeLessThanOrEqual(25);
    expect(await caller.balance()).toBe(100 - tool.credits);
    // How far a crawl is costs nothing.
    for (const action of answer.body.next_actions)
      expect(action.credits).toBe('crawl_id' in action.args ? 0 : priceList[action.tool]);
  });

  it('takes the whole list behind a shortened one for nothing', async () => {
    const caller = await service.openAccount(100);
    const first = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    const [resource] = first.body.resources;
    const whole = await caller.post('/v1/tools/export_dataset', { uri: resource.uri });

    expect(whole.status).toBe(200);
    expect(whole.body.data).toMatchObject({ uri: resource.uri, available: true });
    expect(whole.body.data.items).toHaveLength(resource.rows);
    expect(whole.body.usage.credits_charged).toBe(0);
    expect(await caller.balance()).toBe(97);
  });

  it("reads that another account's dataset is not available", async () => {
    const [owner, stranger] = [await service.openAccount(100), await service.openAccount(100)];
    const { body } = await owner.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    const answer = await stranger.post('/v1/tools/export_dataset', { uri: body.resources[0].uri });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ available: false, items: [] });
  });

  it('reads prices, tools and limits from capabilities without a credential', async () => {
    const { status, body } = await service.send('/v1/capabilities');
    expect(status).toBe(200);
    expect(body.data.credit_cost.inspect_domain).toBe(3);
    expect(body.data.tools.map((tool: { name: string }) => tool.name)).toEqual(
      toolCatalog.map(({ name }) => name),
    );
    expect(body.data.markets.locations).toMatchObject({ US: 'United States', DE: 'Germany' });
    expect(body.data.markets.languages).toMatchObject({ en: 'English', 'pt-BR': 'Portuguese (Brazil)' });
    expect((await service.send('/v1/capabilities', { method: 'POST' })).status).toBe(200);
  });

  it('reads as much from capabilities with a credential that is not valid', async () => {
    const { key, accountId } = await service.openAccount(10, ['backlinks']);
    await service.operations.operator.setStatus(accountId, 'suspended');
    for (const headers of [
      { authorization: 'Bearer or_nobody' },
      { 'x-api-key': 'or_nobody' },
      { 'x-api-key': 'or_nobody', authorization: 'Bearer or_another' },
      { 'x-api-key': key },
    ]) {
      const { status, body } = await service.send('/v1/capabilities', { headers });
      expect(status).toBe(200);
      expect(body.usage.balance_after).toBeNull();
      expect(body.coverage.scope_note).toContain('with a valid credential');
      expect(body.data.tools).toHaveLength(toolCatalog.length);
    }
  });

  it('sees the tools enabled for its account with a credential', async () => {
    const caller = await service.openAccount(10, ['backlinks']);
    const { body } = await caller.get('/v1/capabilities');
    expect(body.data.tools.map((tool: { name: string }) => tool.name)).toContain('inspect_backlinks');
  });

  it.each(['/openapi.json', '/llms.txt', '/docs', '/docs/inspect_domain', '/docs/errors', '/healthz'])(
    'reads %s without a credential',
    async (path) => {
      expect((await service.send(path)).status).toBe(200);
    },
  );
});
