import { createRandom } from '#test/support/random.ts';
import { openMeteredAccount } from '#test/support/service/metered-account.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { createThrottlingDoor } from '#test/support/stores/throttling-door.ts';

const database = testDatabase();
const calls = 12;

/** Calls of one account, one after the other, while a share of the writes to a table is throttled. */
async function callThrottled(table: string, share: number) {
  const random = createRandom(7);
  const { clientConfig } = database.database;
  const door = createThrottlingDoor({
    clientConfig,
    refuses: (name, isWrite) => isWrite && name.endsWith(table) && random() < share,
  });
  const account = await openMeteredAccount(database, 100, { network: door });
  const outcomes = [];
  const tookMs = [];
  for (let count = 0; count < calls; count += 1) {
    const begun = performance.now();
    outcomes.push(await account.call());
    tookMs.push(performance.now() - begun);
  }
  const answered = outcomes.filter(({ ok }) => ok).length;
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const before = await account.books();
  await account.sweep();
  door.destroy();
  const medianMs = tookMs.toSorted((one, other) => one - other)[calls / 2] ?? 0;
  process.stdout.write(
    `throttled ${share * 100} % of writes to ${table}: ${answered} answered, ${errors.length} × 503, median ${Math.round(medianMs)} ms, ${(door.sent(table) / calls).toFixed(1)} writes a call\n`,
  );
  return { answered, errors, before, after: await account.books() };
}

describe('a call whose writes are throttled', () => {
  it.each([
    ['accounts', 0],
    ['accounts', 0.5],
    ['accounts', 0.8],
    ['accounts', 1],
    ['usage', 0.5],
    ['usage', 1],
  ])(
    'is refused with Retry-After and not charged, or answered and charged (%s, share %d)',
    async (table, share) => {
      const { answered, errors, before, after } = await callThrottled(table, share);
      expect(before).toMatchObject({ proven: true, charged: 3 * answered });
      expect(after).toMatchObject({
        proven: true,
        charged: 3 * answered,
        open_holds: 0,
        balance: 100 - 3 * answered,
      });
      for (const { code, headers } of errors)
        expect({ code, headers }).toEqual({ code: 'service_busy', headers: { 'retry-after': '1' } });
      if (share === 0) expect(answered).toBe(calls);
      if (share === 1) expect(answered).toBe(0);
    },
  );

  it('leaves an item alone that was throttled again and again, and writes at most three times a call before', async () => {
    // The time for which the item is left alone does not pass.
    const { now } = performance;
    performance.now = () => 1_000;
    const { clientConfig } = database.database;
    const door = createThrottlingDoor({
      clientConfig,
      refuses: (name, isWrite) => isWrite && name.endsWith('accounts'),
    });
    const account = await openMeteredAccount(database, 100, { network: door });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => account.call()));
    expect(outcomes.every(({ ok }) => !ok)).toBe(true);
    expect(door.sent('accounts')).toBeLessThanOrEqual(3 * 50);
    const before = door.sent('accounts');
    await Promise.all(Array.from({ length: 50 }, () => account.call()));
    expect(door.sent('accounts') - before).toBe(0);
    door.destroy();
    performance.now = now;
  });
});
