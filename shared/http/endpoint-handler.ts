import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import type {
  EndpointBody,
  EndpointContract,
  EndpointQuery,
  EndpointResponse,
} from '#shared/contract/endpoint.ts';
import type { EndpointAnswer, EndpointLogic, EndpointRequest } from '#shared/contract/endpoint-logic.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { memoizeWithTtl } from '#shared/platform/memoize-with-ttl.ts';
import { authenticate } from './authenticate.ts';
import { beginCall } from './begin-call.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent, Replayable } from './call.ts';
import { checkBody } from './check-body.ts';
import { countCall, limitRate } from './limit-rate.ts';
import { logUsage } from './log-usage.ts';
import { parseBody } from './parse-body.ts';
import { problemResponses } from './problem-responses.ts';
import { replay } from './replay.ts';
import type { CallServices } from './services.ts';
import type { GatewayHandler } from './tool-handler.ts';
import { checked } from './validate.ts';

interface CheckedRequest<Endpoint extends EndpointContract> {
  body: EndpointBody<Endpoint>;
  query: EndpointQuery<Endpoint>;
}

type EndpointEvent<Endpoint extends EndpointContract> = GatewayEvent &
  Begun &
  Authenticated &
  Replayable & { request: CheckedRequest<Endpoint> };

/** The function of an endpoint that is not a tool: its logic behind the same steps, without a price. */
export function endpointHandler<Endpoint extends EndpointContract, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Principal, Services>,
  loadServices: LoadServices<Services>,
): GatewayHandler {
  return lazily(loadServices, (services) =>
    endpointPipeline(endpoint, logic, services, ({ principal }) => principal),
  );
}

/** As `endpointHandler`, for an endpoint that works without a credential too. */
export function openEndpointHandler<Endpoint extends EndpointContract, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Principal | undefined, Services>,
  loadServices: LoadServices<Services>,
): GatewayHandler {
  return lazily(loadServices, (services) =>
    endpointPipeline(endpoint, logic, services, ({ call }) => call.principal),
  );
}

interface EndpointServices<Services> {
  readonly call: CallServices;
  readonly own: Services;
}

/** Called with the first request, and every few minutes again. */
type LoadServices<Services> = () => Promise<EndpointServices<Services>>;

function lazily<Services>(
  loadServices: LoadServices<Services>,
  build: (services: EndpointServices<Services>) => GatewayHandler,
): GatewayHandler {
  const pipeline = memoizeWithTtl(async () => build(await loadServices()));
  return async (event, context) => (await pipeline())(event, context);
}

function endpointPipeline<Endpoint extends EndpointContract, Caller, Services>(
  endpoint: Endpoint,
  logic: EndpointLogic<Endpoint, Caller, Services>,
  { call: services, own }: EndpointServices<Services>,
  callerOf: (event: Begun & Authenticated) => Caller,
): GatewayHandler {
  const { clock, ledger, logger, baseUrl: docsUrl, idempotency: store } = services;
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(logUsage({ ledger, clock, logger }))
    .use(problemResponses({ docsUrl, logger }))
    .use(authenticate(services.resolvers, endpoint.authentication))
    .use(authorize(endpoint))
    .use(limitRate(clock))
    .use(checkBody(endpoint.body === undefined ? 'ignored' : 'read'))
    .use(parseBody())
    .use(validateRequest(endpoint))
    .use(
      replay<{ request: CheckedRequest<Endpoint> }>(
        { store, ledger },
        ({ request }) => request,
        endpoint.idempotent ? 'honored' : 'ignored',
      ),
    )
    .use(countCall(ledger))
    .handler((event) =>
      answerRequest(endpoint, event, (request) =>
        logic({ ...request, caller: callerOf(event), now: clock() }, own),
      ),
    );
}

type Ask<Endpoint extends EndpointContract> = (
  request: Omit<EndpointRequest<Endpoint, unknown>, 'caller' | 'now'>,
) => Promise<EndpointAnswer<EndpointResponse<Endpoint>>>;

async function answerRequest<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  event: EndpointEvent<Endpoint>,
  ask: Ask<Endpoint>,
): Promise<CallResult> {
  if (event.call.replayed) return event.call.replayed;
  const answer = await ask({
    ...event.request,
    parameters: definedParameters(event),
    requestId: event.call.requestId,
  });
  const kept = answer.kept === undefined ? answer : { ...answer, body: answer.kept };
  await event.claim?.keep(toResult(endpoint, kept), undefined);
  return toResult(endpoint, answer);
}

function toResult<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  { body, raw, headers }: EndpointAnswer<EndpointResponse<Endpoint>>,
): CallResult & { headers: Record<string, string> } {
  return {
    statusCode: endpoint.status,
    headers: { 'content-type': raw?.contentType ?? 'application/json', ...headers },
    body: raw?.text ?? JSON.stringify(body),
  };
}

/** What an agent's connection was not granted, or a limited key must not do, is refused by name. */
function authorize(
  endpoint: Pick<EndpointContract, 'scope'>,
): MiddlewareObj<GatewayEvent & Begun & Authenticated, CallResult> {
  return {
    name: 'authorize',
    before({ event }) {
      const { scope } = endpoint;
      if (!scope || event.call.principal === undefined || event.principal.scopes.has(scope)) return;
      throw new ServiceError(
        'insufficient_scope',
        event.principal.authSource === 'api_key'
          ? 'A key with limits of its own manages no keys and connections. Use a key without limits, or the dashboard.'
          : `This connection may not do that. Connect again and allow the scope \`${scope}\`.`,
      );
    },
  };
}

function validateRequest<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
): MiddlewareObj<GatewayEvent & Begun & { request: CheckedRequest<Endpoint> }, CallResult> {
  return {
    name: 'validate-request',
    before({ event }) {
      const body: unknown = event.body;
      event.request = {
        body: endpoint.body && checked(endpoint.body, body, 'body'),
        query: endpoint.query && checked(endpoint.query, event.queryStringParameters ?? {}, 'query'),
      };
    },
  };
}

function definedParameters({ pathParameters }: GatewayEvent): Record<string, string> {
  const entries = Object.entries(pathParameters ?? {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
