import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type Alias, CfnAlias, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { buildFunctions } from '#lib/build-functions.ts';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import type { DataStack } from '#lib/data-stack.ts';
import { deployedName, type FunctionSpec } from '#lib/function-spec.ts';
import { checkedPlaces } from '#lib/role-policy.ts';
import type { Stage } from '#lib/stage.ts';
import type { ServiceFunction } from './service-function.ts';

interface GradualDeploymentProps {
  readonly stage: Stage;
  /** Name of CodeDeploy's application. */
  readonly application: string;
  /** Without one, only alarms stop a deployment. */
  readonly hook: DeploymentCheck | undefined;
  readonly functions: readonly ServiceFunction[];
  readonly functionAlarms: ReadonlyMap<string, Alarm>;
}

const deploymentConfigs = {
  gradual: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  'at-once': LambdaDeploymentConfig.ALL_AT_ONCE,
} as const;

/**
 * For every function that callers reach: new code gets one call in ten for
 * five minutes, then all of them. An alarm of the function in that time gives
 * every call back to the version before.
 * Before the first and after the last of them a function checks the new code, since a
 * tenth of no calls sounds no alarm.
 * Where it is urgent it gets all of them at once, which nothing stops.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, props: GradualDeploymentProps) {
    super(scope, id);
    const { stage, functions, functionAlarms, hook } = props;
    const application = new LambdaApplication(this, 'application', { applicationName: props.application });
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
      ...(hook && { inlinePolicies: { check: mayCall(hook) } }),
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: "CodeDeploy's own role for moving aliases, as AWS documents it.",
    });
    for (const { spec, alias } of functions) {
      const alarm = functionAlarms.get(spec.name);
      if (!alias || !alarm) continue;
      new LambdaDeploymentGroup(this, spec.name, {
        application,
        // Called as the function is, so that the check knows from the group which code is new.
        deploymentGroupName: deployedName(spec, stage.name),
        // Otherwise CDK adds a second policy to it, for any version of the check.
        role: role.withoutPolicyUpdates(),
        alias,
        alarms: [alarm],
        deploymentConfig: deploymentConfigs[stage.rollout],
      });
      if (hook) checkBy(alias, hook);
    }
  }
}

/** By its name: CDK makes no parameter of what an update policy refers to in another template. */
function checkBy(alias: Alias, { functionName }: DeploymentCheck): void {
  const { defaultChild } = alias.node;
  if (!(defaultChild instanceof CfnAlias)) throw new Error('An alias is made of an alias.');
  for (const hook of ['BeforeAllowTrafficHook', 'AfterAllowTrafficHook'])
    defaultChild.addOverride(`UpdatePolicy.CodeDeployLambdaAliasUpdate.${hook}`, functionName);
}

function mayCall({ lambda }: DeploymentCheck): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'CallCheck',
        actions: ['lambda:InvokeFunction'],
        resources: [lambda.functionArn],
      }),
    ],
  });
}

interface DeploymentCheckProps {
  readonly spec: FunctionSpec;
  readonly stage: Stage;
  readonly data: DataStack;
  readonly bundles: Bundles;
  readonly baseUrl: string;
}

/** The function that CodeDeploy calls before it leads calls to new code, and again after all of them. */
export class DeploymentCheck extends Construct {
  readonly lambda: IFunction;
  readonly functionName: string;

  constructor(scope: Construct, id: string, props: DeploymentCheckProps) {
    super(scope, id);
    const [built] = buildFunctions(this, [props.spec], props);
    if (!built) throw new Error('There is no function that checks deployments.');
    this.lambda = built.lambda;
    this.functionName = deployedName(props.spec, props.stage.name);
    const inAccount = '<AWS::Region>:<AWS::AccountId>';
    Validations.of(built.role).acknowledge(
      ...checkedPlaces(props.stage).map(({ service, resource, resourceName }) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${service}:${inAccount}:${resource}:${resourceName}]`,
        reason: 'Fifty functions with a deployment group each; a policy has no room for the names of all.',
      })),
    );
  }
}
