import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isoTime } from '#shared/platform/clock.ts';
import {
  type Change,
  changeItem,
  replaceItem,
  type Step,
  setAll,
  setOrRemoveAll,
  type WritableTable,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { createKeyLookup, exists } from './api-key-resolver.ts';
import {
  type Credential,
  lookUpKey,
  type NewCredential,
  type Secret,
  toCredential,
  toItem,
} from './credential.ts';
import { type CredentialReader, createCredentialReader, pointerKey } from './credential-reader.ts';
import type { KeyLimits } from './principal.ts';

/** What an owner may change of a key; members left out stay, null takes a limit away. */
export interface CredentialChanges {
  readonly name?: string | undefined;
  readonly spendLimit?: number | null | undefined;
  readonly allowedTools?: readonly string[] | null | undefined;
  readonly rateLimits?: KeyLimits['rateLimits'] | null;
  readonly expiresAt?: string | null | undefined;
  readonly mayCreateKeys?: boolean | undefined;
  /** Ends the key before the current one at once. */
  readonly endPrevious?: boolean | undefined;
}

export type CredentialRepository = ReturnType<typeof createCredentialRepository>;

/**
 * API credentials. The item under the key's hash is the one truth about a
 * credential, so that one strongly consistent read authenticates and one
 * update revokes. The account's list holds pointers to those items.
 */
export function createCredentialRepository(documents: DynamoDBDocumentClient, TableName: string) {
  const table: WritableTable = { documents, name: TableName };
  const lookup = createKeyLookup(documents, TableName);
  const reader = createCredentialReader(documents, TableName);
  return {
    create: (credential: NewCredential): Promise<void> => createCredential(table, credential),
    ...lookup,
    findHash: reader.findHash,
    findByHash: reader.findByHash,
    find: reader.find,
    findAll: reader.findAll,
    list: reader.list,
    page: reader.page,
    /**
     * Replaces the key of a credential as it was read. The changed record; undefined
     * where the credential was revoked or another rotation came first.
     */
    async rotate(known: Credential, rotation: Rotation): Promise<Credential | undefined> {
      const hash = await reader.findHash(known.accountId, known.id);
      return hash === undefined ? undefined : rotateCredential(table, hash, known, rotation);
    },
    /** Undoes a rotation whose key was given to nobody; nothing where the credential was revoked or rotated since. */
    async takeBack(known: Credential, rotated: Credential): Promise<void> {
      const hash = await reader.findHash(known.accountId, known.id);
      if (hash !== undefined) await takeRotationBack(table, hash, known, rotated);
    },
    /** The changed record; undefined where the account has no such credential, or it was revoked. */
    change: (
      accountId: string,
      credentialId: string,
      changes: CredentialChanges,
    ): Promise<Credential | undefined> =>
      changeIf(reader, table, [accountId, credentialId], { steps: toSteps(changes) }),
    /** The revoked record; the same again when it was revoked before; undefined where the account has no such credential. */
    async revoke(accountId: string, credentialId: string, now: number): Promise<Credential | undefined> {
      const steps = setAll({ revoked_at: isoTime(now) });
      const revoked = await changeIf(reader, table, [accountId, credentialId], { steps });
      return revoked ?? reader.find(accountId, credentialId);
    },
    /** Takes the name away that a credential was given, revoked or not. */
    forgetName: (accountId: string, credentialId: string): Promise<unknown> =>
      changeIf(reader, table, [accountId, credentialId], {
        steps: setAll({ name: 'Key of a deleted account' }),
        checks: [exists],
      }),
  };
}

async function createCredential(table: WritableTable, credential: NewCredential): Promise<void> {
  const { accountId, id, hash } = credential;
  // The pointer first: without its look-up item it lists nothing, while a
  // key without a pointer could be used but never seen or revoked.
  await replaceItem(table, { ...pointerKey(accountId, id), hash }, []);
  const item = { ...toItem(credential), sk: 'credential' };
  await replaceItem(table, item, [{ test: 'absent', path: ['pk'] }]);
}

/** Of a pointer without its item the creation was cut off, and no key was ever given out. */
async function changeIf(
  reader: CredentialReader,
  table: WritableTable,
  [accountId, credentialId]: readonly [string, string],
  {
    steps,
    checks = [exists, { test: 'absent', path: ['revoked_at'] }],
  }: Partial<Change> & Pick<Change, 'steps'>,
): Promise<Credential | undefined> {
  const hash = await reader.findHash(accountId, credentialId);
  if (hash === undefined) return undefined;
  if (steps.length === 0) return reader.findByHash(hash);
  const item = await changeItem(table, lookUpKey(hash), { checks, steps });
  return item && toCredential(item);
}

function toSteps(changes: CredentialChanges): readonly Step[] {
  const { allowedTools, rateLimits, mayCreateKeys } = changes;
  return setOrRemoveAll({
    name: changes.name,
    spend_limit: changes.spendLimit,
    tools: allowedTools && [...allowedTools],
    rates: rateLimits && { ...rateLimits },
    expires_at: changes.expiresAt,
    may_create_keys: mayCreateKeys === false ? null : mayCreateKeys,
    previous: changes.endPrevious ? null : undefined,
  });
}

export interface Rotation {
  readonly secret: Secret;
  /** ISO 8601; until when the replaced key lets in. */
  readonly previousEndsAt: string;
  /** The person who is given it: `mem_…`, or `opener`. Nobody where a key rotates itself. */
  readonly by: string | undefined;
}

/**
 * Replaces the key of the credential whose first key has this hash. The item under the new hash
 * first: until the credential names the key's fingerprint it lets nobody in, so a rotation that
 * was cut off changed nothing. Undefined where the credential was revoked or rotated meanwhile.
 */
export async function rotateCredential(
  table: WritableTable,
  hash: string,
  { prefix, fingerprint, rotatedBy }: Credential,
  { secret, previousEndsAt, by }: Rotation,
): Promise<Credential | undefined> {
  const later = { ...lookUpKey(secret.hash), credential_hash: hash };
  if (!(await replaceItem(table, later, [{ test: 'absent', path: ['pk'] }])))
    throw new Error('A key was given twice.');
  return changeKeyOf(
    table,
    hash,
    fingerprint,
    setAll({
      prefix: secret.prefix,
      fingerprint: secret.fingerprint,
      previous: { prefix, fingerprint, ends_at: previousEndsAt },
      ...(by !== undefined && { rotated_by: [...new Set([...rotatedBy, by])] }),
    }),
  );
}

/** Puts a credential back as it was known before it was rotated; nothing where it was revoked or rotated since. */
export async function takeRotationBack(
  table: WritableTable,
  hash: string,
  { prefix, fingerprint, previous, rotatedBy }: Credential,
  rotated: Credential,
): Promise<void> {
  const { endsAt: ends_at, ...kept } = previous ?? { endsAt: '' };
  const steps = setOrRemoveAll({
    ...{ prefix, fingerprint, rotated_by: rotatedBy },
    previous: previous && { ...kept, ends_at },
  });
  await changeKeyOf(table, hash, rotated.fingerprint, steps);
}

/** Changes a credential that is not revoked and whose current key is still this one. */
async function changeKeyOf(
  table: WritableTable,
  hash: string,
  fingerprint: string,
  steps: readonly Step[],
): Promise<Credential | undefined> {
  const item = await changeItem(table, lookUpKey(hash), {
    checks: [
      { test: 'absent', path: ['revoked_at'] },
      { test: 'equals', path: ['fingerprint'], value: fingerprint },
    ],
    steps,
  });
  return item && toCredential(item);
}
