import { type Grants, mergeGrants } from './grants.ts';

/** Whoever signs people in reads accounts, keeps sessions, challenges and attempts, and tells callers apart. */
export const signInGrants: Grants = {
  tables: {
    accounts: ['GetItem'],
    identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  secrets: ['service', 'origin'],
  objects: [],
};

/** Where a first sign-in opens the account, and tokens are issued. */
export const accountOpeningGrants: Grants = mergeGrants([
  signInGrants,
  { tables: { accounts: ['PutItem'] }, secrets: ['signing'], objects: [] },
]);
