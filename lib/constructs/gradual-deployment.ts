import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { ServiceFunction } from './service-function.ts';

interface GradualDeploymentProps {
  readonly stage: Stage;
  readonly functions: readonly ServiceFunction[];
  /** By name of the function. */
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
 * Where it is urgent it gets all of them at once, which no alarm is quick enough to stop.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, functionAlarms }: GradualDeploymentProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'application');
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
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
        role,
        alias,
        alarms: [alarm],
        deploymentConfig: deploymentConfigs[stage.rollout],
      });
    }
  }
}
