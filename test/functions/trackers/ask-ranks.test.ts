import fc from 'fast-check';
import { placeOf } from '#shared/callers/watch/rank-months.ts';
import { setupOf } from '#shared/callers/watch/rank-setup.ts';
import { batchesOf } from '#shared/contract/watch.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';
import { database, dayMs, monday, openRankWorld, type RankWorld, rankPrice } from './rank-world.ts';

const keywords = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    keyword: `keyword ${at}`,
    tags: at % 2 === 0 ? ['even'] : [],
  }));
const markets = [
  { location: 'United States', language: 'en', device: 'desktop' as const },
  { location: 'United States', language: 'en', device: 'mobile' as const },
];
const setup = (count: number) =>
  setupOf({ site: 'shop.example', markets, rivals: ['rival.example'], keywords: keywords(count) });

describe('a rank tracker', () => {
  it('asks a hundred keywords a call for each market, and keeps every place under its device', async () => {
    const world = await openRankWorld({ setup: setup(250) });
    world.setNow(monday + 60_000);
    await world.run();
    const asked = world.asked.map(({ keywords: list, device }) => [list.length, device ?? 'desktop']);
    expect(asked).toEqual([
      [100, 'desktop'],
      [100, 'desktop'],
      [50, 'desktop'],
      [100, 'mobile'],
      [100, 'mobile'],
      [50, 'mobile'],
    ]);
    expect(await world.spent()).toBe(6 * rankPrice);
    expect((await world.find()).asking).toMatchObject({ state: 'asked', ranks: { calls: 6, paid: 6 } });
    for (const market of [0, 1]) {
      const [day] = await world.days(market);
      expect(day?.day).toBe('2026-11-23');
      const places = Array.from({ length: 250 }, (_, at) => placeOf(day?.places[at])?.position);
      expect(places).toEqual(
        keywords(250).map(({ keyword }) => world.placeOf(keyword, market === 1, '2026-11-23')),
      );
      expect(day?.rivalShares['rival.example']).toBeGreaterThan(0);
    }
  });

  it('pays for a call once it has looked all of its keywords up, and takes it in part, for a part of its price, only where it never does', async () => {
    const world = await openRankWorld({ setup: setup(100) });
    world.setNow(monday + 60_000);
    world.slowDown(2);
    await world.run();
    const checkedOn = async (day: number) =>
      (await world.days(0))[day]?.places.filter((place) => placeOf(place) !== undefined).length;
    expect(await world.spent()).toBe(2 * rankPrice);
    expect(await checkedOn(0)).toBe(100);
    world.setNow(monday + dayMs + 60_000);
    world.slowDown(3);
    await world.run();
    // A tenth of its keywords is missing: a tenth of its price, rounded up, comes back.
    expect(await world.spent()).toBe(4 * rankPrice - 1);
    expect((await world.find()).asking).toMatchObject({ spent: 4 * rankPrice - 1, ranks: { returned: 1 } });
    const [row] = await world.trackers.history(world.accountId, world.trackerId);
    expect(row).toMatchObject({ outcome: 'asked', credits_charged: 2 * rankPrice - 1 });
    expect(await checkedOn(1)).toBe(90);
    expect(new Set(await world.chargedCalls()).size).toBe(4);
  });

  it('goes on where a call failed, charges no call twice and gives back what it did not use', async () => {
    const world = await openRankWorld({ setup: setup(250) });
    world.setNow(monday + 60_000);
    world.failAt(2);
    await world.run();
    expect((await world.find()).asking).toMatchObject({
      ...{ state: 'failed', spent: 2 * rankPrice, reserved: 0 },
      ranks: { calls: 6, paid: 2 },
    });
    expect(await world.spent()).toBe(2 * rankPrice);
    world.failAt(undefined);
    world.setNow(monday + 2 * 3_600_000);
    await world.run();
    expect(await world.spent()).toBe(6 * rankPrice);
    expect((await world.find()).asking).toMatchObject({ state: 'asked', spent: 6 * rankPrice, reserved: 0 });
    const [row] = await world.trackers.history(world.accountId, world.trackerId);
    expect(row).toMatchObject({ outcome: 'asked', credits_charged: 6 * rankPrice });
  });

  it('ends a check with the keywords that it began with, and asks others from the next period on', async () => {
    const world = await openRankWorld({ setup: setup(250) });
    world.setNow(monday + 60_000);
    world.failAt(3);
    await world.run();
    await world.watch(setup(40));
    world.failAt(undefined);
    world.setNow(monday + 2 * 3_600_000);
    await world.run();
    expect(await world.spent()).toBe(6 * rankPrice);
    world.asked.length = 0;
    world.setNow(monday + dayMs + 60_000);
    await world.run();
    expect(world.asked.map((one) => one.keywords.length)).toEqual([40, 40]);
  });

  it('is cut after some minutes and goes on with the next run, on what was set aside', async () => {
    const world = await openRankWorld({ setup: setup(250), minutesACall: 2 });
    world.setNow(monday + 60_000);
    await world.run();
    expect((await world.find()).asking).toMatchObject({
      ...{ state: 'waiting', reason: 'going_on', spent: 6 * rankPrice, reserved: 4 * rankPrice },
      ranks: { paid: 2 },
    });
    for (let run = 0; run < 2; run += 1) await world.run();
    expect((await world.find()).asking).toMatchObject({ state: 'asked', spent: 6 * rankPrice, reserved: 0 });
    expect(world.asked.length).toBe(6);
  });

  it('waits where its budget has no room for all that is left of a check', async () => {
    const world = await openRankWorld({ setup: setup(250), monthlyBudget: 8 * rankPrice });
    world.setNow(monday + 60_000);
    await world.run();
    world.setNow(monday + dayMs + 60_000);
    await world.run();
    expect((await world.find()).asking).toMatchObject({ state: 'waiting', reason: 'budget_used' });
    expect(await world.spent()).toBe(6 * rankPrice);
  });

  it('tells in one event a market of what moved far, once however often it is looked at', async () => {
    const world = await openRankWorld({ setup: setup(30) });
    for (let day = 0; day < 3; day += 1) {
      world.setNow(monday + day * dayMs + 60_000);
      await world.run();
      await world.run();
    }
    const { events } = await world.events.list(world.accountId, { type: 'rank.changed' });
    const places = events.map(({ data }) => JSON.stringify([data.day, data.question]));
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places).size).toBe(places.length);
    expect(events[0]).toMatchObject({ subject: world.trackerId, data: { day: '2026-11-24' } });
    expect(events[0]?.data.changed).toBeGreaterThan(0);
  });
});

