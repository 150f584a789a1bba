import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createTables } from '#local/data/database.ts';
import { restoreItems } from '#shared/platform/dynamo/restore-items.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';

describe('copying a restored table back', () => {
  let database: TestDatabase;
  let world: ReturnType<typeof openLedger>;
  let accountId: string;
  const restored = { usage: 'restored-usage', accounts: 'restored-accounts' } as const;

  beforeEach(async () => {
    database = await startTestDatabase();
    world = openLedger(database);
    accountId = await world.openAccount(100);
    for (let calls = 0; calls < 4; calls += 1) {
      const held = await world.ledger.hold(await world.principal(accountId), meteredCall());
      await world.ledger.settle(held, await world.ledger.commit(held, 'charged', callReport(accountId)));
    }
    await createTables(database.database.clientConfig, 'restored-');
    for (const name of ['usage', 'accounts'] as const)
      await restoreItems(
        { ...database, tables: { ...database.tables, [name]: restored[name] } },
        { table: name, from: database.tables[name], isDryRun: false, replaces: false },
      );
  });
  afterEach(() => database.stop());

  const restore = (table: 'usage' | 'accounts', options: { isDryRun?: boolean; replaces?: boolean } = {}) =>
    restoreItems(database, {
      ...{ table, from: restored[table], isDryRun: false, replaces: false },
      ...options,
    });

  async function loseRecords(count: number): Promise<void> {
    const ids: string[] = [];
    for await (const { id } of world.usage.records({ accountId })) ids.push(id);
    for (const id of ids.slice(0, count))
      await database.documents.send(
        new DeleteCommand({ TableName: database.tables.usage, Key: { account_id: accountId, id } }),
      );
  }

  it('adds the records that are missing, so that the books add up again, and finds nothing the next time', async () => {
    await loseRecords(2);
    expect(await world.reconcile(accountId)).toMatchObject({ proven: false });
    expect(await restore('usage', { isDryRun: true })).toEqual({ scanned: 4, missing: 2, different: 0 });
    expect(await world.reconcile(accountId)).toMatchObject({ proven: false });
    expect(await restore('usage')).toEqual({ scanned: 4, missing: 2, different: 0 });
    expect(await world.reconcile(accountId)).toMatchObject({ proven: true });
    expect(await restore('usage')).toEqual({ scanned: 4, missing: 0, different: 0 });
  });

  it('leaves what is there, unless asked to overwrite it', async () => {
    await database.documents.send(
      new UpdateCommand({
        TableName: database.tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET balance = :wrong',
        ExpressionAttributeValues: { ':wrong': 9_999 },
      }),
    );
    expect(await restore('accounts')).toEqual({ scanned: 1, missing: 0, different: 1 });
    expect((await world.accounts.get(accountId)).balance).toBe(9_999);
    await restore('accounts', { replaces: true });
    expect((await world.accounts.get(accountId)).balance).toBe(88);
    expect(await world.reconcile(accountId)).toMatchObject({ proven: true });
  });

  it('keeps items of which the restored table knows nothing', async () => {
    const Item = { account_id: 'acct_later', id: 'use_later' };
    await database.documents.send(new PutCommand({ TableName: database.tables.usage, Item }));
    await restore('usage', { replaces: true });
    expect(await restore('usage')).toEqual({ scanned: 4, missing: 0, different: 0 });
  });

  it('says that there is no such table', async () => {
    const order = { table: 'usage', from: 'no-such-table', isDryRun: true, replaces: false } as const;
    await expect(restoreItems(database, order)).rejects.toMatchObject({ code: 'not_found' });
  });
});
