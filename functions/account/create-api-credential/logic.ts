import { tellOwner } from '#shared/callers/identity/owner-notice.ts';
import { issueApiKey } from '#shared/money/accounts/api-keys.ts';
import { childLimits } from '#shared/money/accounts/child-limits.ts';
import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type KeyLogic, mayBeGivenKey, sessionEndedMeanwhile } from '../key-to-give.ts';
import { expiryOf, limitsOf, refuseOldSignIn } from '../limits-of.ts';
import type { createApiCredential as contract } from './contract.ts';

export const createApiCredential: KeyLogic<typeof contract> = async ({ caller, body, now }, services) => {
  const isTest = body.mode === 'test';
  const mayCreateKeys = body.may_create_keys ?? false;
  if (isTest) refuseTestMaker(mayCreateKeys);
  else refuseOldSignIn(caller, body.spend_limit ?? null, now);
  if (mayCreateKeys) refuseUnlessPerson(caller);
  const wanted = { limits: limitsOf(body), expiresAt: expiryOf('expires_at', body.expires_at, now) };
  const parent = parentOf(caller);
  const { key, credential } = await issueApiKey(
    services,
    {
      accountId: caller.account.accountId,
      name: body.name,
      createdBy: caller.memberId ?? caller.credentialId,
      ...(parent ? childLimits(caller, wanted, now) : wanted),
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
