import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createExpiredItemDeletion } from '#local/data/delete-expired.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

const now = Date.parse('2026-11-22T12:00:00Z');
const seconds = now / 1_000;

async function put(table: 'idempotency' | 'facts' | 'usage', item: Record<string, unknown>) {
  await database.documents.send(new PutCommand({ TableName: database.tables[table], Item: item }));
}

async function keysOf(table: 'idempotency' | 'facts' | 'usage') {
  const { Items = [] } = await database.documents.send(
    new ScanCommand({ TableName: database.tables[table] }),
  );
  return Items.map(({ pk, id }) => String(pk ?? id)).sort();
}

describe('what expires on one machine', () => {
  it('is deleted from every table that has a time to live, and nothing else is', async () => {
    for (let index = 0; index < 60; index += 1)
      await put('idempotency', { pk: `old-${index}`, expires_at: seconds - index });
    await put('idempotency', { pk: 'live', expires_at: seconds + 1 });
    await put('facts', { pk: 'old', sk: 'a', expires_at: seconds });
    await put('facts', { pk: 'kept', sk: 'a' });
    await put('usage', { account_id: 'acct_1', id: 'use_old', expires_at: seconds - 1 });
    await put('usage', { account_id: 'acct_1', id: 'use_live', expires_at: seconds + 1 });
    const { documents, tables } = database;
    const deleteExpired = createExpiredItemDeletion({ documents, tables, clock: () => now });
    expect(await deleteExpired()).toBe(62);
    expect(await keysOf('idempotency')).toEqual(['live']);
    expect(await keysOf('facts')).toEqual(['kept']);
    expect(await keysOf('usage')).toEqual(['use_live']);
    expect(await deleteExpired()).toBe(0);
  });
});
