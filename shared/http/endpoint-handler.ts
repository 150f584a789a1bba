import * as v from 'valibot';
import type { IdempotencyClaim, KeptAnswer } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { checked, requireRole } from '#shared/calls/admit-call.ts';
import type { Call, MeteringServices } from '#shared/calls/call.ts';
import { claimKey, releaseKey } from '#shared/calls/claim-call.ts';
import { type Failure, failCall, orError } from '#shared/calls/problem.ts';
import { endOf, logAnswer, recordFreeCall, refuseCall } from '#shared/calls/record-call.ts';
import {
  type EndpointAnswer,
  type EndpointBody,
  type EndpointContract,
  type EndpointLogic,
  type EndpointQuery,
  type EndpointResponse,
  statusOf,
} from '#shared/contract/endpoint.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { authenticate, authenticateIfSent } from './authenticate.ts';
import type { CallResult, GatewayEvent, GatewayHandler } from './call.ts';
import {
  type CallServices,
  type CallSteps,
  callPipeline,
  failureResult,
  limitHeaders,
  rateHeaders,
} from './call-pipeline.ts';
import { lazyHandler } from './tool-handler.ts';

/** An answer as it goes out, but for what the pipeline adds. */
type EndpointResult = Required<KeptAnswer>;

interface EndpointCall {
  readonly call: Call;
  /** Undefined where an optional credential was not sent: such a call is neither counted nor recorded. */
  readonly principal: Principal | undefined;
  readonly idempotencyKey: string | undefined;
  readonly input: unknown;
  ask(): Promise<{ readonly sent: EndpointResult; readonly kept: EndpointResult }>;
}

/** One call of an endpoint over HTTP. Never rejects. */
export async function answerEndpoint(request: EndpointCall, services: MeteringServices): Promise<CallResult> {
  const { principal } = request;
  const answer = await (principal
    ? meterEndpoint({ ...request, principal }, services)
    : answerAnyone(request, services));
  return 'problem' in answer ? failureResult(answer, services.baseUrl) : answer;
}

/**
 * One call of what costs nothing, over whichever protocol: replay → count → ask → keep →
 * record. Never rejects.
 */
export async function meterEndpoint(
  request: EndpointCall & { readonly principal: Principal },
  services: MeteringServices,
): Promise<CallResult | Failure> {
  const { call, principal, idempotencyKey, input, ask } = request;
  const { ledger, idempotency, logger } = services;

  const asked = { principal, idempotencyKey, endpoint: call.endpoint, input };
  const claimed = await orError(claimKey(asked, idempotency));
  if (claimed instanceof ServiceError) return refuseCall(call, principal, claimed, services);
  const claim = claimed.kind === 'claimed' ? claimed.claim : undefined;

  const counted = await orError(ledger.countFreeCall(principal, 'account'));
  if (counted instanceof ServiceError) {
    await releaseKey(claim, logger);
    return refuseCall(call, principal, counted, services);
  }

  const answer = claimed.kind === 'replay' ? replayed(claimed.answer) : await orError(askAndKeep(ask, claim));
  if (answer instanceof ServiceError) {
    const failure = failCall(call, answer, counted.rate, services, { principal });
    await recordFreeCall(call, principal, endOf(failure), services);
    await releaseKey(claim, logger);
    return failure;
  }
  await recordFreeCall(call, principal, { ...answer, keptUnder: claim?.place }, services);
  logAnswer(call, principal, logger);
  return {
    ...answer,
    headers: { ...rateHeaders(counted.rate), ...limitHeaders(counted.limit), ...answer.headers },
  };
}

async function answerAnyone(
  { call, ask }: EndpointCall,
  services: MeteringServices,
): Promise<CallResult | Failure> {
  const answer = await orError(ask());
  if (answer instanceof ServiceError) return failCall(call, answer, undefined, services);
  return { ...answer.sent, headers: { ...answer.sent.headers } };
}

async function askAndKeep(
  ask: EndpointCall['ask'],
  claim: IdempotencyClaim | undefined,
): Promise<EndpointResult> {
  const { sent, kept } = await ask();
  await claim?.keep(kept, undefined);
  return sent;
}

/** The body is the first one, word for word; the headers are about this call. */
function replayed({ statusCode, headers, body }: KeptAnswer): EndpointResult {
  return {
    statusCode,
    headers: { ...headers, 'x-credits-charged': '0', 'idempotency-replayed': 'true' },
    body,
  };
}

