import { NestedStack } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type DeploymentCheck, GradualDeployment } from '#lib/constructs/gradual-deployment.ts';
import { buildFunctions } from './build-functions.ts';
import type { Bundles } from './bundle/bundle-functions.ts';
import { ServiceAlarms } from './constructs/service-alarms.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import { SignalCounts } from './constructs/signal-alarms.ts';
import type { DataStack } from './data-stack.ts';
import type { FunctionSpec } from './function-spec.ts';
import { applicationName } from './role-policy.ts';
import type { Stage } from './stage.ts';

interface FunctionGroupProps {
  readonly description: string;
  readonly stage: Stage;
  readonly data: DataStack;
  readonly specs: readonly FunctionSpec[];
  readonly bundles: Bundles;
  readonly baseUrl: string;
  readonly originSecretArn: string;
  readonly alarmTopic: ITopic;
  /** Checks deployments where new code comes in gradually. */
  readonly hook: DeploymentCheck | undefined;
}

/**
 * Functions of the API with all that is theirs alone: role, log, alarm, and
 * the way in which new code comes in. Nested in the API's stack, so that both
 * are deployed and rolled back as one, and neither holds the other by an export.
 */
export class FunctionGroup extends NestedStack {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, props: FunctionGroupProps) {
    super(scope, id, { description: props.description });
    const { stage, specs, alarmTopic } = props;
    this.functions = buildFunctions(this, specs, props);
    const alarms = new ServiceAlarms(this, 'alarms', { stage, topic: alarmTopic });
    const functionAlarms = alarms.watchFunctions(this.functions);
    if (stage.gradualDeployment)
      new GradualDeployment(this, 'gradual', {
        ...props,
        application: applicationName(stage, id),
        functions: this.functions,
        functionAlarms,
      });
    new SignalCounts(this, 'signals', { stage, functions: this.functions });
  }
}
