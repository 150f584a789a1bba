import { createDeliveryQueue } from '#shared/callers/watch/delivery-queue.ts';
import {
  createDestinationRepository,
  type NewDestination,
} from '#shared/callers/watch/destination-repository.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { openDataKey } from '#shared/platform/secrets/service-secrets.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import { asking, expectStatus, freshWord, type Step, step, type Walk } from './walk.ts';

const path = '/v1/me/destinations';
const webhook = { kind: 'webhook', url: 'https://oven-and-crust.com/hook' };

const replays = (prepare: (caller: Caller, service: WalkedService) => Promise<string>, body: unknown): Step =>
  step('gives its first answer again', async (service) => {
    const caller = await service.openAccount(1);
    const address = await prepare(caller, service);
    const headers = { 'idempotency-key': freshWord() };
    for (const _ of ['first', 'again']) expectStatus(await caller.post(address, body, headers), 201);
  });

const refused = (address: string, body: unknown, status: number): Step =>
  step('gives the Idempotency-Key of a refused call back', async (service) => {
    const caller = await service.openAccount(1);
    expectStatus(await caller.post(address, body, { 'idempotency-key': freshWord() }), status);
  });

/** Where an account has its events sent. */
export const destinationSteps: Readonly<Record<string, readonly Step[]>> = {
  add_destination: [
    ...asking(201, async () => (asker) => asker.post(path, webhook)),
    replays(async () => path, webhook),
    refused(path, { kind: 'webhook' }, 422),
  ],
  list_destinations: asking(200, async (caller) => {
    expectStatus(await caller.post(path, webhook), 201);
    return (asker) => asker.get(path);
  }),
  change_destination: asking(200, async (caller) => {
    const address = await add(caller);
    return (asker) => asker.patch(address, { types: ['link.lost'] });
  }),
  remove_destination: [
    ...asking(200, async (caller, service) => {
      const { address } = await delivered(service, caller);
      return (asker) => asker.delete(address);
    }),
  ],
  verify_destination: asking(200, async (caller) => {
    const { body } = expectStatus(await caller.post(path, { kind: 'mail', address: 'b@shop.example' }), 201);
    return (asker) => asker.post(`${path}/${body.destination.id}/verify`, {});
  }),
  rotate_destination: [
    ...asking(201, async (caller) => {
      const address = await add(caller);
      return (asker) => asker.post(`${address}/rotate`, {});
    }),
    replays(async (caller) => `${await add(caller)}/rotate`, {}),
    refused(`${path}/dst_${'0'.repeat(26)}/rotate`, {}, 404),
  ],
  list_deliveries: asking(200, async (caller, service) => {
    const { address } = await delivered(service, caller);
    return (asker) => asker.get(`${address}/deliveries`);
  }),
  replay_delivery: [
    ...asking(201, async (caller, service) => {
      const { address, eventId } = await delivered(service, caller);
      return (asker) => asker.post(`${address}/deliveries/${eventId}/replay`, {});
    }),
    replays(async (caller, service) => {
      const { address, eventId } = await delivered(service, caller);
      return `${address}/deliveries/${eventId}/replay`;
    }, {}),
    refused(`${path}/dst_${'0'.repeat(26)}/deliveries/evt_0/replay`, {}, 404),
  ],
};

/** What carries events to destinations. */
export const deliveryWalks: readonly Walk[] = [
  {
    name: 'dispatch-deliveries',
    steps: [
      step('hands an event to a destination', async (service) => {
        const caller = await service.openAccount(1);
        const destination = await added(service, caller, { kind: 'mail', target: 'ada@shop.example' });
        const eventId = await write(service, caller);
        await service.running.start(functionNamed('dispatch-deliveries'));
        const name = { account_id: caller.accountId, destination_id: destination.id, delivery_id: eventId };
        if (!(await parts(service).deliveries.find(name))) throw new Error('Nothing is delivered.');
      }),
      step('mails an account that has chosen nothing', async (service) => {
        const caller = await service.openAccount(1);
        await write(service, caller);
        await service.running.start(functionNamed('dispatch-deliveries'));
        const { body } = await caller.get('/v1/me/destinations');
        if (body.length !== 1) throw new Error('It has no destination.');
      }),
    ],
  },
  {
    name: 'deliver',
    steps: [
      step('mails an event', async (service) => {
        const target = `${freshWord()}@shop.example`;
        await deliver(service, { kind: 'mail', target });
        if (!service.running.services.mails.some(({ to }) => to === target)) throw new Error('No mail came.');
      }),
      step('mails a digest', async (service) => {
        const target = `${freshWord()}@shop.example`;
        await deliver(service, { kind: 'mail', target, rhythm: 'daily' });
        if (!service.running.services.mails.some(({ to }) => to === target)) throw new Error('No mail came.');
      }),
      step('notes that a receiver fails', async (service) => {
        const { found } = await deliver(service, {
          kind: 'webhook',
          target: 'https://oven-and-crust.com/hook',
        });
        if (found?.failing_since === undefined) throw new Error('Nothing was noted.');
      }),
    ],
  },
];

function parts({ running }: WalkedService) {
  const identity = { documents: running.documents, name: running.tables.identity, clock: Date.now };
  return {
    destinations: createDestinationRepository(identity, openDataKey(running.secret('service'))),
    deliveries: createDeliveryQueue(identity),
    events: createEventLog(identity),
  };
}

async function added(service: WalkedService, { accountId }: Caller, given: Partial<NewDestination>) {
  const plain = { kind: 'webhook', target: webhook.url, rhythm: 'at_once', types: null } as const;
  const made = { ...plain, member: undefined, isVerified: true, after: 0, ...given };
  const { destination } = await parts(service).destinations.add(accountId, made);
  return { id: destination.destination_id, address: `${path}/${destination.destination_id}` };
}

async function add(caller: Caller): Promise<string> {
  return `${path}/${expectStatus(await caller.post(path, webhook), 201).body.destination.id}`;
}

async function write(service: WalkedService, { accountId }: Caller): Promise<string> {
  const event = { type: 'balance.low', cause: freshWord(), summary: 'A walk.', why: 'A walk.' } as const;
  return (
    await parts(service).events.write(accountId, { ...event, subject: null, link: '/billing', data: {} })
  ).id;
}

async function delivered(service: WalkedService, caller: Caller) {
  const { id, address } = await added(service, caller, {});
  const eventId = await write(service, caller);
  const name = { account_id: caller.accountId, destination_id: id, delivery_id: eventId };
  await parts(service).deliveries.begin(name, Date.now() + 3_600_000, 'balance.low');
  return { address, eventId };
}

/** One delivery, as the queue hands it over. */
async function deliver(service: WalkedService, given: Partial<NewDestination>) {
  const caller = await service.openAccount(1);
  const { id } = await added(service, caller, given);
  const eventId = await write(service, caller);
  const { deliveries, destinations } = parts(service);
  const isDigest = given.rhythm === 'daily';
  const name = {
    account_id: caller.accountId,
    destination_id: id,
    delivery_id: isDigest ? 'digest_1' : eventId,
  };
  await deliveries.begin(name, Date.now() - 1_000, isDigest ? undefined : 'balance.low');
  const due = (await deliveries.due(Date.now())).find(({ destination_id }) => destination_id === id);
  const body = JSON.stringify(due);
  await service.running.start(functionNamed('deliver'), { Records: [{ messageId: '1', body }] });
  return { found: await destinations.find(caller.accountId, id) };
}
