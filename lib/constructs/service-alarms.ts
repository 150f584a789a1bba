import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type CompositeAlarmProps,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deployedName } from '../function-spec.ts';
import { metricNamespace, type Stage } from '../stage.ts';
import type { ServiceFunction } from './service-function.ts';
import { lineMetric } from './signal-alarms.ts';

interface ServiceAlarmsProps {
  readonly stage: Stage;
  readonly topic: ITopic;
}

interface AlarmSpec {
  readonly name: string;
  /** Heading in `docs/operations.md`; by default the name. */
  readonly page?: string;
  readonly meaning: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Periods of the metric that are evaluated; half of them must be bad. */
  readonly periods: number;
  /** What a period without any value is; by default good. */
  readonly silence?: TreatMissingData;
  /** Pages through an alarm over several, which is told of all it needs: the alarm itself then mails nobody. */
  readonly pagesAs?: 'cause' | 'symptom';
}

const minute = Duration.minutes(1);
/** All schedules are of one kind and have one role, so the frequent ones show a fault of the others too. In minutes. */
const longestQuickClock = 15;

/** What alerts the engineer on call. Each alarm's description names its page, which says what it means and what to do. */
export class ServiceAlarms extends Construct {
  private readonly props: ServiceAlarmsProps;
  private readonly grouped: Readonly<Record<'cause' | 'symptom', Alarm[]>> = { cause: [], symptom: [] };

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.props = props;
  }

  watchApi(api: RestApi): void {
    for (const spec of apiAlarms(api, this.props.stage)) this.sound(spec);
  }

  watchTables(tables: Readonly<Record<string, TableV2>>): void {
    for (const [name, table] of Object.entries(tables)) this.sound(tableAlarm(name, table));
  }

  watchFunctions(functions: readonly ServiceFunction[]): ReadonlyMap<string, Alarm> {
    return new Map(
      functions.map((service) => [
        service.spec.name,
        this.sound(functionAlarm(service, this.faultsOf(service))),
      ]),
    );
  }

  /**
   * Calls that ended as `internal_error`. The function has answered them, so
   * that Lambda counts no error; without them a roll-back would wait for a crash.
   */
  private faultsOf({ spec, logGroup }: ServiceFunction): Metric {
    const { stage } = this.props;
    const filter = new MetricFilter(this, `${spec.name}-faults`, {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.facts.code', '=', 'internal_error'),
      metricNamespace: metricNamespace(stage),
      metricName: `faults-${deployedName(spec, stage.name)}`,
      metricValue: '1',
    });
    return filter.metric({ statistic: Stats.SUM, period: minute });
  }

  /** For functions that a clock calls often: that they are called at all. Their own alarms cannot tell. */
  watchClocks(functions: readonly ServiceFunction[]): void {
    for (const service of functions) {
      const { everyMinutes = longestQuickClock + 1 } = service.spec;
      if (everyMinutes <= longestQuickClock) this.sound(clockAlarm(service, everyMinutes));
    }
  }

  /** Of a queue that nothing should ever come to. */
  watchLost(queue: Queue): void {
    this.sound({
      name: 'deliveries-lost',
      meaning: 'The function that delivers events failed three times with the same one.',
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: minute }),
      threshold: 1,
      periods: 1,
    });
  }

  sound(spec: AlarmSpec): Alarm {
    const { name, meaning, metric, threshold, periods, page = name } = spec;
    const { stage, topic } = this.props;
    const alarm = new Alarm(this, name, {
      alarmName: `oriel-${stage.name}-${name}`,
      alarmDescription: `${meaning} What to do: docs/operations.md#${page}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      datapointsToAlarm: Math.ceil(periods / 2),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: spec.silence ?? TreatMissingData.NOT_BREACHING,
    });
    if (spec.pagesAs) this.grouped[spec.pagesAs].push(alarm);
    else alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  }

  /**
   * One mail for all causes, and one for all symptoms, which are not mailed
   * while there is a cause: a table that refuses writes is one mail, and not one
   * for each probe, each path and the table.
   */
  pageOnce(): void {
    const { cause, symptom } = this.grouped;
    const causes = this.composite('causes', 'Something that the service depends on fails.', cause);
    this.composite('symptoms', 'Callers are not served as they should be.', symptom, {
      actionsSuppressor: causes,
      // Causes are counted over up to five minutes.
      actionsSuppressorWaitPeriod: Duration.minutes(2),
      actionsSuppressorExtensionPeriod: Duration.minutes(5),
    });
  }

  private composite(
    name: string,
    meaning: string,
    members: readonly Alarm[],
    suppressor: Partial<CompositeAlarmProps> = {},
  ): CompositeAlarm {
    const { stage, topic } = this.props;
    const alarm = new CompositeAlarm(this, name, {
      compositeAlarmName: `oriel-${stage.name}-${name}`,
      alarmDescription: `${meaning} What to do: docs/operations.md#${name}`,
      alarmRule: AlarmRule.anyOf(...members.map((member) => AlarmRule.fromAlarm(member, AlarmState.ALARM))),
      ...suppressor,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  }
}

/** Of the gateway's count those are taken off that test keys have asked for. */
function failureShare(api: RestApi, stage: Stage): IMetric {
  const counted = { statistic: Stats.SUM, period: minute };
  return new MathExpression({
    expression: '(failures - FILL(played, 0)) / calls',
    usingMetrics: {
      failures: api.metricServerError(counted),
      played: lineMetric(stage, 'PlayedFailures', counted),
      calls: api.metricCount(counted),
    },
    period: minute,
    label: 'share of calls that failed',
  });
}

function apiAlarms(api: RestApi, stage: Stage): AlarmSpec[] {
  return [
    {
      name: 'api-failures',
      meaning: 'One call in a hundred or more fails on our side.',
      metric: failureShare(api, stage),
      threshold: 0.01,
      periods: 5,
      pagesAs: 'symptom',
    },
    {
      name: 'api-latency',
      meaning: 'One call in a hundred takes longer than ten seconds.',
      metric: api.metricLatency({ statistic: Stats.percentile(99), period: minute }),
      threshold: 10_000,
      periods: 10,
      pagesAs: 'symptom',
    },
  ];
}

/** A crash, a timeout, a refusal for lack of concurrency, or an answer that only says that something is wrong. */
function functionAlarm({ spec, lambda }: ServiceFunction, faults: Metric): AlarmSpec {
  return {
    name: `${spec.group}-${spec.name}-errors`,
    page: 'function-errors',
    meaning: `The function ${spec.name} crashes, fails, runs out of time or is throttled.`,
    metric: new MathExpression({
      expression: 'FILL(errors, 0) + FILL(throttles, 0) + FILL(faults, 0)',
      usingMetrics: {
        errors: lambda.metricErrors({ period: minute }),
        throttles: lambda.metricThrottles({ period: minute }),
        faults,
      },
      period: minute,
      label: 'errors, throttles and faults',
    }),
    threshold: 1,
    periods: 3,
  };
}

/** Over three runs at a time, so that one that is a little late leaves no period empty. */
function clockAlarm({ spec, lambda }: ServiceFunction, everyMinutes: number): AlarmSpec {
  const period = Duration.minutes(3 * everyMinutes);
  const runs = lambda.metricInvocations({ period });
  return {
    name: `${spec.name}-not-called`,
    page: 'not-called',
    meaning: `No schedule calls ${spec.name} any more.`,
    metric: new MathExpression({
      expression: 'IF(runs < 1, 1, 0)',
      usingMetrics: { runs },
      period,
      label: 'times without a run',
    }),
    threshold: 1,
    periods: 3,
    silence: TreatMissingData.BREACHING,
  };
}

function tableAlarm(name: string, table: TableV2): AlarmSpec {
  const events = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName },
      statistic: Stats.SUM,
      period: minute,
    });
  return {
    name: `${name}-table-throttles`,
    page: 'table-throttles',
    meaning: `The table ${name} refuses reads or writes.`,
    metric: new MathExpression({
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      usingMetrics: { reads: events('ReadThrottleEvents'), writes: events('WriteThrottleEvents') },
      period: minute,
      label: 'throttled requests',
    }),
    threshold: 1,
    periods: 5,
    pagesAs: 'cause',
  };
}
