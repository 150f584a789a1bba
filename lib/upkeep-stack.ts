import { Stack, type StackProps } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { transformStep } from '#functions/maintenance/transform-step/contract.ts';
import { buildFunctions } from './build-functions.ts';
import type { Bundles } from './bundle/bundle-functions.ts';
import { FunctionSchedules } from './constructs/function-schedules.ts';
import { IndexTransform } from './constructs/index-transform.ts';
import { SecretRotation } from './constructs/secret-rotation.ts';
import { ServiceAlarms } from './constructs/service-alarms.ts';
import { SignalCounts } from './constructs/signal-alarms.ts';
import type { DataStack } from './data-stack.ts';
import type { FunctionSpec } from './function-spec.ts';
import type { Stage } from './stage.ts';

interface UpkeepStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly functions: readonly FunctionSpec[];
  readonly bundles: Bundles;
  /** Where the service answers: the canary calls it there. */
  readonly baseUrl: string;
  readonly alarmTopic: ITopic;
}

/**
 * What runs without a caller: sweeping, exports, mails, the canary and the renewal
 * of secrets by the clock, and the transform of a new index. Apart from the API, so that either is deployed alone.
 */
export class UpkeepStack extends Stack {
  constructor(scope: Construct, id: string, props: UpkeepStackProps) {
    super(scope, id, props);
    const { stage, data, alarmTopic } = props;
    const functions = buildFunctions(this, props.functions, props);
    new FunctionSchedules(this, 'schedules', { functions });
    new SecretRotation(this, 'rotation', { functions, secrets: data.secrets });
    new SignalCounts(this, 'signals', { stage, functions });
    const alarms = new ServiceAlarms(this, 'alarms', { stage, topic: alarmTopic });
    alarms.watchFunctions(functions);
    alarms.watchClocks(functions);
    const step = functions.find(({ spec }) => spec.name === transformStep.name);
    if (step) new IndexTransform(this, 'index-transform', { stage, step, alarms });
  }
}
