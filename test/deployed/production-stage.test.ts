import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { callByNobody, faultOf } from '#functions/maintenance/check-deployment.ts';
import { deployedName } from '#lib/function-spec.ts';
import { callerJourneys, creditsOfJourneys, visitorJourneys } from '#lib/journeys.ts';
import { deploymentCheck, serviceFunctions } from '#lib/service-functions.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { journeyOutcomes } from '#test/support/service/journey-outcomes.ts';
import { type Json, readAssembly, type Sabotage } from './support/assembly.ts';
import { startDeployedService } from './support/deployed-service.ts';
import { assemblyFolder } from './support/deployment.ts';
import { grantsOf } from './support/prove-grants.ts';

describe('a stage that keeps its data and lets new code in gradually', () => {
  const service = duringTests(() => startDeployedService({ stage: 'prod' }));

  it('serves visitors, callers and agents through aliases, and charges what it says', async () => {
    const { key, balance } = await service.openAccount(50);
    const journeys = [
      ...visitorJourneys(service.baseUrl),
      ...callerJourneys(service.baseUrl, { apiKey: key, keyword: 'running shoes' }),
    ];
    expect(await journeyOutcomes(journeys)).toEqual(
      Object.fromEntries(journeys.map(({ signal }) => [signal, 'ok'])),
    );
    expect(await balance()).toBe(50 - creditsOfJourneys);
  });

  it.each(['sweep', 'export-usage', 'margin-watch', 'low-balance', 'secret-ages'])(
    'runs %s by its clock, with what its role allows',
    async (name) => {
      const spec = serviceFunctions.find((candidate) => candidate.name === name);
      if (!spec) throw new Error(`There is no function ${name}.`);
      await service.running.start(deployedName(spec, 'prod'));
      expect(service.running.permissions.denied).toEqual([]);
    },
  );
});

describe('the check of a deployment', () => {
  const service = duringTests(() => startDeployedService({ stage: 'prod' }));
  beforeAll(async () => {
    const { key } = await service.openAccount(1_000);
    service.running.setSecret('canary', JSON.stringify({ api_key: key }));
    const stripe = { secret_key: 'sk_live_check', webhook_secret: 'whsec_check' };
    service.running.setSecret('stripe', JSON.stringify(stripe));
  });

  const checker = deployedName(deploymentCheck, 'prod');
  let checks = 0;

  /** What CodeDeploy is told about a deployment of one function; undefined where it is told nothing. */
  async function check(functionName: string): Promise<string | undefined> {
    const { deployments } = service.running.services;
    checks += 1;
    const [DeploymentId, LifecycleEventHookExecutionId] = [`d-${checks}`, `hook-${checks}`];
    const group = functionName.split('-').slice(0, 3).join('-');
    deployments.groups.set(DeploymentId, `${group}/${functionName}`);
    await service.running.start(checker, { DeploymentId, LifecycleEventHookExecutionId }).catch(() => {});
    return deployments.answers.find(({ deploymentId }) => deploymentId === DeploymentId)?.status;
  }

  const checked = ['oriel-prod-tools-inspect-keyword', 'oriel-prod-mcp-mcp'];

  it.each(checked)('lets sound code of %s in', async (name) => {
    expect(await check(name)).toBe('Succeeded');
    expect(service.running.permissions.denied).toEqual([]);
  });

  it('would let the code of every function in that callers reach: each answers a call by nobody', async () => {
    const { deployment, start } = service.running;
    const faults: Record<string, string | undefined> = {};
    const reached = deployment.functions.filter(({ name }) => !name.includes('-upkeep-'));
    for (const { name } of reached) {
      const answer = await start(name, callByNobody);
      const fault = faultOf(name, typeof answer === 'string' ? answer : JSON.stringify(answer));
      if (fault) faults[name] = fault;
    }
    expect(reached.length).toBeGreaterThan(30);
    expect(faults).toEqual({});
  });

  it('reports Failed where a probe fails, and where the new code cannot be called', async () => {
    const { permissions } = service.running;
    const reads = { functionName: 'oriel-prod-reference-reference', sid: 'TableAccounts' };
    const health = [
      { ...reads, action: 'dynamodb:GetItem' },
      { ...reads, sid: 'TableIndex', action: 'dynamodb:GetItem' },
    ];
    for (const grant of health) permissions.withhold(grant);
    expect(await check('oriel-prod-tools-inspect-keyword')).toBe('Failed');
    for (const grant of health) permissions.giveBack(grant);
    const calling = { functionName: checker, sid: 'CallNewCode', action: 'lambda:InvokeFunction' };
    permissions.withhold(calling);
    expect(await check('oriel-prod-tools-inspect-keyword')).toBe('Failed');
    permissions.giveBack(calling);
    expect(await check('oriel-prod-tools-inspect-keyword')).toBe('Succeeded');
  });

  it('needs every grant of its role', async () => {
    const { permissions, deployment, recycle } = service.running;
    const own = deployment.functions.find(({ name }) => name === checker);
    const grants = own ? grantsOf(own) : [];
    expect(grants.length).toBeGreaterThan(3);
    for (const grant of grants) {
      permissions.withhold(grant);
      await recycle(checker);
      const before = permissions.denied.length;
      await check('oriel-prod-tools-inspect-keyword');
      const missed = permissions.denied.slice(before).map(({ action }) => action);
      permissions.giveBack(grant);
      expect([grant, missed]).toEqual([grant, expect.arrayContaining([grant.action])]);
    }
  });
});

type Resources = Parameters<Sabotage>[0];

const ofType = (resources: Resources, type: string) =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

/** Faults of which no stage without aliases could know. */
const sabotages: readonly [fault: string, sabotage: Sabotage, complaint: string][] = [
  [
    'permissions for functions and none for their aliases',
    (resources) => {
      for (const [, { Properties }] of ofType(resources, 'AWS::Lambda::Permission')) {
        const { Ref: alias } = Properties.FunctionName;
        if (alias) Properties.FunctionName = resources[alias]?.Properties.FunctionName;
      }
    },
    'The gateway may not call',
  ],
  [
    'routes that go past the alias, where nobody may call',
    (resources) => {
      const aliases = new Map(
        ofType(resources, 'AWS::Lambda::Alias').map(([id, { Properties }]) => [id, Properties]),
      );
      for (const [, { Properties }] of ofType(resources, 'AWS::ApiGateway::Method')) {
        const parts: Json[] = Properties.Integration.Uri?.['Fn::Join']?.[1] ?? [];
        for (const part of parts) {
          const alias = aliases.get(part.Ref);
          if (alias) Object.assign(part, { Ref: undefined, 'Fn::GetAtt': [alias.FunctionName.Ref, 'Arn'] });
        }
      }
    },
    'The gateway may not call',
  ],
  [
    "an alias that leads to another function's version",
    (resources) => {
      const [one, other] = ofType(resources, 'AWS::Lambda::Alias');
      if (one && other) one[1].Properties.FunctionVersion = other[1].Properties.FunctionVersion;
    },
    'leads to no version of its function',
  ],
  [
    'an alias on code that is not published',
    (resources) => {
      for (const [, { Properties }] of ofType(resources, 'AWS::Lambda::Alias'))
        Properties.FunctionVersion = '$LATEST';
    },
    'leads to no version of its function',
  ],
];

describe('the templates of such a stage', () => {
  it.each(sabotages)('do not boot with %s', async (_fault, sabotage, complaint) => {
    const assembly = new CloudAssembly(await assemblyFolder('prod'));
    expect(() => readAssembly(assembly)).not.toThrow();
    expect(() => readAssembly(assembly, sabotage)).toThrow(complaint);
  });
});
