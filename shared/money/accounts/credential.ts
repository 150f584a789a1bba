import { createHash, createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { ApiCredential } from '#shared/contract/credentials.ts';
import { camelCased } from '#shared/platform/casing.ts';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { type Meter, meterEntries, spentNow } from './meter.ts';
import { type KeyLimits, limitsOf } from './principal.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const marker = 'or_';
/** Begins every test key. No live key does: behind its marker stand no further underscores. */
const testMarker = 'or_test_';
/** 36 characters of base62 carry 214 random bits. */
const randomCharacters = 36;
/** 62^6 is more than 2^32, so that six characters hold any CRC-32. */
const checksumCharacters = 6;
const keyForm = new RegExp(
  `^(?:${testMarker}|${marker})[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`,
  'u',
);

/** Random characters of a key that may be shown: 30 of its 214 bits. */
const shownCharacters = 5;

/** A new raw key: `or_` or `or_test_`, 36 random characters, and a checksum of 6 over them. Shown once, never stored. */
export function generateApiKey(isTest = false): string {
  const random = Array.from({ length: randomCharacters }, () => base62.charAt(randomInt(62))).join('');
  return `${isTest ? testMarker : marker}${random}${checksum(random)}`;
}

/** Whether a key, or the display prefix of one, is a test key's: it answers from the sample market and spends nothing. */
export function isTestKey(keyOrPrefix: string): boolean {
  return keyOrPrefix.startsWith(testMarker);
}

/** Whether a secret is a well-formed key: a typo is refused before any read. */
export function isWellFormedKey(secret: string): boolean {
  if (!keyForm.test(secret)) return false;
  const random = secret.slice(markerOf(secret).length, -checksumCharacters);
  return secret.slice(-checksumCharacters) === checksum(random);
}

/** Whether a secret claims to be an API key, well formed or not. */
export function looksLikeApiKey(secret: string): boolean {
  return secret.startsWith(marker);
}

export function keyPrefix(key: string): string {
  return key.slice(0, markerOf(key).length + shownCharacters);
}

/**
 * A short digest for logs and leak reports. Unpeppered, so that somebody who
 * found a key can name it; never used to let anyone in.
 */
export function keyFingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** The stored hash of a key under one version of the pepper, such as `v1.9f86…`. */
export function keyHash(key: string, pepperVersion: string, pepper: string): string {
  return `${pepperVersion}.${createHmac('sha256', pepper).update(key).digest('hex')}`;
}

/** The hashes a key may be stored under: the current pepper's first, then the older ones'. */
export function possibleHashes(
  key: string,
  { peppers, current_pepper: current }: Pick<ServiceSecrets, 'peppers' | 'current_pepper'>,
): readonly string[] {
  const versions = [current, ...Object.keys(peppers).filter((version) => version !== current)];
  return versions.flatMap((version) => {
    const pepper = peppers[version];
    return pepper === undefined ? [] : [keyHash(key, version, pepper)];
  });
}

function markerOf(key: string): string {
  return isTestKey(key) ? testMarker : marker;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let encoded = '';
  for (let index = 0; index < checksumCharacters; index += 1) {
    encoded = base62.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

/** Who opened the account, in a list of people: while it is theirs they have no id among its people. */
export const opener = 'opener';

/** An API credential as it is kept: never the key, only its hash, fingerprint and display prefix. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly fingerprint: string;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  /** The session, person or key that made it; null where it was the operator. */
  readonly createdBy: string | null;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly limits: KeyLimits;
  /** The key that made this one for a worker: what a child spends counts against it, and ends with it. */
  readonly parent: ParentKey | null;
  /** People (`mem_…`, or `opener`) who were given a key of it by a rotation. */
  readonly rotatedBy: readonly string[];
  /** What it was before its last rotation. */
  readonly previous: PreviousSecret | null;
  /** Whether it may make keys although it has limits of its own. */
  readonly mayCreateKeys: boolean;
  readonly meter: Meter;
}

export interface ParentKey {
  readonly id: string;
  /** Keyed hash of the parent; where its item is. */
  readonly hash: string;
}

/** A key that was replaced and still lets in for a while. */
interface PreviousSecret {
  readonly prefix: string;
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

export interface Secret {
  readonly hash: string;
  readonly prefix: string;
  readonly fingerprint: string;
}

export interface NewCredential
  extends Omit<Credential, 'revokedAt' | 'lastUsedAt' | 'rotatedBy' | 'previous' | 'meter'> {
  /** Keyed hash of the key; the look-up's partition key. */
  readonly hash: string;
}

const credentialItem = v.object({
  pk: v.string(),
  id: v.string(),
  account_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  fingerprint: v.string(),
  revoked_at: v.optional(v.string()),
  created_at: v.string(),
  created_by: v.optional(v.string()),
  last_used_at: v.optional(v.string()),
  tools: v.optional(v.array(v.string())),
  parent: v.optional(v.object({ id: v.string(), hash: v.string() })),
  may_create_keys: v.optional(v.boolean(), false),
  rotated_by: v.optional(v.array(v.string()), []),
  previous: v.optional(v.object({ prefix: v.string(), fingerprint: v.string(), ends_at: v.string() })),
  ...meterEntries,
  expires_at: v.optional(v.string()),
});

/** Under the hash of every key but a credential's first: where the credential is. */
export const laterSecretItem = v.object({ credential_hash: v.string() });

export const lookUpKey = (hash: string) => ({ pk: `key#${hash}`, sk: 'credential' });
const hashOf = (pk: string) => pk.slice('key#'.length);

export function toItem({ hash, limits, ...credential }: NewCredential): Item {
  const { id, name, prefix, fingerprint, createdBy, expiresAt, parent, mayCreateKeys } = credential;
  const { spendLimit, allowedTools, rateLimits } = limits;
  return {
    ...{ ...lookUpKey(hash), id, name, prefix, fingerprint },
    account_id: credential.accountId,
    created_at: credential.createdAt,
    ...(createdBy !== null && { created_by: createdBy }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
    ...(parent && { parent: { ...parent } }),
    ...(mayCreateKeys && { may_create_keys: true }),
    ...(spendLimit !== undefined && { spend_limit: spendLimit }),
    ...(allowedTools && { tools: [...allowedTools] }),
    ...(rateLimits && { rates: { ...rateLimits } }),
  };
}

export function toCredential(item: unknown): Credential {
  const parsed = v.parse(credentialItem, item);
  const { id, name, prefix, fingerprint, previous } = parsed;
  return {
    ...{ id, name, prefix, fingerprint },
    accountId: parsed.account_id,
    revokedAt: parsed.revoked_at ?? null,
    createdAt: parsed.created_at,
    createdBy: parsed.created_by ?? null,
    lastUsedAt: parsed.last_used_at ?? null,
    expiresAt: parsed.expires_at ?? null,
    parent: parsed.parent ?? null,
    rotatedBy: parsed.rotated_by,
    previous: previous ? camelCased(previous) : null,
    mayCreateKeys: parsed.may_create_keys,
    limits: limitsOf(parsed),
    meter: { kind: 'key', table: 'credentials', key: lookUpKey(hashOf(parsed.pk)), item: parsed },
  };
}

/** The key before the current one, while it still lets in. */
export function livePrevious({ previous }: Pick<Credential, 'previous'>, now: number): PreviousSecret | null {
  return previous && Date.parse(previous.endsAt) > now ? previous : null;
}

/** Whether a credential's key of this fingerprint is the current one, or the one before it in its last hours. */
export function isLiveSecret(
  credential: Pick<Credential, 'fingerprint' | 'previous'>,
  fingerprint: string,
  now: number,
): boolean {
  return credential.fingerprint === fingerprint || livePrevious(credential, now)?.fingerprint === fingerprint;
}

/** Whether a key with this credential lets anyone in at a moment. A child ends with its parent as well. */
export function isActive(credential: Pick<Credential, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  const expired = credential.expiresAt !== null && Date.parse(credential.expiresAt) <= now;
  return credential.revokedAt === null && !expired;
}

/** The public record; an expired key shows as inactive, and so does a child of an ended key, where that is known. */
export function toApiCredential(credential: Credential, now: number, parent?: Credential): ApiCredential {
  const { limits, meter } = credential;
  const previous = livePrevious(credential, now);
  return {
    id: credential.id,
    account_id: credential.accountId,
    name: credential.name,
    prefix: credential.prefix,
    mode: isTestKey(credential.prefix) ? 'test' : 'live',
    is_active: isActive(credential, now) && (parent === undefined || isActive(parent, now)),
    created_at: credential.createdAt,
    created_by: credential.createdBy,
    parent_id: credential.parent?.id ?? null,
    may_create_keys: credential.mayCreateKeys,
    last_used_at: credential.lastUsedAt,
    expires_at: credential.expiresAt,
    previous_key: previous && { prefix: previous.prefix, ends_at: previous.endsAt },
    spend_limit: limits.spendLimit ?? null,
    spent_this_month: limits.spendLimit === undefined ? null : spentNow(meter, now),
    tools: limits.allowedTools ? [...limits.allowedTools] : null,
    rate_limits: limits.rateLimits ? { ...limits.rateLimits } : null,
  };
}
