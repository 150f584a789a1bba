import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, type WritableTable } from '#shared/platform/dynamo/conditional-writes.ts';
import { type Credential, laterSecretItem, lookUpKey, toCredential } from './credential-item.ts';

export interface FoundCredential {
  readonly credential: Credential;
  readonly hash: string;
}

/** What a call asks of credentials: whose a key is. */
export interface KeyLookup {
  /** The credential whose first key has this hash. */
  findByHash(hash: string): Promise<Credential | undefined>;
  /** The credential that has or had a key of this hash, and the hash of its first. */
  findBySecret(hash: string): Promise<FoundCredential | undefined>;
  /** Notes a use, at most once in ten minutes. */
  noteUse(hash: string, credential: Credential, now: number): Promise<void>;
}

/** How exact `last_used_at` is: often enough for people, rarely enough to cost nothing. */
const lastUsedGranularityMs = 10 * 60 * 1_000;

export const exists = { test: 'present', path: ['pk'] } as const satisfies Test;

export function createKeyLookup(documents: DynamoDBDocumentClient, TableName: string): KeyLookup {
  const table: WritableTable = { documents, name: TableName };
  return {
    findByHash: (hash) => findByHash(table, hash),
    findBySecret: (hash) => findBySecret(table, hash),
    async noteUse(hash, { lastUsedAt }, now) {
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < lastUsedGranularityMs) return;
      const steps = setAll({ last_used_at: isoTime(now) });
      await changeItem(table, lookUpKey(hash), { checks: [exists], steps });
    },
  };
}

async function findByHash(table: WritableTable, hash: string): Promise<Credential | undefined> {
  const found = await findBySecret(table, hash);
  return found?.hash === hash ? found.credential : undefined;
}

async function findBySecret(table: WritableTable, hash: string): Promise<FoundCredential | undefined> {
  const { documents, name } = table;
  const { Item } = await documents.send(
    new GetCommand({ TableName: name, Key: lookUpKey(hash), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const later = v.safeParse(laterSecretItem, Item);
  return later.success
    ? findBySecret(table, later.output.credential_hash)
    : { credential: toCredential(Item), hash };
}
