import { Stack, type StackProps } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { buildFunctions } from './build-functions.ts';
import type { Bundles } from './bundle/bundle-functions.ts';
import { FunctionSchedules } from './constructs/function-schedules.ts';
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
 * of secrets. Apart from the API, so that either is deployed alone.
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
  }
}
