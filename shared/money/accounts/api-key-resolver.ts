import type { Scope } from '#shared/contract/role.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import type { Account } from './account.ts';
import { isTestKey, isWellFormedKey, keyFingerprint, looksLikeApiKey, possibleHashes } from './api-key.ts';
import { type Credential, isActive, isLiveSecret } from './credential.ts';
import type { FamilyReader, FoundCredential, KeyFamily, KeyLookup } from './key-lookup.ts';
import type { CredentialResolver, KeyLimits, Principal, Resolution } from './principal.ts';

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
