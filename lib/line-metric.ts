import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '#shared/platform/line-metrics.ts';
import { metricNamespace, type Stage } from './stage.ts';

/** A figure that log lines carry of the service as a whole. */
export function lineMetric(stage: Stage, metricName: MetricName, options: MetricOptions): Metric {
  const dimensionsMap = { service: 'oriel' };
  return new Metric({ namespace: metricNamespace(stage), metricName, dimensionsMap, ...options });
}

/** The sums of a figure that log lines carry of each tool, by tool; tools appear with their first call. */
export function sumsByTool(stage: Stage, metricName: MetricName): string {
  return `SEARCH('{"${metricNamespace(stage)}",service,tool} MetricName="${metricName}"', 'Sum')`;
}

/** An expression as a line, or several, of a graph. */
export function drawn(expression: string, label: string): IMetric {
  return new MathExpression({ expression, label, usingMetrics: {} });
}
