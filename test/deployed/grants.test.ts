import { functionNamed } from './support/function-named.ts';
import { proveRoles } from './support/prove-roles.ts';
import { allWalks, walksInParts } from './support/walks/all-walks.ts';

describe('the roles of functions in the background', () => {
  const service = proveRoles(walksInParts.background);

  it('belong to functions of which each has a walk', () => {
    const walked = allWalks.filter(({ steps }) => steps.length > 0).map(({ name }) => functionNamed(name));
    expect(walked.sort()).toEqual(service.running.deployment.functions.map(({ name }) => name).sort());
  });
});
