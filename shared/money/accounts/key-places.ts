import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { idTime } from '#shared/platform/ids.ts';
import { isActive } from './credential-item.ts';
import type { CredentialRepository } from './credential-repository.ts';

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
  credentials: Pick<CredentialRepository, 'list' | 'findAll'>,
) {
  const table = { documents, name };

  async function read(accountId: string): Promise<string[] | undefined> {
    const { Item } = await documents.send(
      new GetCommand({ TableName: name, Key: placesKey(accountId), ConsistentRead: true }),
    );
    return Item && Object.keys(v.parse(placesItem, Item).keys);
  }

  /** The first time: the keys that an account has from before its places were kept. */
  async function begin(accountId: string, now: number): Promise<void> {
    const active = (await credentials.list(accountId)).filter((credential) => isActive(credential, now));
    const keys = Object.fromEntries(active.map(({ id }) => [id, true]));
    await replaceItem(table, { ...placesKey(accountId), keys }, [{ test: 'absent', path: ['pk'] }]);
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
    if (!taken) await begin(accountId, now);
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

    /** Frees the place of a key that was revoked. */
    async free(accountId: string, credentialId: string): Promise<void> {
      await free(accountId, credentialId);
    },
  };
}
