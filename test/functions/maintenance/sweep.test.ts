import { sweepAccounts } from '#functions/maintenance/sweep.ts';
import { meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

describe('the scheduled sweep', () => {
  const database = testDatabase();

  it('refunds every account, logs what it found, and raises an alarm for a hold that was missed for long', async () => {
    let now = Date.UTC(2026, 10, 20, 12);
    const { ledger, openAccount, principal, sweeper, reconcile } = openLedger(database, () => now);
    const ids = await Promise.all([openAccount(5), openAccount(5), openAccount(5)]);
    for (const id of ids.slice(0, 2)) await ledger.hold(await principal(id), meteredCall());
    now += 3_600_000;
    const lines: [string, string, unknown][] = [];
    const log = (level: string) => (message: string, facts: unknown) =>
      void lines.push([level, message, facts]);
    await sweepAccounts(sweeper, { info: log('info'), warn: log('warn'), error: log('error') });
    expect(lines).toEqual([
      [
        'info',
        'swept',
        { accounts: 2, charged: 0, void: 2, unknown: 0, entries: 0, oldest_hold_seconds: 3_600 },
      ],
      ['error', 'old hold', { signal: 'old_hold', oldest_hold_seconds: 3_600 }],
    ]);
    for (const id of ids)
      expect(await reconcile(id)).toMatchObject({ proven: true, balance: 5, open_holds: 0 });
  });
});
