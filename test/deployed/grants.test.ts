import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';
import { type DeployedService, startDeployedService } from './support/deployed-service.ts';
import { type Deed, matches } from './support/permissions.ts';
import { type Walk, walks } from './support/walk.ts';

/** A statement and one of its actions: what one line of a contract grants. */
interface Grant {
  readonly functionName: string;
  readonly sid: string;
  readonly action: string;
}

const nameOf = ({ sid, action }: Grant) => `${sid} ${action}`;

/** For what no walk can bring about; each with the test that does. */
const rareGrants = [
  'TableLedger dynamodb:UpdateItem', // an entry that was cut off half-way: test/ledger
  'TableUsage dynamodb:UpdateItem', // a call that outlived its sweep: test/ledger
];

/** Used by the Lambda runtime itself, which has no code here that could be denied. */
const runtimeSids = ['OwnLog', 'Traces'];

describe('the service as deployed', () => {
  let upstream: UpstreamServer;
  let service: DeployedService;
  const used = new Map<string, { readonly grant: Grant; readonly walk: Walk; readonly live: boolean }>();

  /** Walks with or without an upstream account: the stored index answers alone where there is none. */
  async function withUpstream(live: boolean, functionName: string): Promise<void> {
    const account = { login: upstream.login, password: upstream.password, base_url: upstream.baseUrl };
    service.running.setSecret('upstream', JSON.stringify(live ? account : { seed: 'none' }));
    await service.running.recycle(functionName);
  }

  /** Takes a walk from a cold start; with nothing in the fact cache, live questions are asked anew. */
  async function take(walk: Walk, live: boolean): Promise<void> {
    await withUpstream(live, walk.functionName);
    await service.running.forget('facts');
    await walk.run(service);
  }

  function remember(walk: Walk, live: boolean, deeds: readonly Deed[]): void {
    const own = deeds.filter(({ functionName }) => functionName === walk.functionName);
    for (const grant of own.flatMap((deed) => grantsBehind(service, deed)))
      if (!used.has(nameOf(grant))) used.set(nameOf(grant), { grant, walk, live });
  }

  beforeAll(async () => {
    upstream = await startUpstream();
    service = await startDeployedService();
    for (const live of [false, true])
      for (const walk of walks) {
        const before = service.running.permissions.done.length;
        await take(walk, live);
        remember(walk, live, service.running.permissions.done.slice(before));
      }
  }, 600_000);

  afterAll(async () => {
    await service.stop();
    await upstream.stop();
  });

  it('was denied nothing that its walks asked for', () => {
    expect(service.running.permissions.denied).toEqual([]);
  });

  it('uses every kind of grant that its walked functions have', () => {
    const names = walks.map(({ functionName }) => functionName);
    const granted = service.running.deployment.functions
      .filter(({ name }) => names.includes(name))
      .flatMap(({ statements }) => statements)
      .filter(({ sid }) => !runtimeSids.includes(sid))
      .flatMap(({ sid, actions }) => actions.map((action) => `${sid} ${action}`));
    expect([...new Set(granted)].filter((grant) => !used.has(grant)).sort()).toEqual(rareGrants);
  });

  it('fails where any one kind of grant is taken away', async () => {
    const unnoticed: string[] = [];
    for (const [name, { grant, walk, live }] of used) {
      const { permissions } = service.running;
      const before = permissions.denied.length;
      permissions.withhold(grant.functionName, grant.sid, grant.action);
      await take(walk, live);
      permissions.restore();
      if (permissions.denied.length === before) unnoticed.push(name);
    }
    expect(unnoticed).toEqual([]);
  }, 600_000);

  it('writes no key, token or secret into any log', () => {
    const log = [...service.running.hosts.values()].flatMap((host) => host.log).join('\n');
    expect(log).not.toMatch(/or_[0-9A-Za-z]{20,}/u);
    expect(log).not.toMatch(/eyJ[\w-]{8,}\.[\w-]+\./u);
    for (const secret of service.running.deployment.secrets.values())
      expect(log).not.toContain(secret.slice(0, 40));
  });
});

/** The statements of the function's role that allow what it did. */
function grantsBehind({ running }: DeployedService, { functionName, action, resource }: Deed): Grant[] {
  const deployed = running.deployment.functions.find(({ name }) => name === functionName);
  return (deployed?.statements ?? [])
    .filter(
      ({ actions, resources }) =>
        actions.includes(action) && resources.some((pattern) => matches(pattern, resource)),
    )
    .map(({ sid }) => ({ functionName, sid, action }));
}
