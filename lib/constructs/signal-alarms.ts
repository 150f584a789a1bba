import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricNamespace, type Stage } from '#lib/stage.ts';
import type { MetricName } from '#shared/platform/logger.ts';
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

/** A figure that log lines carry of the service as a whole. */
export function lineMetric(stage: Stage, metricName: MetricName, options: MetricOptions): Metric {
  const dimensionsMap = { service: 'oriel' };
  return new Metric({ namespace: metricNamespace(stage), metricName, dimensionsMap, ...options });
}

/** The sums of a figure that log lines carry of each tool, by tool; tools appear with their first call. */
export function sumsByTool(stage: Stage, metricName: MetricName): string {
  return `SEARCH('{"${metricNamespace(stage)}",service,tool} MetricName="${metricName}"', 'Sum')`;
}

export function drawn(expression: string, label: string): IMetric {
  return new MathExpression({ expression, label, usingMetrics: {} });
}

interface SignalAlarm {
  /** `facts.signal` of the line, and with dashes the alarm's name and its heading in `docs/operations.md`. */
  readonly signal: string;
  readonly meaning: string;
  /** Lines within five minutes; one, where it is left out. */
  readonly threshold?: number;
  /** A cause explains failures of callers, a symptom is one of them; others stand alone. */
  readonly pagesAs?: 'cause' | 'symptom';
}

/** Faults that functions report in their logs because no response shows them: the caller was answered, or there is no caller. */
const signalAlarms: readonly SignalAlarm[] = [
  {
    signal: 'upstream_authorization',
    meaning: 'The provider refuses our login.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_quota',
    meaning: 'The account with the provider has no money left or is over its limit.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_breaker_open',
    meaning: 'The provider fails so often that requests to it are paused.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_margin',
    meaning: 'The calls of 24 hours cost more upstream than they earn.',
  },
  {
    signal: 'upstream_malformed',
    meaning: 'Answers of the provider cannot be read.',
    threshold: 5,
    pagesAs: 'cause',
  },
  {
    signal: 'fact_cache_failed',
    meaning: 'The shared cache does not answer; each question is paid for again.',
    threshold: 10,
    pagesAs: 'cause',
  },
  {
    signal: 'usage_record_lost',
    meaning: 'A call ran and its usage record could not be written.',
  },
  { signal: 'old_hold', meaning: 'Credits are held by a call that ended long ago.' },
  {
    signal: 'payment_mismatch',
    meaning: 'A payment does not match its order and was not credited.',
  },
  {
    signal: 'canary_address',
    meaning: "The service's domain name has no DNS record.",
    pagesAs: 'cause',
  },
  {
    signal: 'canary_open_paths',
    meaning: 'Requests that need no credential are not answered as they should be.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_refusals',
    meaning: 'Calls without a credential are not refused as they should be.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_sign_in',
    meaning: 'The published keys cannot be read.',
    pagesAs: 'symptom',
  },
  { signal: 'canary_dashboard', meaning: 'The dashboard is not served.', pagesAs: 'symptom' },
  {
    signal: 'canary_paid_call',
    meaning: 'A paying caller is not served, or not charged once.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_credits',
    meaning: 'The credits of the canary last for less than a week.',
  },
  {
    signal: 'search_console_stopped',
    meaning: 'Google refuses our client, its answers cannot be read, or our own code fails at them.',
  },
  {
    signal: 'search_console_waits',
    meaning: 'Google limits us, or does not answer, at many sites.',
    threshold: 20,
  },
  { signal: 'secret_old', meaning: 'A secret has not been renewed for too long.' },
];

interface MonthlyBudgetProps {
  readonly stage: Stage;
}

/** A mail when 80% of the stage's monthly budget are spent, and when the forecast goes beyond it. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage }: MonthlyBudgetProps) {
    super(scope, id);
    const { alarmEmail } = stage;
    if (!alarmEmail) return;
    const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    });
    new CfnBudget(this, 'budget', {
      budget: {
        budgetName: `oriel-${stage.name}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudgetUsd, unit: 'USD' },
        // Only what carries the stage's tag; the tag must be activated for cost allocation once.
        costFilters: { TagKeyValue: [`user:stage$${stage.name}`] },
      },
      notificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    });
  }
}
