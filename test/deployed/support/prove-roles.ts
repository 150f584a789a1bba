import { duringTests } from '#test/support/during-tests.ts';
import { grantsOf, type Proof, proveGrants } from './prove-grants.ts';
import { startWalkedService, type WalkedService } from './walked-service.ts';
import type { Walk } from './walks/walk.ts';

/**
 * Every function does all that it is for, each grant of its role is used by
 * it, and each is missed when it is taken away: what is granted is neither too
 * little nor too much, function by function. Called in a `describe`; the service is of its tests.
 */
export function proveRoles(walks: readonly Walk[]): WalkedService {
  const proofs = new Map<string, Proof>();
  const service = duringTests(startWalkedService);

  it.each(walks.map((walk) => [walk.name, walk] as const))(
    'give %s what it needs and nothing else: without any one grant its walk fails',
    async (name, walk) => {
      const proof = await proveGrants(service, walk);
      proofs.set(name, proof);
      expect(proof).toMatchObject({ failed: [], denied: [], unused: [], unnoticed: [] });
    },
  );

  it('were proven to the last grant', () => {
    const { functions } = service.running.deployment;
    expect(functions.flatMap(grantsOf).length).toBeGreaterThan(functions.length);
    expect([...proofs.keys()].sort()).toEqual(walks.map(({ name }) => name).sort());
  });

  it('let no key, token or secret into any log', () => {
    const log = [...service.running.hosts.values()].flatMap((host) => host.log).join('\n');
    expect(log).not.toMatch(/or_[0-9A-Za-z]{20,}/u);
    expect(log).not.toMatch(/eyJ[\w-]{8,}\.[\w-]+\./u);
    for (const secret of service.running.deployment.secrets.values())
      expect(log).not.toContain(secret.slice(0, 40));
  });

  return service;
}
