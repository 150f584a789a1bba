import middy from '@middy/core';
import inject from 'light-my-request';
import type Provider from 'oidc-provider';
import type { Foundation } from '#functions/foundation.ts';
import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { type AttemptLimit, attemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import {
  type Begun,
  beginCall,
  type CallResult,
  callerAddress,
  type GatewayEvent,
  type GatewayHandler,
} from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { metadataFault, normalizeRequest } from './client-metadata.ts';
import { errorPage, pageHeaders } from './consent.ts';
import { serveInteraction } from './interaction.ts';
import { createProvider } from './provider.ts';
import { agentScopes, type OAuthServices, oauthServices } from './services.ts';
import { giveOneSuccessor } from './storage-adapter.ts';

export const oauth = (foundation: Foundation) => oauthHandler(() => oauthServices(foundation));

const maxBodyBytes = 64 * 1024;
const metadataSeconds = 300;

/** The function behind the authorization server's endpoints, its pages and all metadata. */
export function oauthHandler(loadServices: () => Promise<OAuthServices>): GatewayHandler {
  return lazyHandler(async () => {
    const services = await loadServices();
    await services.publishKeys();
    return oauthPipeline(services, createProvider(services));
  });
}

function oauthPipeline(services: OAuthServices, provider: Provider): GatewayHandler {
  const { clock, logger, baseUrl } = services;
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(problemResponses({ docsUrl: baseUrl, logger }))
    .handler(async (event: GatewayEvent & Begun) => {
      const isPreflight = event.httpMethod === 'OPTIONS';
      if (event.path.startsWith('/.well-known/oauth-protected-resource'))
        return isPreflight ? allowBrowsers('GET') : describeResource(baseUrl);
      if (event.path === '/register' && isPreflight) return allowBrowsers('POST');
      await countAttempt(services, event, readBody(event));
      return answerRoute(services, provider, event);
    });
}

function answerRoute(
  services: OAuthServices,
  provider: Provider,
  event: GatewayEvent & Begun,
): Promise<CallResult> {
  if (event.path === '/register') return register(services, provider, event).then(withOpenOrigin);
  const answered = dispatch(services, provider, event);
  if (event.path === '/token') {
    const form = new URLSearchParams(readBody(event));
    return answered.then((answer) => giveOneSuccessor(services.authorizations, form, answer));
  }
  if (event.path !== '/authorize') return answered;
  return answered.then((answer) => withoutOpenRedirect(answer, services.baseUrl));
}

async function register(
  services: OAuthServices,
  provider: Provider,
  event: GatewayEvent & Begun,
): Promise<CallResult> {
  const fault = metadataFault(parsedBody(event));
  return fault === undefined ? dispatch(services, provider, event) : refuseRedirect(fault);
}

/** Runs the library's Node handler for one gateway event. */
async function dispatch(
  services: OAuthServices,
  provider: Provider,
  event: GatewayEvent & Begun,
): Promise<CallResult> {
  const { baseUrl } = services;
  const { path, query, body } = normalizeRequest(baseUrl, {
    path: event.path,
    query: new URLSearchParams(queryPairs(event)),
    body: readBody(event),
  });
  const caller = callerAddress(event, event.call.headers, services.originSecret);
  const base = new URL(baseUrl);
  let failure: unknown;
  const answer = await inject(
    (request, response) => {
      const served = path.startsWith('/interaction/')
        ? serveInteraction(
            provider,
            services,
            { path, form: new URLSearchParams(body), callerAddress: caller },
            request,
            response,
          )
        : provider.callback()(request, response);
      served.catch((error: unknown) => {
        failure = error;
        response.end();
      });
    },
    {
      method: event.httpMethod,
      url: query.size > 0 ? `${path}?${query}` : path,
      // Which host and scheme we are is configuration; what a client sends about it is not believed.
      headers: {
        ...withoutHops(event.call.headers),
        host: base.host,
        'x-forwarded-proto': base.protocol.slice(0, -1),
        'x-forwarded-host': base.host,
        'x-forwarded-for': caller,
      },
      ...(body !== '' && { payload: body }),
    },
  );
  if (failure !== undefined) throw failure;
  return toResult(answer);
}

/**
 * A request to authorize that fails is answered by our own page: no one has
 * consented to its client yet, and anybody may register any address, so that a
 * redirect would make this origin an open redirector (RFC 9700, 4.11.2).
 */
function withoutOpenRedirect(answer: CallResult, baseUrl: string): CallResult {
  const target = URL.parse(String(answer.headers?.location ?? ''), baseUrl);
  const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
  if (!isRedirect || target?.origin === new URL(baseUrl).origin) return answer;
  const { location: _, ...headers } = answer.headers ?? {};
  const given = new URLSearchParams(target?.search || (target?.hash ?? '').slice(1));
  const fault = given.get('error_description') ?? given.get('error') ?? 'The request cannot be carried out.';
  return { ...answer, statusCode: 400, headers: { ...headers, ...pageHeaders() }, body: errorPage(fault) };
}

/** As RFC 7591 writes a refused registration. */
function refuseRedirect(description: string): CallResult {
  return {
    statusCode: 400,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ error: 'invalid_redirect_uri', error_description: description }),
  };
}

