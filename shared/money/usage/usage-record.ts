import type { AuthSource } from '#shared/money/accounts/principal.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';

/** What a call was, known at its end; the ledger adds id and charge and writes it once. */
export interface CallReport {
  readonly requestId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly authSource: AuthSource;
  /** Path called, such as `/v1/tools/inspect_domain`. */
  readonly endpoint: string;
  readonly method: string;
  readonly tool: string | null;
  readonly statusCode: number;
  readonly responseTimeMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly upstreamCostMicroUsd: number;
  /** The part of the cost that is the price of requests whose answers never came. */
  readonly upstreamEstimatedMicroUsd: number;
  readonly cacheHit: boolean;
  readonly errorType: ErrorCode | null;
  readonly errorMessage: string | null;
  /** The run that the call named. */
  readonly runId?: string | undefined;
  /** Whether a test key made the call. */
  readonly isTest?: boolean | undefined;
  /** The tool's arguments as JSON; undefined where there were none to check. */
  readonly asked?: string | undefined;
}

/** A usage record as `GET /v1/me/usage` shows it. */
export interface UsageRecord {
  readonly id: string;
  readonly account_id: string;
  readonly credential_id: string;
  readonly auth_source: AuthSource;
  readonly endpoint: string;
  readonly method: string;
  readonly tool: string | null;
  readonly request_id: string;
  readonly status_code: number;
  readonly response_time_ms: number;
  readonly request_bytes: number;
  readonly response_bytes: number;
  readonly upstream_cost_usd: number;
  readonly credits_charged: number;
  readonly cache_hit: boolean;
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly run_id: string | null;
  /** A `test` call is left out of sums, books and exports. */
  readonly mode: 'live' | 'test';
  /** The tool's arguments as JSON, cut where they are long. */
  readonly arguments: string | null;
  /** 1, or how many refused calls of a minute this record stands for. */
  readonly calls: number;
  readonly created_at: string;
}
