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