interface Step {
  readonly hours: number;
  readonly diesAfter: number | undefined;
  readonly fails: number | undefined;
  readonly watches: number | undefined;
  /** Calls that cannot look all of their keywords up. */
  readonly slow: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  hours: fc.constantFrom(0.02, 0.2, 1.1, 9, 24),
  diesAfter: fc.option(fc.integer({ min: 5, max: 160 }), { nil: undefined, freq: 2 }),
  fails: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 3 }),
  slow: fc.constantFrom(0, 0, 3, 7, 12),
  watches: fc.option(fc.constantFrom(30, 130, 250), { nil: undefined, freq: 6 }),
});

/** One run after some hours, which may die, fail from a call on, or find other keywords. */
async function live(world: RankWorld, { diesAfter, fails, watches, slow }: Step, now: number): Promise<void> {
  if (watches !== undefined) await world.watch(setup(watches));
  world.setNow(now);
  world.failAt(fails);
  world.slowDown(slow);
  const dying = diesAfter === undefined ? undefined : dyingAfter(diesAfter, database.documents);
  await world.run(dying).catch((error: unknown) => {
    if (diesAfter === undefined) throw error;
  });
}

const sumOf = (credits: ReadonlyMap<string, number>) =>
  [...credits.values()].reduce((sum, each) => sum + each, 0);

/** Wherever runs died before: once the check is through, each of its calls in part has given back what it owes, once. */
async function endPeriod(world: RankWorld, now: number): Promise<void> {
  for (let run = 0; run < 3; run += 1)
    await live(
      world,
      { hours: 0, slow: 0, diesAfter: undefined, fails: undefined, watches: undefined },
      now + run * 400_000,
    );
  const { asking } = await world.find();
  if (asking?.state !== 'asked') return;
  const [owed, returned] = [await world.owedIn(asking.period), await world.returned()];
  expect([...owed.keys()].map((id) => returned.get(id))).toEqual([...owed.values()]);
  expect(asking.ranks?.returned ?? 0).toBe(sumOf(owed));
}

describe('the budget of a rank tracker', () => {
  it('is never exceeded and no call of a period is charged twice, wherever runs die, fail and change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.integer({ min: 6, max: 30 }),
        async (steps, calls) => {
          const budget = calls * rankPrice;
          const world = await openRankWorld({ setup: setup(250), monthlyBudget: budget, credits: 500 });
          let now = monday + 60_000;
          for (const one of steps) {
            now += one.hours * 3_600_000;
            await live(world, one, now);
            expect((await world.charged()) - sumOf(await world.returned())).toBeLessThanOrEqual(budget);
            expect((await world.find()).asking?.spent ?? 0).toBeLessThanOrEqual(budget);
          }
          await endPeriod(world, now);
          const charges = await world.chargedCalls();
          expect(new Set(charges).size).toBe(charges.length);
          expect(await world.proof()).toMatchObject({ proven: true });
        },
      ),
      // What it finds is told in time, if not in its smallest form.
      { numRuns: 25, interruptAfterTimeLimit: 200_000 },
    );
  }, 300_000);
});

describe('the price of a check', () => {
  it.each([
    [1, 1, 1],
    [100, 2, 2],
    [101, 2, 4],
    [1_000, 3, 30],
  ])('of %i keywords in %i markets is that of %i calls', (count, places, calls) => {
    expect(batchesOf({ keywords: count, markets: places })).toBe(calls);
  });
});
