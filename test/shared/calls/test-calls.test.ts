import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { testFaultNames } from '#shared/calls/play-fault.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Books, openBooks } from '#test/support/ledger/books.ts';
import { openCalls } from '#test/support/service/metered-calls.ts';

const fault = fc.constantFrom(...testFaultNames.filter((name) => name !== 'slow'));
const testCall = fc.record(
  {
    faultSent: fault,
    idempotencyKey: fc.constantFrom('one', 'two', 'three'),
    isSentAgainWhenLost: fc.boolean(),
    credits: fc.constantFrom(0, 2, 10_000),
    domain: fc.constantFrom('a.example', 'b.example'),
    fails: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('calls of a test key', () => {
  let world: Books;
  beforeAll(async () => {
    world = await openBooks();
  });
  afterAll(() => world.database.stop());

  function openedCalls() {
    const { database, clock } = world;
    return openCalls(database, { clock });
  }

  /** All that money is told from: the account as it is stored, its entries, and the records that sums and exports read. */
  async function moneyOf(accountId: string) {
    const { documents, tables } = world.database;
    const { Item } = await documents.send(
      new GetCommand({ TableName: tables.accounts, Key: { account_id: accountId }, ConsistentRead: true }),
    );
    const records = [];
    for await (const record of world.usage.records({ accountId })) records.push(record);
    return { account: Item, records, books: await world.reconcile(accountId) };
  }

  it('leave balance, holds, windows, books and all that exports read as they were, whatever they are', async () => {
    const { call } = openedCalls();
    await fc.assert(
      fc.asyncProperty(fc.array(testCall, { maxLength: 12 }), async (sequence) => {
        const accountId = await world.openAccount(7);
        await call(await world.principal(accountId));
        const before = await moneyOf(accountId);
        for (const { fails, ...asked } of sequence) {
          const principal = { ...(await world.principal(accountId)), isTest: true };
          const work = () => {
            if (fails) throw new ServiceError('upstream_unavailable', 'The source is away.');
            return {};
          };
          const outcome = await call(principal, { ...asked, work });
          if (outcome.ok) expect(outcome.creditsCharged).toBe(0);
        }
        expect(await moneyOf(accountId)).toEqual(before);
        expect(before.books).toMatchObject({ proven: true, balance: 4, held: 0 });
      }),
      { numRuns: 25 },
    );
  });

  it('are in no file of an export, while the live call beside them is', async () => {
    const { call } = openedCalls();
    const accountId = await world.openAccount(7);
    const live = await world.principal(accountId);
    await call(live);
    await call({ ...live, isTest: true });
    await call({ ...live, isTest: true }, { faultSent: 'upstream_unavailable' });
    world.clock.advance(2 * 3600 + 1_800);
    await world.exporter.day('2026-11-27');
    const rows = (await world.rows(/dt=2026-11-27.*csv/u)).filter(
      ({ account_id }) => account_id === accountId,
    );
    // One row in the sums of the day, one in its records.
    expect(rows).toHaveLength(2);
    expect(rows).toMatchObject([
      { calls: '1', credits_charged: '3' },
      { auth_source: 'api_key', credits_charged: '3' },
    ]);
  });

  it('share no Idempotency-Key with live ones: each is answered for itself', async () => {
    const { call } = openedCalls();
    const accountId = await world.openAccount(7);
    const live = await world.principal(accountId);
    const asked = { idempotencyKey: 'the-same' };
    expect(await call({ ...live, isTest: true }, asked)).toMatchObject({
      isReplay: false,
      creditsCharged: 0,
    });
    expect(await call(live, asked)).toMatchObject({ isReplay: false, creditsCharged: 3 });
    expect(await call({ ...live, isTest: true }, asked)).toMatchObject({ isReplay: true });
  });

  it('say what a live key would have paid', async () => {
    const { call } = openedCalls();
    const accountId = await world.openAccount(0);
    const outcome = await call({ ...(await world.principal(accountId)), isTest: true });
    expect(outcome).toMatchObject({
      envelope: { usage: { mode: 'test', credits_charged: 0, would_have_cost: 3 } },
    });
  });
});
