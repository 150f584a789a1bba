import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { generateApiKey, keyFingerprint, keyHash, keyPrefix } from './api-key.ts';
import { type Credential, type CredentialRepository, isActive } from './credential-repository.ts';
import { type KeyLimits, noKeyLimits } from './principal.ts';

/** So many that no honest account runs out, so few that a list stays one page. */
export const maxActiveKeys = 50;

interface KeyOrder {
  readonly accountId: string;
  readonly name: string;
  /** ISO 8601 UTC, in the future. */
  readonly expiresAt?: string | null;
  readonly limits?: KeyLimits;
}

/** Makes a key and its credential; the raw key exists in the returned value and nowhere else. */
export async function issueApiKey(
  credentials: CredentialRepository,
  secrets: ServiceSecrets,
  order: KeyOrder,
  now: number,
): Promise<{ readonly key: string; readonly credential: Credential }> {
  const { accountId } = order;
  if ((await countActive(credentials, accountId, now)) >= maxActiveKeys) throw tooManyKeys();
  const key = generateApiKey();
  const record = {
    id: newId('cred', now),
    accountId,
    name: order.name,
    prefix: keyPrefix(key),
    fingerprint: keyFingerprint(key),
    createdAt: isoTime(now),
    expiresAt: order.expiresAt ?? null,
    limits: order.limits ?? noKeyLimits,
  };
  const version = secrets.current_pepper;
  const pepper = secrets.peppers[version];
  if (pepper === undefined)
    throw new Error(`The service secret names pepper ${version} but does not hold it.`);
  await credentials.create({ ...record, hash: keyHash(key, version, pepper) });
  // Of several that were made at once the last to look sees them all: counted before alone, each would pass.
  if ((await countActive(credentials, accountId, now)) > maxActiveKeys) {
    await credentials.revoke(accountId, record.id, now);
    throw tooManyKeys();
  }
  return { key, credential: { ...record, revokedAt: null, lastUsedAt: null } };
}

async function countActive(
  credentials: CredentialRepository,
  accountId: string,
  now: number,
): Promise<number> {
  return (await credentials.list(accountId)).filter((credential) => isActive(credential, now)).length;
}

function tooManyKeys(): ServiceError {
  return new ServiceError(
    'validation_error',
    `An account can have ${maxActiveKeys} active keys. Revoke one that is no longer used first.`,
    { faults: [{ pointer: '', loc: ['body'], type: 'max_active_keys', message: 'Too many active keys.' }] },
  );
}
