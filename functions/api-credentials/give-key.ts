import { noSuch } from '#functions/endpoint.ts';
import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import { tellOwner } from '#shared/callers/identity/account-directory.ts';
import { findSession } from '#shared/callers/identity/session-repository.ts';
import { requireFreshSignIn } from '#shared/callers/identity/session-token.ts';
import type { EndpointContract, EndpointLogic } from '#shared/contract/endpoint.ts';
import { parseMoment } from '#shared/contract/fields.ts';
import { workRoles } from '#shared/contract/role.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { childLimits, createKeyPlaces, issueApiKey, rotateApiKey } from '#shared/money/accounts/api-keys.ts';
import { isActive, opener, toApiCredential } from '#shared/money/accounts/credential.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import type { KeyLimits, Principal } from '#shared/money/accounts/principal.ts';
import { createSpendingReader } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type createApiCredential, defaultOverlapHours, type rotateApiCredential } from './contracts.ts';

interface SentLimits {
  readonly spend_limit?: number | null | undefined;
  readonly tools?: readonly string[] | null | undefined;
  readonly rate_limits?: KeyLimits['rateLimits'] | null;
}

/** The limits that a request asks for; what is null or left out is no limit. */
function limitsOf({ spend_limit, tools, rate_limits }: SentLimits): KeyLimits {
  return {
    spendLimit: spend_limit ?? undefined,
    allowedTools: tools ?? undefined,
    rateLimits: rate_limits ?? undefined,
  };
}

/** What any sign-in may let a key spend in a month, whatever the balance: the least that can be bought. */
const harmlessCredits = 1_000;

/**
 * A thief of a session must not make anything that spends all: a limit above the balance is none. One that
 * `former`, the limit so far, is not below is always taken.
 */
export async function refuseOldSignIn(
  { signedInAt, account }: Pick<Principal, 'signedInAt' | 'account'>,
  spendLimit: number | null | undefined,
  now: number,
  former: () => Promise<number | undefined> = async () => undefined,
): Promise<void> {
  if (signedInAt === undefined || spendLimit === undefined) return;
  if (spendLimit !== null && spendLimit <= Math.max(account.balance, harmlessCredits)) return;
  if (spendLimit !== null && spendLimit <= ((await former()) ?? -1)) return;
  requireFreshSignIn(signedInAt, now);
}

/** The moment at which a key or connection is to end; null for never. */
export function expiryOf(
  field: 'expires_at' | 'ends_at',
  text: string | null | undefined,
  now: number,
): string | null {
  if (text === undefined || text === null) return null;
  const time = parseMoment(text);
  if (time === undefined)
    throw wrongExpiry(field, 'moment', 'There is no such day, or it lies beyond the year 9999.');
  if (time <= now) throw wrongExpiry(field, 'future', 'This moment has passed.');
  return isoTime(time);
}

