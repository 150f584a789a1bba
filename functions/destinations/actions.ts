import { endpoint, fault, noSuch } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { attemptLimits, createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { findSession } from '#shared/callers/identity/session-repository.ts';
import { shownDelivery } from '#shared/callers/watch/delivery-queue.ts';
import { type Destination, shownDestination } from '#shared/callers/watch/destination-repository.ts';
import { destinationLimit } from '#shared/contract/destinations.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import * as contracts from './contracts.ts';
import { type DestinationServices, destinationServices } from './services.ts';
import { changedMeanwhile, verify } from './verify.ts';

const noSuchDestination = () => noSuch('destination', '/v1/me/destinations');

interface Sent {
  readonly parameters: Readonly<Record<string, string>>;
  readonly caller: Principal;
}

async function getDestination(
  { parameters: { destination_id: id = '' }, caller }: Sent,
  { destinations }: Pick<DestinationServices, 'destinations'>,
): Promise<Destination> {
  const found = /^dst_[0-9a-z]{26}$/u.test(id)
    ? await destinations.find(caller.account.accountId, id)
    : undefined;
  if (!found) throw noSuchDestination();
  return found;
}

const shown = (destination: Destination, { destinations }: Pick<DestinationServices, 'destinations'>) =>
  shownDestination(destination, destinations.targetOf(destination));

export const addDestination = (foundation: Foundation) =>
  endpoint(foundation, contracts.addDestination, destinationServices, async ({ caller, body }, services) => {
    const { accountId } = caller.account;
    const target = targetOf(body, foundation);
    if ((await services.destinations.list(accountId)).length >= destinationLimit)
      throw fault('/kind', `An account has at most ${destinationLimit} destinations. Remove one first.`);
    const session = await sessionOf(caller, services);
    const { next } = await services.events.list(accountId, { order: 'newest', limit: 1 });
    const { kind, rhythm, time_zone, types } = body;
    const added = await services.destinations.add(accountId, {
      kind,
      target,
      ...{ rhythm, time_zone, types },
      member: session?.member,
      // Who signed in by mail reads what is sent there.
      isVerified: kind === 'mail' && session?.email === target.toLowerCase(),
      after: next,
    });
    const destination = shown(added.destination, services);
    return { body: { destination, secret: added.secret }, kept: { destination, secret: null } };
  });

type AddBody = EndpointBody<typeof contracts.addDestination>;

function targetOf({ kind, url, address, rhythm }: AddBody, { receivers }: Foundation): string {
  if (kind === 'mail') {
    if (address === undefined) throw fault('/address', 'Send the `address` of a mail destination.');
    return address;
  }
  if (url === undefined) throw fault('/url', `Send the \`url\` of a ${kind} destination.`);
  if (rhythm !== 'at_once') throw fault('/rhythm', 'Only email has digests. Leave `rhythm` out.');
  // A machine with receivers of its own says whether it reaches a name when it does.
  const screened = screenUrl(url, undefined, () => receivers !== undefined);
  if (!screened.ok) throw fault('/url', `${screened.detail} Send an address on the public internet.`);
  if (!receivers && !url.startsWith('https:')) throw fault('/url', 'Events are sent over https only.');
  return url;
}

function sessionOf({ authSource, account, credentialId }: Principal, services: DestinationServices) {
  if (authSource !== 'session') return undefined;
  return findSession(services.identity, services.accounts, account.accountId, credentialId);
}

export const listDestinations = (foundation: Foundation) =>
  endpoint(foundation, contracts.listDestinations, destinationServices, async ({ caller }, services) => {
    const found = await services.destinations.list(caller.account.accountId);
    return { body: found.map((destination) => shown(destination, services)) };
  });

export const changeDestination = (foundation: Foundation) =>
  endpoint(foundation, contracts.changeDestination, destinationServices, async (sent, services) => {
    const found = await getDestination(sent, services);
    checkChange(found, sent.body);
    const { types, rhythm, time_zone, status } = sent.body;
    const changed = await services.destinations.change(found, {
      ...(types !== undefined && { types }),
      ...(rhythm && { rhythm }),
      ...(time_zone && { time_zone }),
      ...(status && statuses[status]),
    });
    if (!changed) throw changedMeanwhile();
    return { body: shown(changed, services) };
  });

const statuses = {
  off: { status: 'off', off_because: 'owner' },
  active: { status: 'active', off_because: undefined, failing_since: undefined },
} as const;

function checkChange(
  { kind, status: before }: Destination,
  { rhythm = 'at_once', status }: EndpointBody<typeof contracts.changeDestination>,
): void {
  if (status === 'active' && before === 'unverified')
    throw fault('/status', 'The destination is not verified yet. Verify it first.');
  if (rhythm !== 'at_once' && kind !== 'mail') throw fault('/rhythm', 'Only email has digests.');
}

export const removeDestination = (foundation: Foundation) =>
  endpoint(foundation, contracts.removeDestination, destinationServices, async (sent, services) => {
    const { accountId } = sent.caller.account;
    const { destination_id: id = '' } = sent.parameters;
    const isRemoved = /^dst_[0-9a-z]{26}$/u.test(id) && (await services.destinations.remove(accountId, id));
    if (!isRemoved) throw noSuchDestination();
    await services.deliveries.forget(accountId, id);
    return { body: { id, status: 'removed' as const } };
  });

export const verifyDestination = (foundation: Foundation) =>
  endpoint(foundation, contracts.verifyDestination, destinationServices, async (sent, services) => {
    const found = await getDestination(sent, services);
    await createAttemptLimits(services.identity).count(attemptLimits.verifyDestination, found.account_id);
    const { destination, message } = await verify(found, sent.body.code, services);
    return { body: { destination: shown(destination, services), message } };
  });

export const rotateDestination = (foundation: Foundation) =>
  endpoint(foundation, contracts.rotateDestination, destinationServices, async (sent, services) => {
    const found = await getDestination(sent, services);
    if (found.kind !== 'webhook') throw new ServiceError('validation_error', 'Only webhooks have a secret.');
    const rotated = await services.destinations.rotate(found);
    if (!rotated) throw changedMeanwhile();
    const destination = shown(rotated.destination, services);
    return { body: { destination, secret: rotated.secret }, kept: { destination, secret: null } };
  });

export const listDeliveries = (foundation: Foundation) =>
  endpoint(foundation, contracts.listDeliveries, destinationServices, async (sent, services) => {
    const { account_id, destination_id } = await getDestination(sent, services);
    const found = await services.deliveries.list(account_id, destination_id);
    return { body: found.slice(0, 500).map(shownDelivery) };
  });

export const replayDelivery = (foundation: Foundation) =>
  endpoint(foundation, contracts.replayDelivery, destinationServices, async (sent, services) => {
    const { account_id, destination_id, status } = await getDestination(sent, services);
    const { delivery_id = '' } = sent.parameters;
    if (status !== 'active')
      throw new ServiceError('validation_error', 'The destination is not active. Nothing was sent.');
    const name = { account_id, destination_id, delivery_id };
    const found = /^[a-z]+_[0-9a-z-]{1,40}$/u.test(delivery_id)
      ? await services.deliveries.find(name)
      : undefined;
    if (!found) throw noSuch('delivery', '/v1/me/destinations/{destination_id}/deliveries');
    if (found.event_type !== undefined && !(await services.events.find(account_id, delivery_id)))
      throw new ServiceError('not_found', `The event is no longer kept (${isoTime(found.made_at)}).`);
    return { body: shownDelivery(await services.deliveries.again(name, found)) };
  });
