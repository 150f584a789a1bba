import { type RunningService, startService } from '#test/support/service/running-service.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';

let service: RunningService;
let upstream: UpstreamServer;
beforeAll(async () => {
  upstream = await startUpstream();
  service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

describe('npm run admin -- upstream check', () => {
  it('tells the status of the account that the server uses', async () => {
    expect(await service.operations.checkUpstream()).toMatchObject({
      configured: true,
      reachable: true,
      balance_usd: 93.417218,
    });
  });
});

describe('npm run admin -- margin', () => {
  it('sets the credits of each tool against the cost of its calls, month by month', async () => {
    const caller = await service.openAccount(10);
    await caller.post('/v1/tools/inspect_serp', { query: 'margin of a listing' });
    const month = new Date().toISOString().slice(0, 7);
    const { tools } = await service.operations.margin(month);
    expect(tools).toEqual([
      expect.objectContaining({
        tool: 'inspect_serp',
        calls: 1,
        credits_charged: 2,
        revenue_usd: 0.02,
        upstream_cost_usd: upstream.statedMicroUsd / 1e6,
      }),
    ]);
    expect((await service.operations.margin('2020-01')).total.calls).toBe(0);
  });

  it('refuses what is not a month', async () => {
    await expect(async () => service.operations.margin('2026-13')).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});
