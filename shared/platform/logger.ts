import { Logger } from '@aws-lambda-powertools/logger';

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

interface LineMetrics {
  /** Tells tools apart, where the figures are of one. */
  readonly tool?: string | undefined;
  readonly figures: Readonly<Partial<Record<MetricName, number>>>;
}

/**
 * The members that make metrics of a log line (CloudWatch's embedded metric
 * format): they are taken from the log after the call, so that none waits for
 * them. The line must have `service`, as all lines of the logger.
 */
function embedMetrics(
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

/** What the service logs with. Facts are ids, codes and counts: never keys, bodies or queries. */
export interface CallLogger {
  info(message: string, facts: Readonly<Record<string, unknown>>, metrics?: LineMetrics): void;
  warn(message: string, facts: Readonly<Record<string, unknown>>, metrics?: LineMetrics): void;
  error(message: string, facts: Readonly<Record<string, unknown>>, metrics?: LineMetrics): void;
}

/** Attributes that may hold a secret or what a caller sent; their values never reach a log. */
const secretName =
  /^(?:authorization|x-api-key|cookie|set-cookie|key|api_key|token|secret|password|code|email|body|input)$/iu;
const keyPattern = /or_(?:test_)?[0-9A-Za-z]{20,}/gu;
/** As much of an address as would tell whose it is. */
const addressPattern = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu;
/** Tokens of our own and of others, and Google's access and refresh tokens. */
const tokenPattern = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\bya29\.[\w-]+|\b1\/\/[\w-]{10,}/gu;

/** What every secret has in it; most texts hold none. */
const mayHoldSecret = /or_|eyJ|@|ya29|1\/\//u;

/** A value as it may be logged: secrets gone, errors flattened, depth and length bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value.slice(0, 2_000));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '[deep]';
  if (value instanceof Error)
    return {
      name: value.name,
      message: redact(value.message, depth + 1),
      stack: redact(value.stack, depth + 1),
      ...(value.cause !== undefined && { cause: redact(value.cause, depth + 1) }),
    };
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // `code` of an error table row is no secret; only a one-time code in digits is.
      secretName.test(name) && !isErrorCode(name, member) ? '[redacted]' : redact(member, depth + 1),
    ]),
  );
}

function redactText(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  return text
    .replaceAll(keyPattern, 'or_[redacted]')
    .replaceAll(tokenPattern, '[token]')
    .replaceAll(addressPattern, '[address]');
}

function isErrorCode(name: string, member: unknown): boolean {
  return name.toLowerCase() === 'code' && typeof member === 'string' && /^[a-z_]+$/u.test(member);
}

/**
 * Structured logs through Powertools for AWS Lambda: one
 * JSON line each, redacted before they are written. Costs 21 kB of a bundle.
 * Figures of a line become metrics where there is a namespace for them.
 */
export function createLogger(service: string, metricNamespace?: string): CallLogger {
  const logger = new Logger({ serviceName: service });
  const safe = (facts: Readonly<Record<string, unknown>>, metrics?: LineMetrics) => ({
    facts: redact(facts),
    ...(metrics && metricNamespace !== undefined && embedMetrics(metricNamespace, metrics, Date.now())),
  });
  return {
    info: (message, facts, metrics) => logger.info(message, safe(facts, metrics)),
    warn: (message, facts, metrics) => logger.warn(message, safe(facts, metrics)),
    error: (message, facts, metrics) => logger.error(message, safe(facts, metrics)),
  };
}
