import { proveRoles } from './support/prove-roles.ts';
import { walksInParts } from './support/walks/all-walks.ts';

describe('the roles of agents and other deployed tools', () => {
  proveRoles(walksInParts['agents and other tools']);
});
