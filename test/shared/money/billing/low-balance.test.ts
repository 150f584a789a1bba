import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createAlertRepository, createLowBalanceMails } from '#shared/money/billing/low-balance.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { movableClock } from '#test/support/ledger/billing.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await startTestDatabase();
});
afterEach(async () => database.stop());

async function openHouse(credits: number) {
  const { documents, tables } = database;
  const clock = movableClock(Date.now());
  const accounts = createAccountRepository({ documents, tables, clock });
  const entries = createCreditEntries({ documents, tables, clock });
  const alerts = createAlertRepository(documents, tables.billing);
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const { accountId } = await accounts.create({ email: 'maya@northwind.example' });
  let count = 0;
  const post = async (change: number) => {
    clock.advance(1);
    count += 1;
    const draft = {
      accountId,
      entryId: `entry:${count}`,
      kind: 'adjustment',
      credits: Math.abs(change),
    } as const;
    await (change > 0 ? entries.grant(draft) : entries.clawBack(draft));
    clock.advance(1);
  };
  if (credits > 0) await post(credits);
  const billingPageUrl = 'https://oriel.example/billing';
  const told: unknown[] = [];
  const writeEvent = async (...event: unknown[]) => void told.push(event.slice(1));
  const parts = { accounts, entries, alerts, mailer, writeEvent, clock, billingPageUrl };
  const { sweep: look } = createLowBalanceMails(parts);
  return { accountId, accounts, alerts, mails, told, post, look };
}

describe('the low-balance mail of the clock', () => {
  it('goes out once when the balance has fallen to the mark', async () => {
    const house = await openHouse(101);
    await house.look();
    expect(house.mails).toEqual([]);
    await house.post(-1);
    await house.look();
    await house.look();
    expect(house.mails).toEqual([
      expect.objectContaining({
        to: 'maya@northwind.example',
        subject: '100 credits left in your Oriel account',
      }),
    ]);
  });

  it('goes out again after credits were added and are gone', async () => {
    const house = await openHouse(50);
    await house.look();
    await house.post(500);
    await house.look();
    await house.post(-550);
    await house.look();
    expect(house.mails.map(({ subject }) => subject)).toEqual([
      '50 credits left in your Oriel account',
      'Your Oriel credits are used up',
    ]);
    // Each fall is an event of its own.
    expect(house.told).toEqual([
      [100, '1'],
      [100, '3'],
    ]);
  });

  it('is sent once by two runs at the same time', async () => {
    const house = await openHouse(10);
    await Promise.all([house.look(), house.look(), house.look()]);
    expect(house.mails).toHaveLength(1);
  });

  it.each<[string, (house: Awaited<ReturnType<typeof openHouse>>) => Promise<unknown>]>([
    ['chose never', ({ alerts, accountId }) => alerts.choose(accountId, null)],
    ['chose a lower mark', ({ alerts, accountId }) => alerts.choose(accountId, 50)],
    ['is suspended', ({ accounts, accountId }) => accounts.update(accountId, { status: 'suspended' })],
  ])('is not sent to an account that %s', async (_case, prepare) => {
    const house = await openHouse(60);
    await prepare(house);
    await house.look();
    expect(house.mails).toEqual([]);
  });

  it('is not sent to an account that never had a credit', async () => {
    const house = await openHouse(0);
    await house.look();
    expect(house.mails).toEqual([]);
  });
});
