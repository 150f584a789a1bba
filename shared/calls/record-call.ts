import type { Spend } from '#shared/facts/sources/spend.ts';
import type { CallKind } from '#shared/money/accounts/account-limits.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { CallReport } from '#shared/money/usage/usage-record.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Call } from './call.ts';
import { type Failure, failCall } from './problem.ts';
import type { MeteringServices } from './services.ts';

/** How a call ended. */
export interface CallEnd {
  readonly statusCode: number;
  /** The answer as it goes out; its bytes are counted. */
  readonly body: string;
  readonly error?: ServiceError;
  /** What the call cost upstream, also where it failed. */
  readonly spend?: Spend;
  readonly cacheHit?: boolean;
  /** The run that the call named. */
  readonly runId?: string | undefined;
  /** The arguments of a tool, where they were found good. */
  readonly asked?: unknown;
}

type RecordServices = Pick<MeteringServices, 'ledger' | 'clock' | 'logger'>;

/** A call's report for its usage record. */
export function reportCall(
  call: Call,
  principal: Principal,
  { statusCode, body, error, spend, cacheHit = false, runId, asked }: CallEnd,
  now: number,
): CallReport {
  return {
    requestId: call.requestId,
    accountId: principal.account.accountId,
    credentialId: principal.credentialId,
    authSource: principal.authSource,
    endpoint: call.endpoint.slice(0, 200),
    method: call.method,
    tool: call.tool,
    statusCode,
    responseTimeMs: Math.max(0, Math.round(now - call.startedAt)),
    requestBytes: call.requestBytes,
    responseBytes: Buffer.byteLength(body),
    upstreamCostMicroUsd: spend?.microUsd ?? 0,
    upstreamEstimatedMicroUsd: spend?.estimatedMicroUsd ?? 0,
    cacheHit,
    errorType: error?.code ?? null,
    errorMessage: error?.message ?? null,
    runId,
    isTest: principal.isTest,
    asked: JSON.stringify(asked),
  };
}

/**
 * Writes the usage record of a call that no hold decided: a free call, a
 * replay, a refusal. Never rejects: the caller has an answer, and no money
 * depends on this record, so a record that is lost goes to the log.
 */
export async function recordFreeCall(
  call: Call,
  principal: Principal,
  end: CallEnd,
  { ledger, clock, logger }: RecordServices,
): Promise<void> {
  try {
    await ledger.recordFreeCall(reportCall(call, principal, end, clock()));
  } catch (cause) {
    recordLost(call, cause, logger);
  }
}

/**
 * Tells the log which call was answered, and where it came from: nothing else keeps the network
 * of a call, so that it is gone when the log is.
 */
export function logAnswer(
  { requestId, endpoint, tool, network }: Call,
  { account, credentialId }: Principal,
  logger: CallLogger,
): void {
  const { accountId } = account;
  const facts = { request_id: requestId, account_id: accountId, credential_id: credentialId };
  logger.info('call answered', { ...facts, endpoint, tool, network });
}

function recordLost({ requestId }: Call, cause: unknown, logger: CallLogger): void {
  logger.error('usage record lost', { signal: 'usage_record_lost', request_id: requestId, cause });
}

/** In which windows a call is counted. */
export function kindOf({ tool }: Pick<Call, 'tool'>): CallKind {
  return tool === null ? 'account' : 'tool';
}

/**
 * Records a call that was refused before it was counted, and counts it: or bad
 * requests would be unlimited. A call that a full window refused does not count.
 * Never rejects.
 */
export async function recordRefusal(
  call: Call,
  principal: Principal,
  end: CallEnd & { readonly error: ServiceError },
  services: RecordServices,
): Promise<void> {
  const { ledger, clock, logger } = services;
  try {
    await ledger.recordRefusedCall(reportCall(call, principal, end, clock()));
  } catch (cause) {
    recordLost(call, cause, logger);
  }
  if (end.error.status === 429) return;
  try {
    await ledger.countFreeCall(principal, kindOf(call));
  } catch (cause) {
    // The window is full, or the account is suspended: the call is refused already.
    if (!(cause instanceof ServiceError) || cause.status >= 500)
      logger.error('refused call not counted', { request_id: call.requestId, cause });
  }
}

/** Ends a call that was refused before it was counted. */
export async function refuseCall(
  call: Call,
  principal: Principal,
  error: ServiceError,
  services: MeteringServices,
): Promise<Failure> {
  const failure = failCall(call, error, undefined, services);
  await recordRefusal(call, principal, endOf(failure), services);
  return failure;
}

/** A failure as its usage record tells it. */
export function endOf({ error, problem }: Failure): CallEnd & { readonly error: ServiceError } {
  return { statusCode: problem.status, body: JSON.stringify(problem), error };
}
