import type { CallOutcome } from '#shared/calls/problem.ts';
import type { Decision } from '#shared/money/ledger/operations.ts';
import type { Reconciliation } from '#shared/money/ledger/reconciler.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls } from '#test/support/service/metered-calls.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { createFaultyNetwork, type FaultyNetwork } from '#test/support/stores/faulty-network.ts';

const schedules = 100;
const now = Date.UTC(2026, 10, 20, 12);
const later = () => now + 600_000;

describe('the metered call on a network that loses, delays and repeats', () => {
  let database: TestDatabase;
  let sound: ReturnType<typeof openLedger>;
  let network: FaultyNetwork;
  beforeAll(async () => {
    database = await startTestDatabase();
    sound = openLedger(database, () => now);
    network = createFaultyNetwork({ clientConfig: database.database.clientConfig, share: 0.3 });
  });
  afterAll(async () => {
    network.destroy();
    await database.stop();
  });

  /** One account with credits for two answers, three calls of which two share a key, and a sweeper that takes them for dead. */
  async function runSchedule(seed: number): Promise<string | undefined> {
    const random = network.reseed(seed);
    const accountId = await sound.openAccount(7);
    const caller = await sound.principal(accountId);
    const decided: Decision[] = [];
    const { call } = openCalls(database, {
      clock: () => now,
      network,
      change: ({ ledger }) => ({
        ledger: {
          ...ledger,
          async commit(...asked) {
            const outcome = await ledger.commit(...asked);
            if (asked[1] === 'charged') decided.push(outcome);
            return outcome;
          },
          // The process dies before the settlement in one of four calls.
          settle: async (...asked) => (random() < 0.25 ? undefined : ledger.settle(...asked)),
        },
      }),
    });
    const work = () => {
      if (random() < 0.2) throw new Error('The tool failed.');
      return {};
    };
    const sweep = () => createSweeper({ ...database, clock: later }).sweepAccount(accountId);
    const [one, other, third] = await Promise.all([
      call(caller, { work, idempotencyKey: 'key' }),
      call(caller, { work, idempotencyKey: 'key' }),
      call(caller, { work }),
      random() < 0.5 ? sweep() : undefined,
    ]);
    await network.deliverLate();
    await sweep();
    const fault = judge(await sound.reconcile(accountId), [one, other, third], decided);
    return fault && `schedule ${seed}: ${fault}`;
  }

  it(`answers what it charges and charges what it answers, once for each key, in ${schedules} schedules`, async () => {
    const violations: string[] = [];
    for (let seed = 1; seed <= schedules; seed += 1) {
      const violation = await runSchedule(seed);
      if (violation) violations.push(violation);
    }
    expect(violations).toEqual([]);
    expect(network.faults()).toBeGreaterThan(schedules);
  }, 600_000);
});

/** What is wrong when everybody is gone. The first two calls share a key. */
function judge(
  books: Reconciliation,
  calls: readonly CallOutcome[],
  decided: readonly Decision[],
): string | undefined {
  const [one, other] = calls.map(isPaid);
  const told = calls.filter(isPaid).length;
  const charged = decided.filter((outcome) => outcome === 'charged').length;
  const faults = {
    'the books do not balance': !books.proven || books.usage.difference !== 0,
    'a hold was left behind': books.open_holds > 0,
    'more was spent than there was': books.balance < 0,
    'less was charged than was decided': books.charged < 3 * charged,
    'calls were told that they are paid and are not, or the other way': told !== charged,
    'one key was charged twice': one && other,
  };
  return Object.entries(faults).find(([, isTrue]) => isTrue)?.[0];
}

function isPaid(outcome: CallOutcome): boolean {
  return outcome.ok && outcome.creditsCharged > 0;
}
