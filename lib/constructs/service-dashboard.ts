import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget, type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { MetricName } from '#shared/platform/logger.ts';
import type { Stage } from '../stage.ts';
import type { ServiceFunction } from './service-function.ts';
import { drawn, lineMetric, signalMetric, sumsByTool } from './signal-alarms.ts';

interface ServiceDashboardProps {
  readonly stage: Stage;
  readonly api: RestApi;
  readonly functions: readonly ServiceFunction[];
  readonly tables: Readonly<Record<string, TableV2>>;
}

const period = Duration.minutes(5);
const width = 12;

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width });

/** What the engineer on call looks at first: calls and failures, waiting times, functions, tables. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, api, functions, tables }: ServiceDashboardProps) {
    super(scope, id);
    const units = (table: TableV2, metric: string) =>
      table.metric(metric, { statistic: Stats.SUM, period, label: table.tableName });
    const each = (metric: (service: ServiceFunction) => IMetric) => functions.map(metric);
    new Dashboard(this, 'dashboard', {
      dashboardName: `oriel-${stage.name}`,
      widgets: [
        [
          graph('Calls and failures', [
            api.metricCount({ period }),
            api.metricClientError({ period }),
            api.metricServerError({ period }),
          ]),
          graph('Waiting time (ms)', [
            api.metricLatency({ period, statistic: Stats.percentile(50) }),
            api.metricLatency({ period, statistic: Stats.percentile(99) }),
          ]),
        ],
        [
          graph(
            'Function errors',
            each(({ lambda, spec }) => lambda.metricErrors({ period, label: spec.name })),
          ),
          graph(
            'Function time, 99 of 100 (ms)',
            each(({ lambda, spec }) =>
              lambda.metricDuration({ period, statistic: Stats.percentile(99), label: spec.name }),
            ),
          ),
        ],
        ...callRows(stage),
        [
          graph(
            'Read units',
            Object.values(tables).map((table) => units(table, 'ConsumedReadCapacityUnits')),
          ),
          graph(
            'Write units',
            Object.values(tables).map((table) => units(table, 'ConsumedWriteCapacityUnits')),
          ),
        ],
      ],
    });
  }
}

/** What the lines of calls say: what they cost and earn, what was refused, what waits. */
function callRows(stage: Stage): GraphWidget[][] {
  const total = (name: MetricName) => `SUM(${sumsByTool(stage, name)})`;
  return [
    [
      graph('Calls by tool', [drawn(sumsByTool(stage, 'Calls'), '')]),
      graph('Share of cache hits', [drawn(`${total('CacheHits')} / ${total('Calls')}`, 'all tools')]),
    ],
    [
      graph('Upstream cost by tool ($)', [drawn(sumsByTool(stage, 'UpstreamCostUsd'), '')]),
      graph('Margin at list price ($)', [
        drawn(`${total('EarnedUsd')} - ${total('UpstreamCostUsd')}`, 'all tools'),
        drawn(sumsByTool(stage, 'EarnedUsd'), 'earned'),
      ]),
    ],
    [
      graph('Refusals and failures', [
        drawn(total('Refusals'), 'refusals'),
        drawn(total('Failures'), 'failures'),
        lineMetric(stage, 'PlayedFailures', { period, statistic: Stats.SUM, label: 'played' }),
      ]),
      graph('Waiting for the provider (ms), its breaker', [
        drawn(sumsByTool(stage, 'GateWaitMs'), ''),
        signalMetric(stage, 'upstream_breaker_open'),
      ]),
    ],
    [
      graph('Open holds', [lineMetric(stage, 'OpenHolds', { period, statistic: Stats.MAXIMUM })]),
      graph('Credits sold', [lineMetric(stage, 'CreditsSold', { period, statistic: Stats.SUM })]),
    ],
  ];
}
