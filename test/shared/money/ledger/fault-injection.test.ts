import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import type { Decision, RunRequest } from '#shared/money/ledger/operations.ts';
import type { Reconciliation } from '#shared/money/ledger/reconciler.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { createFaultyNetwork, type FaultyNetwork } from '#test/support/stores/faulty-network.ts';

const schedules = 300;
const shareOfFaults = 0.3;

/** Schedules that run side by side, each on a network of its own. */
const lines = 4;

/** What is wrong after everybody is gone and a last sweep. */
function judge(books: Reconciliation, calls: readonly PromiseSettledResult<unknown>[]): string | undefined {
  if (!books.proven || books.usage.difference !== 0) return 'the books do not balance';
  if (books.open_holds > 0) return 'a hold was left behind';
  if (books.balance < 0) return 'more was spent than there was';
  const told = calls.filter((call) => call.status === 'fulfilled' && call.value === 'charged');
  if (books.charged < told.length * 3) return 'less was charged than callers were told';
  // A caller would be told of a failure by a call that may be charged.
  const rejected = calls.some((call) => call.status === 'rejected' && call.reason.message === commitRejected);
  return rejected ? commitRejected : undefined;
}

const commitRejected = 'a commit rejected';

describe('the ledger on a network that loses, delays and repeats', () => {
  let database: TestDatabase;
  let sound: ReturnType<typeof openLedger>;
  let networks: FaultyNetwork[] = [];
  const now = Date.UTC(2026, 10, 20, 12);
  const later = () => now + 600_000;
  beforeAll(async () => {
    database = await startTestDatabase();
    const { clientConfig } = database.database;
    sound = openLedger(database, () => now);
    networks = Array.from({ length: lines }, () =>
      createFaultyNetwork({ clientConfig, share: shareOfFaults }),
    );
  });
  afterAll(async () => {
    for (const network of networks) network.destroy();
    await database.stop();
  });

  /** One account, two calls, a sweeper that takes them for dead, and a purchase whose event may come twice, all at once. */
  async function runSchedule(seed: number, network: FaultyNetwork): Promise<string | undefined> {
    const random = network.reseed(seed);
    const accountId = await sound.openAccount(5);
    const { caller, run } = random() < 0.5 ? await openLimits(accountId) : await openUnlimited(accountId);
    const { tables } = database;
    const ledger = createCreditLedger({ ...network, tables, clock: () => now });
    const entries = createCreditEntries({ ...network, tables, clock: () => now });

    /** Dies before the commit, or before the settlement, in one of four runs. */
    async function call(): Promise<Decision | undefined> {
      const hold = await ledger.hold(caller, { ...meteredCall(3), run });
      if (random() < 0.25) return undefined;
      const decision = random() < 0.8 ? 'charged' : 'void';
      const outcome = await ledger.commit(hold, decision, callReport(accountId)).catch((cause: unknown) => {
        throw new Error(commitRejected, { cause });
      });
      if (random() < 0.25) return outcome;
      await ledger.settle(hold, outcome);
      return outcome;
    }

    const purchase = { accountId, entryId: 'purchase:cs_1', kind: 'purchase', credits: 4 } as const;
    const [one, other] = await Promise.allSettled([
      call(),
      call(),
      random() < 0.5
        ? createSweeper({ ...network, tables, clock: later }).sweepAccount(accountId)
        : undefined,
      random() < 0.5 ? entries.grant(purchase) : undefined,
      random() < 0.5 ? entries.grant(purchase) : undefined,
    ]);
    await network.deliverLate();
    await createSweeper({ ...database, clock: later }).sweepAccount(accountId);
    const books = await sound.reconcile(accountId);
    const fault = judge(books, [one, other]) ?? (await judgeLimits(accountId, run, books.charged));
    return fault && `schedule ${seed}: ${fault}`;
  }

  async function openUnlimited(accountId: string) {
    return { caller: await sound.principal(accountId), run: undefined };
  }

  /** A key with a limit, made by another with a limit, in a run. */
  async function openLimits(accountId: string) {
    const key = await sound.principal(accountId, { spendLimit: 4 });
    const parent = await sound.meter(`parent of ${accountId}`, 5);
    const run = { id: 'run', budget: 5, owner: 'cred_test' };
    return { caller: { ...key, meters: [...key.meters, parent] }, run };
  }

  /** Long after, a call asks for too much under each limit and so looks up what is open there: what is left was charged. */
  async function judgeLimits(
    accountId: string,
    run: RunRequest | undefined,
    charged: number,
  ): Promise<string | undefined> {
    if (!run) return undefined;
    const afterwards = createCreditLedger({ ...database, singleAttempt: database.documents, clock: later });
    await sound.entries.grant({ accountId, entryId: 'grant:later', kind: 'grant', credits: 100 });
    const plain = await sound.principal(accountId, { spendLimit: 4 });
    const key = await sound.meter(accountId, 4);
    const parent = await sound.meter(`parent of ${accountId}`, 5);
    for (const meters of [[key], [parent]])
      await afterwards.hold({ ...plain, meters }, meteredCall(6)).catch(() => undefined);
    await afterwards.hold({ ...plain, meters: [] }, { ...meteredCall(6), run }).catch(() => undefined);
    const left = [await sound.meter(accountId, 4), await sound.meter(`parent of ${accountId}`, 5)];
    const ofRun = await afterwards.countFreeCall({ ...plain, meters: [] }, 'tool', run);
    const spent = [...left.map(({ item }) => item.use?.spent ?? 0), ofRun.run?.spent ?? 0];
    return spent.every((credits) => credits === charged)
      ? undefined
      : `limits show ${spent.join(', ')} where ${charged} were charged`;
  }

  it(`loses and creates no credit in ${schedules} schedules with ${shareOfFaults * 100} % faults`, async () => {
    const violations: string[] = [];
    const seeds = Array.from({ length: schedules }, (_, index) => index + 1).values();
    const runLine = async (network: FaultyNetwork) => {
      for (const seed of seeds) {
        const violation = await runSchedule(seed, network);
        if (violation) violations.push(violation);
      }
    };
    await Promise.all(networks.map(runLine));
    const faults = networks.reduce((sum, network) => sum + network.faults(), 0);
    process.stdout.write(
      `fault injection: ${schedules} schedules, ${faults} faults, ${violations.length} violations\n`,
    );
    expect(violations).toEqual([]);
    expect(faults).toBeGreaterThan(schedules);
  }, 900_000);
});
