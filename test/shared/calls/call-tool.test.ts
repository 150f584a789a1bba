import type {
  IdempotencyClaim,
  IdempotencyStore,
  KeyedRequest,
} from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { openMeteredAccount } from '#test/support/service/metered-account.ts';
import type { CallsOptions } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

const open = (credits = 10, options: Omit<CallsOptions, 'clock'> = {}) =>
  openMeteredAccount(database, credits, options);

/** Keys whose claims behave as the test says. */
function withClaim(
  store: IdempotencyStore,
  change: (claim: IdempotencyClaim, request: KeyedRequest) => IdempotencyClaim,
): IdempotencyStore {
  return {
    async claim(request) {
      const claimed = await store.claim(request);
      return claimed.kind === 'replay' ? claimed : { ...claimed, claim: change(claimed.claim, request) };
    },
  };
}

const failing = () => {
  throw new ServiceError('upstream_error', 'No usable answer.');
};

describe('a metered call', () => {
  it('is answered, charged once and recorded', async () => {
    const { call, balance, records, books } = await open();
    const outcome = await call({ work: () => ({ cacheHit: true }) });
    expect(outcome).toMatchObject({ ok: true, creditsCharged: 3, balance: 7, isReplay: false });
    if (!outcome.ok) throw outcome.error;
    expect(JSON.parse(outcome.body)).toEqual(outcome.envelope);
    expect(outcome.envelope?.usage).toMatchObject({ credits_charged: 3, balance_after: 7, cache_hit: true });
    expect(await balance()).toBe(7);
    expect(await records()).toMatchObject([
      {
        status_code: 200,
        credits_charged: 3,
        cache_hit: true,
        tool: 'inspect_domain',
        error_type: null,
        response_bytes: Buffer.byteLength(outcome.body),
      },
    ]);
    expect(await books()).toMatchObject({ proven: true, open_holds: 0, charged: 3 });
  });

  it('does no work for an account that cannot pay, says where credits are bought, and is recorded', async () => {
    const { call, balance, records } = await open(2);
    let runs = 0;
    const work = () => {
      runs += 1;
      return {};
    };
    expect(await call({ work })).toMatchObject({
      ok: false,
      problem: {
        code: 'insufficient_credits',
        credits_charged: 0,
        action_url: 'https://oriel.example/dashboard/billing',
      },
      rate: undefined,
    });
    expect(runs).toBe(0);
    expect(await balance()).toBe(2);
    expect(await records()).toMatchObject([
      { status_code: 402, credits_charged: 0, error_type: 'insufficient_credits' },
    ]);
  });

  it('counts a call that was refused, so that bad calls are limited too', async () => {
    const { call, callsCounted } = await open(2);
    await call();
    expect(await callsCounted()).toBe(1);
  });

  it('costs nothing when the tool fails, and records what it cost upstream', async () => {
    const { call, balance, records, books } = await open();
    const outcome = await call({
      work: failing,
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'upstream_error' }, rate: { remaining: 59 } });
    expect(await balance()).toBe(10);
    expect(await records()).toMatchObject([
      { status_code: 502, credits_charged: 0, error_type: 'upstream_error' },
    ]);
    expect(await books()).toMatchObject({ proven: true, open_holds: 0 });
  });

  it('says nothing of a fault of our own but that it happened', async () => {
    const { call, balance, logged } = await open();
    const cause = new Error('secret detail');
    const outcome = await call({
      work: () => {
        throw cause;
      },
    });
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'internal_error' } });
    expect(JSON.stringify(outcome)).not.toContain('secret detail');
    expect(logged).toContainEqual(expect.objectContaining({ message: 'call failed', cause }));
    expect(await balance()).toBe(10);
  });

  it('ends at its deadline whether or not the tool does, and tells the tool', async () => {
    const { call, balance } = await open();
    let signal: AbortSignal | undefined;
    const outcome = await call({
      timeoutMs: 1,
      work: (context: { signal: AbortSignal }) => {
        signal = context.signal;
        return new Promise(() => {});
      },
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'upstream_timeout' } });
    expect(signal?.aborted).toBe(true);
    expect(await balance()).toBe(10);
  });

  it('does not answer once it was swept and refunded', async () => {
    const { call, sweep, balance, records, books } = await open();
    const outcome = await call({
      work: async () => {
        await sweep();
        return {};
      },
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'upstream_timeout' } });
    expect(await balance()).toBe(10);
    expect(await records()).toHaveLength(1);
    expect(await books()).toMatchObject({ proven: true, charged: 0, open_holds: 0 });
  });

  it('is counted and recorded where it costs nothing', async () => {
    const { call, balance, records } = await open(0);
    expect(await call({ credits: 0 })).toMatchObject({
      ok: true,
      creditsCharged: 0,
      balance: 0,
      rate: { remaining: 59 },
    });
    expect(await balance()).toBe(0);
    expect(await records()).toMatchObject([{ status_code: 200, credits_charged: 0 }]);
    await call({ credits: 0, work: failing });
    expect((await records()).map(({ status_code }) => status_code).toSorted()).toEqual([200, 502]);
  });

  it('answers although its usage record is lost where no money depends on it, and the log has it', async () => {
    const recordFreeCall = () => Promise.reject(new Error('no answer'));
    const { call, logged } = await open(0, {
      change: ({ ledger }) => ({ ledger: { ...ledger, recordFreeCall } }),
    });
    expect(await call({ credits: 0 })).toMatchObject({ ok: true });
    expect(logged).toContainEqual(expect.objectContaining({ signal: 'usage_record_lost' }));
  });

  it('answers although its settlement fails: the sweeper settles what was charged', async () => {
    const settle = () => Promise.reject(new Error('no answer'));
    const { call, sweep, balance, books } = await open(10, {
      change: ({ ledger }) => ({ ledger: { ...ledger, settle } }),
    });
    expect(await call()).toMatchObject({ ok: true, creditsCharged: 3 });
    expect(await books()).toMatchObject({ proven: true, charged: 3, open_holds: 1 });
    await sweep();
    expect(await balance()).toBe(7);
    expect(await books()).toMatchObject({ proven: true, charged: 3, open_holds: 0 });
  });
});

