import type { Foundation } from '#functions/foundation.ts';
import { currentSession } from '#functions/session/actions.ts';
import {
  answer,
  type SessionAction,
  type SessionCall,
  sessionHandler,
} from '#functions/session/session-handler.ts';
import type { Connection } from '#shared/callers/identity/connection-repository.ts';
import { isHolder, type MemberItem } from '#shared/callers/identity/person.ts';
import type { ListedSession, Session } from '#shared/callers/identity/session-repository.ts';
import { endedSessionCookies, requireFreshSignIn } from '#shared/callers/identity/session-token.ts';
import { checked } from '#shared/calls/admit-call.ts';
import { toApiCredential } from '#shared/money/accounts/credential.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { Order } from '#shared/money/billing/order.ts';
import { snakeCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { personalDataBodies, type personalDataFunction } from './contract.ts';
import { type PersonalDataServices, personalDataServices } from './services.ts';

type PersonalDataPath = (typeof personalDataFunction.routes)[number]['path'];
type PersonalDataAction = SessionAction<PersonalDataServices>;

/** Calls in a download; the whole log is at `GET /v1/me/usage`, page by page. */
const latestCalls = 500;

/** All that is kept about an account, without secrets, as one JSON document. */
const download: PersonalDataAction = async (call, services) => {
  const { accountId, personId } = await theirOwn(call, services);
  const now = services.clock();
  const members = await services.openMembers();
  const [
    account,
    credentials,
    sessions,
    connections,
    passkeys,
    orders,
    ledger,
    alert,
    billingDetails,
    usage,
    own,
    answers,
    shares,
    watch,
    people,
    joined,
  ] = await Promise.all([
    services.accounts.get(accountId),
    services.credentials.list(accountId),
    services.sessions.list(accountId),
    services.connections.list(accountId),
    services.passkeys.list(personId),
    services.orders.list(accountId),
    services.entries.list(accountId),
    services.alerts.find(accountId),
    services.details.find(accountId),
    services.usage.list({ accountId, limit: latestCalls }),
    services.copyOwn(accountId),
    services.archive.list(accountId),
    services.shares.list(accountId),
    copyWatch(services, accountId),
    members.list(accountId),
    members.joined(personId),
  ]);
  const { email, status, balance, features, createdAt } = account;
  const data = {
    madeAt: isoTime(now),
    account: { id: accountId, email, status, balance, features: [...features], createdAt },
    apiCredentials: credentials.map((credential) => toApiCredential(credential, now)),
    sessions: sessionsOf(personId, sessions),
    connections: connections.map(shownConnection),
    passkeys: passkeys.map(({ publicKey: _, ...passkey }) => passkey),
    orders,
    ledger,
    lowBalanceAlert: alert,
    billingDetails,
    invoices: await invoicesOf(services, orders),
    latestCalls: usage.records,
    ...own,
    // Each is at GET /v1/me/answers/{request_id}; all of them would be too much for one document.
    answersKept: answers,
    shares,
    ...watch,
    people: people.map((person) => shownPerson(account, person)),
    accountsJoined: joined.map(({ account: { accountId: id }, role }) => ({ accountId: id, role })),
  };
  return answer(snakeCased(data));
};

async function copyWatch(services: PersonalDataServices, accountId: string) {
  const watch = await services.openWatch();
  const trackers = await (await services.openTrackers()).list(accountId);
  const ranks = await watch.copyRanks(trackers);
  return { trackers, ranks, ...(await watch.copy(accountId)) };
}

/** Those of other people are theirs. */
function sessionsOf(person: string, sessions: readonly ListedSession[]) {
  const own = sessions.filter(({ personId }) => personId === person);
  return own.map(({ endsAt: _, member: __, personId: ___, ...session }) => withExpiry(session));
}

function shownConnection({ payload: _, member, ...connection }: Connection) {
  return withExpiry({ ...connection, allowedBy: member?.id ?? null });
}

function shownPerson(account: Account, member: MemberItem) {
  const { secret_hash: _, term: __, expires_at: ___, ...person } = member;
  return isHolder(account, member) ? { ...person, role: 'owner' as const } : person;
}

async function invoicesOf({ invoices }: PersonalDataServices, orders: readonly Order[]) {
  const found = await Promise.all(
    orders.map(({ provider, invoiceNumber }) =>
      invoiceNumber === undefined ? undefined : invoices.find(provider, invoiceNumber),
    ),
  );
  return found.filter((invoice) => invoice !== undefined);
}

/** Kept in seconds for the table's time to live; shown as every other moment. */
function withExpiry<Kept extends { readonly expiresAt: number }>({ expiresAt, ...kept }: Kept) {
  return { ...kept, expiresAt: isoTime(expiresAt * 1_000) };
}

/**
 * Ends everything that can act for the account, removes what it has brought of
 * its own sites, its answers and what it asked, and forgets whose it was. The
 * ledger, the payments and the usage log stay, under an id that leads
 * to no person; invoices stay as they were made, as books must be kept. Every step can be repeated, and the session ends last: a run
 * that was cut off is completed by deleting again.
 */
const remove: PersonalDataAction = async (call, services) => {
  const session = await theirOwn(call, services);
  const { accountId, personId } = session;
  requireFreshSignIn(session.createdAt, services.clock());
  const { email: typed } = checked(personalDataBodies.delete, call.body, 'body');
  const { email } = session.account;
  const forgotten = forgottenAddress(accountId);
  if (email !== forgotten && typed !== email.toLowerCase())
    throw new ServiceError(
      'validation_error',
      'This is not the address of the account. Nothing was deleted.',
    );
  const members = await services.openMembers();
  await close(session, services, members);
  await endAccess(services, accountId);
  await members.forgetAll(accountId);
  for (const { upload } of await services.uploads.list(accountId))
    for (const { key } of upload.files) await services.objects.delete(key);
  await services.endConnection(accountId);
  await services.removeOwnData(accountId);
  await forgetWorkspace(services, accountId);
  await services.forgetCalls(accountId);
  await services.alerts.forget(accountId);
  await services.details.forget(accountId);
  if (isHome(session) && email !== forgotten) await services.directory.forget(email, personId);
  await services.accounts.update(accountId, { email: forgotten, status: 'suspended' });
  await members.forgetWay(personId, accountId);
  for (const { sessionId } of await services.sessions.list(accountId))
    await services.sessions.end(accountId, sessionId);
  return answer({ deleted: true }, endedSessionCookies(services.baseUrl));
};

/** Whether the account is the person's own, by which they sign in: they are forgotten with it. */
function isHome({ member }: Session): boolean {
  return member === undefined;
}

/** From here on nobody is given the account; and who is forgotten with it leaves no other without an owner. */
async function close(
  session: Session,
  { holders, passkeys }: PersonalDataServices,
  members: Awaited<ReturnType<PersonalDataServices['openMembers']>>,
): Promise<void> {
  const { accountId, personId, account } = session;
  if (isHome(session) && (await members.joined(personId)).some(({ isHolder }) => isHolder))
    throw ownsAnother();
  if (!(await holders.close(accountId, account.snapshot.holder))) throw handedOverMeanwhile();
  if (!isHome(session)) return;
  if (!(await members.forgetPerson(personId))) throw ownsAnother();
  for (const { passkeyId } of await passkeys.list(personId)) await passkeys.remove(personId, passkeyId);
}

/** What answers each route; the compiler demands each. */
export const personalDataActions: Readonly<Record<PersonalDataPath, PersonalDataAction>> = {
  '/session/account/download': download,
  '/session/account/delete': remove,
};

/** Whose the account is, and that is whose data it is: other owners leave it instead. */
async function theirOwn(call: SessionCall, services: PersonalDataServices): Promise<Session> {
  const session = await currentSession(call, services);
  if (session.isHolder) return session;
  throw new ServiceError(
    'insufficient_scope',
    'Only the person whose account this is downloads or deletes it. Switch to your own account for your own data, or leave this one.',
  );
}

/** Keys and agents end, each with its next use; keys lose the names that they were given. */
async function endAccess(services: PersonalDataServices, accountId: string): Promise<void> {
  const { credentials, connections } = services;
  for (const { id } of await credentials.list(accountId)) {
    await credentials.revoke(accountId, id, services.clock());
    await credentials.forgetName(accountId, id);
  }
  for (const { connectionId } of await connections.list(accountId))
    await connections.revoke(accountId, connectionId);
}

/** An account that somebody was given would be left with nobody to own it. */
function ownsAnother(): ServiceError {
  return new ServiceError(
    'validation_error',
    'You own another account, which was handed over to you. Delete it first, or have the operator give it to another of its people. Nothing was deleted.',
  );
}

function handedOverMeanwhile(): ServiceError {
  return new ServiceError(
    'conflict',
    'The account was handed over at the same moment, so it is not yours to delete. Nothing was deleted.',
  );
}

/** Links open nothing before the answers go that they lead to. */
async function forgetWorkspace(services: PersonalDataServices, accountId: string): Promise<void> {
  const { shares, archive } = services;
  const trackers = await services.openTrackers();
  for (const { shareId } of await shares.list(accountId)) await shares.withdraw(accountId, shareId);
  for (const { trackerId } of await trackers.list(accountId)) await trackers.remove(accountId, trackerId);
  await (await services.openWatch()).forget(accountId);
  await archive.forget(accountId);
}

/** Under a top-level domain that never resolves (RFC 2606). */
function forgottenAddress(accountId: string): string {
  return `${accountId}@deleted.invalid`;
}

export const personalData = (foundation: Foundation) =>
  sessionHandler(personalDataActions, () => personalDataServices(foundation));
