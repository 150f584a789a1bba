import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#shared/platform/ids.ts';
import { createRandom } from '#test/support/random.ts';
import type { TestDatabase } from '#test/support/stores/database.ts';
import { dyingProcess, processOf } from '#test/support/stores/dying-client.ts';
import {
  type Answer,
  answered,
  dayMs,
  eventOf,
  isSigned,
  minuteMs,
  noAnswer,
  openDeliveries,
} from './delivery-world.ts';

type World = ReturnType<typeof openDeliveries>;
type Pick = (most: number) => number;

const faults: readonly Answer[] = [
  () => answered(500, 'down'),
  () => answered(429, '', { 'retry-after': ['600'] }),
  () => answered(302, '', { location: ['https://elsewhere.example/'] }),
  () => noAnswer('timeout'),
  () => noAnswer('reset'),
  () => noAnswer('unsafe_address'),
];

interface Receiver {
  readonly accountId: string;
  readonly destinationId: string;
  readonly causes: readonly string[];
  /** Ids that arrived. */
  readonly arrived: Set<string>;
}

/** An account whose receiver has some faults first; one that takes an event and fails to say so gets it again. */
async function addReceiver(world: World, pick: Pick): Promise<Receiver> {
  const accountId = newId('acct');
  const destination = await world.add(accountId);
  const arrived = new Set<string>();
  let faulty = pick(5);
  world.answers.set(destination.url, (request) => {
    expect(isSigned(request, destination.secret)).toBe(true);
    faulty -= 1;
    const fault = faulty >= 0 ? faults[pick(faults.length)] : undefined;
    if (!fault || pick(3) === 0) arrived.add(request.headers['webhook-id'] ?? '');
    return fault?.(request) ?? answered(200);
  });
  const causes = Array.from({ length: 1 + pick(3) }, (_, at) => String(at));
  return { accountId, destinationId: destination.id, causes, arrived };
}

/** Accounts whose histories run side by side. */
export const together = 100;

/** A hundred accounts side by side, while writers, dispatcher and senders die at any request; then all come again. */
export async function playHistories(database: TestDatabase, seed: number): Promise<number> {
  const random = createRandom(seed);
  const pick: Pick = (most) => Math.floor(random() * most);
  const world = openDeliveries(database, Date.UTC(2026, 10, seed));
  const receivers: Receiver[] = [];
  for (let at = 0; at < together; at += 1) receivers.push(await addReceiver(world, pick));
  const dying = (most: number) => dyingProcess(pick(most), database.documents);
  const writeAll = async (process: () => World['living']) => {
    const write = async ({ accountId, causes }: Receiver) => {
      for (const cause of causes)
        await world
          .servicesOn(process())
          .events.write(accountId, eventOf(cause))
          .catch(() => {});
    };
    await Promise.all(receivers.map(write));
  };
  const slowly = <Answer>(call: () => Promise<Answer>) => pause(pick(200)).then(call);
  await writeAll(() => dying(9));
  for (let deaths = 0; deaths < 12; deaths += 1) {
    await world.minute(dying(1_000), () => dying(16)).catch(() => {});
    world.pass(minuteMs * (1 + pick(20)));
  }
  // Dispatchers come while events are half written, too.
  let isWriting = true;
  const writing = writeAll(() => processOf(slowly, database.documents)).finally(() => {
    isWriting = false;
  });
  while (isWriting) await world.minute();
  await writing;
  for (let hours = 0; hours < 24; hours += 1) {
    await world.minute();
    world.pass(60 * minuteMs);
  }
  const ok = expect.objectContaining({ status: 200 });
  const check = async ({ accountId, destinationId, causes, arrived }: Receiver) => {
    const { events } = await world.services.events.list(accountId, {});
    expect(events.map(({ data }) => data.cause).toSorted()).toEqual(causes);
    expect([...arrived].toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    const delivered = { event_type: 'rank.changed', state: 'delivered' };
    expect(await world.services.deliveries.list(accountId, destinationId)).toMatchObject(
      events.map(() => ({ ...delivered, tries: expect.arrayContaining([ok]) })),
    );
  };
  await Promise.all(receivers.map(check));
  expect(await world.services.events.outbox(10_000)).toEqual([]);
  expect(await world.services.deliveries.due(world.clock() + 30 * dayMs)).toEqual([]);
  return receivers.length;
}