describe('a call with an Idempotency-Key', () => {
  it('is given its first answer again, free, and says so', async () => {
    const { call, balance, records } = await open();
    let runs = 0;
    const work = () => {
      runs += 1;
      return {};
    };
    const first = await call({ idempotencyKey: 'one', work });
    const again = await call({ idempotencyKey: '"one"', work });
    if (!first.ok || !again.ok) throw new Error('A call failed.');
    expect(again).toMatchObject({ isReplay: true, creditsCharged: 0, balance: 7 });
    expect(JSON.parse(again.body)).toEqual({
      ...first.envelope,
      usage: { ...first.envelope?.usage, credits_charged: 0, balance_after: 7, replayed: true },
    });
    expect(runs).toBe(1);
    expect(await balance()).toBe(7);
    expect((await records()).map(({ credits_charged }) => credits_charged).toSorted()).toEqual([0, 3]);
  });

  it('keeps its answer before it is charged', async () => {
    const order: string[] = [];
    const { call } = await open(10, {
      change: ({ idempotency, ledger }) => ({
        idempotency: withClaim(idempotency, (claim) => ({
          ...claim,
          keep(...kept) {
            order.push('keep');
            return claim.keep(...kept);
          },
        })),
        ledger: {
          ...ledger,
          commit(...decided) {
            order.push(decided[1]);
            return ledger.commit(...decided);
          },
        },
      }),
    });
    expect(await call({ idempotencyKey: 'order' })).toMatchObject({ ok: true });
    expect(order).toEqual(['keep', 'charged']);
  });

  it.each([
    ['the tool failed', 10, failing],
    ['the account could not pay', 0, () => ({})],
  ])('can be sent again when %s', async (_when, credits, work) => {
    const { call, records } = await open(credits);
    await call({ idempotencyKey: 'again', work });
    await call({ idempotencyKey: 'again', work: failing });
    const found = await records();
    expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
    expect(found.every(({ status_code }) => status_code >= 402)).toBe(true);
  });

  it('runs again after it was swept: the answer that was kept is not given for free', async () => {
    const { call, sweep, balance } = await open();
    const slow = async () => {
      await sweep();
      return {};
    };
    expect(await call({ idempotencyKey: 'swept', work: slow })).toMatchObject({ ok: false });
    expect(await call({ idempotencyKey: 'swept' })).toMatchObject({ ok: true, isReplay: false });
    expect(await balance()).toBe(7);
  });

  it('is not charged when another attempt has taken the key over', async () => {
    const { call, balance, books } = await open(10, {
      change: ({ idempotency }) => ({
        idempotency: withClaim(idempotency, (claim, request) => ({
          ...claim,
          async keep(...kept) {
            await claim.release();
            await idempotency.claim(request);
            return claim.keep(...kept);
          },
        })),
      }),
    });
    expect(await call({ idempotencyKey: 'taken' })).toMatchObject({
      ok: false,
      error: { code: 'upstream_timeout' },
    });
    expect(await balance()).toBe(10);
    expect(await books()).toMatchObject({ proven: true, open_holds: 0 });
  });

  it('is refused under a key of another request, and with a malformed key, and recorded', async () => {
    const { call, balance, records } = await open();
    await call({ idempotencyKey: 'used' });
    expect(await call({ idempotencyKey: 'used', domain: 'b.example' })).toMatchObject({
      ok: false,
      error: { code: 'idempotency_conflict' },
    });
    expect(await call({ idempotencyKey: 'a b' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_idempotency_key' },
    });
    expect(await balance()).toBe(7);
    expect((await records()).map(({ error_type }) => error_type).toSorted()).toEqual(
      ['idempotency_conflict', 'invalid_idempotency_key', null].toSorted(),
    );
  });

  it('is not replayed to an account that was suspended meanwhile', async () => {
    const { call, suspend } = await open();
    await call({ idempotencyKey: 'kept' });
    await suspend();
    expect(await call({ idempotencyKey: 'kept' })).toMatchObject({
      ok: false,
      error: { code: 'account_suspended' },
    });
  });
});
