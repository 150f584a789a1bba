import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { readBatch } from '#shared/platform/dynamo/batch-reads.ts';
import { type Item, setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, type WritableTable } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { accountOf } from './account.ts';
import { parseAccountItem } from './account-item.ts';
import { type Credential, laterSecretItem, lookUpKey, toCredential } from './credential.ts';
import {
  allSubKeys,
  type Books,
  createBooksReader,
  isSubAccount,
  openSubKeys,
  toBooks,
} from './sub-accounts.ts';

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

/** To whom a key belongs. */
export interface KeyFamily {
  /** Of the first key of its credential. */
  readonly hash: string;
  readonly accountId: string;
  readonly parentHash: string | undefined;
}

const mostWithSubs = 1_000;

export type FamilyReader = ReturnType<typeof createFamilyReader>;

/** Reads a credential with its parent and account, all with one request and strong consistency. What there is not is undefined. */
export function createFamilyReader(
  documents: DynamoDBDocumentClient,
  tables: Pick<TableNames, 'credentials' | 'accounts'>,
) {
  const { of: booksOf } = createBooksReader(documents, tables.accounts);
  /** Accounts that had sub-accounts when they were read last: both are read at once. */
  const withSubs = new Set<string>();

  async function toAccount(accountId: string, items: readonly Item[]) {
    const item = items.find((found) => !isSubAccount(found));
    if (!item) return undefined;
    const main = parseAccountItem(item);
    const hasSubs = openSubKeys(main).length > 0;
    const areRead = !hasSubs || withSubs.has(accountId);
    if (withSubs.size === mostWithSubs) withSubs.clear();
    if (hasSubs) withSubs.add(accountId);
    const books: Books | undefined = (areRead && toBooks(main, items)) || (await booksOf(main));
    return books && accountOf(books);
  }

  /** `known` where the credential was read just now. */
  return async ({ hash, accountId, parentHash }: KeyFamily, known?: Credential) => {
    const hashes = [...(known ? [] : [hash]), ...(parentHash === undefined ? [] : [parentHash])];
    const subs = withSubs.has(accountId) ? allSubKeys(accountId) : [];
    const [found = [], accounts = []] = await readBatch(documents, [
      { name: tables.credentials, keys: hashes.map(lookUpKey), consistent: true },
      { name: tables.accounts, keys: [{ account_id: accountId }, ...subs], consistent: true },
    ]);
    const credentialOf = (wanted: string | undefined) => {
      const item = wanted !== undefined && found.find(({ pk }) => pk === lookUpKey(wanted).pk);
      return item ? toCredential(item) : undefined;
    };
    return {
      credential: known ?? credentialOf(hash),
      parent: credentialOf(parentHash),
      account: await toAccount(accountId, accounts),
    };
  };
}

export async function findBySecret(table: WritableTable, hash: string): Promise<FoundCredential | undefined> {
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
