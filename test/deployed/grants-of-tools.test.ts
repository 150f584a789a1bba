import { proveRoles } from './support/prove-roles.ts';
import { walksInParts } from './support/walks/all-walks.ts';

describe('the roles of deployed tools', () => {
  proveRoles(walksInParts.tools);
});
