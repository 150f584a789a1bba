import { splitTerms } from '#shared/money/accounts/sub-accounts.ts';
import { simulateBusyAccount } from '#test/support/ledger/busy-account.ts';

const tell = (name: string, run: ReturnType<typeof simulateBusyAccount>) =>
  process.stdout.write(`${name}: ${JSON.stringify(run)}\n`);

describe('an account that makes a thousand paid calls a second, on keys with the capacity of DynamoDB', () => {
  const calls = { callsASecond: 1_000, seconds: 1.5, workMs: 150, credits: 200_000 };

  it('is answered every one, in sub-accounts, and charged for each', () => {
    const run = simulateBusyAccount(calls);
    tell('1,000 calls a second', run);
    expect(run).toMatchObject({ charged: 1_500, busy: 0, refused: 0, open: 0 });
    expect(run).toMatchObject({ spent: 4_500, balance: 195_500, callsCounted: 1_500 });
    expect(run.subAccounts).toBe(16);
  });

  it('could not be in its own item alone', () => {
    const inOneItem = { ...splitTerms, directCalls: Number.POSITIVE_INFINITY, leastBalance: 1_000_000 };
    const alone = simulateBusyAccount({ ...calls, seconds: 1, terms: inOneItem });
    tell('the same in one item', alone);
    expect(alone.charged).toBeLessThan(700);
    expect(alone).toMatchObject({ spent: 3 * alone.charged, balance: 200_000 - 3 * alone.charged });
  });

  it('spends no credit that it does not have', () => {
    const run = simulateBusyAccount({
      ...calls,
      seconds: 1,
      credits: 2_251,
      terms: { ...splitTerms, leastBalance: 500 },
    });
    tell('on 2,251 credits', run);
    expect(run.charged).toBeGreaterThan(500);
    expect(run).toMatchObject({
      spent: 3 * run.charged,
      balance: 2_251 - 3 * run.charged,
      callsCounted: run.charged,
      open: 0,
    });
  });
});
