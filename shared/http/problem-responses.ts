import type { MiddlewareObj } from '@middy/core';
import { errorCatalog, ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Begun, CallResult, GatewayEvent } from './call.ts';

interface ProblemOptions {
  /** Origin whose `/docs/errors#code` explains each error. */
  readonly docsUrl: string;
  readonly logger: CallLogger;
}

/** The last word on an error that no inner middleware has answered (RFC 9457). */
export function problemResponses({
  docsUrl,
  logger,
}: ProblemOptions): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'problem-responses',
    onError(request) {
      const error = toServiceError(request.error);
      logFailure(logger, request.event, error);
      request.response ??= problemResult(error, { docsUrl, call: request.event.call });
    },
  };
}

/** Any thrown value as an error that may be shown. Our own faults say nothing about their cause. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isBodyParserError(error))
    return new ServiceError(
      'invalid_json',
      'The body is not valid JSON, or nested too deeply. Send one JSON object in UTF-8.',
      {
        cause: error,
      },
    );
  return new ServiceError(
    'internal_error',
    'The call failed on our side and was not charged. Try again; if it keeps failing, send us the request_id.',
    { cause: error },
  );
}

/** middy's JSON parser refuses with 422 and names itself; its words may repeat the body, so they are dropped. */
function isBodyParserError(error: unknown): boolean {
  return (
    error instanceof Error && isRecord(error.cause) && error.cause.package === '@middy/http-json-body-parser'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

interface ProblemContext {
  readonly docsUrl: string;
  readonly call: Pick<Begun['call'], 'requestId' | 'endpoint'>;
}

/** The response of an error: the same members from every path. */
export function problemResult(error: ServiceError, { docsUrl, call }: ProblemContext): CallResult {
  const { status, title, retryable } = errorCatalog[error.code];
  const problem = {
    type: `${docsUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: call.endpoint.slice(0, 200),
    code: error.code,
    retryable,
    request_id: call.requestId,
    credits_charged: 0,
    errors: error.faults,
    ...error.details,
  };
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      'x-credits-charged': '0',
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

function logFailure(logger: CallLogger, { call }: Begun, error: ServiceError): void {
  const facts = {
    request_id: call.requestId,
    endpoint: call.endpoint,
    code: error.code,
    ...(error.reason && { reason: error.reason }),
  };
  if (error.status >= 500) logger.error('call failed', { ...facts, cause: error.cause });
  else logger.info('call refused', facts);
}
