import type { Envelope } from '#shared/contract/envelope.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { SpendStatus } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { RateStatus } from '#shared/money/ledger/operations.ts';
import { isUnavailable } from '#shared/platform/dynamo/documents.ts';
import { errorCatalog, type RequestFault, ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Call, MeteringServices } from './call.ts';
import type { ToolRun } from './run-tool.ts';

/** An error as callers see it (RFC 9457), the same members over every protocol. */
export interface Problem {
  /** Address of the page that explains the error. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What went wrong and what to do next, in a sentence. */
  readonly detail: string;
  readonly instance: string;
  readonly code: ServiceError['code'];
  readonly retryable: boolean;
  readonly request_id: string;
  /** Null where it is not known yet. */
  readonly credits_charged: 0 | null;
  readonly errors: readonly RequestFault[];
  /** Further members by the kind of error, such as `balance` and `action_url`. */
  readonly [detail: string]: unknown;
}

/** `docsUrl` is the origin whose `/docs/errors#code` explains each error. */
export function toProblem(
  error: ServiceError,
  { requestId, endpoint }: Pick<Call, 'requestId' | 'endpoint'>,
  docsUrl: string,
): Problem {
  const { status, title, retryable } = errorCatalog[error.code];
  return {
    type: `${docsUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: endpoint.slice(0, 200),
    code: error.code,
    retryable,
    request_id: requestId,
    credits_charged: error.isUndecided ? null : 0,
    errors: error.faults,
    ...error.details,
  };
}

/** Any thrown value as an error that may be shown. Our own faults say nothing about their cause. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isUnavailable(error)) return busy(error);
  return new ServiceError(
    'internal_error',
    'The call failed on our side and was not charged. Try again; if it keeps failing, send us the request_id.',
    { cause: error },
  );
}

/** For want of capacity, or of an answer, the database did nothing for this call. */
export function busy(cause?: unknown): ServiceError {
  return new ServiceError(
    'service_busy',
    'The service is busy and nothing was charged. Send the call again in a moment.',
    { headers: { 'retry-after': '1' }, cause },
  );
}

/** The value of a promise, or the error that it ended with. */
export function orError<Value>(promise: Promise<Value>): Promise<Value | ServiceError> {
  return promise.catch(toServiceError);
}

/** Why a call has no answer. It cost nothing, unless its error says that this is not known. */
export interface Failure {
  readonly ok: false;
  readonly error: ServiceError;
  readonly problem: Problem;
  /** Undefined where the call was refused before it was counted. */
  readonly rate: RateStatus | undefined;
}

interface KnownOfFailure {
  /** Undefined where nobody was recognized. */
  readonly principal?: Pick<Principal, 'account' | 'credentialId'> | undefined;
  readonly spend?: Pick<Spend, 'microUsd'>;
}

/** The failure that an error is to the caller of a call; also tells the log. */
export function failCall(
  call: Call,
  error: ServiceError,
  rate: RateStatus | undefined,
  { baseUrl, logger }: Pick<MeteringServices, 'baseUrl' | 'logger'>,
  known: KnownOfFailure = {},
): Failure {
  logFailure(logger, call, error, known);
  return { ok: false, error, problem: toProblem(error, call, baseUrl), rate };
}

/** What failed on our side or upstream is an error of the log; what the caller can mend is not. */
export function logFailure(
  logger: CallLogger,
  call: Pick<Call, 'requestId' | 'edgeId' | 'gatewayId' | 'endpoint' | 'network' | 'tool'>,
  error: ServiceError,
  { principal, spend }: KnownOfFailure = {},
): void {
  const { requestId, edgeId, gatewayId, endpoint, network, tool } = call;
  const facts = {
    request_id: requestId,
    edge_id: edgeId,
    gateway_id: gatewayId,
    endpoint,
    ...(principal && { account_id: principal.account.accountId, credential_id: principal.credentialId }),
    ...(tool !== null && { tool }),
    ...(network !== null && { network }),
    code: error.code,
    ...(error.reason && { reason: error.reason }),
  };
  const cost = { UpstreamCostUsd: (spend?.microUsd ?? 0) / 1_000_000 };
  const isOurs = error.status >= 500;
  const metrics = { tool: tool ?? 'none', figures: { ...cost, [isOurs ? 'Failures' : 'Refusals']: 1 } };
  if (isOurs) logger.error('call failed', { ...facts, cause: error.cause }, metrics);
  else logger.info('call refused', facts, metrics);
}

export interface ToolCall<Tool extends ToolContract> extends ToolRun<Tool> {
  /** As it was sent; undefined where none was. */
  readonly idempotencyKey: string | undefined;
  /**
   * The protocol sends a request again when its answer is lost, and names it by
   * nothing: the same question of the same credential is then the same call.
   */
  readonly isSentAgainWhenLost?: boolean;
  /** What a test key asks to have played, as it was sent. */
  readonly faultSent?: unknown;
}

interface Answered {
  readonly ok: true;
  /** The envelope as JSON: of a replay the first answer, but for what `usage` says of this call. */
  readonly body: string;
  /** Undefined for a replay, of which only the text was kept. */
  readonly envelope: Envelope | undefined;
  readonly isReplay: boolean;
  readonly creditsCharged: number;
  readonly balance: number;
  readonly rate: RateStatus;
  /** What the caller's own limits leave; undefined where there is none. */
  readonly limit: SpendStatus | undefined;
  /** How the answer fails to arrive, where a test key has asked for that. */
  readonly delivery?: Delivery;
}

/** `cut`: the first half goes out, which `body` then is; `lost`: nothing does. */
export type Delivery = 'cut' | 'lost';

export type CallOutcome = Answered | Failure;
