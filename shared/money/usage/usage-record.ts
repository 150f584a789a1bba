import type { AuthSource } from '#shared/contract/usage-record.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';

/** What a call was, known at its end; the ledger adds id and charge and writes it once. */
export interface CallReport {
  readonly requestId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly authSource: AuthSource;
  /** Path called, such as `/v1/tools/inspect_domain`, its parameters in braces. */
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
  /** What leads to the answer that is kept for repeats; undefined where none is. */
  readonly keptUnder?: string | undefined;
}
