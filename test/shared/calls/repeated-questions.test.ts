import { openMeteredAccount } from '#test/support/service/metered-account.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

/** A gate that work waits at until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

const sentAgain = { isSentAgainWhenLost: true };

/** A first call whose work has begun, and ends when it is let on. */
async function beginCall(call: Awaited<ReturnType<typeof openMeteredAccount>>['call']) {
  const { passed, open } = gate();
  const started = gate();
  const work = async () => {
    started.open();
    await passed;
    return {};
  };
  const first = call({ ...sentAgain, work, timeoutMs: 60_000 });
  await started.passed;
  return { first, open };
}

describe('a question that is sent again because its answer may be lost', () => {
  it('is the same call: one run, one charge, and the second answer says that it cost nothing', async () => {
    const { call, balance, books } = await openMeteredAccount(database, 10);
    let runs = 0;
    const work = () => {
      runs += 1;
      return { data: { runs } };
    };
    const asked = { ...sentAgain, work };
    const first = await call(asked);
    const second = await call(asked);
    if (!first.ok || !second.ok) throw new Error('A call failed.');
    expect(first).toMatchObject({ isReplay: false, creditsCharged: 3 });
    expect(second).toMatchObject({ isReplay: true, creditsCharged: 0 });
    expect(JSON.parse(second.body)).toEqual({
      ...first.envelope,
      usage: { ...first.envelope?.usage, credits_charged: 0, balance_after: 7, replayed: true },
    });
    expect(runs).toBe(1);
    expect(await balance()).toBe(7);
    expect(await books()).toMatchObject({ proven: true, charged: 3, open_holds: 0 });
  });

  it('waits for the answer of the first that is still running, however many are sent', async () => {
    const { call, balance, books } = await openMeteredAccount(database, 100);
    const { passed, open } = gate();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await passed;
      return {};
    };
    const calls = Array.from({ length: 8 }, () => call({ ...sentAgain, work, timeoutMs: 60_000 }));
    open();
    const outcomes = await Promise.all(calls);
    const charged = outcomes.map((outcome) => (outcome.ok ? outcome.creditsCharged : NaN)).toSorted();
    expect(charged).toEqual([0, 0, 0, 0, 0, 0, 0, 3]);
    expect(runs).toBe(1);
    expect(await balance()).toBe(97);
    expect(await books()).toMatchObject({ proven: true, charged: 3, open_holds: 0 });
  });

  it('waits within its own deadline, and is then told that the first is still running', async () => {
    const { call, balance } = await openMeteredAccount(database, 10);
    const { first, open } = await beginCall(call);
    expect(await call({ ...sentAgain, timeoutMs: 300 })).toMatchObject({
      ok: false,
      problem: { code: 'request_in_progress', retryable: true, credits_charged: 0 },
    });
    open();
    expect(await first).toMatchObject({ ok: true, creditsCharged: 3 });
    expect(await balance()).toBe(7);
  });

  it('counts a call that waits, so that nobody keeps any number of functions waiting', async () => {
    const { call, callsCounted } = await openMeteredAccount(database, 10);
    const { first, open } = await beginCall(call);
    await call({ ...sentAgain, timeoutMs: 300 });
    open();
    await first;
    // The first, the one that waited, and its refusal.
    expect(await callsCounted()).toBe(3);
  });

  it('runs again where the first failed: failures are not remembered', async () => {
    const { call, balance } = await openMeteredAccount(database, 10);
    const failing = () => Promise.reject(new Error('The source is gone.'));
    expect(await call({ ...sentAgain, work: failing })).toMatchObject({ ok: false });
    expect(await call(sentAgain)).toMatchObject({ ok: true, isReplay: false, creditsCharged: 3 });
    expect(await balance()).toBe(7);
  });

  it('is another call with other arguments, by another credential, or where it asks anew', async () => {
    const { call, balance } = await openMeteredAccount(database, 100);
    await call(sentAgain);
    expect(await call({ ...sentAgain, domain: 'b.example' })).toMatchObject({ creditsCharged: 3 });
    expect(await call({ ...sentAgain, credentialId: 'conn_other' })).toMatchObject({ creditsCharged: 3 });
    expect(await call({ isSentAgainWhenLost: false })).toMatchObject({ creditsCharged: 3 });
    expect(await balance()).toBe(88);
  });

  it('is another call 120 seconds after the first', async () => {
    const { call, pass } = await openMeteredAccount(database, 100);
    await call(sentAgain);
    pass(119_000);
    expect(await call(sentAgain)).toMatchObject({ creditsCharged: 0, isReplay: true });
    pass(1_000);
    expect(await call(sentAgain)).toMatchObject({ creditsCharged: 3, isReplay: false });
  });
});

describe('a call that dies between keeping its answer and its charge', () => {
  /** An account whose first call dies between keeping its answer and charging it. */
  async function openDying() {
    const died = Promise.withResolvers<void>();
    let isFirst = true;
    const account = await openMeteredAccount(database, 10, {
      change: ({ ledger }) => ({
        ledger: {
          ...ledger,
          commit(...decided) {
            if (!isFirst) return ledger.commit(...decided);
            isFirst = false;
            died.resolve();
            return new Promise(() => undefined);
          },
        },
      }),
    });
    void account.call({ idempotencyKey: 'died', timeoutMs: 60_000 });
    await died.promise;
    return account;
  }

  it.each(['swept', 'not swept'])(
    'pays for the answer that a call kept which died before it was charged (%s)',
    async (when) => {
      const { call, pass, sweep, balance, books } = await openDying();
      // While it may still be charged, its answer is neither given away nor paid for again.
      expect(await call({ idempotencyKey: 'died' })).toMatchObject({
        error: { code: 'request_in_progress' },
      });
      if (when === 'swept') await sweep();
      else pass(121_000);
      expect(await call({ idempotencyKey: 'died' })).toMatchObject({
        ok: true,
        isReplay: false,
        creditsCharged: 3,
      });
      expect(await call({ idempotencyKey: 'died' })).toMatchObject({ isReplay: true, creditsCharged: 0 });
      expect(await balance()).toBe(7);
      expect(await books()).toMatchObject({ proven: true, open_holds: 0, charged: 3 });
    },
  );
});
