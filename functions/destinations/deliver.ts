import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { type Delivery, type DueDelivery, dueDelivery } from '#shared/callers/watch/delivery-queue.ts';
import type { Destination } from '#shared/callers/watch/destination-repository.ts';
import { shownEvent } from '#shared/callers/watch/event-log.ts';
import { failingDays } from '#shared/contract/destinations.ts';
import type { EventRecord } from '#shared/contract/events.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { type Sent, sendMail, sendSlack, sendWebhook, slackText } from './send.ts';
import { type DestinationServices, destinationServices } from './services.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Minutes from one try to the next; after the last of them a day has passed. */
const waits = [1, 5, 15, 30, 60, 120, 240, 480, 480];
/** Of it, either way, so that receivers that were down together are not asked together. */
const jitter = 0.1;
/** Events in one digest; what is more comes with the next. */
const mostDigested = 200;

/** As the queue hands it over, on AWS and on one machine alike. */
const queued = v.object({
  Records: v.array(
    v.object({
      messageId: v.string(),
      body: v.pipe(v.string(), v.parseJson(), dueDelivery),
    }),
  ),
});

interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** Tries deliveries that the dispatcher has queued. One that fails here stays due, and comes again by itself. */
export function deliver(foundation: Foundation): (event: unknown) => Promise<BatchAnswer> {
  let opening: Promise<DestinationServices> | undefined;
  return async (event) => {
    opening ??= destinationServices(foundation);
    const services = await opening;
    const failed: { readonly itemIdentifier: string }[] = [];
    for (const { messageId, body } of v.parse(queued, event).Records)
      await deliverOne(body, services).catch((cause: unknown) => {
        services.logger.error('delivery not tried', { destination_id: body.destination_id, cause });
        failed.push({ itemIdentifier: messageId });
      });
    return { batchItemFailures: failed };
  };
}

/** One try of what is due. What was decided meanwhile is left as it is. */
export async function deliverOne(due: DueDelivery, services: DestinationServices): Promise<void> {
  const { deliveries, destinations, clock } = services;
  const [delivery, destination] = await Promise.all([
    deliveries.find(due),
    destinations.find(due.account_id, due.destination_id),
  ]);
  if (delivery?.state === 'waiting' && delivery.next_at <= clock() && destination)
    await tryOrEnd({ due, delivery, destination }, services);
  // A delivery that is tried later has its next time already.
  if (delivery || clock() - due.made_at > dayMs || !destination) await deliveries.leave(due);
}

interface OpenDelivery {
  readonly due: DueDelivery;
  readonly delivery: Delivery;
  readonly destination: Destination;
}

/** Only where a destination is active, and its person still of the account. */
async function tryOrEnd(open: OpenDelivery, services: DestinationServices): Promise<void> {
  const { due, delivery, destination } = open;
  const isActive = destination.status === 'active';
  if (isActive && (await services.mayHear(due.account_id, destination.member)))
    return tryOnce(open, services);
  if (isActive)
    await services.destinations.change(destination, { status: 'off', off_because: 'person_left' });
  const at = services.clock();
  const off = { at, status: null, answer: 'The destination is off.', ms: 0 };
  await services.deliveries.note(due, delivery, off, { state: 'failed', next_at: at });
}

async function tryOnce(open: OpenDelivery, services: DestinationServices): Promise<void> {
  const { due, delivery, destination } = open;
  const digest = delivery.event_type === undefined ? await digestOf(open, services) : undefined;
  const events = digest?.events ?? (await eventOf(due, services));
  const sent = await send(open, events, services);
  const { at, status, answer, ms } = sent ?? nothingSent(services.clock());
  const told = digest && { told: { after: digest.after, until: digest.until } };
  const next = nextOf(delivery, sent, services.clock());
  await services.deliveries.note(due, delivery, { at, status, answer, ms }, { ...next, ...told });
  if (sent) await noteHealth(destination, sent, digest?.until, services);
}

const nothingSent = (at: number) => ({ at, status: null, answer: 'There was nothing to tell.', ms: 0 });

async function eventOf(
  { account_id, delivery_id }: DueDelivery,
  services: DestinationServices,
): Promise<readonly EventRecord[]> {
  const found = await services.events.find(account_id, delivery_id);
  return found ? [shownEvent(found, services)] : [];
}