interface CheckedRequest<Endpoint extends EndpointContract> {
  readonly body: EndpointBody<Endpoint>;
  readonly query: EndpointQuery<Endpoint>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The function of an endpoint that is not a tool: its logic behind the same steps, without a price. */
export function endpointHandler<Endpoint extends EndpointContract, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Principal, Services>,
  loadServices: LoadServices<Services>,
): GatewayHandler {
  return lazyHandler(async () => {
    const services = await loadServices();
    return endpointPipeline(endpoint, logic, services, authenticate(services.call.resolvers));
  });
}

/** As `endpointHandler`, for an endpoint that works without a credential too. */
export function openEndpointHandler<Endpoint extends EndpointContract, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Principal | undefined, Services>,
  loadServices: LoadServices<Services>,
): GatewayHandler {
  return lazyHandler(async () => {
    const services = await loadServices();
    return endpointPipeline(endpoint, logic, services, authenticateIfSent(services.call.resolvers));
  });
}

interface EndpointServices<Services> {
  readonly call: CallServices;
  readonly own: Services;
}

/** Called with the first request, and every few minutes again. */
type LoadServices<Services> = () => Promise<EndpointServices<Services>>;

function endpointPipeline<Endpoint extends EndpointContract, Caller extends Principal | undefined, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Caller, Services>,
  { call: services, own }: EndpointServices<Services>,
  authenticated: CallSteps<Caller, CheckedRequest<Endpoint>>['authenticate'],
): GatewayHandler {
  return callPipeline(
    {
      tool: null,
      body: endpoint.body === undefined ? 'ignored' : 'read',
      authenticate: authenticated,
      authorize: (caller) => authorize(caller, endpoint),
      validate: (event) => checkRequest(endpoint, event),
      answer: ({ call, principal, checked }) =>
        answerEndpoint(
          {
            call,
            principal,
            idempotencyKey: endpoint.creates ? call.headers['idempotency-key'] : undefined,
            input: { body: checked.body, query: checked.query },
            ask: async () => {
              const { requestId } = call;
              const request = { ...checked, caller: principal, requestId, now: services.clock() };
              return toResults(endpoint, await logic(request, own));
            },
          },
          services,
        ),
    },
    services,
  );
}

/** The answer as it goes out, and as it is kept for its `Idempotency-Key`. */
function toResults<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  answer: EndpointAnswer<EndpointResponse<Endpoint>>,
): { sent: EndpointResult; kept: EndpointResult } {
  const sent = toResult(endpoint, answer);
  return {
    sent,
    kept: answer.kept === undefined ? sent : toResult(endpoint, { ...answer, body: answer.kept }),
  };
}

function toResult<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  { body, raw, headers }: EndpointAnswer<EndpointResponse<Endpoint>>,
): EndpointResult {
  return {
    statusCode: statusOf(endpoint),
    headers: { 'content-type': raw?.contentType ?? 'application/json', ...headers },
    body: raw?.text ?? JSON.stringify(body),
  };
}

/** What an agent's connection was not granted, or a limited key must not do, is refused by name. */
function authorize(
  principal: Principal | undefined,
  {
    scope,
    roles = ['owner'],
    answersTestKeys = false,
  }: Pick<EndpointContract, 'scope' | 'roles' | 'answersTestKeys'>,
): void {
  requireRole(principal?.role, roles);
  if (!scope || !principal) return;
  if (principal.isTest && !answersTestKeys)
    throw new ServiceError(
      'insufficient_scope',
      'A test key calls tools and reads its balance and its own calls. Use a live key for everything else.',
    );
  if (principal.scopes.has(scope)) return;
  throw new ServiceError(
    'insufficient_scope',
    principal.authSource === 'api_key'
      ? 'A key with limits of its own calls tools and sees its own calls only. Use a key without limits, or the dashboard.'
      : `This connection may not do that. Connect again and allow the scope \`${scope}\`.`,
  );
}

function checkRequest<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  event: GatewayEvent,
): CheckedRequest<Endpoint> {
  const body: unknown = event.body;
  return {
    body: endpoint.body && checkBodyOf(endpoint.body, body),
    query: endpoint.query && checked(endpoint.query, event.queryStringParameters ?? {}, 'query'),
    parameters: definedParameters(event),
  };
}

/** Where a body may be left out, it comes as null. */
function checkBodyOf(schema: v.GenericSchema, body: unknown): unknown {
  return body === null && v.is(schema, null) ? null : checked(schema, body, 'body');
}

function definedParameters({ pathParameters }: GatewayEvent): Record<string, string> {
  const entries = Object.entries(pathParameters ?? {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
