import { productionFaults, productionRules } from './support/production-rules.ts';
import { type Resources, resourcesOf } from './support/rule.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

/** A change in every resource of a type, on a copy. */
function sabotaged(resources: Resources, type: string, change: (resource: Writable) => void): Resources {
  const copy: Record<string, Writable> = structuredClone({ ...resources });
  for (const resource of Object.values(copy)) if (resource.Type === type) change(resource);
  return copy;
}

type Writable = { -readonly [Name in keyof Resource]: Resource[Name] };

const sabotages: readonly [
  fault: string,
  type: string,
  change: (resource: Writable) => void,
  rule: string,
][] = [
  [
    'routes to functions instead of aliases',
    'AWS::ApiGateway::Method',
    ({ Properties: { Integration } }) => {
      const parts = Integration.Uri?.['Fn::Join']?.[1];
      if (parts)
        Integration.Uri['Fn::Join'][1] = parts.map((part: object) => ('Ref' in Object(part) ? 'arn' : part));
    },
    'callers reach functions by their aliases',
  ],
  [
    'aliases that move at once',
    'AWS::Lambda::Alias',
    (resource) => {
      resource.UpdatePolicy = undefined;
    },
    'new code comes in by a deployment',
  ],
  [
    'deployments that nothing checks afterwards',
    'AWS::Lambda::Alias',
    ({ UpdatePolicy }) => {
      UpdatePolicy.CodeDeployLambdaAliasUpdate.AfterAllowTrafficHook = undefined;
    },
    'new code is checked before and after',
  ],
  [
    'deployments that no alarm stops',
    'AWS::CodeDeploy::DeploymentGroup',
    ({ Properties }) => {
      Properties.AlarmConfiguration.Alarms = [];
    },
    'an alarm gives calls back to the version before',
  ],
  [
    'deployments that an alarm stops and does not take back',
    'AWS::CodeDeploy::DeploymentGroup',
    ({ Properties }) => {
      Properties.AutoRollbackConfiguration.Events = ['DEPLOYMENT_FAILURE'];
    },
    'an alarm gives calls back to the version before',
  ],
  [
    'all calls at once',
    'AWS::CodeDeploy::DeploymentGroup',
    ({ Properties }) => {
      Properties.DeploymentConfigName = 'CodeDeployDefault.LambdaAllAtOnce';
    },
    'a tenth of the calls at first',
  ],
  ...['AWS::DynamoDB::GlobalTable', 'AWS::SecretsManager::Secret', 'AWS::KMS::Key'].map(
    (type): (typeof sabotages)[number] => [
      `${type} that goes with its stack`,
      type,
      (resource) => {
        resource.DeletionPolicy = 'Delete';
      },
      'what holds data outlives its stack',
    ],
  ),
  [
    'tables that any call deletes',
    'AWS::DynamoDB::GlobalTable',
    ({ Properties }) => {
      for (const replica of Properties.Replicas) replica.DeletionProtectionEnabled = false;
    },
    'tables refuse to be deleted',
  ],
];

describe('the stacks of a stage that keeps its data', () => {
  const { data, api, upkeep } = synthesize({ stage: 'prod' });
  const resources = resourcesOf([data, api, upkeep]);

  it('have no fault', () => {
    expect(productionFaults(resources)).toEqual([]);
  });

  it.each(sabotages)('would be found with %s', (_fault, type, change, rule) => {
    const faults = productionFaults(sabotaged(resources, type, change));
    expect(faults.filter((fault) => fault.startsWith(`${rule}: `))).not.toEqual([]);
  });

  it('are of two minds with a trial stage, where data goes and code comes at once', () => {
    const trial = synthesize({ stage: 'dev' });
    const faults = productionFaults(resourcesOf([trial.data, trial.api, trial.upkeep]));
    const broken = productionRules.filter(({ name }) =>
      faults.some((fault) => fault.startsWith(`${name}: `)),
    );
    expect(broken.map(({ name }) => name)).toEqual(
      productionRules.map(({ name }) => name).filter((name) => name !== 'a tenth of the calls at first'),
    );
  });
});
