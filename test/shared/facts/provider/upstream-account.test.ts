import { readSettings } from '#local/settings.ts';
import { parseUpstreamAccount } from '#shared/facts/provider/upstream-account.ts';

const login = { login: 'somebody', password: 'generated' };
const unlimited = {
  requestTimeoutMs: undefined,
  requestsPerMinute: undefined,
  callBudgetMicroUsd: undefined,
};

describe('the upstream secret', () => {
  it('holds an account, and limits where the operator sets some', () => {
    const limits = { request_timeout_seconds: 2.5, requests_per_minute: 10_000, call_budget_usd: 0.08 };
    expect(parseUpstreamAccount(JSON.stringify(login))).toEqual({
      ...login,
      baseUrl: undefined,
      ...unlimited,
    });
    expect(parseUpstreamAccount(JSON.stringify({ ...login, ...limits }))).toMatchObject({
      requestTimeoutMs: 2_500,
      requestsPerMinute: 10_000,
      callBudgetMicroUsd: 80_000,
    });
  });

  it.each([
    ['request_timeout_seconds', 0],
    ['request_timeout_seconds', 60],
    ['requests_per_minute', -1],
    ['requests_per_minute', '2000'],
    ['call_budget_usd', 'much'],
    ['call_budget_usd', null],
  ])('keeps the provider on where %s is %j', (name, value) => {
    const account = parseUpstreamAccount(JSON.stringify({ ...login, [name]: value }));
    expect(account).toEqual({ ...login, baseUrl: undefined, ...unlimited });
  });
});

describe('the environment of one machine', () => {
  it('holds the same account', () => {
    const settings = readSettings({
      DATAFORSEO_LOGIN: 'somebody',
      DATAFORSEO_PASSWORD: 'generated',
      UPSTREAM_TIMEOUT_SECONDS: '2.5',
      UPSTREAM_REQUESTS_PER_MINUTE: '10000',
      UPSTREAM_CALL_BUDGET_USD: '0.08',
    });
    expect(parseUpstreamAccount(settings.upstreamSecret ?? '')).toEqual({
      ...login,
      baseUrl: undefined,
      requestTimeoutMs: 2_500,
      requestsPerMinute: 10_000,
      callBudgetMicroUsd: 80_000,
    });
  });

  it.each(['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'])('stops the start where there is only %s', (name) => {
    expect(() => readSettings({ [name]: 'somebody' })).toThrow('together');
  });

  it('has no account where both are set to nothing', () => {
    const settings = readSettings({ DATAFORSEO_LOGIN: '', DATAFORSEO_PASSWORD: '' });
    expect(settings.upstreamSecret).toBeUndefined();
  });

  it('stops the start where a limit is not a number, and names it', () => {
    expect(() => readSettings({ UPSTREAM_CALL_BUDGET_USD: 'much' })).toThrow('UPSTREAM_CALL_BUDGET_USD');
  });
});
