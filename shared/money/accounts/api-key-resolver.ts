import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Scope } from '#shared/contract/role.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  type Item,
  setAll,
  type Test,
  type WritableTable,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem, readBatch } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { parseAccountItem } from './account-item.ts';
import {
  type Credential,
  isActive,
  isLiveSecret,
  isTestKey,
  isWellFormedKey,
  keyFingerprint,
  laterSecretItem,
  looksLikeApiKey,
  lookUpKey,
  possibleHashes,
  toCredential,
} from './credential.ts';
import {
  type Account,
  accountOf,
  type CredentialResolver,
  type KeyLimits,
  type Principal,
  type Resolution,
} from './principal.ts';
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
  const item = await currentItem(documents, name, lookUpKey(hash));
  if (!item) return undefined;
  const later = v.safeParse(laterSecretItem, item);
  return later.success
    ? findBySecret(table, later.output.credential_hash)
    : { credential: toCredential(item), hash };
}

interface ApiKeyResolverOptions {
  readonly credentials: Pick<KeyLookup, 'findBySecret' | 'noteUse'>;
  readonly readFamily: FamilyReader;
  readonly secrets: ServiceSecrets;
  readonly clock: Clock;
  readonly logger: CallLogger;
}

const unlimited: ReadonlySet<Scope> = new Set<Scope>([
  'tools',
  'account:read',
  'balance:read',
  'keys:create',
  'keys:manage',
]);
/** A limit that its holder could lift with a key of his own making would be none. */
const limited: ReadonlySet<Scope> = new Set<Scope>(['tools', 'account:read']);
/** What such a key makes are its children, which share its limits. */
const limitedParent: ReadonlySet<Scope> = new Set<Scope>(['tools', 'account:read', 'keys:create']);
/** What a test key may ask of the account endpoints, each of them says itself. */
const testScopes: ReadonlySet<Scope> = new Set<Scope>(['tools', 'account:read', 'balance:read']);
/** Credits that a test key finds in its account: always the same, so that tests can rely on them, and never the real ones. */
const testBalance = 1_000;
const refused = (reason: string): Resolution => ({ ok: false, reason });

/** Keys whose account a process remembers. */
const maxKnownKeys = 10_000;

/**
 * Resolves API keys. Credential, parent and account are read with every call,
 * so that a revocation holds from the next call on. All that is remembered is
 * to which credential, account and parent a key belongs, which never changes:
 * from a key's second call on, all are read with one request.
 */
export function createApiKeyResolver(options: ApiKeyResolverOptions): CredentialResolver {
  const { credentials, readFamily, secrets, clock, logger } = options;
  const families = new Map<string, KeyFamily>();

  function remember(hash: string, family: KeyFamily): void {
    const [oldest] = families.size < maxKnownKeys ? [] : families.keys();
    if (oldest !== undefined) families.delete(oldest);
    families.set(hash, family);
  }

  /** The credential under the first hash that has one, with its parent and account. */
  async function read(hashes: readonly string[]): Promise<Found | undefined> {
    const known = hashes.map((hash) => families.get(hash)).find((family) => family !== undefined);
    if (known) {
      const { credential, ...relatives } = await readFamily(known);
      if (credential) return { credential, hash: known.hash, ...relatives };
    }
    const found = await findCredential(credentials, hashes);
    if (!found) return undefined;
    const { credential, hash } = found;
    const family = { hash, accountId: credential.accountId, parentHash: credential.parent?.hash };
    remember(found.presented, family);
    return { ...(await readFamily(family, credential)), credential, hash };
  }

  return {
    recognizes: looksLikeApiKey,
    async resolve(key) {
      if (!isWellFormedKey(key)) return refused('malformed key');
      const found = await read(possibleHashes(key, secrets));
      if (!found) return refused('unknown key');
      const { credential, hash, account } = found;
      const now = clock();
      const ended = reasonOfEnd(found, keyFingerprint(key), now);
      if (ended !== undefined) return refused(ended);
      if (!account) return refused(`key ${credential.id} of a missing account`);
      // Not awaited: when a key was last used must never delay an answer.
      credentials.noteUse(hash, credential, now).catch((cause: unknown) => {
        logger.warn('last use of a key not noted', { credential_id: credential.id, cause });
      });
      return { ok: true, principal: toPrincipal(found, account) };
    },
  };
}

interface Found {
  readonly credential: Credential;
  readonly hash: string;
  readonly parent: Credential | undefined;
  readonly account: Account | undefined;
}

function reasonOfEnd({ credential, parent }: Found, fingerprint: string, now: number): string | undefined {
  const { id } = credential;
  if (!isLiveSecret(credential, fingerprint, now)) return `replaced key ${id}`;
  if (credential.revokedAt !== null) return `revoked key ${id}`;
  if (!isActive(credential, now)) return `expired key ${id}`;
  if (!credential.parent) return undefined;
  return parent && isActive(parent, now) ? undefined : `child key ${id} of an ended key`;
}

function toPrincipal({ credential, hash, parent }: Found, account: Account): Principal {
  const isTest = isTestKey(credential.prefix);
  return {
    account: isTest ? { ...account, balance: testBalance } : account,
    credentialId: credential.id,
    credentialHash: hash,
    parentId: parent?.id,
    authSource: 'api_key',
    isTest,
    keyLimits: { ...credential.limits, allowedTools: sharedTools(credential, parent) },
    meters: [credential.meter, ...(parent ? [{ ...parent.meter, kind: 'parent key' } as const] : [])],
    expiresAt: credential.expiresAt,
    scopes: scopesOf(credential),
  };
}

/** What both may call: the parent's list can have been shortened since. */
function sharedTools({ limits }: Credential, parent: Credential | undefined): KeyLimits['allowedTools'] {
  const ofParent = parent?.limits.allowedTools;
  const own = limits.allowedTools;
  return own && ofParent ? own.filter((tool) => ofParent.includes(tool)) : (own ?? ofParent);
}

/** One level: a child makes no keys. */
function scopesOf({ limits, parent, mayCreateKeys, prefix }: Credential): ReadonlySet<Scope> {
  if (isTestKey(prefix)) return testScopes;
  if (parent) return limited;
  const { spendLimit, allowedTools, rateLimits } = limits;
  if ((spendLimit ?? allowedTools ?? rateLimits) === undefined) return unlimited;
  return mayCreateKeys ? limitedParent : limited;
}

async function findCredential(
  credentials: Pick<KeyLookup, 'findBySecret'>,
  hashes: readonly string[],
): Promise<(FoundCredential & { readonly presented: string }) | undefined> {
  for (const presented of hashes) {
    const found = await credentials.findBySecret(presented);
    if (found) return { ...found, presented };
  }
  return undefined;
}
