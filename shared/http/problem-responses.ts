import type { MiddlewareObj } from '@middy/core';
import type { Call } from '#shared/calls/call.ts';
import { type Failure, logFailure, type Problem, toProblem, toServiceError } from '#shared/calls/problem.ts';
import type { SpendStatus } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { RateStatus } from '#shared/money/ledger/credit-ledger.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent } from './call.ts';

interface ProblemOptions {
  /** Origin whose `/docs/errors#code` explains each error. */
  readonly docsUrl: string;
  readonly logger: CallLogger;
}

/** Answers whatever was thrown (RFC 9457). */
export function problemResponses({
  docsUrl,
  logger,
}: ProblemOptions): MiddlewareObj<
  GatewayEvent & Begun & Partial<Authenticated<Principal | undefined>>,
  CallResult
> {
  return {
    name: 'problem-responses',
    onError(request) {
      const error = toServiceError(request.error);
      const { call, principal } = request.event;
      logFailure(logger, call, error, { principal });
      request.response = problemResult(error, { docsUrl, call });
    },
  };
}

interface ProblemContext {
  readonly docsUrl: string;
  readonly call: Pick<Call, 'requestId' | 'endpoint'>;
}

/** The response of an error that was thrown. */
function problemResult(error: ServiceError, { docsUrl, call }: ProblemContext): CallResult {
  return toResult(error, toProblem(error, call, docsUrl), docsUrl);
}

/** The response to a request that is none of a call; it has an id of its own. */
export function refusalResult(
  error: ServiceError,
  { docsUrl, endpoint }: { readonly docsUrl: string; readonly endpoint: string },
): CallResult {
  const requestId = newId('req');
  const result = problemResult(error, { docsUrl, call: { requestId, endpoint } });
  return { ...result, headers: { ...result.headers, 'x-request-id': requestId } };
}

/** The response of a call that ended with a failure. */
export function failureResult({ error, problem, rate }: Failure, docsUrl: string): CallResult {
  const result = toResult(error, problem, docsUrl);
  return { ...result, headers: { ...rateHeaders(rate), ...result.headers } };
}

function toResult(error: ServiceError, problem: Problem, docsUrl: string): CallResult {
  return {
    statusCode: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(!error.isUndecided && { 'x-credits-charged': '0' }),
      ...challenge(error, docsUrl),
      ...error.headers,
    },
    body: JSON.stringify(problem),
  };
}

/** Every 401 says how to authenticate (RFC 9110, RFC 6750) and where an agent finds the sign-in (RFC 9728). */
function challenge({ status, code }: ServiceError, docsUrl: string): Record<string, string> {
  if (status !== 401) return {};
  const parts = [
    'Bearer realm="oriel"',
    // Only of a credential that was sent can be said that it is not valid.
    ...(code === 'missing_credentials' ? [] : ['error="invalid_token"']),
    `resource_metadata="${docsUrl}/.well-known/oauth-protected-resource"`,
  ];
  return { 'www-authenticate': parts.join(', ') };
}

/** The headers that tell a caller of the tightest window; none where the call was not counted. */
export function rateHeaders(rate: RateStatus | undefined): Record<string, string> {
  if (!rate) return {};
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': String(rate.resetAt),
  };
}

/** The headers that tell a caller what its own limit leaves this month; none where it has no limit. */
export function limitHeaders(limit: SpendStatus | undefined): Record<string, string> {
  if (!limit) return {};
  return {
    'x-credential-limit': String(limit.limit),
    'x-credential-remaining': String(limit.remaining),
  };
}
