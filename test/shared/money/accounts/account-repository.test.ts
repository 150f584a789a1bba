import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('an account', () => {
  let accounts: ReturnType<typeof createAccountRepository>;
  const database = testDatabase();
  beforeAll(async () => {
    accounts = createAccountRepository({ ...database, clock: () => Date.UTC(2026, 10, 20) });
  });

  it('opens active, without credits, with the usual limits', async () => {
    const { accountId } = await accounts.create({ email: 'ada@example.com' });
    expect(await accounts.get(accountId)).toMatchObject({
      email: 'ada@example.com',
      status: 'active',
      balance: 0,
      features: new Set(),
      rateLimits: { minute: 60, hour: 1_000, day: 10_000 },
      maxConcurrentCalls: 20,
      openHolds: 0,
      createdAt: '2026-11-20T00:00:00.000Z',
    });
  });

  it('changes only the settings that are given', async () => {
    const { accountId } = await accounts.create({ email: 'ada@example.com', features: ['backlinks'] });
    const rateLimits = { minute: 1, hour: 2, day: 3 };
    await accounts.update(accountId, { status: 'suspended', rateLimits });
    expect(await accounts.update(accountId, {})).toMatchObject({
      email: 'ada@example.com',
      status: 'suspended',
      rateLimits,
      features: new Set(['backlinks']),
    });
  });

  it('is opened once under one id', async () => {
    await accounts.create({ email: 'ada@example.com', accountId: 'acct_demo' });
    const again = accounts.create({ email: 'eve@example.com', accountId: 'acct_demo' });
    await expect(again).rejects.toMatchObject({ code: 'validation_error' });
    expect(await accounts.find('acct_demo')).toMatchObject({ email: 'ada@example.com' });
  });

  it('that does not exist is not found, and not made by a change', async () => {
    await expect(accounts.get('acct_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(accounts.update('acct_none', { status: 'suspended' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await accounts.find('acct_none')).toBeUndefined();
  });

  it('is in the list of all', async () => {
    const { accountId } = await accounts.create({ email: 'grace@example.com' });
    const ids = [];
    for await (const account of accounts.list()) ids.push(account.accountId);
    expect(ids).toContain(accountId);
  });
});
