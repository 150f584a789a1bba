import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, type WritableTable } from '#shared/platform/dynamo/conditional-writes.ts';
import { type Credential, laterSecretItem, lookUpKey, toCredential } from './credential.ts';

export interface FoundCredential {
  readonly credential: Credential;
  readonly hash: string;
}

/** How exact `last_used_at` is: often enough for people, rarely enough to cost nothing. */
const lastUsedGranularityMs = 10 * 60 * 1_000;

export const exists = { test: 'present', path: ['pk'] } as const satisfies Test;

export type KeyLookup = ReturnType<typeof createKeyLookup>;

/** What a call asks of credentials: whose a key is. */
export function createKeyLookup(documents: DynamoDBDocumentClient, TableName: string) {
  const table: WritableTable = { documents, name: TableName };
  return {
    /** The credential whose first key has this hash. */
    findByHash: (hash: string): Promise<Credential | undefined> => findByHash(table, hash),
    /** The credential that has or had a key of this hash, and the hash of its first. */
    findBySecret: (hash: string): Promise<FoundCredential | undefined> => findBySecret(table, hash),
    /** Notes a use, at most once in ten minutes. */
    async noteUse(hash: string, { lastUsedAt }: Credential, now: number): Promise<void> {
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
