import { type Grants, mergeGrants } from './grants.ts';

/** Functions that sign people in read accounts, keep sessions, challenges and attempts, and tell callers apart. */
const comingIn: Partial<Grants> = {
  tables: {
    accounts: ['GetItem'],
    identity: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  secrets: ['origin'],
};

/** Where people also see what they have: their sessions, their devices. */
export const signInGrants: Grants = mergeGrants([comingIn, { tables: { identity: ['Query'] } }]);

/** Where tokens are issued to somebody who is signed in. */
export const tokenIssuingGrants: Grants = mergeGrants([comingIn, { secrets: ['service', 'signing'] }]);

/** Where a first sign-in opens the account as well, and codes are checked. */
export const accountOpeningGrants: Grants = mergeGrants([
  tokenIssuingGrants,
  { tables: { accounts: ['PutItem'] } },
]);

/** What people of an account are to it. The first one that may do something is named where another may not. */
export const roles = ['owner', 'member', 'billing'] as const;
export type Role = (typeof roles)[number];

/** Keys, agents, tools, sites and saved questions. */
export const workRoles = ['owner', 'member'] as const satisfies readonly Role[];
/** Buying, invoices and alerts. */
export const moneyRoles = ['owner', 'billing'] as const satisfies readonly Role[];

/**
 * What an agent's connection may do. Sessions may do everything, and so may keys without limits of their own;
 * keys with limits see no balance but what each of their calls leaves.
 */
export type Scope = 'tools' | 'account:read' | 'balance:read' | 'keys:create' | 'keys:manage';
