import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { isConditionFailure } from '#shared/platform/dynamo/failures.ts';
import type { RateLimits } from './account-limits.ts';
import type { KeyLimits } from './principal.ts';

/** An API credential as it is kept: never the key, only its hash, fingerprint and display prefix. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly fingerprint: string;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly limits: KeyLimits;
}

export interface NewCredential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly fingerprint: string;
  /** Keyed hash of the key; the look-up's partition key. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly limits: KeyLimits;
}

/**
 * API credentials. The item under the key's hash is the one truth about a
 * credential, so that one strongly consistent read authenticates and one
 * update revokes. The account's list holds pointers to those items.
 */
export interface CredentialRepository {
  create(credential: NewCredential): Promise<void>;
  findByHash(hash: string): Promise<Credential | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly Credential[]>;
  /** The revoked record; the same again when it was revoked before; undefined where the account has no such credential. */
  revoke(accountId: string, credentialId: string, now: number): Promise<Credential | undefined>;
  /** Notes a use, at most once in ten minutes. */
  noteUse(hash: string, credential: Credential, now: number): Promise<void>;
}

/** How exact `last_used_at` is: often enough for people, rarely enough to cost nothing. */
const lastUsedGranularityMs = 10 * 60 * 1_000;
const batchSize = 100;

const rates = v.object({ minute: v.number(), hour: v.number(), day: v.number() });

const CredentialItem = v.object({
  id: v.string(),
  account_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  fingerprint: v.string(),
  revoked_at: v.optional(v.string()),
  created_at: v.string(),
  last_used_at: v.optional(v.string()),
  expires_at: v.optional(v.string()),
  spend_limit: v.optional(v.number()),
  tools: v.optional(v.array(v.string())),
  rates: v.optional(rates),
});

const PointerItem = v.object({ hash: v.string() });

const lookUpKey = (hash: string) => ({ pk: `key#${hash}`, sk: 'credential' });
const pointerKey = (accountId: string, id: string) => ({ pk: `account#${accountId}`, sk: id });

export function createCredentialRepository(
  documents: DynamoDBDocumentClient,
  TableName: string,
): CredentialRepository {
  async function findByHash(hash: string): Promise<Credential | undefined> {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: lookUpKey(hash), ConsistentRead: true }),
    );
    return Item && toCredential(Item);
  }

  return {
    async create({ hash, ...credential }) {
      // The pointer first: without its look-up item it lists nothing, while a
      // key without a pointer could be used but never seen or revoked.
      await documents.send(
        new PutCommand({
          TableName,
          Item: { ...pointerKey(credential.accountId, credential.id), hash },
        }),
      );
      await documents.send(
        new PutCommand({
          TableName,
          Item: { ...lookUpKey(hash), schema: 1, ...toItem(credential) },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    findByHash,

    async list(accountId) {
      const hashes = await pointedHashes(documents, TableName, accountId);
      const found: Credential[] = [];
      for (let start = 0; start < hashes.length; start += batchSize)
        found.push(...(await getBatch(documents, TableName, hashes.slice(start, start + batchSize))));
      return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    },

    revoke: (accountId, credentialId, now) => revoke(documents, TableName, { accountId, credentialId, now }),

    async noteUse(hash, { lastUsedAt }, now) {
      if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < lastUsedGranularityMs) return;
      await documents.send(
        new UpdateCommand({
          TableName,
          Key: lookUpKey(hash),
          UpdateExpression: 'SET last_used_at = :now',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':now': isoTime(now) },
        }),
      );
    },
  };
}

async function pointedHashes(
  documents: DynamoDBDocumentClient,
  TableName: string,
  accountId: string,
): Promise<string[]> {
  const pages = paginateQuery(
    { client: documents },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :account',
      ExpressionAttributeValues: { ':account': `account#${accountId}` },
    },
  );
  const hashes: string[] = [];
  for await (const { Items = [] } of pages)
    hashes.push(...Items.map((item) => v.parse(PointerItem, item).hash));
  return hashes;
}

interface Revocation {
  readonly accountId: string;
  readonly credentialId: string;
  readonly now: number;
}

async function revoke(
  documents: DynamoDBDocumentClient,
  TableName: string,
  { accountId, credentialId, now }: Revocation,
): Promise<Credential | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName, Key: pointerKey(accountId, credentialId), ConsistentRead: true }),
  );
  if (!Item) return undefined;
  const { hash } = v.parse(PointerItem, Item);
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName,
        Key: lookUpKey(hash),
        UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': isoTime(now) },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return toCredential(Attributes);
  } catch (error) {
    // A pointer without its item: the creation was cut off, and no key was ever given out.
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

async function getBatch(
  documents: DynamoDBDocumentClient,
  table: string,
  hashes: readonly string[],
): Promise<Credential[]> {
  const found: Credential[] = [];
  let keys = hashes.map(lookUpKey);
  while (keys.length > 0) {
    const { Responses, UnprocessedKeys } = await documents.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[table] ?? []).map(toCredential));
    keys = (UnprocessedKeys?.[table]?.Keys ?? []).map((key) =>
      v.parse(v.object({ pk: v.string(), sk: v.string() }), key),
    );
  }
  return found;
}

function toItem({
  limits,
  ...credential
}: Omit<NewCredential, 'hash'>): v.InferOutput<typeof CredentialItem> {
  return {
    id: credential.id,
    account_id: credential.accountId,
    name: credential.name,
    prefix: credential.prefix,
    fingerprint: credential.fingerprint,
    created_at: credential.createdAt,
    ...(credential.expiresAt !== null && { expires_at: credential.expiresAt }),
    ...(limits.spendLimit !== undefined && { spend_limit: limits.spendLimit }),
    ...(limits.allowedTools && { tools: [...limits.allowedTools] }),
    ...(limits.rateLimits && { rates: { ...limits.rateLimits } }),
  };
}

function toCredential(item: unknown): Credential {
  const parsed = v.parse(CredentialItem, item);
  const rateLimits: RateLimits | undefined = parsed.rates;
  return {
    id: parsed.id,
    accountId: parsed.account_id,
    name: parsed.name,
    prefix: parsed.prefix,
    fingerprint: parsed.fingerprint,
    revokedAt: parsed.revoked_at ?? null,
    createdAt: parsed.created_at,
    lastUsedAt: parsed.last_used_at ?? null,
    expiresAt: parsed.expires_at ?? null,
    limits: {
      spendLimit: parsed.spend_limit,
      // A tool that has left the catalog must not widen the list to every tool.
      allowedTools: parsed.tools,
      rateLimits,
    },
  };
}

/** Whether a key with this credential lets anyone in at a moment. */
export function isActive(credential: Pick<Credential, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  const expired = credential.expiresAt !== null && Date.parse(credential.expiresAt) <= now;
  return credential.revokedAt === null && !expired;
}