/** Events since the digest before; those that it told, where it is sent again. */
async function digestOf({ due, delivery, destination }: OpenDelivery, services: DestinationServices) {
  const after = delivery.told?.after ?? destination.digested ?? 0;
  const before = delivery.told && delivery.told.until + 1;
  const found = await services.events.list(due.account_id, { after, before, limit: mostDigested });
  const { types } = destination;
  const events = found.events.filter(({ type }) => types === null || types.includes(type));
  return { events: events.map((event) => shownEvent(event, services)), after, until: found.next };
}

async function send(
  { due, destination }: OpenDelivery,
  events: readonly EventRecord[],
  services: DestinationServices,
): Promise<Sent | undefined> {
  const target = services.destinations.targetOf(destination);
  const [event] = events;
  if (target === undefined || event === undefined) return undefined;
  if (destination.kind === 'mail') return sendMail(target, events, services);
  if (destination.kind === 'slack') return sendSlack(target, slackText(event), services);
  const secrets = services.destinations.secretsOf(destination);
  const body = { type: event.type, timestamp: event.at, data: event };
  return sendWebhook({ url: target, secrets, id: due.delivery_id, body }, services);
}

function nextOf(
  { count, made_at, event_type }: Delivery,
  sent: Sent | undefined,
  now: number,
): Pick<Delivery, 'state' | 'next_at'> {
  if (!sent) return { state: event_type === undefined ? 'delivered' : 'failed', next_at: now };
  if (sent.ok) return { state: 'delivered', next_at: now };
  const wait = waits[count];
  // Tried less often than that, since others of it failed: until a day is over.
  if (sent.status === 410 || wait === undefined || now - made_at > 2 * dayMs)
    return { state: 'failed', next_at: now };
  const asked = Math.min((sent.retryAfter ?? 0) * 1_000, dayMs);
  const jittered = wait * minuteMs * (1 + jitter * (2 * Math.random() - 1));
  return { state: 'waiting', next_at: now + Math.max(asked, Math.round(jittered)) };
}

/** Switches a destination off that has failed for days, or says that it is gone, and tells its owner once. */
async function noteHealth(
  found: Destination,
  sent: Sent,
  digested: number | undefined,
  services: DestinationServices,
): Promise<void> {
  const now = services.clock();
  if (sent.ok) {
    const told = digested === undefined ? {} : { digested };
    if (found.failing_since !== undefined || digested !== undefined)
      await changeLatest(found, { failing_since: undefined, ...told }, services);
    return;
  }
  const because = offBecause(found, sent, now);
  if (because !== undefined) {
    const changed = await changeLatest(found, { status: 'off', off_because: because }, services);
    if (changed) await tellOwner(found, sent, services);
  } else if (found.failing_since === undefined)
    await changeLatest(found, { failing_since: isoTime(now) }, services);
}

function offBecause({ failing_since }: Destination, { status }: Sent, now: number) {
  if (status === 410) return 'gone' as const;
  const isOver = failing_since !== undefined && now - Date.parse(failing_since) > failingDays * dayMs;
  return isOver ? ('failing' as const) : undefined;
}

/** Where another has changed it meanwhile, on what stands now; undefined where it is no longer active. */
async function changeLatest(
  found: Destination,
  changes: Parameters<DestinationServices['destinations']['change']>[1],
  { destinations }: DestinationServices,
): Promise<Destination | undefined> {
  for (let latest: Destination | undefined = found; latest?.status === 'active'; ) {
    const changed = await destinations.change(latest, changes);
    if (changed) return changed;
    latest = await destinations.find(found.account_id, found.destination_id);
  }
  return undefined;
}

async function tellOwner(
  { account_id, kind }: Destination,
  { status, answer }: Sent,
  { accounts, mailer, logger, dashboardUrl }: DestinationServices,
): Promise<void> {
  const last = status === null ? answer : `status ${status}`;
  const text = [
    `A ${kind} destination in your Oriel account was switched off: ${status === 410 ? 'its address no longer exists' : `deliveries have failed for ${failingDays} days`}. The last answer was ${last}.`,
    '',
    `Events are still kept. Look at its deliveries, fix it and switch it on again: ${dashboardUrl}/destinations`,
  ].join('\n');
  try {
    const { email } = await accounts.get(account_id);
    await mailer?.send({ to: email, subject: 'A destination in your Oriel account was switched off', text });
  } catch (cause) {
    logger.warn('owner not told', { what: 'destination off', cause });
  }
}
