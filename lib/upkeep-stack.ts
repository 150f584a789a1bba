import { Duration, Stack, type StackProps, TimeZone } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { CfnRotationSchedule, type Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import { ServiceAlarms } from '#lib/constructs/service-alarms.ts';
import type { ServiceFunction } from '#lib/constructs/service-function.ts';
import { SignalCounts } from '#lib/constructs/signal-alarms.ts';
import type { KeptSecretName } from '#shared/contract/grants.ts';
import { buildFunctions } from './build-functions.ts';
import type { DataStack } from './data-stack.ts';
import { deliveryQueueName, type FunctionSpec } from './function-spec.ts';
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
    const deliveries = new DeliveryQueue(this, 'deliveries', { stage, functions });
    const alarms = new ServiceAlarms(this, 'alarms', { stage, topic: alarmTopic });
    alarms.watchFunctions(functions);
    alarms.watchClocks(functions);
    alarms.watchLost(deliveries.lost);
  }
}

interface DeliveryQueueProps {
  readonly stage: Stage;
  readonly functions: readonly ServiceFunction[];
}

const receiversAtOnce = 20;

/**
 * What is due to be delivered, on its way to the function that does so. The database has it due again until
 * it is told what came of it: what ends in the queue of lost ones is a fault of the function, and no lost event.
 */
class DeliveryQueue extends Construct {
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { stage, functions }: DeliveryQueueProps) {
    super(scope, id);
    this.lost = new Queue(this, 'lost', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    for (const { spec, lambda } of functions.filter((one) => one.spec.readsQueue)) {
      const queue = new Queue(this, 'queue', {
        queueName: deliveryQueueName(stage),
        enforceSSL: true,
        retentionPeriod: Duration.hours(1),
        // Six times what a run may take, as Lambda asks for.
        visibilityTimeout: Duration.seconds(6 * spec.timeoutSeconds),
        deadLetterQueue: { queue: this.lost, maxReceiveCount: 3 },
      });
      lambda.addEventSourceMapping('deliveries', {
        eventSourceArn: queue.queueArn,
        batchSize: 1,
        maxConcurrency: receiversAtOnce,
        reportBatchItemFailures: true,
      });
    }
  }
}

interface FunctionSchedulesProps {
  readonly functions: readonly ServiceFunction[];
}

/** A run that could not be started is tried again for this long; the next one comes soon enough. */
const retryFor = Duration.minutes(5);

/** The clocks of the functions that no route reaches, with the one role that may start them. */
class FunctionSchedules extends Construct {
  constructor(scope: Construct, id: string, { functions }: FunctionSchedulesProps) {
    super(scope, id);
    const scheduled = functions.filter(({ spec }) => spec.everyMinutes !== undefined);
    if (scheduled.length === 0) return;
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      description: 'Starts the scheduled functions and nothing else',
      inlinePolicies: {
        start: new PolicyDocument({
          statements: [
            new PolicyStatement({
              sid: 'StartScheduled',
              actions: ['lambda:InvokeFunction'],
              resources: scheduled.map(calledArn),
            }),
          ],
        }),
      },
    });
    for (const service of scheduled) {
      const { spec } = service;
      new CfnSchedule(this, spec.name, {
        description: spec.description,
        scheduleExpression: `rate(${spec.everyMinutes} ${spec.everyMinutes === 1 ? 'minute' : 'minutes'})`,
        scheduleExpressionTimezone: TimeZone.ETC_UTC.timezoneName,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: calledArn(service),
          roleArn: role.roleArn,
          retryPolicy: { maximumEventAgeInSeconds: retryFor.toSeconds(), maximumRetryAttempts: 2 },
        },
      });
    }
  }
}

function calledArn({ alias, lambda }: ServiceFunction): string {
  return (alias ?? lambda).functionArn;
}

interface SecretRotationProps {
  readonly functions: readonly ServiceFunction[];
  readonly secrets: Readonly<Record<KeptSecretName, Secret>>;
}

/** Far longer than anything that a rotated key signs lives, and often enough to keep the way in use. */
const everyDays = 30;

/** The secret store's own clocks: each secret that a function renews is handed to it once a month. */
class SecretRotation extends Construct {
  constructor(scope: Construct, id: string, { functions, secrets }: SecretRotationProps) {
    super(scope, id);
    for (const { spec, lambda } of functions)
      for (const name of spec.rotatesSecrets ?? []) {
        const { secretArn } = secrets[name];
        lambda.addPermission(`rotate-${name}`, {
          principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
          sourceAccount: Stack.of(this).account,
          sourceArn: secretArn,
        });
        const schedule = new CfnRotationSchedule(this, name, {
          secretId: secretArn,
          rotationLambdaArn: lambda.functionArn,
          rotationRules: { automaticallyAfterDays: everyDays },
          // A deployment is not a reason: two of them within hours would end agents' tokens.
          rotateImmediatelyOnUpdate: false,
        });
        // The store asks for the permission when the schedule is made.
        schedule.node.addDependency(lambda);
      }
  }
}
