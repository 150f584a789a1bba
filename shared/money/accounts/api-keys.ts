import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { generateApiKey, isTestKey, keyFingerprint, keyHash, keyPrefix } from './api-key.ts';
import { type Credential, type ParentKey, type Secret, toCredential, toItem } from './credential-item.ts';
import type { CredentialRepository } from './credential-repository.ts';
import { type KeyPlaces, maxActiveKeys } from './key-places.ts';
import { type KeyLimits, noKeyLimits } from './principal.ts';

interface KeyOrder {
  readonly accountId: string;
  readonly name: string;
  /** The session or key that makes it. */
  readonly createdBy?: string | null;
  /** ISO 8601 UTC, in the future. */
  readonly expiresAt?: string | null;
  readonly limits?: KeyLimits;
  readonly parent?: ParentKey | null;
  readonly mayCreateKeys?: boolean;
  readonly isTest?: boolean;
}

/** Where keys are kept, and what their hashes are made with. */
export interface KeyIssuer {
  readonly credentials: CredentialRepository;
  readonly places: KeyPlaces;
  readonly secrets: ServiceSecrets;
}

/** Makes a key and its credential; the raw key exists in the returned value and nowhere else. */
export async function issueApiKey(
  { credentials, places, secrets }: KeyIssuer,
  order: KeyOrder,
  now: number,
): Promise<{ readonly key: string; readonly credential: Credential }> {
  const { accountId } = order;
  const { key, secret } = newSecret(secrets, order.isTest);
  const record = {
    ...secret,
    id: newId('cred', now),
    accountId,
    name: order.name,
    createdAt: isoTime(now),
    createdBy: order.createdBy ?? null,
    expiresAt: order.expiresAt ?? null,
    limits: order.limits ?? noKeyLimits,
    parent: order.parent ?? null,
    mayCreateKeys: order.mayCreateKeys ?? false,
  };
  if (!(await places.take(accountId, record.id, now))) throw tooManyKeys();
  await credentials.create(record);
  return { key, credential: toCredential(toItem(record)) };
}

/**
 * Gives a credential another key. The one it had lets in for `overlapMs` more, and
 * any before that no longer. `by` is the person who gets the new one (`mem_…`, or
 * `opener`), if any. Undefined where the credential was revoked or rotated meanwhile.
 */
export async function rotateApiKey(
  { credentials, secrets }: Pick<KeyIssuer, 'credentials' | 'secrets'>,
  known: Credential,
  {
    overlapMs,
    by,
    now,
  }: { readonly overlapMs: number; readonly by?: string | undefined; readonly now: number },
): Promise<{ readonly key: string; readonly credential: Credential } | undefined> {
  const { key, secret } = newSecret(secrets, isTestKey(known.prefix));
  const previousEndsAt = isoTime(now + overlapMs);
  const credential = await credentials.rotate(known, { secret, previousEndsAt, by });
  return credential && { key, credential };
}

function newSecret(
  secrets: ServiceSecrets,
  isTest = false,
): { readonly key: string; readonly secret: Secret } {
  const version = secrets.current_pepper;
  const pepper = secrets.peppers[version];
  if (pepper === undefined)
    throw new Error(`The service secret names pepper ${version} but does not hold it.`);
  const key = generateApiKey(isTest);
  const secret = {
    prefix: keyPrefix(key),
    fingerprint: keyFingerprint(key),
    hash: keyHash(key, version, pepper),
  };
  return { key, secret };
}

function tooManyKeys(): ServiceError {
  return new ServiceError(
    'validation_error',
    `An account can have ${maxActiveKeys} active keys. Revoke one that is no longer used first.`,
    { faults: [{ pointer: '', loc: ['body'], type: 'max_active_keys', message: 'Too many active keys.' }] },
  );
}
