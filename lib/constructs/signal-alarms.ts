import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { signalAlarms } from '../operator-signals.ts';
import type { Stage } from '../stage.ts';
import type { ServiceAlarms } from './service-alarms.ts';
import type { ServiceFunction } from './service-function.ts';

interface SignalAlarmsProps {
  readonly stage: Stage;
  readonly functions: readonly ServiceFunction[];
  readonly alarms: ServiceAlarms;
}

const metricName = 'OperatorSignals';

/** Counts the log lines that carry a signal, over all functions that write such lines, and sounds their alarms. */
export class SignalAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, alarms }: SignalAlarmsProps) {
    super(scope, id);
    const metricNamespace = `Oriel/${stage.name}`;
    for (const { spec, logGroup } of functions)
      new MetricFilter(this, spec.name, {
        logGroup,
        filterPattern: FilterPattern.exists('$.facts.signal'),
        metricNamespace,
        metricName,
        metricValue: '1',
        dimensions: { signal: '$.facts.signal' },
      });
    for (const { signal, meaning, threshold } of signalAlarms)
      alarms.sound({
        name: signal.replaceAll('_', '-'),
        meaning,
        metric: new Metric({
          namespace: metricNamespace,
          metricName,
          dimensionsMap: { signal },
          statistic: Stats.SUM,
          period: Duration.minutes(5),
        }),
        threshold,
        periods: 1,
      });
  }
}
