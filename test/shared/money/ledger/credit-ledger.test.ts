import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('the credit ledger', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const database = testDatabase();
  const open = () => openLedger(database, () => now);

  it('takes the credits of a charged call once, and logs it', async () => {
    const { ledger, accounts, usage, openAccount, principal } = open();
    const accountId = await openAccount(10);
    const hold = await ledger.hold(await principal(accountId), meteredCall());
    expect(hold).toMatchObject({ balanceAfter: 7, credits: 3, rate: { limit: 60, remaining: 59 } });
    const outcome = await ledger.commit(hold, 'charged', callReport(accountId));
    await ledger.settle(hold, outcome);
    await ledger.settle(hold, outcome);
    expect(outcome).toBe('charged');
    expect(await accounts.get(accountId)).toMatchObject({ balance: 7, openHolds: 0, snapshot: { spent: 3 } });
    const { records } = await usage.list({ accountId, limit: 50 });
    expect(records).toMatchObject([{ id: hold.callId, credits_charged: 3, upstream_cost_usd: 0.0015 }]);
  });

  it('gives the credits of a void call back once', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(10);
    const hold = await ledger.hold(await principal(accountId), meteredCall());
    const outcome = await ledger.commit(hold, 'void', callReport(accountId, { statusCode: 502 }));
    await ledger.settle(hold, outcome);
    await ledger.settle(hold, outcome);
    expect(await accounts.get(accountId)).toMatchObject({ balance: 10, snapshot: { spent: 0, holds: {} } });
  });

  it('makes exactly as many holds out of 100 at once as the balance allows', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(5);
    const caller = await principal(accountId);
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => ledger.hold(caller, meteredCall(3))),
    );
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refusals).toHaveLength(99);
    expect(new Set(refusals)).toEqual(new Set(['insufficient_credits']));
    expect(await accounts.get(accountId)).toMatchObject({ balance: 2, openHolds: 1 });
  });
});
