import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { signalAlarms } from '../operator-signals.ts';
import { metricNamespace, type Stage } from '../stage.ts';
import type { ServiceAlarms } from './service-alarms.ts';
import type { ServiceFunction } from './service-function.ts';

interface SignalCountsProps {
  readonly stage: Stage;
  readonly functions: readonly ServiceFunction[];
}

const metricName = 'OperatorSignals';

/** Counts the log lines that carry a signal, over all functions that write such lines. */
export class SignalCounts extends Construct {
  constructor(scope: Construct, id: string, { stage, functions }: SignalCountsProps) {
    super(scope, id);
    for (const { spec, logGroup } of functions.filter(reportsSignals))
      new MetricFilter(this, spec.name, {
        logGroup,
        filterPattern: FilterPattern.exists('$.facts.signal'),
        metricNamespace: metricNamespace(stage),
        metricName,
        metricValue: '1',
        dimensions: { signal: '$.facts.signal' },
      });
  }
}

/** Functions that report to operators: those that ask, charge, sweep or take money, and those that say so. */
function reportsSignals({ spec }: ServiceFunction): boolean {
  if (spec.reportsSignals) return true;
  return Object.values(spec.grants.tables).some((operations) => operations.includes('PutItem'));
}

/** Lines with a signal, within five minutes. */
export function signalMetric(stage: Stage, signal: string): Metric {
  return new Metric({
    namespace: metricNamespace(stage),
    metricName,
    dimensionsMap: { signal },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}

/** An alarm for each signal, over all functions that report it. */
export function soundSignals(alarms: ServiceAlarms, stage: Stage): void {
  for (const { signal, meaning, threshold = 1, pagesAs } of signalAlarms)
    alarms.sound({
      name: signal.replaceAll('_', '-'),
      meaning,
      ...(pagesAs && { pagesAs }),
      metric: signalMetric(stage, signal),
      threshold,
      periods: 1,
    });
}
