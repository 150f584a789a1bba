import fc from 'fast-check';
import {
  createAlertRepository,
  createLowBalanceMails,
  type FallenBalance,
} from '#shared/money/billing/low-balance.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { movableClock } from '#test/support/ledger/billing.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

const mark = 100;

/** An account above its mark, with calls that say what they did to it, and mail that may be away. */
async function openHouse(credits: number) {
  const { documents, tables } = database;
  const clock = movableClock();
  const { accounts, entries, ledger, openAccount, principal } = openLedger(database, clock);
  const alerts = createAlertRepository(documents, tables.billing);
  const mails: Mail[] = [];
  const accountId = await openAccount(credits);
  const state = { isMailAway: false };
  const mailer = {
    send: async (mail: Mail) => {
      if (state.isMailAway) throw new Error('The mail is away.');
      mails.push(mail);
    },
  };
  const ofThisAccount = {
    find: accounts.find,
    async *list() {
      yield await accounts.get(accountId);
    },
  };
  const billingPageUrl = 'https://oriel.example/billing';
  const told = createLowBalanceMails({
    accounts: ofThisAccount,
    entries,
    alerts,
    mailer,
    clock,
    billingPageUrl,
  });

  async function call(cost: number, decision: 'charged' | 'void'): Promise<FallenBalance[]> {
    const hold = await ledger.hold(await principal(accountId), meteredCall(cost));
    const outcome = await ledger.commit(hold, decision, callReport(accountId));
    const fall = await ledger.settle(hold, outcome);
    // The same settlement again, as after a lost answer.
    expect(await ledger.settle(hold, outcome)).toBeUndefined();
    return fall ? [{ account_id: accountId, ...fall }] : [];
  }

  let posted = 0;
  async function topUp(amount: number) {
    posted += 1;
    await entries.grant({ accountId, entryId: `grant:${posted}`, kind: 'adjustment', credits: amount });
  }
  return { accountId, alerts, clock, call, mails, state, told, topUp };
}

const round = fc.record({
  topUp: fc.constantFrom(0, 10, 60, 200, 1_000),
  calls: fc.array(
    fc.record({
      cost: fc.integer({ min: 1, max: 40 }),
      decision: fc.constantFrom('charged' as const, 'charged' as const, 'void' as const),
    }),
    { maxLength: 8 },
  ),
  /** What becomes of the starts of the mail: each is delivered, is delivered twice, fails at the mail, or is lost. */
  starts: fc.constantFrom('once' as const, 'twice' as const, 'mail away' as const, 'lost' as const),
});

type House = Awaited<ReturnType<typeof openHouse>>;
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** Calls side by side, the starts of their mails, and the sweep behind them; `books` counts what each of them should do. */
async function takeRound(
  house: House,
  books: { settled: number; crossings: number },
  { topUp, calls, starts }: Round,
): Promise<void> {
  const { clock, mails, state, told } = house;
  if (topUp > 0) await house.topUp(topUp);
  const before = books.settled + topUp;
  const ended = await Promise.all(calls.map((call) => callOrRefuse(house, call)));
  books.settled = before - ended.reduce((sum, { charged }) => sum + charged, 0);
  books.crossings += Number(before > mark && books.settled <= mark);
  const falls = ended.flatMap(({ fallen }) => fallen);
  const deliveries = { once: falls, twice: [...falls, ...falls], 'mail away': falls, lost: [] }[starts];
  state.isMailAway = starts === 'mail away';
  const answers = await Promise.allSettled(deliveries.map((fall) => told.tell(fall)));
  if (!state.isMailAway) expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  // What was told needs no net; what failed or was lost is found by it, once.
  if (starts === 'once' || starts === 'twice') expect(mails).toHaveLength(books.crossings);
  state.isMailAway = false;
  clock.advance(900);
  await Promise.all([told.sweep(), told.sweep()]);
  expect(mails).toHaveLength(books.crossings);
}

/** A call that the balance refuses changes nothing. */
async function callOrRefuse({ call }: House, { cost, decision }: Round['calls'][number]) {
  try {
    return { fallen: await call(cost, decision), charged: decision === 'charged' ? cost : 0 };
  } catch (error) {
    expect(error).toMatchObject({ code: 'insufficient_credits' });
    return { fallen: [], charged: 0 };
  }
}

describe('the low-balance mail of calls', () => {
  it('goes out exactly once each time that calls take the balance to the mark, however they race and whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const house = await openHouse(mark + 120);
        const books = { settled: mark + 120, crossings: 0 };
        for (const one of rounds) await takeRound(house, books, one);
      }),
      { numRuns: 15 },
    );
  });

  it('is tried again by the event that failed, and by the sweep where its process died', async () => {
    const { accountId, alerts, call, clock, mails, state, told } = await openHouse(mark + 3);
    state.isMailAway = true;
    const [fall] = await call(3, 'charged');
    if (!fall) throw new Error('The call took the balance to the mark.');
    await expect(told.tell(fall)).rejects.toThrow('was not sent');
    await expect(told.sweep()).rejects.toThrow('1 emails were not sent.');
    state.isMailAway = false;
    expect(await told.tell(fall)).toBe(true);
    expect(await told.tell(fall)).toBe(false);
    expect(mails).toHaveLength(1);
    const known = await alerts.find(accountId);
    const until = new Date(clock() + 300_000).toISOString();
    await alerts.claimNotice(accountId, known, { at: new Date(clock()).toISOString(), entry: 2, until });
    expect(await told.sweep()).toBe(0);
    clock.advance(301);
    expect(await told.sweep()).toBe(1);
  });

  it('is not started by a call between marks, by a void one, nor by one that takes the balance past the mark of others only', async () => {
    const { call, mails, told } = await openHouse(253);
    expect(await call(2, 'charged')).toEqual([]);
    expect(await call(200, 'void')).toEqual([]);
    const [past] = await call(5, 'charged');
    expect(past).toMatchObject({ from: 251, to: 246 });
    if (past) expect(await told.tell(past)).toBe(false);
    expect(mails).toEqual([]);
  });
});
