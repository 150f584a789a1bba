import type { Principal } from '#shared/money/accounts/principal.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const noon = Date.UTC(2026, 10, 20, 12);

describe('what a metered call is held to', () => {
  let now = noon;
  const database = testDatabase();
  beforeEach(() => {
    now = noon;
  });
  const open = () => openLedger(database, () => now);

  it('is refused with 402 and both figures when the balance does not cover it', async () => {
    const { ledger, openAccount, principal } = open();
    const accountId = await openAccount(2);
    await expect(ledger.hold(await principal(accountId), meteredCall(3))).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { credits_required: 3, balance: 2 },
    });
  });

  it('is refused on a suspended account, also when it was suspended after authentication', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(10);
    const caller = await principal(accountId);
    await accounts.update(accountId, { status: 'suspended' });
    await expect(ledger.hold(caller, meteredCall())).rejects.toMatchObject({ code: 'account_suspended' });
    await expect(ledger.countFreeCall(caller, 'tool')).rejects.toMatchObject({ code: 'account_suspended' });
  });

  it('counts against every window, and is refused with the time until the full one ends', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(100);
    await accounts.update(accountId, { rateLimits: { minute: 2, hour: 3, day: 100 } });
    const hold = async () => ledger.hold(await principal(accountId), meteredCall(1));
    now += 20_000;
    await hold();
    expect((await hold()).rate).toEqual({ limit: 2, remaining: 0, resetAt: noon / 1000 + 60 });
    await expect(hold()).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '40', 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' },
    });
    now += 60_000;
    await hold();
    await expect(hold()).rejects.toMatchObject({
      headers: { 'x-ratelimit-limit': '3', 'retry-after': '3520' },
    });
    now += 3_600_000;
    expect((await hold()).rate).toMatchObject({ limit: 2, remaining: 1 });
  });

  it('lets exactly as many calls of one moment through as the window has left, free and paid together', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(100);
    await accounts.update(accountId, { rateLimits: { minute: 10, hour: 1_000, day: 1_000 } });
    const caller = await principal(accountId);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? ledger.hold(caller, meteredCall(1)) : ledger.countFreeCall(caller, 'tool'),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect((await accounts.get(accountId)).windows.minute.calls).toBe(10);
  });

  it('is refused when as many calls are running as the account may run', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(100, { maxConcurrentCalls: 3 });
    const caller = await principal(accountId);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => ledger.hold(caller, meteredCall(1))),
    );
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes).toHaveLength(9);
    expect(new Set(codes)).toEqual(new Set(['too_many_concurrent_calls']));
    expect((await accounts.get(accountId)).openHolds).toBe(3);
  });

  it('keeps a key within its month, to the credit, and starts again with the next month', async () => {
    const { ledger, openAccount, principal } = open();
    const accountId = await openAccount(100);
    const caller = await principal(accountId, { spendLimit: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => ledger.hold(caller, meteredCall(3))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const again = async (limits = { spendLimit: 10 }) =>
      ledger.hold(await principal(accountId, limits), meteredCall(3));
    await expect(again()).rejects.toMatchObject({ code: 'spend_limit_reached' });
    await expect(again({ spendLimit: 2 })).rejects.toMatchObject({ code: 'spend_limit_reached' });
    now = Date.UTC(2026, 11, 1);
    expect(await again()).toMatchObject({ limit: { limit: 10, remaining: 7 } });
  });

  it('does not give a month back what was spent in the month before', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(100);
    now = Date.UTC(2026, 10, 30, 23, 59, 59);
    const old = await ledger.hold(await principal(accountId, { spendLimit: 10 }), meteredCall(3));
    now += 2_000;
    await ledger.hold(await principal(accountId, { spendLimit: 10 }), meteredCall(2));
    await ledger.settle(old, await ledger.commit(old, 'void', callReport(accountId)));
    const [key] = (await principal(accountId, { spendLimit: 10 })).meters;
    expect((await accounts.get(accountId)).balance).toBe(98);
    expect(key?.item.use).toMatchObject({ period: '2026-12', spent: 2 });
  });

  it('holds a key to its own rates beside those of the account', async () => {
    const { ledger, openAccount, principal } = open();
    const accountId = await openAccount(100);
    const rateLimits = { minute: 1, hour: 5, day: 5 };
    const hold = async (limits = {}) => ledger.hold(await principal(accountId, limits), meteredCall(1));
    expect((await hold({ rateLimits })).rate).toMatchObject({ limit: 1, remaining: 0 });
    await expect(hold({ rateLimits })).rejects.toMatchObject({ code: 'rate_limited' });
    await hold();
    now += 60_000;
    await hold({ rateLimits });
  });

  it('counts calls of account endpoints with the key that makes them, and those of sessions apart', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(1);
    const person = async () => ({ ...(await principal(accountId)), meters: [] });
    const count = async (caller: Principal) => ledger.countFreeCall(caller, 'account');
    for (let calls = 0; calls < 120; calls += 1) await count(await principal(accountId));
    await expect(count(await principal(accountId))).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await count(await person())).rate).toEqual({
      limit: 120,
      remaining: 119,
      resetAt: noon / 1000 + 60,
    });
    expect((await accounts.get(accountId)).windows.minute.calls).toBe(0);
    await ledger.hold(await principal(accountId), meteredCall(1));
  });

  it('opens a run with its budget, counts to the credit, and begins it anew a day after its last call', async () => {
    const { ledger, openAccount, principal } = open();
    const accountId = await openAccount(100);
    const call = async (budget?: number, id = 'job') =>
      ledger.hold(await principal(accountId), {
        ...meteredCall(3),
        run: { id, budget, owner: 'cred_test' },
      });
    await expect(call()).rejects.toMatchObject({ code: 'validation_error' });
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => call(13)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(call()).rejects.toMatchObject({
      code: 'run_budget_exceeded',
      details: { run_spent: 12, run_budget: 13 },
    });
    await expect(call(99)).rejects.toMatchObject({ code: 'validation_error' });
    expect((await call(3, 'other')).run).toEqual({ id: 'other', spent: 3, budget: 3 });
    now += 86_400_000;
    await expect(call()).rejects.toMatchObject({ code: 'validation_error' });
    expect((await call(6)).run).toEqual({ id: 'job', spent: 3, budget: 6 });
  });

  it('takes the smallest budget that is sent, so that no worker makes a run dearer by naming it first', async () => {
    const { ledger, openAccount, principal } = open();
    const accountId = await openAccount(100);
    const call = async (budget?: number) =>
      ledger.hold(await principal(accountId), {
        ...meteredCall(3),
        run: { id: 'nightly', budget, owner: 'cred_test' },
      });
    expect((await call(1_000_000_000)).run).toMatchObject({ spent: 3, budget: 1_000_000_000 });
    const results = await Promise.allSettled([call(9), call(9), call(9)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(call(6)).rejects.toMatchObject({ code: 'run_budget_exceeded', details: { run_budget: 6 } });
    await expect(call(9)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('looks up what a dead call had reserved before it refuses another', async () => {
    const { ledger, sweeper, openAccount, principal } = open();
    const accountId = await openAccount(100);
    const hold = async () => ledger.hold(await principal(accountId, { spendLimit: 5 }), meteredCall(3));
    await hold();
    await expect(hold()).rejects.toMatchObject({ code: 'spend_limit_reached' });
    now += 121_000;
    await sweeper.sweepAccount(accountId);
    expect((await hold()).limit).toEqual({ limit: 5, remaining: 2 });
  });

  it('never counts in a window that is over, even on a machine whose clock is behind', async () => {
    const { ledger, accounts, openAccount, principal } = open();
    const accountId = await openAccount(100);
    await ledger.hold(await principal(accountId), meteredCall(1));
    now -= 90_000;
    await ledger.hold(await principal(accountId), meteredCall(1));
    expect((await accounts.get(accountId)).windows.minute).toEqual({ start: noon / 1000, calls: 2 });
  });

  it('makes many holds at one moment without refusing any', async () => {
    const { ledger, openAccount, principal, reconcile } = open();
    const accountId = await openAccount(1_000, { maxConcurrentCalls: 100 });
    const caller = await principal(accountId);
    const holds = await Promise.all(Array.from({ length: 50 }, () => ledger.hold(caller, meteredCall(3))));
    expect(new Set(holds.map(({ callId }) => callId)).size).toBe(50);
    expect(await reconcile(accountId)).toMatchObject({ proven: true, held: 150, balance: 850 });
  });

  /** A ledger whose holds reach the database, and whose first answers do not come back. */
  function ledgerLosing(answers: number) {
    const singleAttempt = createSingleAttemptDocuments(database.database.clientConfig);
    let left = answers;
    singleAttempt.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next(args);
        left -= 1;
        if (left >= 0) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
        return answer;
      },
      { step: 'initialize' },
    );
    return createCreditLedger({ ...database, singleAttempt, clock: () => now });
  }

  it('is charged once, and listed once, when the answer to its hold was lost', async () => {
    const { openAccount, principal, reconcile, usage } = open();
    const accountId = await openAccount(10);
    const ledger = ledgerLosing(1);
    const hold = await ledger.hold(await principal(accountId), meteredCall(3));
    await ledger.settle(hold, await ledger.commit(hold, 'charged', callReport(accountId)));
    expect(await reconcile(accountId)).toMatchObject({ proven: true, balance: 7, charged: 3, open_holds: 0 });
    const { records } = await usage.list({ accountId, limit: 50 });
    expect(records.map(({ id }) => id)).toEqual([hold.callId]);
  });

  it('is refused and costs nothing when no answer comes at all', async () => {
    const { openAccount, principal, reconcile } = open();
    const accountId = await openAccount(10);
    await expect(ledgerLosing(9).hold(await principal(accountId), meteredCall(3))).rejects.toMatchObject({
      code: 'service_busy',
      headers: { 'retry-after': '1' },
    });
    expect(await reconcile(accountId)).toMatchObject({
      proven: true,
      balance: 10,
      charged: 0,
      open_holds: 0,
    });
  });
});
