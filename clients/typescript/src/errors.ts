import type { ErrorCode, NextAction, Problem, ProblemError } from './generated/types.ts';

/** Codes of this client, beside those of the service. */
type OwnCode = 'answer_lost' | 'dataset_unavailable';

interface Failure {
  readonly message: string;
  readonly code: ErrorCode | OwnCode | (string & {});
  readonly status?: number | undefined;
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly problem?: Problem;
  readonly cause?: unknown;
}

/** Every failure that a call ends with, but an abort of the caller's own, which throws the signal's reason. */
export class OrielError extends Error {
  override readonly name: string = 'OrielError';
  /** Stable; the service's page of errors explains each. */
  readonly code: Failure['code'];
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** Whether the same request may succeed later. The attempts of this call are used up, or its deadline is near. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** 0 where the service refused; undefined where its answer is lost or it does not know yet: then a call may have been charged. */
  readonly creditsCharged: number | undefined;
  readonly requestId: string | undefined;
  /** Send it with the same request for the answer of the first one, free, within 24 hours. */
  readonly idempotencyKey: string | undefined;
  /** Every fault of the request; empty where the request is not the cause. */
  readonly faults: readonly ProblemError[];
  /** All that the service said; undefined where it said nothing. */
  readonly problem: Problem | undefined;

  constructor({ message, code, status, retryable = false, requestId, problem, cause, ...rest }: Failure) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterSeconds = rest.retryAfterSeconds;
    this.creditsCharged = code === 'answer_lost' || problem?.credits_charged === null ? undefined : 0;
    this.requestId = problem?.request_id ?? requestId;
    this.idempotencyKey = rest.idempotencyKey;
    this.faults = problem?.errors ?? [];
    this.problem = problem;
  }

  /** Where the first fault of the request is, as a JSON Pointer, such as `/domain`. */
  get pointer(): string | undefined {
    return this.faults[0]?.pointer;
  }
}

/** The request must be changed first: 400, 405, 413, 415, 422, 431. */
export class InvalidRequestError extends OrielError {
  override readonly name: string = 'InvalidRequestError';
}

/** The key is missing, mistyped, expired or revoked: 401. */
export class AuthenticationError extends OrielError {
  override readonly name: string = 'AuthenticationError';
}

/** Balance, limit of the key or budget of the run do not cover the call: 402. */
export class CreditsError extends OrielError {
  override readonly name: string = 'CreditsError';

  get creditsRequired(): number | undefined {
    return this.problem?.credits_required;
  }

  get balance(): number | undefined {
    return this.problem?.balance;
  }

  /** Page on which a person can buy credits or raise the limit. */
  get actionUrl(): string | undefined {
    return this.problem?.action_url;
  }
}

/** The run has reached its budget. The call did not start. */
export class RunBudgetExceededError extends CreditsError {
  override readonly name: string = 'RunBudgetExceededError';
}

/** The key may not do this: 403. */
export class ForbiddenError extends OrielError {
  override readonly name: string = 'ForbiddenError';
}

/** There is no such thing, or it belongs to another account: 404. */
export class NotFoundError extends OrielError {
  override readonly name: string = 'NotFoundError';
}

/** The first request with this key is still running, or what it is about is at work: 409. */
export class ConflictError extends OrielError {
  override readonly name: string = 'ConflictError';
}

/** Too many calls, in a window or at once: 429. */
export class RateLimitError extends OrielError {
  override readonly name: string = 'RateLimitError';
}

/** The service or its source failed, and nothing was charged: 5xx with a problem. */
export class ServiceError extends OrielError {
  override readonly name: string = 'ServiceError';
}

/**
 * No whole answer came: the connection broke, an attempt took too long, or
 * something between answered in the service's place. Whether the call was made
 * is not known; the same request with `idempotencyKey` finds out for nothing.
 */
export class AnswerLostError extends OrielError {
  override readonly name: string = 'AnswerLostError';
}

/** The dataset has expired, never was or belongs to another account. `nextActions` has the call that makes it again. */
export class DatasetUnavailableError extends OrielError {
  override readonly name: string = 'DatasetUnavailableError';
  readonly nextActions: readonly NextAction[];

  constructor(message: string, requestId: string, nextActions: readonly NextAction[]) {
    super({ message, code: 'dataset_unavailable', status: 200, requestId });
    this.nextActions = nextActions;
  }
}

const byStatus = new Map([
  [401, AuthenticationError],
  [402, CreditsError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
]);

/** A problem of the service as the error that it is. */
export function problemError(problem: Problem, rest: Pick<Failure, 'retryAfterSeconds' | 'idempotencyKey'>) {
  const { code, status, retryable, detail: message } = problem;
  const usual = byStatus.get(status) ?? (status >= 500 ? ServiceError : InvalidRequestError);
  const Kind = code === 'run_budget_exceeded' ? RunBudgetExceededError : usual;
  return new Kind({ message, code, status, retryable, problem, ...rest });
}
