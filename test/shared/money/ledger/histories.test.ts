import fc from 'fast-check';
import { newAccountItem, type OpenHold, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import {
  commitCall,
  countCall,
  holdCredits,
  settleHold,
  sweepHold,
} from '#shared/money/ledger/call-flows.ts';
import { pendingItem, postEntry } from '#shared/money/ledger/entry-flows.ts';
import { returnAll } from '#shared/money/ledger/meter-flows.ts';
import type { Flow } from '#shared/money/ledger/operations.ts';
import { conditions } from '#shared/money/ledger/plan-hold.ts';
import { meterConditions } from '#shared/money/ledger/plan-meter.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { meterOf } from '#test/support/ledger/meters.ts';
import { emptyStore, keyOf, perform, type Store, write } from '#test/support/model/item-store.ts';

const accountId = 'acct_1';
const rateLimits = { minute: 3, hour: 5, day: 9 };
const windowMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const spendLimit = 20;

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('hold' as const), credits: fc.integer({ min: 1, max: 10 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constantFrom('charge' as const, 'void' as const, 'sweep' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('free' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('post' as const),
      id: fc.integer({ min: 1, max: 3 }),
      credits: fc.constantFrom(15, -6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
);

/** The ledger in a few naive lines: a balance, a list of calls with their times, and a list of open holds. */
function createReference() {
  const posted = new Set<string>();
  const open: { id: string; credits: number; month: string }[] = [];
  return { balance: 0, spent: 0, posted, open, times: [] as number[], monthSpend: new Map<string, number>() };
}

/** The real flows on a store in memory, beside the reference. */
function createRun() {
  const createdAt = '2026-11-20T12:00:00.000Z';
  const reference = createReference();
  let now = Date.parse(createdAt);
  let store: Store = write(
    emptyStore,
    'accounts',
    accountId,
    newAccountItem({ accountId, email: 'a@example.com', createdAt, rateLimits, maxConcurrentCalls: 3 }),
  );
  const { key } = meterOf({});
  const place = keyOf('credentials', key);
  store = write(store, 'credentials', place, { ...key, spend_limit: spendLimit });
  const meter = () => meterOf(store.credentials[place] ?? {});
  let calls = 0;
  const principal = { credentialId: 'cred_1', authSource: 'api_key' } as const;
  const account = () => parseAccountItem(store.accounts[accountId]);
  const books = () => ({ main: account(), subs: {}, behind: [] });

  function run<Result>(flow: Flow<Result>): Result {
    let step = flow.next();
    while (!step.done) {
      const done = perform(store, step.value);
      store = done.store;
      step = flow.next(done.reply);
    }
    return step.value;
  }

  function month(): string {
    return new Date(now).toISOString().slice(0, 7);
  }

  function isFull(name: keyof typeof windowMs): boolean {
    const windowOf = (time: number) => Math.floor(time / windowMs[name]);
    return reference.times.filter((time) => windowOf(time) === windowOf(now)).length >= rateLimits[name];
  }

  /** The conditions that the call breaks, by counting from scratch. */
  function broken(credits: number): string[] {
    const spentByKey = reference.monthSpend.get(month()) ?? 0;
    const kept: [string, boolean][] = [
      [conditions.covered, reference.balance >= credits],
      [conditions.rate, !(['minute', 'hour', 'day'] as const).some(isFull)],
      [conditions.concurrency, reference.open.length < 3],
      [meterConditions.spendLimit, spentByKey + credits <= spendLimit],
    ];
    const asked = credits > 0 ? kept : kept.filter(([condition]) => condition === conditions.rate);
    return asked.flatMap(([condition, holds]) => (holds ? [] : [condition]));
  }

  const actions = {
    wait: ({ seconds = 0 }) => {
      now += seconds * 1000;
    },
    hold: ({ credits = 0 }) => {
      // What a dead call had reserved is looked up when its call is surely over.
      now += 3_000;
      const expected = broken(credits);
      const environment = { now: () => now, newCallId: () => `use_${++calls}`, pickSlot: () => 'c' };
      const call = { requestId: 'req_1', tool: 'inspect_domain', credits };
      const result = run(holdCredits(books(), { principal, call, meters: [meter()] }, environment));
      expect(result.held ? [] : [result.condition]).toEqual(expected.slice(0, 1));
      if (!result.held) return;
      reference.balance -= credits;
      reference.times.push(now);
      reference.monthSpend.set(month(), (reference.monthSpend.get(month()) ?? 0) + credits);
      reference.open.push({ id: result.plan.callId, credits, month: month() });
    },
    free: () => {
      const expected = broken(0);
      const result = run(countCall(books(), { meters: [meter()] }, { kind: 'tool', now, slot: 'c' }));
      expect(result.counted ? [] : [result.condition]).toEqual(expected.slice(0, 1));
      if (result.counted) reference.times.push(now);
    },
    charge: () => end('charged'),
    void: () => end('void'),
    sweep: () => end('swept'),
    post: ({ id = 0, credits = 0 }) => {
      const entryId = `${credits > 0 ? 'grant' : 'refund'}:${id}`;
      const kind = credits > 0 ? 'grant' : 'refund';
      run(
        postEntry(pendingItem({ accountId, entryId, kind, credits: Math.abs(credits) }, credits, createdAt)),
      );
      if (!reference.posted.has(entryId)) reference.balance += credits;
      reference.posted.add(entryId);
    },
  };

  function end(how: 'charged' | 'void' | 'swept'): void {
    const ended = reference.open.shift();
    if (!ended) return;
    const hold = account().holds[ended.id] as OpenHold;
    if (how === 'swept') run(sweepHold(accountId, { place: accountId, callId: ended.id, hold }));
    else {
      const outcome = run(commitCall(ended.id, ended.credits, how, callReport(accountId)));
      expect(outcome).toBe(how);
      run(settleHold(accountId, ended.id, hold, outcome));
      run(settleHold(accountId, ended.id, hold, outcome));
      const price = { callId: ended.id, credits: ended.credits };
      if (outcome === 'void') run(returnAll([meter(), meter()], price));
    }
    if (how === 'charged') reference.spent += ended.credits;
    else refund(ended);
  }

  function refund({ credits, month: heldIn }: (typeof reference.open)[number]): void {
    reference.balance += credits;
    reference.monthSpend.set(heldIn, (reference.monthSpend.get(heldIn) ?? 0) - credits);
  }

  return { reference, account, actions };
}

describe('any history of holds, ends, grants and waiting', () => {
  it('leaves what a naive count leaves, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 60 }), (events) => {
        const { reference, account, actions } = createRun();
        for (const happened of [{ what: 'post' as const, id: 0, credits: 40 }, ...events]) {
          actions[happened.what](happened as never);
          const { balance, spent, holds } = account();
          expect({ balance, spent, holds: Object.keys(holds).length }).toEqual({
            balance: reference.balance,
            spent: reference.spent,
            holds: reference.open.length,
          });
        }
      }),
      { seed: 11, numRuns: 600 },
    );
  });
});
