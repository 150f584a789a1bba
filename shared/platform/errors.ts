interface ErrorSpec {
  readonly status: number;
  readonly title: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
}

/**
 * Every failure that a caller can meet, in one table. The key is the stable
 * `code` on the wire and the `error_type` of a usage record; class, OpenAPI
 * responses and the reference page are read from the same rows.
 */
export const errorCatalog = {
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  malformed_request: { status: 400, title: 'The request cannot be read', retryable: false },
  invalid_idempotency_key: { status: 400, title: 'The Idempotency-Key is malformed', retryable: false },
  ambiguous_credentials: { status: 400, title: 'Two different credentials were sent', retryable: false },
  missing_credentials: { status: 401, title: 'No credential was sent', retryable: false },
  invalid_credentials: { status: 401, title: 'The credential is not valid', retryable: false },
  insufficient_credits: { status: 402, title: 'The balance does not cover this call', retryable: false },
  spend_limit_reached: { status: 402, title: 'The key has reached its spend limit', retryable: false },
  run_budget_exceeded: { status: 402, title: 'The run has reached its budget', retryable: false },
  tool_not_enabled: { status: 403, title: 'The tool is not enabled for this caller', retryable: false },
  insufficient_scope: { status: 403, title: 'The credential does not allow this call', retryable: false },
  sign_in_again: { status: 403, title: 'Sign in again', retryable: false },
  forbidden_origin: { status: 403, title: 'The request came from another site', retryable: false },
  account_suspended: { status: 403, title: 'The account is suspended', retryable: false },
  not_found: { status: 404, title: 'There is no such resource', retryable: false },
  method_not_allowed: { status: 405, title: 'The path does not accept this method', retryable: false },
  request_in_progress: { status: 409, title: 'The first request is still running', retryable: true },
  conflict: { status: 409, title: 'The present state does not allow this', retryable: true },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'The body is not JSON', retryable: false },
  headers_too_large: { status: 431, title: 'The headers are too large', retryable: false },
  validation_error: { status: 422, title: 'The request does not match the contract', retryable: false },
  unknown_location: { status: 422, title: 'The location is not known', retryable: false },
  unknown_language: { status: 422, title: 'The language is not known', retryable: false },
  unsupported_market: { status: 422, title: 'The market is not served', retryable: false },
  invalid_dataset_uri: { status: 422, title: 'The dataset URI is malformed', retryable: false },
  unsafe_target: { status: 422, title: 'The target may not be fetched', retryable: false },
  idempotency_conflict: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    retryable: false,
  },
  rate_limited: { status: 429, title: 'Too many calls in this window', retryable: true },
  too_many_concurrent_calls: { status: 429, title: 'Too many calls at the same time', retryable: true },
  internal_error: { status: 500, title: 'Something failed on our side', retryable: true },
  upstream_error: { status: 502, title: 'The data source did not give a usable answer', retryable: true },
  upstream_unavailable: { status: 503, title: 'The data source is not available', retryable: true },
  upstream_quota: { status: 503, title: 'The data source is over its quota', retryable: true },
  service_starting: { status: 503, title: 'The service is starting', retryable: true },
  service_busy: { status: 503, title: 'The service is busy', retryable: true },
  no_live_source: { status: 503, title: 'No live source is configured', retryable: false },
  upstream_timeout: { status: 504, title: 'The call took too long', retryable: true },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof errorCatalog;

/** One fault in a request, as the body of a 422 lists it. `pointer` is a JSON Pointer (RFC 6901). */
export interface RequestFault {
  readonly pointer: string;
  readonly loc: readonly (string | number)[];
  readonly type: string;
  readonly message: string;
}

interface ServiceErrorOptions {
  /** Members of the problem body beside the standard ones, such as `balance`. Safe to show. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly faults?: readonly RequestFault[];
  /** Response headers, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The true reason, for the log only. */
  readonly reason?: string;
  /** Whether the call was charged is not known yet; of all others it is known that they were not. */
  readonly isUndecided?: boolean;
  readonly cause?: unknown;
}

/** A ServiceError in parts, for modules that are loaded apart from its class. */
export type Refusal = readonly [code: ErrorCode, message: string, options?: ServiceErrorOptions];

/**
 * The only error that crosses a handler; anything else becomes
 * `internal_error`. `message` is the problem's `detail`: it says what to do
 * next and holds nothing that the caller may not see.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly faults: readonly RequestFault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string | undefined;
  readonly isUndecided: boolean;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
    this.reason = options.reason;
    this.isUndecided = options.isUndecided ?? false;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }

  get retryable(): boolean {
    return errorCatalog[this.code].retryable;
  }
}
