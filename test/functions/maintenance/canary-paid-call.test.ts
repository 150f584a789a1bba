import { parseCanaryAccount, probePaidCall } from '#functions/maintenance/canary/canary.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

type Facts = Readonly<Record<string, unknown>>;

describe("the canary's paid call", () => {
  // One moment for all runs of a test, so that none of them begins in another hour.
  const now = Date.now();
  const told: Facts[] = [];
  const parts = {
    clock: () => now,
    logger: { info: () => {}, warn: () => {}, error: (_: string, facts: Facts) => void told.push(facts) },
  };
  const probe = ({ key }: Caller, keyword = 'running shoes') =>
    probePaidCall(service.baseUrl, { apiKey: key, keyword }, parts);

  const service = testService();
  beforeEach(() => void told.splice(0));

  it('is charged once an hour, however often it is made', async () => {
    const payer = await service.openAccount(1_000);
    await probe(payer);
    await probe(payer);
    expect(await payer.balance()).toBe(998);
    expect(told).toEqual([]);
  });

  it('fails where the hour was charged more than once', async () => {
    const payer = await service.openAccount(1_000);
    await probe(payer);
    await payer.post('/v1/tools/inspect_keyword', { keyword: 'running shoes' });
    await expect(probe(payer)).rejects.toThrow('4 credits');
  });

  it('fails where the stage knows nothing about the keyword', async () => {
    const payer = await service.openAccount(1_000);
    await expect(probe(payer, 'nobody ever asked this')).rejects.toThrow('Does the stage know the keyword?');
  });

  it('fails and says with which code a paying caller is refused', async () => {
    await expect(probe(await service.openAccount(1))).rejects.toThrow('402, insufficient_credits');
    await expect(probe(service.callerWith('', 'or_nobody'))).rejects.toThrow('401, invalid_credentials');
  });

  it('tells when its credits last for less than a week', async () => {
    await probe(await service.openAccount(337));
    expect(told).toEqual([{ signal: 'canary_credits', balance: 335 }]);
  });

  it('fails where the second answer is not the first one again', async () => {
    const payer = await service.openAccount(1_000);
    const { text } = await payer.post('/v1/tools/inspect_keyword', { keyword: 'running shoes' });
    for (const headers of [{}, { 'idempotency-replayed': 'true', 'x-credits-charged': '2' }]) {
      const server = await startWireServer(() => ({ status: 200, body: text, headers }));
      const probed = probePaidCall(server.url, { apiKey: payer.key, keyword: 'tent' }, parts);
      await expect(probed.finally(() => server.stop())).rejects.toThrow('first answer again');
    }
  });
});

describe("the canary's secret", () => {
  it.each(['{"seed":"generated"}', '{"api_key":"sk_other"}', 'no json', ''])(
    'makes no paid call while it holds no key: %s',
    (text) => {
      expect(parseCanaryAccount(text)).toBeUndefined();
    },
  );

  it('may be what opening an account prints, with a keyword of its own', () => {
    expect(parseCanaryAccount('{"account_id":"acct_1","api_key":"or_x"}')?.keyword).toBe('running shoes');
    expect(parseCanaryAccount('{"api_key":"or_x","keyword":"tent"}')).toEqual({
      apiKey: 'or_x',
      keyword: 'tent',
    });
  });
});
