import type { Feature } from '#shared/contract/tool.ts';
import type { AccountItem, RateLimits, RateWindow } from './account-item.ts';
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

/** The account that is stored so. */
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
