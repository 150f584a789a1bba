import { proveRoles } from './support/prove-roles.ts';
import { toolsWalks } from './support/walks/all-walks.ts';

/** In a file of its own, so that both halves of the proof run at once. */
describe('the roles of the deployed tools', () => {
  proveRoles(toolsWalks);
});
