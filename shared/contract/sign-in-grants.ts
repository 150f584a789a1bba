import { type Grants, mergeGrants } from './grants.ts';

/** Functions that sign people in read accounts, keep sessions, challenges and attempts, and tell callers apart. */
const comingIn: Grants = {
  tables: {
    accounts: ['GetItem'],
    identity: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  secrets: ['origin'],
  objects: [],
};

/** Where people also see what they have: their sessions, their devices. */
export const signInGrants: Grants = mergeGrants([
  comingIn,
  { tables: { identity: ['Query'] }, secrets: [], objects: [] },
]);

/** Where a first sign-in opens the account, codes are checked and tokens are issued. */
export const accountOpeningGrants: Grants = mergeGrants([
  comingIn,
  { tables: { accounts: ['PutItem'] }, secrets: ['service', 'signing'], objects: [] },
]);
