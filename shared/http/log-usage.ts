import type { MiddlewareObj } from '@middy/core';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { CreditLedger } from '#shared/money/ledger/credit-ledger.ts';
import type { CallReport } from '#shared/money/usage/usage-record.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { type Begun, bodyBytes, type CallResult, type GatewayEvent } from './call.ts';
import { toServiceError } from './problem-responses.ts';

interface LogUsageOptions {
  readonly ledger: CreditLedger;
  readonly clock: Clock;
  readonly logger: CallLogger;
}

/**
 * Writes the usage record of every authenticated call that no hold decided:
 * free calls, refusals, replays. Metered calls have theirs from the ledger,
 * where the record is the decision itself.
 */
export function logUsage(options: LogUsageOptions): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'log-usage',
    after: ({ event, response }) => record(options, event, response, undefined),
    onError: ({ event, response, error }) => record(options, event, response, toServiceError(error)),
  };
}

async function record(
  { ledger, clock, logger }: LogUsageOptions,
  { call }: Begun,
  response: CallResult | null | undefined,
  error: ServiceError | undefined,
): Promise<void> {
  const { principal } = call;
  if (!principal || !response || call.recorded) return;
  try {
    await ledger.recordFreeCall(reportCall(call, principal, response, clock(), error));
    // A call refused before it was counted still counts, or bad requests would be unlimited.
    if (error && error.status !== 429 && !call.rate) await ledger.countFreeCall(principal);
  } catch (failure) {
    // The caller has an answer, and no money hangs on this record: it goes to the log instead.
    logger.error('usage record lost', {
      signal: 'usage_record_lost',
      request_id: call.requestId,
      cause: failure,
    });
  }
}

/** What a call was, from its parts, at its end. */
export function reportCall(
  call: Begun['call'],
  principal: Principal,
  response: CallResult,
  now: number,
  error: ServiceError | undefined,
): CallReport {
  return {
    requestId: call.requestId,
    accountId: principal.account.accountId,
    credentialId: principal.credentialId,
    authSource: principal.authSource,
    endpoint: call.endpoint.slice(0, 200),
    method: call.method,
    tool: call.tool,
    statusCode: response.statusCode,
    responseTimeMs: Math.max(0, Math.round(now - call.startedAt)),
    requestBytes: call.requestBytes,
    responseBytes: bodyBytes(response),
    upstreamCostMicroUsd: call.spend.microUsd,
    upstreamEstimatedMicroUsd: call.spend.estimatedMicroUsd,
    cacheHit: call.cacheHit ?? false,
    errorType: error?.code ?? null,
    errorMessage: error?.message ?? null,
  };
}
