import type { Foundation } from '#functions/foundation.ts';
import type { DueDelivery } from '#shared/callers/watch/delivery-queue.ts';
import { type Destination, takes } from '#shared/callers/watch/destination-repository.ts';
import type { OutboxItem } from '#shared/callers/watch/event-log.ts';
import { occurrenceAt } from '#shared/callers/watch/occurrences.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { type DestinationServices, destinationServices } from './services.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An entry without its event is tidied up after this; an event is written within seconds of it. */
const tidyAfterMs = hourMs;
/** Entries that one run takes from a partition of the outbox. */
const outboxAtOnce = 200;
/** Deliveries a minute to one destination, and to all of an account. */
const mostOfDestination = 60;
const mostOfAccount = 120;
/** What was queued and not heard of is due again after this. */
const queuedForMs = 10 * minuteMs;
/** What is more than a minute's share is due again after this: left where it is, it would hide what is due after it. */
const postponedMs = 3 * minuteMs;
const digestsAt = '07:00';
const parallel = 8;

interface DispatchReport {
  readonly events: number;
  readonly deliveries: number;
}

/** From stored events to deliveries, and from what is due to the queue. */
export function dispatchDeliveries(foundation: Foundation): () => Promise<DispatchReport> {
  let opening: Promise<DestinationServices> | undefined;
  return async () => {
    opening ??= destinationServices(foundation);
    return dispatch({ ...(await opening), queueDeliveries: foundation.queueDeliveries });
  };
}

type DispatchParts = DestinationServices & Pick<Foundation, 'queueDeliveries'>;

export async function dispatch(parts: DispatchParts): Promise<DispatchReport> {
  const { events, deliveries, clock, logger } = parts;
  const lists = new Map<string, Promise<readonly Destination[]>>();
  const destinationsOf = (accountId: string) => {
    const known = lists.get(accountId) ?? listed(accountId, parts);
    lists.set(accountId, known);
    return known;
  };
  const entries = await events.outbox(outboxAtOnce);
  await inParallel(inTurn(entries), async (entry) => spread(entry, destinationsOf, parts));
  const chosen = await choose(await deliveries.due(clock()), destinationsOf, parts);
  const taken: DueDelivery[] = [];
  await inParallel(chosen, async (due) => {
    const one = await deliveries.take(due, queuedForMs);
    if (one) taken.push(one);
  });
  if (taken.length > 0) await parts.queueDeliveries(taken);
  const report = { events: entries.length, deliveries: taken.length };
  if (entries.length + taken.length > 0) logger.info('deliveries dispatched', report);
  return report;
}

type DestinationsOf = (accountId: string) => Promise<readonly Destination[]>;

/** Begins the deliveries of one event, then takes its entry away. */
async function spread(
  entry: OutboxItem,
  destinationsOf: DestinationsOf,
  { events, deliveries, clock }: DispatchParts,
): Promise<void> {
  const { account_id, event_id, made_at } = entry;
  const event = await events.find(account_id, event_id);
  if (!event && clock() - made_at <= tidyAfterMs) return;
  const takers = event ? (await destinationsOf(account_id)).filter((one) => takes(one, event.type)) : [];
  for (const { destination_id, rhythm, time_zone } of takers) {
    const name = { account_id, destination_id, delivery_id: event_id };
    const at = rhythm === 'at_once' ? clock() : nextDigest({ rhythm, time_zone }, clock());
    if (rhythm === 'at_once') await deliveries.begin(name, at, event?.type);
    else await deliveries.begin({ ...name, delivery_id: `digest_${isoTime(at).slice(0, 10)}` }, at);
  }
  await events.leaveOutbox(entry);
}

/** Where the events of an account go: of one that has chosen nothing, to its own address. */
async function listed(accountId: string, { accounts, destinations }: DispatchParts) {
  const chosen = await destinations.list(accountId);
  const account = chosen.length === 0 ? await accounts.find(accountId) : undefined;
  const usual = account && (await destinations.addUsual(accountId, account.email));
  return usual ? [usual] : chosen;
}

/** The next day at seven on the clocks of the destination; of a weekly digest, the next Monday. */
function nextDigest({ rhythm, time_zone }: Pick<Destination, 'rhythm' | 'time_zone'>, now: number): number {
  const every = rhythm === 'weekly' ? 'week' : 'day';
  return occurrenceAt({ every, at: digestsAt, time_zone }, now).next;
}

/**
 * What is queued now: of each destination so many, of one that fails one alone, to see whether it is back;
 * of each account so many, in turn, so that none keeps the others waiting. The rest is due again later.
 */
async function choose(
  due: readonly DueDelivery[],
  destinationsOf: DestinationsOf,
  { deliveries }: DispatchParts,
): Promise<readonly DueDelivery[]> {
  const fits = counter();
  const isNow = async (one: DueDelivery): Promise<boolean> => {
    const { account_id, destination_id } = one;
    const found = (await destinationsOf(account_id)).find((known) => known.destination_id === destination_id);
    if (!found) return leaveIt(deliveries.leave(one));
    const isFailing = found.failing_since !== undefined;
    if (fits(destination_id, isFailing ? 1 : mostOfDestination) && fits(account_id, mostOfAccount))
      return true;
    return leaveIt(deliveries.take(one, isFailing ? hourMs : postponedMs));
  };
  const chosen: DueDelivery[] = [];
  for (const one of due) if (await isNow(one)) chosen.push(one);
  return inTurn(chosen);
}

const leaveIt = (done: Promise<unknown>) => done.then(() => false);

/** Counts by name, up to a number. */
function counter(): (name: string, most: number) => boolean {
  const counts = new Map<string, number>();
  return (name, most) => {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > most) return false;
    counts.set(name, count);
    return true;
  };
}

/** The first of each account, then the second of each. */
function inTurn<Item extends { readonly account_id: string }>(items: readonly Item[]): Item[] {
  const seen = new Map<string, number>();
  const turns = items.map((item) => {
    const turn = seen.get(item.account_id) ?? 0;
    seen.set(item.account_id, turn + 1);
    return { item, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ item }) => item);
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
