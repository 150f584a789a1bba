/** Figures that a log line carries for CloudWatch, with their units. */
const units = {
  Calls: 'Count',
  CacheHits: 'Count',
  UpstreamCostUsd: 'None',
  /** Credits at list price. */
  EarnedUsd: 'None',
  GateWaitMs: 'Milliseconds',
  Refusals: 'Count',
  Failures: 'Count',
  /** Answers with a status of 500 or more that a test key asked for. */
  PlayedFailures: 'Count',
  OpenHolds: 'Count',
  CreditsSold: 'Count',
  /** Requests to Google for connected sites, runs that Google refused, and refusals of the operator's own client among them. */
  GoogleRequests: 'Count',
  GoogleRefusals: 'Count',
  GoogleClientRefusals: 'Count',
} as const;

export type MetricName = keyof typeof units;

export interface LineMetrics {
  /** Tells tools apart, where the figures are of one. */
  readonly tool?: string | undefined;
  readonly figures: Readonly<Partial<Record<MetricName, number>>>;
}

/**
 * The members that make metrics of a log line (CloudWatch's embedded metric
 * format): they are taken from the log after the call, so that none waits for
 * them. The line must have `service`, as all lines of the logger.
 */
export function embedMetrics(
  namespace: string,
  { tool, figures }: LineMetrics,
  now: number,
): Readonly<Record<string, unknown>> {
  const metrics = Object.entries(units).flatMap(([Name, Unit]) => (Name in figures ? [{ Name, Unit }] : []));
  const dimensions = tool === undefined ? ['service'] : ['service', 'tool'];
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [{ Namespace: namespace, Dimensions: [dimensions], Metrics: metrics }],
    },
    ...(tool !== undefined && { tool }),
    ...figures,
  };
}
