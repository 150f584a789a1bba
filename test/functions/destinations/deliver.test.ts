import { newId } from '#shared/platform/ids.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { playHistories, together } from './delivery-histories.ts';
import { answered, eventOf, hourMs, isSigned, minuteMs, noAnswer, openDeliveries } from './delivery-world.ts';

/** A hundred histories each. `SEEDS=20` is the long run, of two thousand. */
const seeds = Number(process.env.SEEDS ?? 1);

describe('deliveries of events', () => {
  const database = testDatabase();

  it('arrive once by their id in every history of faults of receiver and service', async () => {
    let histories = 0;
    for (let seed = 1; seed <= seeds; seed += 1) histories += await playHistories(database, seed);
    expect(histories).toBe(seeds * together);
  });

  it('carry the event, thin and whole, under its id', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    await world.add(accountId);
    const { id } = await world.services.events.write(accountId, eventOf('a'));
    await world.minute();
    const [request, ...more] = world.received;
    expect(more).toEqual([]);
    expect(request?.headers['webhook-id']).toBe(id);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'rank.changed',
      data: { id, number: 1, link: 'https://oriel.example/sites/shop.example', data: { cause: 'a' } },
    });
  });

  it('go by mail to the address of an account that has chosen nothing, until it removes that', async () => {
    const world = openDeliveries(database);
    const email = 'ada@example.com';
    const { accountId } = await world.services.accounts.create({ email });
    world.watch(accountId);
    await world.services.events.write(accountId, eventOf('a'));
    await world.services.events.write(accountId, eventOf('b'));
    await world.services.events.write(accountId, eventOf('low', 'balance.low'));
    await world.minute();
    expect(world.mails.map(({ to }) => to)).toEqual([email, email]);
    const [usual, ...others] = await world.services.destinations.list(accountId);
    expect(usual).toMatchObject({ kind: 'mail', rhythm: 'at_once', status: 'active' });
    expect(others).toEqual([]);
    await world.services.destinations.remove(accountId, usual?.destination_id ?? '');
    await world.services.events.write(accountId, eventOf('c'));
    await world.minute();
    expect(world.mails.length).toBe(2);
    expect(await world.services.destinations.list(accountId)).toEqual([]);
  });

  it('go to the types that a destination takes alone, and to none that is not verified', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    const some = await world.add(accountId, { types: ['link.lost'] });
    const none = await world.add(accountId, { isVerified: false });
    await world.services.events.write(accountId, eventOf('a'));
    await world.services.events.write(accountId, eventOf('b', 'link.lost'));
    await world.minute();
    expect(world.received.map(({ url }) => url)).toEqual([some.url]);
    expect(world.received.map(({ url }) => url)).not.toContain(none.url);
  });

  it('are tried with growing waits for a day, then given up, and sent again on demand', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    const { id, url } = await world.add(accountId);
    world.answers.set(url, () => answered(500, 'still down'));
    await world.services.events.write(accountId, eventOf('a'));
    const start = world.clock();
    const tries: number[] = [];
    for (let minutes = 0; minutes < 36 * 60; minutes += 12) {
      const before = world.received.length;
      await world.minute();
      if (world.received.length > before) tries.push((world.clock() - start) / hourMs);
      world.pass(12 * minuteMs);
    }
    expect(tries.length).toBe(10);
    expect(tries.at(-1)).toBeGreaterThan(20);
    expect(tries.at(-1)).toBeLessThan(32);
    const [delivery] = await world.services.deliveries.list(accountId, id);
    expect(delivery).toMatchObject({ state: 'failed', count: 10 });
    expect(delivery?.tries.at(-1)).toMatchObject({ status: 500, answer: 'still down' });
    if (!delivery) throw new Error('There is none.');
    world.answers.delete(url);
    const name = { account_id: accountId, destination_id: id, delivery_id: delivery.delivery_id };
    await world.services.deliveries.again(name, delivery);
    await world.minute();
    expect(await world.services.deliveries.find(name)).toMatchObject({ state: 'delivered' });
    expect(new Set(world.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('end at a destination that says it is gone, or fails for five days, and its owner gets one mail', async () => {
    const world = openDeliveries(database);
    for (const [answer, because] of [
      [answered(410), 'gone'],
      [noAnswer('timeout'), 'failing'],
    ] as const) {
      const accountId = newId('acct');
      const { id, url } = await world.add(accountId);
      world.answers.set(url, () => answer);
      for (let day = 0; day < 8; day += 1) {
        await world.services.events.write(accountId, eventOf(String(day)));
        for (let hours = 0; hours < 24; hours += 2) {
          await world.minute();
          world.pass(2 * hourMs);
        }
      }
      const found = await world.services.destinations.find(accountId, id);
      expect(found).toMatchObject({ status: 'off', off_because: because });
      const before = world.received.length;
      await world.services.events.write(accountId, eventOf('later'));
      await world.minute();
      expect(world.received.length).toBe(before);
    }
  });

  it('end with the role of the person in whose name the destination stands', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    const { id } = await world.add(accountId);
    world.left.add(accountId);
    await world.services.events.write(accountId, eventOf('a'));
    await world.minute();
    expect(world.received).toEqual([]);
    expect(await world.services.destinations.find(accountId, id)).toMatchObject({
      off_because: 'person_left',
    });
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    const { id, secret } = await world.add(accountId);
    const found = await world.services.destinations.find(accountId, id);
    const rotated = found && (await world.services.destinations.rotate(found));
    const signedBy = async (cause: string) => {
      await world.services.events.write(accountId, eventOf(cause));
      await world.minute();
      const request = world.received.at(-1);
      return [secret, rotated?.secret ?? ''].map((one) => request && isSigned(request, one));
    };
    expect(await signedBy('a')).toEqual([true, true]);
    world.pass(25 * hourMs);
    expect(await signedBy('b')).toEqual([false, true]);
  });

  it('come as one mail a day where a digest is wanted', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    await world.add(accountId, { kind: 'mail', target: 'ada@shop.example', rhythm: 'daily' });
    for (let hours = 0; hours < 72; hours += 1) {
      if (hours % 9 === 0) await world.services.events.write(accountId, eventOf(`hour ${hours}`));
      await world.minute();
      world.pass(hourMs);
    }
    const told = world.mails.map(({ text }) =>
      [...text.matchAll(/hour (\d+)/gu)].map(([, hour]) => Number(hour)),
    );
    expect(told.flat()).toEqual([0, 9, 18, 27, 36, 45, 54, 63]);
    expect(told.length).toBe(3);
  });

  it('come as a digest at seven on the clocks of its time zone, by summer and by winter', async () => {
    for (const [start, hour] of [
      [Date.UTC(2026, 6, 6, 12), 5],
      [Date.UTC(2026, 11, 7, 12), 6],
    ] as const) {
      const world = openDeliveries(database, start);
      const accountId = newId('acct');
      const place = { rhythm: 'daily', time_zone: 'Europe/Berlin' } as const;
      await world.add(accountId, { kind: 'mail', target: 'ada@shop.example', ...place });
      await world.services.events.write(accountId, eventOf('a'));
      while (world.mails.length === 0) {
        await world.minute();
        world.pass(hourMs / 2);
      }
      expect(new Date(world.clock() - hourMs / 2).getUTCHours()).toBe(hour);
    }
  });

  it('of a destination that fails, or of an account with many, keep no other account waiting', async () => {
    const world = openDeliveries(database);
    const [hostile, busy, quiet] = [newId('acct'), newId('acct'), newId('acct')];
    const bad = await world.add(hostile);
    world.answers.set(bad.url, () => noAnswer('timeout'));
    await world.add(busy);
    const good = await world.add(quiet);
    for (let at = 0; at < 150; at += 1) {
      await world.services.events.write(hostile, eventOf(String(at)));
      await world.services.events.write(busy, eventOf(String(at)));
    }
    await world.minute();
    expect(world.received.length).toBeLessThanOrEqual(120);
    world.pass(minuteMs);
    await world.services.events.write(quiet, eventOf('a'));
    world.received.length = 0;
    await world.minute();
    expect(world.received.filter(({ url }) => url === good.url).length).toBe(1);
    // One look a minute at what fails, and sixty of what does not.
    expect(world.received.filter(({ url }) => url === bad.url).length).toBeLessThanOrEqual(1);
    expect(world.received.length).toBeLessThanOrEqual(62);
  });

  it('to a chat hold no mark-up of strangers', async () => {
    const world = openDeliveries(database);
    const accountId = newId('acct');
    await world.add(accountId, { kind: 'slack' });
    await world.services.events.write(accountId, {
      ...eventOf('a'),
      summary: 'See <!channel> & <https://x.example|this>',
    });
    await world.minute();
    expect(JSON.parse(world.received[0]?.body ?? '').text).toMatch(/^See &lt;!channel&gt; &amp; &lt;https/u);
  });
});
