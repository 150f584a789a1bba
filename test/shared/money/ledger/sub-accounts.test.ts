import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { createFamilyReader } from '#shared/money/accounts/api-key-resolver.ts';
import type { Hold } from '#shared/money/ledger/operations.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const credits = 50_000;
const calls = 30;

describe('an account with many calls at once', () => {
  let now = Date.UTC(2026, 10, 20, 12, 0, 30);
  const database = testDatabase();
  const passStaleness = () => {
    now += 121_000;
  };

  /** An account that runs thirty calls, most of them in sub-accounts. */
  async function openBusy(maxConcurrentCalls = 400) {
    const ledger = openLedger(database, () => now);
    const accountId = await ledger.openAccount(credits, { maxConcurrentCalls });
    const rateLimits = { minute: 10_000, hour: 100_000, day: 1_000_000 };
    await ledger.accounts.update(accountId, { rateLimits });
    const hold = async () => ledger.ledger.hold(await ledger.principal(accountId), meteredCall());
    const holds: Hold[] = [];
    for (let call = 0; call < calls; call += 1) holds.push(await hold());
    const stored = async () => {
      const { Item } = await database.documents.send(
        new GetCommand({ TableName: database.tables.accounts, Key: { account_id: accountId } }),
      );
      return parseAccountItem(Item);
    };
    const end = async (held: Hold, decision: 'charged' | 'void') =>
      ledger.ledger.settle(held, await ledger.ledger.commit(held, decision, callReport(accountId)));
    return { ...ledger, accountId, hold, holds, stored, end };
  }

  it('is one account for whoever looks: balance, calls, books and lists', async () => {
    const { accounts, accountId, holds, stored, reconcile, end } = await openBusy();
    expect(Object.keys((await stored()).subs ?? {}).length).toBeGreaterThan(3);
    const whole = { balance: credits - 3 * calls, openHolds: calls, windows: { minute: { calls } } };
    expect(await accounts.get(accountId)).toMatchObject(whole);
    const readFamily = createFamilyReader(database.documents, database.tables);
    // The second time a process reads both at once.
    for (const _ of [1, 2])
      expect(await readFamily({ hash: 'none', accountId, parentHash: undefined })).toMatchObject({
        account: whole,
      });
    const listed = [];
    for await (const account of accounts.list()) listed.push(account.accountId);
    expect(listed.filter((id) => id.startsWith(accountId))).toEqual([accountId]);
    expect(holds.at(-1)).toMatchObject({ balanceAfter: credits - 3 * calls });
    expect(await reconcile(accountId)).toMatchObject({ proven: true, held: 3 * calls, open_holds: calls });
    for (const [index, held] of holds.entries()) await end(held, index % 2 === 0 ? 'charged' : 'void');
    const charged = (3 * calls) / 2;
    expect(await reconcile(accountId)).toMatchObject({
      proven: true,
      balance: credits - charged,
      charged,
      open_holds: 0,
      usage: { credits_charged: charged, difference: 0 },
    });
  });

  it('has all in one item again once a sweep has come by, calls and credits', async () => {
    const { accountId, holds, stored, sweeper, end } = await openBusy();
    for (const held of holds) await end(held, 'charged');
    await sweeper.sweepAll();
    expect(await stored()).toMatchObject({
      balance: credits - 3 * calls,
      spent: 3 * calls,
      subs: {},
      windows: { minute: { calls }, hour: { calls }, day: { calls } },
    });
    expect(await sweeper.sweepAccount(accountId)).toMatchObject({ openHolds: 0 });
  });

  it('is given back what calls held that died in sub-accounts, and is not charged for them', async () => {
    const { accountId, holds, stored, sweeper, ledger, reconcile } = await openBusy();
    passStaleness();
    const report = await sweeper.sweepAll();
    expect(report.holds.void).toBeGreaterThanOrEqual(calls);
    expect(await stored()).toMatchObject({ balance: credits, spent: 0, holds: {}, subs: {} });
    const [zombie] = holds.filter(({ place }) => place !== accountId);
    if (!zombie) throw new Error('No call was made in a sub-account.');
    const outcome = await ledger.commit(zombie, 'charged', callReport(accountId));
    await ledger.settle(zombie, outcome);
    expect(outcome).toBe('void');
    expect(await reconcile(accountId)).toMatchObject({ proven: true, balance: credits, charged: 0 });
  });

  it('pays nothing from sub-accounts while it owes what was clawed back', async () => {
    const { accountId, entries, hold, reconcile } = await openBusy();
    await entries.clawBack({ accountId, entryId: 'refund:re_1', kind: 'refund', credits: credits + 1_000 });
    await expect(hold()).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await reconcile(accountId)).toMatchObject({ proven: true });
  });

  it('lets no more calls run than it may', async () => {
    const { accounts, accountId, hold } = await openBusy(50);
    const more = await Promise.allSettled(Array.from({ length: 60 }, hold));
    expect((await accounts.get(accountId)).openHolds).toBeLessThanOrEqual(50);
    for (const result of more)
      if (result.status === 'rejected')
        expect(['too_many_concurrent_calls', 'service_busy']).toContain(result.reason.code);
  });
});
