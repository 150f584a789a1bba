import { type Caller, testService } from '#test/support/service/running-service.ts';

describe('an answer that was paid for', () => {
  let caller: Caller;
  let requestId = '';
  let answer: unknown;

  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(50);
    const asked = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    answer = asked.body;
    requestId = asked.body.usage.request_id;
  });

  it('is opened again as it was given, with its question, for nothing', async () => {
    const again = await caller.get(`/v1/me/answers/${requestId}`);
    expect(again).toMatchObject({
      status: 200,
      body: {
        request_id: requestId,
        tool: 'inspect_domain',
        arguments: { domain: 'trailpeak.example' },
        answer,
      },
    });
    expect((await caller.get('/v1/me/credits')).body).toEqual({ balance: 47 });
  });

  it('is there for no other account, and unknown ids are answered alike', async () => {
    const stranger = await service.openAccount(1);
    const refused = await stranger.get(`/v1/me/answers/${requestId}`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const id of ['req_01kbhs5r2s0000000000000001', '..%2F..%2Fsecrets', 'req_', 'x'.repeat(500)]) {
      const unknown = await caller.get(`/v1/me/answers/${id}`);
      expect({ id, status: unknown.status, detail: unknown.body.detail }).toEqual({
        id,
        status: 404,
        detail: refused.body.detail,
      });
    }
  });

  it('is there for a key with limits of its own only where that key asked', async () => {
    const made = await caller.post('/v1/me/api-credentials', { name: 'Worker', spend_limit: 20 });
    const worker = service.callerWith(caller.accountId, made.body.key);
    expect((await worker.get(`/v1/me/answers/${requestId}`)).status).toBe(404);
    const own = await worker.post('/v1/tools/inspect_keyword', { keyword: 'running shoes' });
    const ownId = own.body.usage.request_id;
    expect((await worker.get(`/v1/me/answers/${ownId}`)).body.answer).toEqual(own.body);
    expect((await caller.get(`/v1/me/answers/${ownId}`)).status).toBe(200);
  });

  it('is found in the log of its account by what was asked', async () => {
    const found = await caller.get('/v1/me/usage?asked=trailpeak.example&tool=*');
    expect(found.body.map((record: { request_id: string }) => record.request_id)).toEqual([requestId]);
    expect(JSON.parse(found.body[0].arguments)).toMatchObject({ domain: 'trailpeak.example' });
    const poor = await service.openAccount(1);
    await poor.post('/v1/tools/inspect_domain', { domain: 'northfell.example' });
    const nothing = await poor.get('/v1/me/usage?asked=trailpeak.example&tool=*');
    expect(nothing.body).toEqual([]);
  });

  it('is not kept where it was free', async () => {
    const free = await caller.post('/v1/tools/export_dataset', {
      uri: 'oriel://dataset/example-keywords/ds_00000000000000000000000000',
    });
    expect((await caller.get(`/v1/me/answers/${free.body.usage.request_id}`)).status).toBe(404);
  });
});
