import { proveRoles } from './support/prove-roles.ts';
import { walksInParts } from './support/walks/all-walks.ts';

describe('the roles of what accounts ask for', () => {
  proveRoles(walksInParts.accounts);
});
