import { type Step, setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, replaceItem, type WritableTable } from '#shared/platform/dynamo/conditional-writes.ts';
import { type Credential, lookUpKey, type Secret, toCredential } from './credential-item.ts';

/** Another key for a credential. */
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
  const steps: readonly Step[] = [
    ...setAll({ prefix, fingerprint, rotated_by: rotatedBy }),
    previous
      ? {
          do: 'set',
          path: ['previous'],
          value: { prefix: previous.prefix, fingerprint: previous.fingerprint, ends_at: previous.endsAt },
        }
      : { do: 'remove', path: ['previous'] },
  ];
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
