import { occurrenceAt } from '#shared/callers/watch/occurrences.ts';
import { askAnew } from '#shared/callers/watch/plan-asking.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';
import { database, dayMs, monday, openWorld, price, timing } from './tracker-world.ts';

describe('a tracker', () => {
  it('is asked when it is due, once in its week, and the log says that its schedule did', async () => {
    const world = await openWorld();
    await world.run();
    expect(await world.spent()).toBe(0);
    for (let hours = 0; hours < 30; hours += 5) {
      world.setNow(monday + hours * 3_600_000 + 60_000);
      await world.run();
    }
    expect(await world.spent()).toBe(price);
    const [record, ...others] = await world.records();
    expect(others).toEqual([]);
    expect((await world.events.list(world.accountId, {})).events).toMatchObject([
      {
        number: 1,
        type: 'tracker.answered',
        subject: world.trackerId,
        link: `/explorer/inspect_domain/${record?.request_id}`,
        data: { period: '2026-11-23', request_id: record?.request_id, credits_charged: price },
      },
    ]);
    expect(record).toMatchObject({
      auth_source: 'schedule',
      credential_id: world.trackerId,
      tool: 'inspect_domain',
      credits_charged: price,
    });
    const { asking } = await world.find();
    expect(asking).toMatchObject({ state: 'asked', spent: price, request_id: record?.request_id });
  });

  it('is asked in the weeks for which its month has budget, and says why not in the others', async () => {
    const world = await openWorld({ monthlyBudget: price });
    const runIn = async (week: number) => {
      world.setNow(monday + week * 7 * dayMs + 60_000);
      await world.run();
      return [(await world.find()).asking?.reason, await world.spent()];
    };
    expect(await runIn(0)).toEqual([undefined, price]);
    expect(await runIn(1)).toEqual(['budget_used', price]);
    expect((await world.events.list(world.accountId, { type: 'tracker.failed' })).events).toMatchObject([
      { why: 'Its budget of the month is used.', data: { period: '2026-11-30', reason: 'budget_used' } },
    ]);
    // The first Monday of December.
    expect(await runIn(2)).toEqual([undefined, 2 * price]);
  });

  it('is charged once when two runs meet it at the same moment', async () => {
    const world = await openWorld();
    world.setNow(monday + 60_000);
    await Promise.all([world.run(), world.run(), world.run()]);
    expect(await world.spent()).toBe(price);
    expect((await world.find()).asking).toMatchObject({ state: 'asked', spent: price });
  });

  it('is charged at most once and asked all the same, wherever a run dies', async () => {
    let deaths = 0;
    for (let requests = 17; ; requests += 1) {
      const world = await openWorld();
      world.setNow(monday + 60_000);
      await world.run(dyingAfter(requests, database.documents));
      if ((await world.find()).asking?.state === 'asked') break;
      deaths += 1;
      for (let minutes = 10; minutes < 23 * 60; minutes += 90) {
        world.setNow(monday + minutes * 60_000);
        await world.run();
      }
      expect([requests, (await world.find()).asking]).toEqual([
        requests,
        expect.objectContaining({ state: 'asked', spent: price, reserved: 0 }),
      ]);
      expect(await world.spent()).toBeLessThanOrEqual(price);
      expect((await world.events.list(world.accountId, {})).events).toMatchObject([
        { number: 1, type: 'tracker.answered' },
      ]);
      expect(await world.books.reconcile(world.accountId)).toMatchObject({
        proven: true,
        difference: 0,
        usage: { difference: 0 },
      });
    }
    expect(deaths).toBeGreaterThan(5);
  });

  it('waits for credits within its day', async () => {
    const world = await openWorld({ credits: price - 1 });
    world.setNow(monday + 60_000);
    await world.run();
    expect((await world.find()).asking).toMatchObject({ reason: 'insufficient_credits', spent: 0 });
    expect(await world.records()).toEqual([]);
    const { accountId } = world;
    await world.books.entries.grant({ accountId, entryId: 'grant:more', kind: 'grant', credits: 5 });
    world.setNow(monday + 3_600_000);
    await world.run();
    expect((await world.find()).asking).toMatchObject({ state: 'asked' });
  });

  it('is tried again after a failure, at most four times, and pays for none of them', async () => {
    const world = await openWorld();
    world.failWith(new ServiceError('upstream_unavailable', 'Down.'));
    for (let minutes = 1; minutes < 23 * 60; minutes += 15) {
      world.setNow(monday + minutes * 60_000);
      await world.run();
    }
    expect((await world.records()).map(({ error_type }) => error_type)).toEqual(
      Array<string>(4).fill('upstream_unavailable'),
    );
    expect(await world.spent()).toBe(0);
    expect((await world.find()).asking).toMatchObject({ state: 'failed', spent: 0, reserved: 0 });
  });

  it('is paused after three weeks without an answer, and its owner is told once', async () => {
    const world = await openWorld();
    world.failWith(new ServiceError('upstream_unavailable', 'Down.'));
    for (let week = 0; week < 5; week += 1) {
      world.setNow(monday + week * 7 * dayMs + 60_000);
      await world.run();
    }
    expect((await world.records()).length).toBe(3);
    expect((await world.find()).schedule).toMatchObject({ status: 'paused', paused_because: 'missed' });
    expect((await world.events.list(world.accountId, {})).events).toMatchObject([
      { type: 'tracker.paused', data: { reason: 'missed' } },
    ]);
    world.failWith(undefined);
    world.setNow(monday + 34 * dayMs);
    await world.set({});
    world.setNow(monday + 35 * dayMs + 60_000);
    await world.run();
    expect((await world.find()).asking).toMatchObject({ state: 'asked' });
  });

  it('is paused at once where the tool refuses it for good', async () => {
    const world = await openWorld({ args: { domain: 'not a domain' } });
    world.setNow(monday + 60_000);
    await world.run();
    expect(await world.find()).toMatchObject({
      schedule: { status: 'paused', paused_because: 'refused' },
      asking: { state: 'refused', reason: 'validation_error', spent: 0 },
    });
    world.setNow(monday + 120_000);
    await world.run();
    expect((await world.events.list(world.accountId, {})).events).toMatchObject([
      { type: 'tracker.paused', data: { reason: 'refused' } },
    ]);
    expect(await world.spent()).toBe(0);
  });

  it('is not asked while it is paused, after its schedule has ended, or once it is removed', async () => {
    const world = await openWorld();
    await world.set({ isPaused: true });
    world.setNow(monday + 60_000);
    await world.run();
    await world.trackers.unschedule(world.accountId, world.trackerId);
    world.setNow(monday + 7 * dayMs + 60_000);
    await world.run();
    expect(await world.records()).toEqual([]);
    // What led to it is tidied up.
    expect(await world.dueCount()).toBe(0);
  });

  it('is asked no second time in its week when its day is moved or its schedule made anew', async () => {
    const world = await openWorld();
    world.setNow(monday + 60_000);
    await world.run();
    await world.trackers.unschedule(world.accountId, world.trackerId);
    await world.set({ timing: { ...timing, weekday: 'tuesday' } });
    world.setNow(monday + dayMs + 60_000);
    await world.run();
    expect(await world.spent()).toBe(price);
    world.setNow(monday + 8 * dayMs + 60_000);
    await world.run();
    expect(await world.spent()).toBe(2 * price);
  });

  it('is asked daily on the clocks of its owner, and once for all the days that a machine was off', async () => {
    const world = await openWorld();
    // Eight in New York is at 13:00 of UTC in November.
    await world.set({ timing: { every: 'day', at: '08:00', time_zone: 'America/New_York' } });
    for (const [hours, asked] of [
      [4.9, 1],
      [5.1, 2],
      [28.9, 2],
      [29.1, 3],
      [120, 4],
    ] as const) {
      world.setNow(monday + hours * 3_600_000);
      await world.run();
      // Sunday was missed and is asked late; the Monday at eight of UTC that was agreed before leads to nothing.
      expect([hours, await world.spent()]).toEqual([hours, asked * price]);
    }
    expect(await world.dueCount()).toBe(1);
  });

  it('is asked once more when its owner wants that, within the same budget', async () => {
    const world = await openWorld({ monthlyBudget: 2 * price });
    world.setNow(monday + 60_000);
    await world.run();
    for (const [run, times] of [
      ['run_1', 2],
      ['run_2', 2],
    ] as const) {
      const tracker = await world.find();
      if (!tracker.schedule) throw new Error('It has no schedule.');
      const occurrence = occurrenceAt(tracker.schedule, monday + 120_000);
      const parts = { schedule: tracker.schedule, asking: tracker.asking };
      const anew = askAnew(parts, { now: monday + 120_000, occurrence, run });
      if (!anew) throw new Error('It is being asked.');
      await world.askings.begin(tracker, anew);
      await world.askings.lead(tracker, occurrence.due);
      world.setNow(monday + 120_000);
      await world.run();
      expect(await world.spent()).toBe(times * price);
    }
    expect((await world.find()).asking).toMatchObject({ state: 'waiting', reason: 'budget_used' });
    world.setNow(monday + 8 * dayMs);
    const rows = await world.trackers.history(world.accountId, world.trackerId);
    expect(rows.map(({ period, outcome }) => [period, outcome])).toEqual([
      ['2026-11-23.run_2', 'waiting'],
      ['2026-11-23.run_1', 'asked'],
      ['2026-11-23', 'asked'],
    ]);
  });

  it('stops with its account', async () => {
    const world = await openWorld();
    await world.books.accounts.update(world.accountId, { status: 'suspended' });
    world.setNow(monday + 60_000);
    await world.run();
    expect(await world.records()).toEqual([]);
    expect((await world.find()).asking).toMatchObject({ reason: 'account_suspended' });
  });
});
