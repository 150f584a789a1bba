import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('grants, claw-backs and their proof', () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const database = testDatabase();
  const open = () => openLedger(database, () => now);

  it('apply an entry once, however often and from wherever it is sent', async () => {
    const { entries, accounts, openAccount, reconcile } = open();
    const accountId = await openAccount(0);
    const purchase = {
      accountId,
      entryId: 'purchase:cs_1',
      kind: 'purchase',
      credits: 1_000,
      reference: 'order_1',
      amountUsdCents: 1_000,
    } as const;
    const posted = await Promise.all(Array.from({ length: 8 }, () => entries.grant(purchase)));
    expect(new Set(posted.map(({ hash }) => hash)).size).toBe(1);
    expect(posted[0]).toMatchObject({
      state: 'applied',
      sequence: 1,
      balanceAfter: 1_000,
      reference: 'order_1',
    });
    expect((await accounts.get(accountId)).balance).toBe(1_000);
    expect(await reconcile(accountId)).toMatchObject({ proven: true, granted: 1_000, entries: 1 });
  });

  it('apply different entries of one account at the same moment, each once and in a row', async () => {
    const { entries, openAccount, reconcile } = open();
    const accountId = await openAccount(0);
    const posts = Array.from({ length: 6 }, (_, index) =>
      entries.grant({ accountId, entryId: `grant:${index}`, kind: 'grant', credits: 10 + index }),
    );
    await Promise.all(posts);
    const listed = await entries.list(accountId);
    expect(listed.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(listed.at(-1)?.balanceAfter).toBe(75);
    expect(await reconcile(accountId)).toMatchObject({ proven: true, balance: 75 });
  });

  it('may take more than is there, and calls are then refused', async () => {
    const { entries, ledger, openAccount, principal, reconcile } = open();
    const accountId = await openAccount(10);
    await entries.clawBack({ accountId, entryId: 'dispute:dp_1', kind: 'dispute', credits: 25 });
    await expect(ledger.hold(await principal(accountId), meteredCall(1))).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { balance: -15 },
    });
    expect(await reconcile(accountId)).toMatchObject({ proven: true, balance: -15, clawed_back: 25 });
  });

  it('refuse an id that comes back with another amount, an amount of nothing, and an unknown account', async () => {
    const { entries, openAccount } = open();
    const accountId = await openAccount(10);
    const entry = { accountId, entryId: 'grant:1', kind: 'grant', credits: 5 } as const;
    await entries.grant(entry);
    await expect(entries.grant({ ...entry, credits: 6 })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(entries.clawBack(entry)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(entries.grant({ ...entry, credits: 0.5 })).rejects.toMatchObject({
      code: 'validation_error',
    });
    const elsewhere = entries.grant({ ...entry, accountId: 'acct_none' });
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
  });

  it('show a changed amount, a missing entry and a changed balance', async () => {
    const { entries, openAccount, reconcile } = open();
    const tamper = {
      amount: (account_id: string) =>
        new UpdateCommand({
          TableName: database.tables.ledger,
          Key: { account_id, entry_id: 'grant:1' },
          UpdateExpression: 'SET credits = :more',
          ExpressionAttributeValues: { ':more': 500 },
        }),
      entry: (account_id: string) =>
        new DeleteCommand({ TableName: database.tables.ledger, Key: { account_id, entry_id: 'grant:1' } }),
      balance: (account_id: string) =>
        new UpdateCommand({
          TableName: database.tables.accounts,
          Key: { account_id },
          UpdateExpression: 'SET balance = balance + :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
    };
    for (const command of Object.values(tamper)) {
      const accountId = await openAccount(10);
      await entries.grant({ accountId, entryId: 'grant:1', kind: 'grant', credits: 5 });
      expect(await reconcile(accountId)).toMatchObject({ proven: true });
      await database.documents.send(command(accountId) as UpdateCommand);
      expect(await reconcile(accountId)).toMatchObject({ proven: false });
    }
  });

  it('show a usage record that went missing, and hold without those that expired', async () => {
    const { ledger, openAccount, principal, reconcile } = open();
    const accountId = await openAccount(10);
    const hold = await ledger.hold(await principal(accountId), meteredCall(3));
    await ledger.settle(hold, await ledger.commit(hold, 'charged', callReport(accountId)));
    await database.documents.send(
      new DeleteCommand({
        TableName: database.tables.usage,
        Key: { account_id: accountId, id: hold.callId },
      }),
    );
    expect(await reconcile(accountId)).toMatchObject({ proven: false, usage: { difference: -3 } });
    now += 400 * 86_400_000;
    expect(await reconcile(accountId)).toMatchObject({
      proven: true,
      charged: 3,
      difference: 0,
      usage: { difference: null },
    });
  });
});
