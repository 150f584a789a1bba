import { type AwsRule, type Resources, refusing } from './rule.ts';
import type { Resource } from './synthesize.ts';

type Json = Resource['Properties'];

/** Of these there must be at least one, or the rule would hold for nothing. */
const needed = (type: string, rule: AwsRule['faults']) => (resources: Resources) =>
  Object.values(resources).some(({ Type }) => Type === type) ? rule(resources) : [`no ${type}`];

/** The origin secret alone has no name: distribution and firewall are made again with a new one. */
const holdsData = ({ Type, Properties }: Resource) =>
  ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key'].includes(Type) ||
  (Type === 'AWS::SecretsManager::Secret' && Properties.Name !== undefined);
const functionNames = (resources: Resources) =>
  new Set(
    Object.values(resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? [Properties.FunctionName] : [],
    ),
  );
const keeps = ['Retain', 'RetainExceptOnCreate'];

/** What holds for a stage that keeps its data and lets new code in gradually, beside the rules for every stage. */
export const productionRules: readonly AwsRule[] = [
  {
    name: 'callers reach functions by their aliases',
    source: 'Lambda, "Aliases": only calls of the alias are shifted between versions.',
    faults: refusing('AWS::ApiGateway::Method', ({ Integration: { Uri } }, resources) => {
      const parts: Json[] = Uri?.['Fn::Join']?.[1] ?? [];
      return !Uri || parts.some(({ Ref }) => resources[Ref]?.Type === 'AWS::Lambda::Alias');
    }),
  },
  {
    name: 'new code comes in by a deployment',
    source: 'CloudFormation, "UpdatePolicy": without CodeDeployLambdaAliasUpdate an alias moves at once.',
    faults: needed('AWS::Lambda::Alias', (resources) =>
      Object.entries(resources).flatMap(([id, { Type, UpdatePolicy }]) => {
        const group = UpdatePolicy?.CodeDeployLambdaAliasUpdate?.DeploymentGroupName?.Ref;
        const isGradual = resources[group]?.Type === 'AWS::CodeDeploy::DeploymentGroup';
        return Type !== 'AWS::Lambda::Alias' || isGradual ? [] : [id];
      }),
    ),
  },
  {
    name: 'an alarm gives calls back to the version before',
    source:
      'CodeDeploy, "Rollback and redeployment": by alarm only where the group has one and the event is on.',
    faults: needed(
      'AWS::CodeDeploy::DeploymentGroup',
      refusing(
        'AWS::CodeDeploy::DeploymentGroup',
        ({ AlarmConfiguration: alarms, AutoRollbackConfiguration: back }) =>
          alarms?.Enabled === true &&
          alarms.Alarms.length > 0 &&
          back?.Enabled === true &&
          ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'].every((event) => back.Events.includes(event)),
      ),
    ),
  },
  {
    name: 'new code is checked before and after',
    source:
      'CodeDeploy, "AppSpec hooks for Lambda": BeforeAllowTraffic and AfterAllowTraffic, each a function.',
    faults: needed('AWS::Lambda::Alias', (resources) =>
      Object.entries(resources).flatMap(([id, { Type, UpdatePolicy }]) => {
        const update = UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
        const hooks = [update.BeforeAllowTrafficHook, update.AfterAllowTrafficHook];
        const areFunctions = hooks.every((hook) => hook !== undefined && functionNames(resources).has(hook));
        return Type !== 'AWS::Lambda::Alias' || areFunctions ? [] : [id];
      }),
    ),
  },
  {
    name: 'a tenth of the calls at first',
    source:
      'CodeDeploy, "Predefined deployment configurations": Canary10Percent5Minutes shifts 10 percent first.',
    faults: refusing(
      'AWS::CodeDeploy::DeploymentGroup',
      ({ DeploymentConfigName }) =>
        DeploymentConfigName === 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    ),
  },
  {
    name: 'what holds data outlives its stack',
    source: 'CloudFormation, "DeletionPolicy": by default most resources are deleted with their stack.',
    faults: (resources) =>
      Object.entries(resources).flatMap(([id, resource]) =>
        holdsData(resource) && !keeps.includes(resource.DeletionPolicy ?? 'Delete') ? [id] : [],
      ),
  },
  {
    name: 'tables refuse to be deleted',
    source: 'DynamoDB, "Deletion protection": a replica that has it is not deleted by any call.',
    faults: refusing('AWS::DynamoDB::GlobalTable', ({ Replicas }) =>
      Replicas.every(({ DeletionProtectionEnabled }: Json) => DeletionProtectionEnabled === true),
    ),
  },
];

/** Every fault of such a stage, as `rule: resource`. */
export function productionFaults(resources: Resources): readonly string[] {
  return productionRules.flatMap((rule) => rule.faults(resources).map((id) => `${rule.name}: ${id}`));
}