function wrongExpiry(field: string, type: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${field}: ${message} Nothing was changed.`, {
    faults: [{ pointer: `/${field}`, loc: ['body', field], type, message }],
  });
}

type KeyAction<Endpoint extends EndpointContract> = EndpointLogic<
  Endpoint,
  Principal,
  Omit<KeyServices, 'baseUrl'>
>;

/**
 * Whether who asked may be given the key that was made for them. Read after the key was written
 * and before it is shown. Somebody who is removed or signs out meanwhile is found here, and then
 * nobody ever sees the key; or the removal comes later, and finds the key that it is to end.
 */
async function mayBeGivenKey(
  { account, authSource, credentialId }: Principal,
  { findSession }: Pick<KeyServices, 'findSession'>,
): Promise<boolean> {
  if (authSource !== 'session') return true;
  const session = await findSession(account.accountId, credentialId);
  return session !== undefined && workRoles.some((role) => role === session.role);
}

function sessionEndedMeanwhile(): ServiceError {
  return new ServiceError(
    'invalid_credentials',
    'The session ended, or lost its right to make keys, during this request. No key was given out and nothing was changed. Sign in again.',
  );
}

/** The maker's limits without what calls reserved that ended uncharged: a child may have all that is left. */
async function metersLeft({ account, meters }: Principal, { spending }: Pick<KeyServices, 'spending'>) {
  return spending.settle(account.accountId, meters);
}

export const createKey: KeyAction<typeof createApiCredential> = async ({ caller, body, now }, services) => {
  const isTest = body.mode === 'test';
  const mayCreateKeys = body.may_create_keys ?? false;
  if (isTest) refuseTestMaker(mayCreateKeys);
  else await refuseOldSignIn(caller, body.spend_limit ?? null, now);
  if (mayCreateKeys) refuseUnlessPerson(caller);
  const wanted = { limits: limitsOf(body), expiresAt: expiryOf('expires_at', body.expires_at, now) };
  const parent = parentOf(caller);
  const { key, credential } = await issueApiKey(
    services,
    {
      accountId: caller.account.accountId,
      name: body.name,
      createdBy: caller.memberId ?? caller.credentialId,
      ...(parent
        ? childLimits({ ...caller, meters: await metersLeft(caller, services) }, wanted, now)
        : wanted),
      parent,
      mayCreateKeys,
      isTest,
    },
    now,
  );
  if (!(await mayBeGivenKey(caller, services))) {
    await services.credentials.revoke(credential.accountId, credential.id, now);
    await services.places.free(credential.accountId, credential.id);
    throw sessionEndedMeanwhile();
  }
  const record = toApiCredential(credential, now);
  await tellOwner(services, caller.account.email, { what: 'key', name: body.name, at: now });
  return { body: { key, api_credential: record }, kept: { key: null, api_credential: record } };
};

/** A key that a key makes is its child. */
function parentOf({ credentialId, credentialHash }: Principal) {
  return credentialHash === undefined ? null : { id: credentialId, hash: credentialHash };
}

function refuseTestMaker(mayCreateKeys: boolean): void {
  if (!mayCreateKeys) return;
  const message = 'A test key makes no keys. Leave may_create_keys out.';
  throw new ServiceError('validation_error', `may_create_keys: ${message} No key was made.`, {
    faults: [{ pointer: '/may_create_keys', loc: ['body', 'may_create_keys'], type: 'test_key', message }],
  });
}

/** Only a signed-in person says which keys may make keys. */
export function refuseUnlessPerson({ authSource }: Principal): void {
  if (authSource === 'session') return;
  throw new ServiceError(
    'insufficient_scope',
    'may_create_keys is set by a signed-in person. Make this key in the dashboard.',
  );
}

const hourMs = 3_600_000;

export const rotateKey: KeyAction<typeof rotateApiCredential> = async (
  { caller, parameters, body, now },
  services,
) => {
  const { accountId, email } = caller.account;
  const id = parameters.credential_id ?? '';
  refuseOtherKeys(caller, id);
  const known = isCredentialId(id) ? await services.credentials.find(accountId, id) : undefined;
  if (!known || !isActive(known, now)) throw noSuchCredential();
  const record = toApiCredential(known, now);
  if (record.mode === 'live') await refuseOldSignIn(caller, record.spend_limit, now);
  const overlapMs = (body?.overlap_hours ?? defaultOverlapHours) * hourMs;
  const rotated = await rotateApiKey(services, known, { overlapMs, by: personOf(caller), now });
  if (!rotated) throw changedMeanwhile();
  if (!(await mayBeGivenKey(caller, services))) {
    await services.credentials.takeBack(known, rotated.credential);
    throw sessionEndedMeanwhile();
  }
  const api_credential = toApiCredential(rotated.credential, now);
  await tellOwner(services, email, { what: 'rotation', name: known.name, at: now });
  return { body: { key: rotated.key, api_credential }, kept: { key: null, api_credential } };
};

/** Who is given the new key; nobody where a key rotates itself, whose holder stays. */
function personOf({ memberId, authSource }: Principal): string | undefined {
  return memberId ?? (authSource === 'session' ? opener : undefined);
}

/** A key that could rotate others would live on in them after its own end. */
function refuseOtherKeys({ authSource, credentialId }: Principal, id: string): void {
  if (authSource === 'session' || credentialId === id) return;
  throw new ServiceError(
    'insufficient_scope',
    'A key rotates itself only. Rotate other keys in the dashboard. Nothing was changed.',
  );
}

function changedMeanwhile(): ServiceError {
  return new ServiceError(
    'conflict',
    'Another request rotated or revoked this key at the same moment. Nothing was changed by this one.',
  );
}

export type KeyServices = Awaited<ReturnType<typeof keyServices>>;

/** What the endpoints about API keys work with, beside who calls. */
export async function keyServices(foundation: Foundation) {
  const { documents, tables, clock, baseUrl, dashboardUrl, logger, mailer } = foundation;
  const credentials = createCredentialRepository(documents, tables.credentials);
  const accounts = createAccountRepository({ documents, tables, clock });
  return {
    credentials,
    findSession: (accountId: string, sessionId: string) =>
      findSession({ documents, name: tables.identity, clock }, accounts, accountId, sessionId),
    spending: createSpendingReader({ documents, tables, clock }),
    places: createKeyPlaces(documents, tables.credentials, credentials),
    secrets: await serviceSecrets(foundation),
    baseUrl,
    dashboardUrl,
    logger,
    mailer,
  };
}

export function isCredentialId(id: string): boolean {
  return /^cred_[0-9a-z]{26}$/u.test(id);
}

export const noSuchCredential = () => noSuch('API credential, or it was revoked', '/v1/me/api-credentials');