function parsedBody(event: GatewayEvent & Begun): unknown {
  try {
    return JSON.parse(readBody(event));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return undefined;
  }
}

function describeResource(issuer: string): CallResult {
  return withOpenOrigin({
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${metadataSeconds}` },
    body: JSON.stringify(protectedResourceMetadata(issuer)),
  });
}

/** Browser clients register themselves; nothing here depends on a cookie. */
function withOpenOrigin(result: CallResult): CallResult {
  return { ...result, headers: { ...result.headers, 'access-control-allow-origin': '*' } };
}

/** The answer to a browser that asks first: clients send the protocol's version along, also for metadata. */
function allowBrowsers(method: 'GET' | 'POST'): CallResult {
  return withOpenOrigin({
    statusCode: 204,
    headers: {
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'content-type, mcp-protocol-version',
      'access-control-max-age': '3600',
    },
    body: '',
  });
}

function queryPairs(event: GatewayEvent): [string, string][] {
  const many = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (many.length > 0)
    return many.flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]));
  return Object.entries(event.queryStringParameters ?? {}).map(([name, value]) => [name, value ?? '']);
}

/** The body as text; `body_too_large` beyond 64 KiB. */
function readBody({ body, isBase64Encoded, call }: GatewayEvent & Begun): string {
  if (call.requestBytes > maxBodyBytes)
    throw new ServiceError('body_too_large', `At most ${maxBodyBytes} bytes are accepted.`);
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
}

const hopHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);

function withoutHops(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));
}

function toResult(answer: inject.Response): CallResult {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || hopHeaders.has(name)) continue;
    if (name === 'set-cookie') cookies.push(...[value].flat().map(String));
    else headers[name] = String(value);
  }
  return {
    statusCode: answer.statusCode,
    headers,
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': cookies } }),
    body: answer.payload,
  };
}

interface CountedRoute {
  /** Of all callers behind one network address together: a bound on writes. */
  readonly fromAddress: AttemptLimit;
  /** Of one client behind that address, so that no client uses up what its neighbours have. */
  readonly ofClient?: AttemptLimit;
}

const token = { fromAddress: attemptLimits.tokenFromIp, ofClient: attemptLimits.tokenOfClient };

const routes: Readonly<Record<string, CountedRoute>> = {
  'POST /register': { fromAddress: attemptLimits.registerFromIp, ofClient: attemptLimits.registerOfClient },
  'POST /token': token,
  'POST /revoke': token,
  'GET /authorize': { fromAddress: attemptLimits.authorizeFromIp },
};

/**
 * Counts what costs writes. Hosted agents of many people share few addresses:
 * one that misbehaves is stopped by itself long before its address is.
 */
async function countAttempt(
  { limits, originSecret }: OAuthServices,
  event: GatewayEvent & Begun,
  body: string,
): Promise<void> {
  const route = routes[`${event.httpMethod} ${event.path}`];
  if (!route) return;
  const address = callerAddress(event, event.call.headers, originSecret);
  if (route.ofClient) await limits.count(route.ofClient, `${address} ${clientOf(event.path, body)}`);
  await limits.count(route.fromAddress, address);
}

/** Who a request says it is for: the first redirect address of a registration, the client of a token request. */
function clientOf(path: string, body: string): string {
  const named =
    path === '/register'
      ? /"redirect_uris"\s*:\s*\[\s*"([^"]{0,2000})"/u.exec(body)?.[1]
      : formMember(body, 'client_id');
  return named ?? '';
}

function formMember(body: string, name: string): string | undefined {
  return new URLSearchParams(body).get(name) ?? undefined;
}

/** Protected-resource metadata (RFC 9728): where an agent that got a 401 finds the sign-in. */
function protectedResourceMetadata(issuer: string) {
  return {
    resource: mcpAudience(issuer),
    resource_name: 'Oriel',
    authorization_servers: [issuer],
    scopes_supported: [...agentScopes],
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuer}/docs`,
  };
}
