import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { transformMachineName } from '../function-spec.ts';
import type { Stage } from '../stage.ts';
import { transformDefinition } from '../transform-definition.ts';
import type { ServiceAlarms } from './service-alarms.ts';
import type { ServiceFunction } from './service-function.ts';

interface IndexTransformProps {
  readonly stage: Stage;
  /** The function that does the steps. */
  readonly step: ServiceFunction;
  readonly alarms: ServiceAlarms;
}

/** The state machine by which the stage's own functions turn exports into a generation of the index. */
export class IndexTransform extends Construct {
  constructor(scope: Construct, id: string, { stage, step, alarms }: IndexTransformProps) {
    super(scope, id);
    const name = transformMachineName(stage);
    const { functionArn } = step.lambda;
    const log = new LogGroup(this, 'log', {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const role = this.createRole(name, functionArn);
    const machine = new CfnStateMachine(this, 'machine', {
      stateMachineName: name,
      stateMachineType: 'STANDARD',
      roleArn: role.roleArn,
      // As a text, because a template holds no null, and the definition does.
      definitionString: Stack.of(this).toJsonString(
        transformDefinition(functionArn, Stack.of(this).partition),
      ),
      tracingConfiguration: { enabled: true },
      loggingConfiguration: {
        level: 'ALL',
        includeExecutionData: false,
        destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: log.logGroupArn } }],
      },
    });
    // The policy is looked at when the machine is made.
    machine.node.addDependency(role);
    alarms.sound({
      name: 'index-transform-failed',
      meaning: 'The stage could not turn exports into a new generation of the index.',
      metric: failures(machine.attrArn),
      threshold: 1,
      periods: 1,
    });
  }

  private createRole(name: string, functionArn: string): Role {
    const inStates = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({
        ...{ service: 'states', resource, resourceName },
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const allow = (sid: string, actions: string[], ...resources: string[]) =>
      new PolicyStatement({ sid, actions, resources });
    const statements = [
      allow('CallSteps', ['lambda:InvokeFunction'], functionArn),
      // A distributed map runs its parts as executions of the same machine.
      allow('StartParts', ['states:StartExecution'], inStates('stateMachine', name)),
      allow(
        'SeeParts',
        ['states:DescribeExecution', 'states:StopExecution'],
        inStates('execution', `${name}/*`),
      ),
      allow('DeliverLog', logDelivery, '*'),
      allow('Traces', ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'),
    ];
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      description: `What ${name} may do`,
      inlinePolicies: { transform: new PolicyDocument({ statements }) },
    });
    Validations.of(role).acknowledge(
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'Delivery of logs and X-Ray have no resources: their actions only exist for "*".',
      },
      {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${name}/*]`,
        reason: 'The parts of a map are executions whose names Step Functions makes.',
      },
    );
    return role;
  }
}

/** Executions that ended without a result. */
function failures(StateMachineArn: string): MathExpression {
  const period = Duration.minutes(5);
  const ended = (metricName: string) =>
    new Metric({
      ...{ namespace: 'AWS/States', metricName, period },
      dimensionsMap: { StateMachineArn },
      statistic: Stats.SUM,
    });
  return new MathExpression({
    expression: 'FILL(failed, 0) + FILL(late, 0)',
    usingMetrics: { failed: ended('ExecutionsFailed'), late: ended('ExecutionsTimedOut') },
    period,
    label: 'executions without a result',
  });
}

/** What Step Functions asks of a role to log (Developer Guide, "IAM policies for logging to CloudWatch Logs"). */
const logDelivery = [
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
];
