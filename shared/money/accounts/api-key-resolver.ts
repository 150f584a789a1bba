import type { Scope } from '#shared/contract/scope.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import type { Account } from './account.ts';
import { isWellFormedKey, looksLikeApiKey, possibleHashes } from './api-key.ts';
import { type Credential, type CredentialRepository, isActive } from './credential-repository.ts';
import type { CredentialResolver, Resolution } from './credential-resolver.ts';
import type { KeyLimits } from './principal.ts';

interface ApiKeyResolverOptions {
  readonly credentials: CredentialRepository;
  /** One strongly consistent read of the account; undefined where there is none. */
  readonly findAccount: (accountId: string) => Promise<Account | undefined>;
  readonly secrets: ServiceSecrets;
  readonly clock: Clock;
  readonly logger: CallLogger;
}

const allScopes: ReadonlySet<Scope> = new Set<Scope>(['tools', 'account:read', 'keys:manage']);
/** A limit that its holder could lift with a key of his own making would be none. */
const limitedScopes: ReadonlySet<Scope> = new Set<Scope>(['tools', 'account:read']);
const refused = (reason: string): Resolution => ({ ok: false, reason });

/** Keys whose account a process remembers. */
const maxKnownKeys = 10_000;

/**
 * Resolves API keys. Credential and account are read with every call, so that
 * a revocation holds from the next call on. All that is remembered is which
 * account a key belongs to, which never changes: from a key's second call on,
 * both are read at once.
 */
export function createApiKeyResolver(options: ApiKeyResolverOptions): CredentialResolver {
  const { credentials, findAccount, secrets, clock, logger } = options;
  const accountIds = new Map<string, string>();

  function remember(hash: string, accountId: string): void {
    const [oldest] = accountIds.size < maxKnownKeys ? [] : accountIds.keys();
    if (oldest !== undefined) accountIds.delete(oldest);
    accountIds.set(hash, accountId);
  }

  /** The credential under the first hash that has one, and its account. */
  async function read(hashes: readonly string[]): Promise<Found | undefined> {
    const known = hashes.find((hash) => accountIds.has(hash));
    const knownId = known && accountIds.get(known);
    const [found, knownAccount] = await Promise.all([
      findCredential(credentials, known === undefined ? hashes : [known, ...hashes]),
      knownId && findAccount(knownId),
    ]);
    if (!found) return undefined;
    const { accountId } = found.credential;
    if (knownAccount && knownAccount.accountId === accountId) return { ...found, account: knownAccount };
    remember(found.hash, accountId);
    return { ...found, account: await findAccount(accountId) };
  }

  return {
    recognizes: looksLikeApiKey,
    async resolve(key) {
      if (!isWellFormedKey(key)) return refused('malformed key');
      const found = await read(possibleHashes(key, secrets));
      if (!found) return refused('unknown key');
      const { credential, hash, account } = found;
      const now = clock();
      if (credential.revokedAt !== null) return refused(`revoked key ${credential.id}`);
      if (!isActive(credential, now)) return refused(`expired key ${credential.id}`);
      if (!account) return refused(`key ${credential.id} of a missing account`);
      // Not awaited: when a key was last used must never delay an answer.
      credentials.noteUse(hash, credential, now).catch((cause: unknown) => {
        logger.warn('last use of a key not noted', { credential_id: credential.id, cause });
      });
      return {
        ok: true,
        principal: {
          account,
          credentialId: credential.id,
          authSource: 'api_key',
          keyLimits: credential.limits,
          scopes: scopesOf(credential.limits),
        },
      };
    },
  };
}

interface Found {
  readonly credential: Credential;
  readonly hash: string;
  readonly account: Account | undefined;
}

function scopesOf({ spendLimit, allowedTools, rateLimits }: KeyLimits): ReadonlySet<Scope> {
  return (spendLimit ?? allowedTools ?? rateLimits) === undefined ? allScopes : limitedScopes;
}

async function findCredential(
  credentials: CredentialRepository,
  hashes: readonly string[],
): Promise<{ credential: Credential; hash: string } | undefined> {
  for (const hash of hashes) {
    const credential = await credentials.findByHash(hash);
    if (credential) return { credential, hash };
  }
  return undefined;
}
