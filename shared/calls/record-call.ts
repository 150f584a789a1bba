import { gzipSync } from 'node:zlib';
import type { ArchivedAnswer } from '#shared/callers/answers/answer-archive.ts';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { priceOf } from '#shared/contract/tool.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { CallKind } from '#shared/money/accounts/account-item.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { defaultTerms } from '#shared/money/billing/order.ts';
import type { CallReport } from '#shared/money/usage/usage-item.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Call, MeteringServices, PaidCall } from './call.ts';
import { type Failure, failCall } from './problem.ts';

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
  /** What its answer is kept under for repeats: `IdempotencyClaim.place`. */
  readonly keptUnder?: string | undefined;
  /** Whether its answer is kept to be opened again. */
  readonly hasAnswer?: boolean;
}

type RecordServices = Pick<MeteringServices, 'ledger' | 'clock' | 'logger'>;

export function reportCall(
  call: Call,
  principal: Principal,
  { statusCode, body, error, spend, cacheHit = false, runId, asked, keptUnder, hasAnswer }: CallEnd,
  now: number,
): CallReport {
  return {
    requestId: call.requestId,
    accountId: principal.account.accountId,
    credentialId: principal.credentialId,
    authSource: principal.authSource,
    endpoint: call.route.slice(0, 200),
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
    keptUnder,
    hasAnswer,
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

interface AnswerFigures {
  readonly creditsCharged: number;
  readonly cacheHit: boolean;
  readonly spend: Pick<Spend, 'microUsd' | 'waitedMs'>;
}

const freeOfAll: AnswerFigures = { creditsCharged: 0, cacheHit: false, spend: { microUsd: 0, waitedMs: 0 } };

/**
 * Tells the log which call was answered, and where it came from: nothing else keeps the network
 * of a call, so that it is gone when the log is. The line carries the figures of the call.
 */
export function logAnswer(
  { requestId, edgeId, gatewayId, endpoint, tool, network }: Call,
  { account, credentialId, isTest }: Principal,
  logger: CallLogger,
  { creditsCharged, cacheHit, spend }: AnswerFigures = freeOfAll,
): void {
  const { accountId } = account;
  const ids = { request_id: requestId, edge_id: edgeId, gateway_id: gatewayId };
  const facts = { ...ids, account_id: accountId, credential_id: credentialId, endpoint, tool, network };
  if (tool === null || isTest) {
    logger.info('call answered', facts);
    return;
  }
  const figures = {
    Calls: 1,
    CacheHits: cacheHit ? 1 : 0,
    UpstreamCostUsd: spend.microUsd / 1_000_000,
    EarnedUsd: creditsCharged * creditUsd,
    GateWaitMs: Math.round(spend.waitedMs),
  };
  logger.info('call answered', facts, { tool, figures });
}

/** List price of a credit. */
const creditUsd = defaultTerms.stepCents / 100 / defaultTerms.creditsPerStep;

function recordLost({ requestId }: Call, cause: unknown, logger: CallLogger): void {
  logger.error('usage record lost', { signal: 'usage_record_lost', request_id: requestId, cause });
}

/** In which windows a call is counted. */
export function kindOf({ tool }: Pick<Call, 'tool'>): CallKind {
  return tool === null ? 'account' : 'tool';
}

/**
 * Records a call that was refused before it was counted, and counts it: or bad
 * requests would be unlimited. A call that a full window refused does not count, and
 * a database without capacity is not written to once more.
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
  if (end.error.status === 429 || end.error.code === 'service_busy') return;
  try {
    await ledger.countFreeCall(principal, kindOf(call));
  } catch (cause) {
    // The window is full, or the account is suspended: the call is refused already.
    if (!(cause instanceof ServiceError) || cause.status >= 500)
      logger.error('refused call not counted', { request_id: call.requestId, cause });
  }
}

export async function refuseCall(
  call: Call,
  principal: Principal,
  error: ServiceError,
  services: MeteringServices,
): Promise<Failure> {
  const failure = failCall(call, error, undefined, services, { principal });
  await recordRefusal(call, principal, endOf(failure), services);
  return failure;
}

export function endOf({ error, problem }: Failure): CallEnd & { readonly error: ServiceError } {
  return { statusCode: problem.status, body: JSON.stringify(problem), error };
}

interface ArchiveServices extends TableAccess<'usage'> {
  readonly logger: CallLogger;
}

/** Answers of tools with a price are kept, also those that were free; those to a test key are the sample market's. */
export const keepsAnswer = ({ principal, tool, input }: Pick<PaidCall, 'principal' | 'tool' | 'input'>) =>
  priceOf(tool, input) > 0 && !principal.isTest;

/** Half the time of zlib's defaults, which set up 256 kB for every answer, for a twentieth more bytes. */
const packing = { level: 1, windowBits: 13, memLevel: 6 } as const;

/**
 * Keeps an answer of a tool that has a price, which comes as the JSON that goes out,
 * where the account's `AnswerArchive` finds it. Never rejects: the caller has
 * the answer.
 */
export async function archiveAnswer(
  { call, principal, tool, input }: PaidCall,
  answer: string,
  { logger, ...access }: ArchiveServices,
): Promise<void> {
  if (!keepsAnswer({ principal, tool, input })) return;
  const asked: Omit<ArchivedAnswer, 'answer'> = {
    request_id: call.requestId,
    credential_id: principal.credentialId,
    tool: tool.name,
    arguments: input,
  };
  const text = `${JSON.stringify(asked).slice(0, -1)},"answer":${answer}}`;
  try {
    const recent = createRecentAnswers(access);
    await recent.put(principal.account.accountId, call.requestId, gzipSync(text, packing));
  } catch (cause) {
    logger.warn('answer not archived', { request_id: call.requestId, tool: tool.name, cause });
  }
}
