import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { changeItem, replaceItem, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime, newId } from '#shared/platform/ids.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import {
  type Credential,
  generateApiKey,
  isActive,
  isTestKey,
  keyFingerprint,
  keyHash,
  keyPrefix,
  type ParentKey,
  type Secret,
  toCredential,
  toItem,
} from './credential.ts';
import type { CredentialRepository } from './credential-repository.ts';
import { spendStatus } from './meter.ts';
import { type KeyLimits, noKeyLimits, type Principal } from './principal.ts';

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

type Maker = Pick<Principal, 'keyLimits' | 'meters' | 'expiresAt'>;

/** What a new key is asked to have; undefined takes what its maker has. */
interface WantedKey {
  readonly limits: KeyLimits;
  /** ISO 8601. */
  readonly expiresAt: string | null;
}

/**
 * What a key that another key makes may have: never more tools, credits, rate
 * or life than its maker has left. What is not asked for is inherited; the
 * maker's limit on credits needs no copy, because a child's spending counts
 * against it as well. Fails with `validation_error`, naming what is too much.
 */
export function childLimits(maker: Maker, { limits, expiresAt }: WantedKey, now: number): WantedKey {
  return {
    limits: {
      spendLimit: childSpend(maker, limits.spendLimit, now),
      allowedTools: childTools(maker, limits.allowedTools),
      rateLimits: childRates(maker, limits.rateLimits),
    },
    expiresAt: childExpiry(maker, expiresAt),
  };
}

function childSpend({ meters }: Maker, wanted: number | undefined, now: number): number | undefined {
  const left = spendStatus(meters, now)?.remaining;
  if (wanted !== undefined && left !== undefined && wanted > left)
    throw tooMuch('spend_limit', `This key has ${left} credits left this month. Send that or less.`);
  return wanted;
}

function childTools({ keyLimits }: Maker, wanted: KeyLimits['allowedTools']): KeyLimits['allowedTools'] {
  const own = keyLimits.allowedTools;
  const missing = own && wanted?.find((tool) => !own.includes(tool));
  if (missing)
    throw tooMuch('tools', `This key may not call ${missing} itself. Send tools that it may call.`);
  return wanted ?? own;
}

function childRates({ keyLimits }: Maker, wanted: KeyLimits['rateLimits']): KeyLimits['rateLimits'] {
  const own = keyLimits.rateLimits;
  if (own && wanted && (wanted.minute > own.minute || wanted.hour > own.hour || wanted.day > own.day))
    throw tooMuch(
      'rate_limits',
      `This key may make ${own.minute} calls a minute, ${own.hour} an hour and ${own.day} a day. Send no more than that.`,
    );
  return wanted ?? own;
}

function childExpiry({ expiresAt }: Maker, wanted: string | null): string | null {
  if (!expiresAt) return wanted;
  if (wanted !== null && Date.parse(wanted) > Date.parse(expiresAt))
    throw tooMuch('expires_at', `This key ends at ${expiresAt}. Send that moment or an earlier one.`);
  return wanted ?? expiresAt;
}

function tooMuch(field: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${field}: ${message} No key was made.`, {
    faults: [{ pointer: `/${field}`, loc: ['body', field], type: 'more_than_maker', message }],
  });
}

/** So many that no honest account runs out, so few that one item names them all. */
export const maxActiveKeys = 50;

/** A creation that has taken a place and made no key in this time was cut off. */
const creationMs = 60_000;
const maxRounds = 8;

const placesItem = v.object({ keys: v.record(v.string(), v.literal(true)) });
const placesKey = (accountId: string) => ({ pk: `places#${accountId}`, sk: 'places' });

export type KeyPlaces = ReturnType<typeof createKeyPlaces>;

/**
 * The places of an account's active keys: one item that names them, so that of
 * keys made at one moment exactly as many get a place as there are, and that
 * revoked keys are never read again. Places of keys that have expired, and of
 * creations that were cut off, are freed when one is needed.
 */
export function createKeyPlaces(
  documents: DynamoDBDocumentClient,
  name: string,
  credentials: Pick<CredentialRepository, 'findAll'>,
) {
  const table = { documents, name };

  async function read(accountId: string): Promise<string[] | undefined> {
    const item = await currentItem(documents, name, placesKey(accountId));
    return item && Object.keys(v.parse(placesItem, item).keys);
  }

  async function free(accountId: string, credentialId: string): Promise<boolean> {
    const taken: Test = { test: 'present', path: ['keys', credentialId] };
    const change = { checks: [taken], steps: [{ do: 'remove', path: ['keys', credentialId] }] } as const;
    return (await changeItem(table, placesKey(accountId), change)) !== undefined;
  }

  /** Whether a place could be freed of a key that no longer needs it. */
  async function freeUnused(accountId: string, taken: readonly string[], now: number): Promise<boolean> {
    const found = await credentials.findAll(accountId, taken);
    const active = new Set(found.filter((credential) => isActive(credential, now)).map(({ id }) => id));
    const made = new Set(found.map(({ id }) => id));
    // A child ends with its parent, whether or not it was revoked itself.
    for (const { id, parent } of found) if (parent && !active.has(parent.id)) active.delete(id);
    const unused = taken.filter(
      (id) => !active.has(id) && (made.has(id) || now - (idTime(id) ?? 0) > creationMs),
    );
    for (const id of unused) await free(accountId, id);
    return unused.length > 0;
  }

  /** Makes room where there may be some; false where every place is taken by an active key. */
  async function makeRoom(accountId: string, now: number): Promise<boolean> {
    const taken = await read(accountId);
    if (taken && taken.length >= maxActiveKeys) return freeUnused(accountId, taken, now);
    if (!taken)
      await replaceItem(table, { ...placesKey(accountId), keys: {} }, [{ test: 'absent', path: ['pk'] }]);
    return true;
  }

  return {
    /** Takes a place for a key that is about to be made; false where all are taken. */
    async take(accountId: string, credentialId: string, now: number): Promise<boolean> {
      const change = {
        checks: [{ test: 'fewer entries than', path: ['keys'], value: maxActiveKeys }],
        steps: [{ do: 'set', path: ['keys', credentialId], value: true }],
      } as const;
      for (let rounds = 0; rounds < maxRounds; rounds += 1) {
        if (await changeItem(table, placesKey(accountId), change)) return true;
        if (!(await makeRoom(accountId, now))) return false;
      }
      return false;
    },

    async free(accountId: string, credentialId: string): Promise<void> {
      await free(accountId, credentialId);
    },
  };
}
