import { requireFreshSignIn } from '#shared/callers/identity/fresh-sign-in.ts';
import { endedSessionCookies } from '#shared/callers/identity/session-cookie.ts';
import { checked } from '#shared/calls/check-input.ts';
import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { Order } from '#shared/money/billing/order.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { snakeCased } from '#shared/platform/snake-case.ts';
import { answer, type SessionAction } from '../session/session-handler.ts';
import { currentSession } from '../session/sessions.ts';
import { personalDataBodies, type personalDataFunction } from './contract.ts';
import type { PersonalDataServices } from './services.ts';

type PersonalDataPath = (typeof personalDataFunction.routes)[number]['path'];
type PersonalDataAction = SessionAction<PersonalDataServices>;

/** Calls in a download; the whole log is at `GET /v1/me/usage`, page by page. */
const latestCalls = 500;

/** All that is kept about an account, without secrets, as one JSON document. */
const download: PersonalDataAction = async (call, services) => {
  const { accountId } = await currentSession(call, services);
  const now = services.clock();
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
    ownData,
    answers,
    shares,
    savedQuestions,
  ] = await Promise.all([
    services.accounts.get(accountId),
    services.credentials.list(accountId),
    services.sessions.list(accountId),
    services.connections.list(accountId),
    services.passkeys.list(accountId),
    services.orders.list(accountId),
    services.entries.list(accountId),
    services.alerts.find(accountId),
    services.details.find(accountId),
    services.usage.list({ accountId, limit: latestCalls }),
    services.copyOwnData(accountId),
    services.archive.list(accountId),
    services.shares.list(accountId),
    services.questions.list(accountId),
  ]);
  const { email, status, balance, features, createdAt } = account;
  const data = {
    madeAt: isoTime(now),
    account: { id: accountId, email, status, balance, features: [...features], createdAt },
    apiCredentials: credentials.map((credential) => toApiCredential(credential, now)),
    sessions: sessions.map(withExpiry),
    connections: connections.map(({ payload: _, ...connection }) => withExpiry(connection)),
    passkeys: passkeys.map(({ publicKey: _, ...passkey }) => passkey),
    orders,
    ledger,
    lowBalanceAlert: alert,
    billingDetails,
    invoices: await invoicesOf(services, orders),
    latestCalls: usage.records,
    ownData,
    // Each is at GET /v1/me/answers/{request_id}; all of them would be too much for one document.
    answersKept: answers,
    shares,
    savedQuestions,
  };
  return answer(snakeCased(data));
};

/** Invoices as they were made. */
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
  const { accountId, createdAt } = await currentSession(call, services);
  requireFreshSignIn(createdAt, services.clock());
  const { email: typed } = checked(personalDataBodies.delete, call.body, 'body');
  const { email } = await services.accounts.get(accountId);
  const forgotten = forgottenAddress(accountId);
  if (email !== forgotten && typed !== email.toLowerCase())
    throw new ServiceError(
      'validation_error',
      'This is not the address of the account. Nothing was deleted.',
    );
  await endAccess(services, accountId);
  for (const { upload } of await services.uploads.list(accountId))
    for (const { key } of upload.files) await services.objects.delete(key);
  await services.removeOwnData(accountId);
  await forgetWorkspace(services, accountId);
  await services.forgetAnswers(accountId);
  await services.forgetArguments(accountId);
  await services.alerts.choose(accountId, null);
  await services.details.forget(accountId);
  if (email !== forgotten) await services.directory.forget(email, accountId);
  await services.accounts.update(accountId, { email: forgotten, status: 'suspended' });
  for (const session of await services.sessions.list(accountId))
    await services.sessions.end(accountId, session.sessionId);
  return answer({ deleted: true }, endedSessionCookies(services.baseUrl));
};

/** What answers each route; the compiler demands each. */
export const personalDataActions: Readonly<Record<PersonalDataPath, PersonalDataAction>> = {
  '/session/account/download': download,
  '/session/account/delete': remove,
};

/** Keys, agents and passkeys end; each with its next use. */
async function endAccess(services: PersonalDataServices, accountId: string): Promise<void> {
  const { credentials, connections, passkeys } = services;
  for (const { id } of await credentials.list(accountId))
    await credentials.revoke(accountId, id, services.clock());
  for (const { connectionId } of await connections.list(accountId))
    await connections.revoke(accountId, connectionId);
  for (const { passkeyId } of await passkeys.list(accountId)) await passkeys.remove(accountId, passkeyId);
}

/** Links open nothing before the answers go that they lead to. */
async function forgetWorkspace(services: PersonalDataServices, accountId: string): Promise<void> {
  const { shares, questions, archive } = services;
  for (const { shareId } of await shares.list(accountId)) await shares.withdraw(accountId, shareId);
  for (const { questionId } of await questions.list(accountId)) await questions.forget(accountId, questionId);
  await archive.forget(accountId);
}

/** Under a top-level domain that never resolves (RFC 2606). */
function forgottenAddress(accountId: string): string {
  return `${accountId}@deleted.invalid`;
}
