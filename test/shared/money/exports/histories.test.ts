import fc from 'fast-check';
import type { Hold } from '#shared/money/ledger/operations.ts';
import { type Books, day, openBooks } from '#test/support/ledger/books.ts';

describe('the exports of random histories', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constantFrom('grant', 'purchase', 'refund', 'dispute', 'won'),
      credits: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ do: fc.constantFrom('charged', 'void', 'open', 'late', 'night', 'night') }),
  );

  it('re-add to the credit: over every day, every month and every account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), step), { minLength: 5, maxLength: 25 }),
        async (steps) => {
          const world = await openBooks();
          try {
            await play(world, steps);
            await check(world);
          } finally {
            await world.database.stop();
          }
        },
      ),
      { numRuns: 8, seed: 20_261_120 },
    );
  });

  type Step = { do: string; credits?: number };

  async function play(world: Books, steps: readonly (readonly [boolean, Step])[]): Promise<void> {
    const accounts = [await world.openAccount(30), await world.openAccount(30)];
    const open: Hold[] = [];
    for (const [index, [second, { do: what, credits = 1 }]] of steps.entries()) {
      const accountId = accounts[second ? 1 : 0] ?? '';
      const entry = { accountId, credits, entryId: `${what}:${index}` };
      const paid = { ...entry, amountUsdCents: credits };
      const deeds: Record<string, () => Promise<unknown>> = {
        grant: () => world.entries.grant({ ...entry, kind: 'grant' }),
        purchase: () => world.entries.grant({ ...paid, kind: 'purchase' }),
        won: () => world.entries.grant({ ...paid, kind: 'dispute' }),
        refund: () => world.entries.clawBack({ ...paid, kind: 'refund' }),
        dispute: () => world.entries.clawBack({ ...paid, kind: 'dispute' }),
        late: () => Promise.all(open.splice(0).map((held) => world.finish(held, 'charged'))),
        open: () => call(world, accountId, async (held) => void open.push(held)),
        charged: () => call(world, accountId, (held) => world.finish(held, 'charged')),
        void: () => call(world, accountId, (held) => world.finish(held, 'void')),
        night: () => {
          world.clock.advance(day);
          return world.exporter.due();
        },
      };
      await deeds[what]?.();
    }
  }

  /** A call of an account that may have no credits left; then nothing happens. */
  async function call(world: Books, accountId: string, then: (held: Hold) => Promise<void>): Promise<void> {
    const held = await world.hold(accountId).catch(() => undefined);
    if (held) await then(held);
  }

  async function check(world: Books): Promise<void> {
    world.clock.advance(40 * day);
    await world.sweeper.sweepAll();
    world.clock.advance(31 * day);
    await world.exporter.due();
    const usage = await world.rows(/dt=.*usage-.*csv/u);
    expect(new Set(usage.map(({ id }) => id)).size).toBe(usage.length);
    for await (const { accountId } of world.accounts.list()) {
      const { charged, balance, proven } = await world.reconcile(accountId);
      const own = usage.filter(({ account_id }) => account_id === accountId);
      expect(own.reduce((sum, row) => sum + Number(row.credits_charged), 0)).toBe(charged);
      const months = (await world.rows(/account_month.*csv/u)).filter(
        ({ account_id }) => account_id === accountId,
      );
      expect(months.length).toBeGreaterThanOrEqual(2);
      expect(Number(months.at(-1)?.closing)).toBe(balance);
      let closing = '0';
      for (const month of months) {
        expect(month.opening).toBe(closing);
        closing = month.closing ?? '';
      }
      expect(proven).toBe(true);
    }
    for (const month of ['2026-11', '2026-12'])
      expect(await world.proofOf(month)).toMatchObject({ final: true, proven: true });
    const billed = await world.rows(/focus.*csv/u);
    const earned = await world.rows(/account_month.*csv/u);
    const micro = (rows: readonly Record<string, string>[], column: string) =>
      rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 1_000_000), 0);
    expect(micro(billed, 'EffectiveCost')).toBe(micro(earned, 'revenue'));
    expect(micro(billed, 'BilledCost')).toBe(micro(await world.rows(/payments.*csv/u), 'amount_usd'));
  }
});
