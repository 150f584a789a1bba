import { readSettings } from '#local/settings.ts';

const live = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
const test = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
const publicly = { PUBLIC_BASE_URL: 'https://oriel.example' };

describe('the settings of one machine', () => {
  it('treat a variable that is empty as one that is not set', () => {
    const names = [
      'PORT HOST DATA_DIR CLOCK_OFFSET_SECONDS CRAWL_RESOLVE UPSTREAM_BASE_URL DATAFORSEO_LOGIN DATAFORSEO_PASSWORD CRUX_API_KEY',
      'UPSTREAM_TIMEOUT_SECONDS UPSTREAM_REQUESTS_PER_MINUTE UPSTREAM_CALL_BUDGET_USD PUBLIC_BASE_URL SEARCH_CONSOLE_REQUESTS_PER_MINUTE',
      'STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET ALLOW_TEST_PAYMENTS',
    ].flatMap((line) => line.split(' '));
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}));
  });

  it.each([{ STRIPE_SECRET_KEY: 'sk_live_x' }, { STRIPE_WEBHOOK_SECRET: 'whsec_x' }])(
    'refuse half a configuration of Stripe: %j',
    (half) => {
      expect(() => readSettings(half)).toThrow(/STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together/u);
      expect(() => readSettings({ ...half, ALLOW_TEST_PAYMENTS: '1' })).toThrow(/together/u);
    },
  );

  it.each([
    publicly,
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.7' },
    { HOST: '127.evil.example' },
    { ...publicly, ...test },
    { HOST: '0.0.0.0', ...test },
  ])('refuse test payments where others reach the machine: %j', (env) => {
    expect(() => readSettings(env)).toThrow(/test payments/u);
    expect(() => readSettings({ ...env, ALLOW_TEST_PAYMENTS: '1' })).not.toThrow();
  });

  it.each([
    {},
    test,
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.9' },
    { ...publicly, ...live },
  ])('accept harmless values: %j', (env) => {
    expect(() => readSettings(env)).not.toThrow();
  });
});
