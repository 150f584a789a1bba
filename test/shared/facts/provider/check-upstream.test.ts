import { checkUpstream } from '#shared/facts/provider/check-upstream.ts';
import { type ConnectedProvider, connectProvider } from '#test/support/upstream/connected.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider();
});
afterAll(() => provider.stop());

function check(
  account: Parameters<typeof checkUpstream>[0]['upstream'] = async () => ({
    ...provider.upstream,
    callBudgetMicroUsd: 1_000_000,
  }),
) {
  const { documents, tables } = provider.database;
  return checkUpstream({ documents, tables, clock: () => Date.now(), upstream: account });
}

describe('the check of the upstream account', () => {
  it('says that none is configured', async () => {
    expect(await check(async () => undefined)).toMatchObject({ configured: false });
  });

  it('tells balance, limits, prices and a closed breaker, and costs nothing', async () => {
    await provider.open().index.topPages('trailhound.example', unitedStates, 5);
    const before = provider.upstream.statedMicroUsd;
    expect(await check()).toMatchObject({
      configured: true,
      reachable: true,
      failure: null,
      advice: null,
      kept: { requests_per_minute: 2_000, call_budget_usd: 1, request_timeout_seconds: null },
      balance_usd: 93.417218,
      paid_in_usd: 150,
      prices: [
        {
          function: 'dataforseo_labs/ranked_keywords/live/priority_normal',
          cost_usd: 0.012,
          per: 'per_request',
        },
      ],
      gate: {
        requests_in_flight: 0,
        requests_this_minute: expect.any(Number),
        failures_in_a_row: 0,
        breaker: 'closed',
      },
    });
    expect(provider.upstream.statedMicroUsd).toBe(before);
  });

  it('says why the provider refuses the account, and that the breaker is open', async () => {
    provider.upstream.fail(() => 'http_401');
    await provider
      .open()
      .index.topPages('peakgear.example', unitedStates, 5)
      .catch(() => undefined);
    const found = await check(async () => ({ ...provider.upstream, password: 'mistyped' }));
    expect(found).toMatchObject({ reachable: false, gate: { breaker: 'open', reason: 'unauthorized' } });
    expect(found).toHaveProperty('failure', expect.stringContaining('40100'));
    expect(found).toHaveProperty('advice', expect.stringContaining('DATAFORSEO_PASSWORD'));
    expect(JSON.stringify(found)).not.toContain('mistyped');
  });

  it.each([
    ['http_402', '402', 'Top the account up'],
    ['insufficient_funds', '40210', 'Top the account up'],
    ['reset', 'answer lost', 'status page'],
    ['not_json', 'not an envelope', 'under `failure`'],
  ] as const)('says of %s what was met and what can be done', async (fault, failure, advice) => {
    provider.upstream.fail(() => fault);
    expect(await check()).toMatchObject({
      reachable: false,
      balance_usd: null,
      failure: expect.stringContaining(failure),
      advice: expect.stringContaining(advice),
    });
    provider.upstream.fail(undefined);
  });
});
