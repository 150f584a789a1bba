import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Call, MeteringServices, ToolCallServices } from '#shared/calls/call.ts';
import { outOfTime } from '#shared/calls/claim-call.ts';
import { type Failure, logFailure, type Problem, toProblem, toServiceError } from '#shared/calls/problem.ts';
import { recordRefusal } from '#shared/calls/record-call.ts';
import type { CallKind } from '#shared/money/accounts/account-item.ts';
import type { SpendStatus } from '#shared/money/accounts/meter.ts';
import type { CredentialResolver, Principal } from '#shared/money/accounts/principal.ts';
import type { RateStatus } from '#shared/money/ledger/operations.ts';
import { refuseWhenFull } from '#shared/money/ledger/plan-hold.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import {
  type Authenticated,
  type Begun,
  beginCall,
  type CallResult,
  checkBody,
  type GatewayEvent,
  type GatewayHandler,
  parseBody,
  type Surroundings,
  type Validated,
} from './call.ts';

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

type CheckedEvent<Caller extends Principal | undefined, Checked> = GatewayEvent &
  Begun &
  Authenticated<Caller> &
  Validated<Checked>;

/** In what tools and endpoints differ. */
export interface CallSteps<Caller extends Principal | undefined, Checked> {
  /** Wire name of the tool; null for what is no tool. */
  readonly tool: string | null;
  readonly body: 'read' | 'ignored';
  readonly authenticate: MiddlewareObj<GatewayEvent & Begun & Authenticated<Caller>, CallResult>;
  /** Throws unless the caller may call this at all. */
  authorize(caller: Caller): void;
  /** The request as its contract describes it, or throws what is wrong with it. */
  validate(event: GatewayEvent & Begun): Checked;
  /** Answers the call and records it. Never rejects. */
  answer(event: CheckedEvent<Caller, Checked>, context: Context): Promise<CallResult>;
}

/** Every authenticated call over HTTP, from top to bottom; `onError` steps run from the bottom up. */
export function callPipeline<Caller extends Principal | undefined, Checked>(
  { tool, body, authenticate, authorize, validate, answer }: CallSteps<Caller, Checked>,
  services: CallServices,
): GatewayHandler {
  const { clock, logger, baseUrl: docsUrl } = services;
  return middy<GatewayEvent, CallResult>(tool === null ? endsEarly : endsItself)
    .use(beginCall(clock, tool, services))
    .use(logRefusals(services))
    .use(problemResponses({ docsUrl, logger }))
    .use(authenticate)
    .use(step('authorize', ({ principal }: Authenticated<Caller>) => authorize(principal)))
    .use(limitRate<Caller>(clock, tool === null ? 'account' : 'tool'))
    .use(checkBody(body))
    .use(parseBody())
    .use(
      step('validate', (event: GatewayEvent & Begun & Validated<Checked>) => {
        event.checked = validate(event);
      }),
    )
    .handler(answer);
}

/** What costs nothing is answered a moment before its function's time is over. */
export const endsEarly = {
  timeoutEarlyResponse: () => {
    throw outOfTime();
  },
};

/** A tool is answered by `endInTime`, which knows what was charged. */
const endsItself = { timeoutEarlyInMillis: 0 };

function step<Part>(
  name: string,
  before: (event: GatewayEvent & Part) => void,
): MiddlewareObj<GatewayEvent & Part, CallResult> {
  return { name, before: ({ event }) => before(event) };
}

/** Refuses a call early that its write would refuse anyway, and so spares the work. */
export function limitRate<Caller extends Principal | undefined>(
  clock: Clock,
  kind: CallKind,
): MiddlewareObj<GatewayEvent & Authenticated<Caller>, CallResult> {
  return {
    name: 'limit-rate',
    before({ event: { principal } }) {
      if (principal) refuseWhenFull(principal, kind, clock());
    },
  };
}

/**
 * Writes the usage record of an authenticated call that a later step refused:
 * a malformed body, say. A call that passes them all is recorded by what
 * answers it, which never throws.
 */
function logRefusals(
  services: Pick<MeteringServices, 'ledger' | 'clock' | 'logger'>,
): MiddlewareObj<GatewayEvent & Begun & Partial<Authenticated<Principal | undefined>>, CallResult> {
  return {
    name: 'log-refusals',
    async onError({ event, response, error }) {
      const { call, principal } = event;
      if (!principal || !response) return;
      const { statusCode, body } = response;
      await recordRefusal(call, principal, { statusCode, body, error: toServiceError(error) }, services);
    },
  };
}

/** What every authenticated call over HTTP needs from outside; built once per cold start. */
export interface CallServices extends MeteringServices, Surroundings {
  readonly resolvers: readonly CredentialResolver[];
}

export interface ToolServices extends Omit<CallServices, 'ledger'>, ToolCallServices {}
