import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { currentItem, mostKeys, queriedItems, readBatch } from '#shared/platform/dynamo/documents.ts';
import { findBySecret } from './api-key-resolver.ts';
import { type Credential, lookUpKey, toCredential } from './credential.ts';

export interface CredentialPage {
  /** Newest first. */
  readonly credentials: readonly Credential[];
  /** The id to go on after; undefined where nothing follows. */
  readonly next: string | undefined;
}

const pointerItem = v.object({ sk: v.string(), hash: v.string() });
export const pointerKey = (accountId: string, id: string) => ({ pk: `account#${accountId}`, sk: id });

export type CredentialReader = ReturnType<typeof createCredentialReader>;

/** The credentials that an account's list names, each from the item under its hash. Reads are consistent. */
export function createCredentialReader(documents: DynamoDBDocumentClient, name: string) {
  const findHash = (accountId: string, id: string) => findHashOf(documents, name, accountId, id);
  const findByHash = async (hash: string): Promise<Credential | undefined> => {
    const found = await findBySecret({ documents, name }, hash);
    return found?.hash === hash ? found.credential : undefined;
  };
  const findAll = async (accountId: string, credentialIds: readonly string[]) => {
    const hashes = await Promise.all(credentialIds.map((id) => findHash(accountId, id)));
    return getAll(
      documents,
      name,
      hashes.filter((hash) => hash !== undefined),
    );
  };
  return {
    /** The hash of the first key of a credential; undefined where the account has no such one. */
    findHash,
    findByHash,
    async find(accountId: string, credentialId: string): Promise<Credential | undefined> {
      const hash = await findHash(accountId, credentialId);
      return hash === undefined ? undefined : findByHash(hash);
    },
    /** Those of these credentials that there are, in no order. */
    findAll,
    /** All, newest first. */
    async list(accountId: string): Promise<readonly Credential[]> {
      return newestFirst(await getAll(documents, name, await pointers(documents, name, accountId)));
    },
    /** Some of them, from the one after `after` on. */
    page: (accountId: string, limit: number, after: string | undefined): Promise<CredentialPage> =>
      readPage(documents, name, [accountId, limit, after]),
  };
}

async function findHashOf(
  documents: DynamoDBDocumentClient,
  name: string,
  accountId: string,
  credentialId: string,
): Promise<string | undefined> {
  const item = await currentItem(documents, name, pointerKey(accountId, credentialId));
  return item && v.parse(pointerItem, item).hash;
}

async function readPage(
  documents: DynamoDBDocumentClient,
  name: string,
  [accountId, limit, after]: readonly [accountId: string, limit: number, after: string | undefined],
): Promise<CredentialPage> {
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
      KeyConditionExpression: 'pk = :account',
      ExpressionAttributeValues: { ':account': `account#${accountId}` },
      ...(after !== undefined && { ExclusiveStartKey: pointerKey(accountId, after) }),
    }),
  );
  const found = Items.map((item) => v.parse(pointerItem, item));
  const hashes = found.map(({ hash }) => hash);
  return {
    credentials: newestFirst(await getAll(documents, name, hashes)),
    next: LastEvaluatedKey && found.at(-1)?.sk,
  };
}

async function pointers(
  documents: DynamoDBDocumentClient,
  name: string,
  accountId: string,
): Promise<string[]> {
  const items = await queriedItems(documents, {
    TableName: name,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :account',
    ExpressionAttributeValues: { ':account': `account#${accountId}` },
  });
  return items.map((item) => v.parse(pointerItem, item).hash);
}

async function getAll(
  documents: DynamoDBDocumentClient,
  name: string,
  hashes: readonly string[],
): Promise<Credential[]> {
  const found: Credential[] = [];
  for (let start = 0; start < hashes.length; start += mostKeys) {
    const keys = hashes.slice(start, start + mostKeys).map(lookUpKey);
    const [items = []] = await readBatch(documents, [{ name, keys, consistent: true }]);
    found.push(...items.map(toCredential));
  }
  return found;
}

function newestFirst(credentials: readonly Credential[]): readonly Credential[] {
  return credentials.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
