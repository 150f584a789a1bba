import { tellOwner } from '#shared/callers/identity/owner-notice.ts';
import { rotateApiKey } from '#shared/money/accounts/api-keys.ts';
import { isActive, opener } from '#shared/money/accounts/credential-item.ts';
import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { isCredentialId, noSuchCredential } from '../find-credential.ts';
import { type KeyLogic, mayBeGivenKey, sessionEndedMeanwhile } from '../key-to-give.ts';
import { refuseOldSignIn } from '../limits-of.ts';
import { type rotateApiCredential as contract, defaultOverlapHours } from './contract.ts';

const hourMs = 3_600_000;

export const rotateApiCredential: KeyLogic<typeof contract> = async (
  { caller, parameters, body, now },
  services,
) => {
  const { accountId, email } = caller.account;
  const id = parameters.credential_id ?? '';
  refuseOtherKeys(caller, id);
  const known = isCredentialId(id) ? await services.credentials.find(accountId, id) : undefined;
  if (!known || !isActive(known, now)) throw noSuchCredential();
  const record = toApiCredential(known, now);
  if (record.mode === 'live') refuseOldSignIn(caller, record.spend_limit, now);
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
    'request_in_progress',
    'Another request rotated or revoked this key at the same moment. Nothing was changed by this one.',
  );
}
