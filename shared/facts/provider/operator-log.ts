/**
 * Where providers tell the operator what no caller may see: a refused
 * credential, an exhausted quota, an open breaker. `signal` names the kind, so
 * that an alarm can count log entries by it; facts are codes and counts, never
 * queries or credentials.
 */
export interface OperatorLog {
  warn(message: string, facts: Readonly<Record<string, unknown>>): void;
  error(message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** Kinds of entries that alarms are set on. */
export type OperatorSignal =
  | 'upstream_authorization'
  | 'upstream_quota'
  | 'upstream_breaker_open'
  | 'upstream_malformed'
  | 'upstream_lost_answer'
  | 'upstream_rejected_request'
  | 'fact_cache_failed'
  | 'index_backfill_failed'
  | 'served_stale';

/** A log that keeps nothing, for runs without an operator. */
export const silentLog: OperatorLog = { warn() {}, error() {} };
