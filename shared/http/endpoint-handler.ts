import * as v from 'valibot';
import { checked, requireRole } from '#shared/calls/admit-call.ts';
import {
  type EndpointBody,
  type EndpointContract,
  type EndpointQuery,
  type EndpointResponse,
  statusOf,
} from '#shared/contract/endpoint.ts';
import type { EndpointAnswer, EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { answerEndpoint, type EndpointResult } from './answer-endpoint.ts';
import { authenticate, authenticateIfSent } from './authenticate.ts';
import type { GatewayEvent, GatewayHandler } from './call.ts';
import { type CallServices, type CallSteps, callPipeline } from './call-pipeline.ts';
import { lazyHandler } from './lazy-handler.ts';

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
