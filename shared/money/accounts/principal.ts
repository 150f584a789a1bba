import type { Role, Scope } from '#shared/contract/role.ts';
import type { Feature } from '#shared/contract/tool.ts';
import type { AuthSource } from '#shared/contract/usage-record.ts';
import type { AccountItem, RateLimits, RateWindow } from './account-item.ts';
import type { Meter, MeterItem } from './meter.ts';
import { type Books, wholeAccount } from './sub-accounts.ts';

/**
 * An account as authentication read it, with strong consistency. Windows and
 * holds are a snapshot: good for refusing early, while the conditions of the
 * ledger's writes decide.
 */
export interface Account {
  readonly accountId: string;
  readonly email: string;
  readonly status: 'active' | 'suspended';
  /** Credits that can still be spent; holds are already taken off. */
  readonly balance: number;
  readonly features: ReadonlySet<Feature>;
  readonly rateLimits: RateLimits;
  readonly maxConcurrentCalls: number;
  readonly windows: Readonly<Record<keyof RateLimits, RateWindow>>;
  readonly openHolds: number;
  readonly createdAt: string;
  /** All of the account as one item, what its sub-accounts have included. */
  readonly snapshot: AccountItem;
  /** The same as it is stored; the ledger plans its writes from it. */
  readonly books: Books;
}

export function accountOf(books: Books): Account {
  return { ...toAccount(wholeAccount(books)), books };
}

/** The account that an item without sub-accounts describes. */
export function toAccount(item: AccountItem): Account {
  return {
    accountId: item.account_id,
    email: item.email,
    status: item.status,
    balance: item.balance,
    features: new Set(item.features.filter(isFeature)),
    rateLimits: item.rate_limits,
    maxConcurrentCalls: item.max_concurrent_calls,
    windows: item.windows,
    openHolds: Object.keys(item.holds).length,
    createdAt: item.created_at,
    snapshot: item,
    books: { main: item, subs: {}, behind: [] },
  };
}

function isFeature(name: string): name is Feature {
  return name === 'backlinks';
}

export interface KeyLimits {
  /** Credits a calendar month (UTC). */
  readonly spendLimit: number | undefined;
  /** Undefined allows every tool. */
  readonly allowedTools: readonly string[] | undefined;
  readonly rateLimits: RateLimits | undefined;
}

/** The limits of a key or connection by its stored attributes. A tool that has left the catalog must not widen the list to every tool. */
export function limitsOf(stored: MeterItem & { readonly tools?: readonly string[] | undefined }): KeyLimits {
  return { spendLimit: stored.spend_limit, allowedTools: stored.tools, rateLimits: stored.rates };
}

export const noKeyLimits: KeyLimits = {
  spendLimit: undefined,
  allowedTools: undefined,
  rateLimits: undefined,
};

export interface Client {
  readonly clientId: string;
  /** Where its answers go, such as `chatgpt.com`. */
  readonly redirectHost: string;
}

/** Under whose name answers, datasets and observations of a caller are kept: those of test keys apart from the live ones. */
export function holderOf({ account, isTest }: Pick<Principal, 'account' | 'isTest'>): string {
  const [live, test] = holdersOf(account.accountId);
  return isTest ? test : live;
}

/** Both names under which an account has something kept: its live calls' and its test keys'. */
export function holdersOf(accountId: string) {
  return [accountId, `${accountId}.test`] as const;
}

/** Who is calling, after authentication and before anything else. */
export interface Principal {
  readonly account: Account;
  /** The key (`cred_…`), session (`sess_…`) or agent connection (`conn_…`) that was used, or the tracker (`trk_…`) whose schedule asks. */
  readonly credentialId: string;
  /** The key that made this key; undefined of what is no child. */
  readonly parentId?: string | undefined;
  /** Keyed hash of the API key; undefined of what is none. */
  readonly credentialHash?: string | undefined;
  /** When the key ends, ISO 8601; nothing that it makes outlives it. */
  readonly expiresAt?: string | null;
  readonly authSource: AuthSource;
  /** Whether the key is a test key: its calls answer from the sample market and move no credits. */
  readonly isTest?: boolean;
  readonly keyLimits: KeyLimits;
  /** Where its calls are counted beside the account: its own item first, then its parent's; none of a session. */
  readonly meters: readonly Meter[];
  readonly scopes: ReadonlySet<Scope>;
  /** Of sessions: what their person is to the account. */
  readonly role?: Role;
  /** Of sessions: the person, where that is not who opened the account (`mem_…`). */
  readonly memberId?: string | undefined;
  /** Of sessions: when their person signed in, ISO 8601. */
  readonly signedInAt?: string;
  readonly client?: Client;
}

export interface CredentialResolver {
  /** Whether the secret looks like this kind; decides without a read. */
  recognizes(secret: string): boolean;
  /**
   * The principal, or the true reason why there is none. The reason goes to
   * the log only: revoked, expired, unknown and mistyped look alike outside.
   */
  resolve(secret: string): Promise<Resolution>;
}

export type Resolution =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly reason: string };
