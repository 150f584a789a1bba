import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { type DeliveryRecord, deliveryDays } from '#shared/contract/destinations.ts';
import { eventTypes } from '#shared/contract/events.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem, replaceItem, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  type IdentityTable,
  listItems,
  listRange,
  putItem,
  readItem,
  unixSeconds,
} from '../identity/identity-table.ts';

const dueShards = 16;
const keptTries = 12;
/** Deliveries that one look takes from a partition. */
const dueAtOnce = 500;

const deliveryItem = v.object({
  delivery_id: v.string(),
  /** Absent of a digest. */
  event_type: v.optional(v.picklist(eventTypes)),
  state: v.picklist(['waiting', 'delivered', 'failed']),
  /** Milliseconds since 1970. */
  made_at: v.number(),
  next_at: v.number(),
  /** Tries since it was begun, or asked for again. */
  count: v.number(),
  tries: v.array(
    v.object({ at: v.number(), status: v.nullable(v.number()), answer: v.string(), ms: v.number() }),
  ),
  /** Of a digest: numbers of the events around those it told. */
  told: v.optional(v.object({ after: v.number(), until: v.number() })),
  /** Unix seconds. */
  expires_at: v.number(),
});
export type Delivery = v.InferOutput<typeof deliveryItem>;
export type DeliveryTry = Delivery['tries'][number];

/** Leads to a delivery at a time; the delivery decides. */
export const dueDelivery = v.object({
  account_id: v.string(),
  destination_id: v.string(),
  delivery_id: v.string(),
  /** ISO 8601. */
  due_at: v.string(),
  /** Milliseconds since 1970. */
  made_at: v.number(),
  /** Random: one that was written anew at the same time is another. */
  token: v.string(),
});
export type DueDelivery = v.InferOutput<typeof dueDelivery>;
export type DeliveryName = Pick<DueDelivery, 'account_id' | 'destination_id' | 'delivery_id'>;

/**
 * Deliveries of events, and when each is tried next. What is due stands in items of its own, by time: the
 * next one stands before the one that led here goes, so that a process that dies anywhere loses no delivery,
 * and one that is led to twice finds how it ended.
 */
export function createDeliveryQueue(table: IdentityTable) {
  const find = (name: DeliveryName) => readItem(table, deliveryItem, keyOf(name));
  const put = (name: DeliveryName, delivery: Delivery) => putItem(table, keyOf(name), delivery);
  return {
    find,

    /** Newest first. */
    list: (accountId: string, destinationId: string) => list(table, accountId, destinationId),

    begin: (name: DeliveryName, at: number, type?: Delivery['event_type']) => begin(table, name, at, type),

    /** What came of a try; one that waits is led to again at its `next_at`. */
    async note(name: DeliveryName, found: Delivery, made: DeliveryTry, next: NextTry): Promise<void> {
      if (next.state === 'waiting') await lead(table, name, next.next_at);
      const tries = [...found.tries, made].slice(-keptTries);
      await put(name, { ...found, ...next, tries, count: found.count + 1 });
    },

    /** Tries it again now, whatever came of it before. */
    async again(name: DeliveryName, found: Delivery): Promise<Delivery> {
      const now = table.clock();
      const times = { made_at: now, next_at: now, expires_at: expiry(table) };
      const anew: Delivery = { ...found, ...times, state: 'waiting', count: 0 };
      await lead(table, name, now);
      await put(name, anew);
      return anew;
    },

    /** What is due, the longest waiting first. */
    async due(now: number): Promise<readonly DueDelivery[]> {
      const shards = Array.from({ length: dueShards }, (_, shard) => {
        const { pk } = identityKeys.dueDeliveries(shard);
        const untilNow = [
          { pk, sk: '0' },
          { pk, sk: `${isoTime(now)}~` },
        ] as const;
        return listRange(table, dueDelivery, untilNow, { most: dueAtOnce });
      });
      return (await Promise.all(shards)).flat().toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1));
    },

    /**
     * Takes what is due for a while: undefined where another has, and then what was led to twice is found as
     * it was left. What takes it and dies leaves it due again.
     */
    async take(due: DueDelivery, forMs: number): Promise<DueDelivery | undefined> {
      const taken = await lead(table, due, table.clock() + forMs);
      return (await removeDue(table, due)) && taken;
    },

    async leave(due: DueDelivery): Promise<void> {
      await removeDue(table, due);
    },

    async forget(accountId: string, destinationId: string): Promise<void> {
      for (const { delivery_id } of await list(table, accountId, destinationId))
        await removeItem(table, identityKeys.delivery(accountId, destinationId, delivery_id));
    },
  };
}

type NextTry = Pick<Delivery, 'state' | 'next_at' | 'told'>;

const keyOf = ({ account_id, destination_id, delivery_id }: DeliveryName) =>
  identityKeys.delivery(account_id, destination_id, delivery_id);

const expiry = (table: IdentityTable) => unixSeconds(table) + deliveryDays * 86_400;

async function list(
  table: IdentityTable,
  accountId: string,
  destinationId: string,
): Promise<readonly Delivery[]> {
  const found = await listItems(table, deliveryItem, identityKeys.delivery(accountId, destinationId, ''));
  return found.toSorted((a, b) => b.made_at - a.made_at);
}

async function lead(table: IdentityTable, name: DeliveryName, at: number): Promise<DueDelivery> {
  const { account_id, destination_id, delivery_id } = name;
  const item = {
    account_id,
    destination_id,
    delivery_id,
    due_at: isoTime(at),
    made_at: table.clock(),
    token: randomUUID(),
  };
  await putItem(table, dueKey(item), item);
  return item;
}

async function begin(table: IdentityTable, name: DeliveryName, at: number, type: Delivery['event_type']) {
  await lead(table, name, at);
  const made: Delivery = {
    delivery_id: name.delivery_id,
    ...(type && { event_type: type }),
    state: 'waiting',
    made_at: table.clock(),
    next_at: at,
    count: 0,
    tries: [],
    expires_at: expiry(table),
  };
  const isNew: Test = { test: 'absent', path: ['delivery_id'] };
  await replaceItem(table, { ...keyOf(name), ...made }, [isNew]);
}

function removeDue(table: IdentityTable, due: DueDelivery) {
  return removeItem(table, dueKey(due), [{ test: 'equals', path: ['token'], value: due.token }]);
}

function dueKey({ account_id, destination_id, delivery_id, due_at }: Omit<DueDelivery, 'made_at' | 'token'>) {
  const shard = (createHash('sha256').update(destination_id).digest()[0] ?? 0) % dueShards;
  return {
    ...identityKeys.dueDeliveries(shard),
    sk: `${due_at}#${account_id}#${destination_id}#${delivery_id}`,
  };
}

export function shownDelivery({
  delivery_id,
  event_type,
  state,
  next_at,
  made_at,
  tries,
}: Delivery): DeliveryRecord {
  return {
    id: delivery_id,
    event_type: event_type ?? null,
    status: state,
    next_at: state === 'waiting' ? isoTime(next_at) : null,
    created_at: isoTime(made_at),
    tries: tries.map(({ at, status, answer, ms }) => ({ at: isoTime(at), status, answer, milliseconds: ms })),
  };
}
