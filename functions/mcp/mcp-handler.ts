import middy, { type MiddlewareObj } from '@middy/core';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { agentScopes } from '#functions/oauth/services.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import type { Delivery } from '#shared/calls/problem.ts';
import { authenticate } from '#shared/http/authenticate.ts';
import {
  type Authenticated,
  type Begun,
  beginCall,
  type CallResult,
  checkBody,
  type GatewayEvent,
  type GatewayHandler,
  type StreamedResult,
} from '#shared/http/call.ts';
import { endsEarly, problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { accountTools, mayUse } from './account-tools.ts';
import type { DescribedTool } from './describe-tool.ts';
import { createServer } from './mcp-server.ts';
import { type McpServices, mcpServices } from './services.ts';

export const mcp = (foundation: Foundation) => mcpHandler(() => mcpServices(foundation));

interface McpOptions {
  /** Makes the protocol server of a request; tests put their own in its place. */
  readonly serverOf?: typeof createServer;
}

/**
 * The function behind `/mcp`. What a tool says of its progress comes as a
 * stream, for the gateway to pass on while the tool still works.
 */
export function mcpHandler(
  loadServices: () => Promise<McpServices>,
  options: McpOptions = {},
): GatewayHandler {
  return lazyHandler(async () => mcpPipeline(await loadServices(), options));
}

function mcpPipeline(services: McpServices, options: McpOptions): GatewayHandler {
  const { clock, logger, baseUrl } = services;
  const problems = { docsUrl: baseUrl, logger };
  const preflight: GatewayHandler = middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(openToBrowsers(baseUrl))
    .use(problemResponses(problems))
    .handler(async () => ({ statusCode: 204, headers: preflightHeaders, body: '' }));
  const serve: GatewayHandler = middy<GatewayEvent, CallResult>(endsEarly)
    .use(beginCall(clock, null, services))
    .use(openToBrowsers(baseUrl))
    .use(challengeAgents(baseUrl))
    .use(problemResponses(problems))
    .use(authenticate(services.agentResolvers))
    .use(checkBody())
    .handler((event, context) => answer({ services, ...options }, event, context));
  return async (event, context) =>
    event.httpMethod === 'OPTIONS' ? preflight(event, context) : serve(event, context);
}

interface Serving extends McpOptions {
  readonly services: McpServices;
}

/** Hands one authenticated request to the protocol's own library, and its response to the gateway. */
async function answer(
  { services, serverOf = createServer }: Serving,
  event: GatewayEvent & Begun & Authenticated,
  context: Context,
): Promise<CallResult | StreamedResult> {
  const { principal, call } = event;
  const listed = selectTools(services.servedTools, principal, event.queryStringParameters?.tools ?? null);
  const post = createPost();
  const { onUndelivered } = post;
  const caller = { services, principal, ...listed, call, context, onUndelivered };
  const handler = createMcpHandler(() => serverOf(caller), {
    // A message is enough: what fails here is what a client sent.
    onerror: ({ message }) =>
      services.logger.info('mcp request refused', { request_id: call.requestId, reason: message }),
    keepAliveMs: 0,
  });
  const response = await handler.fetch(toRequest(services.baseUrl, event));
  const head = { statusCode: response.status, headers: answerHeaders(response) };
  if (isSubscription(event.body)) return { ...head, body: await firstChunk(response) };
  if (response.body && isEventStream(response))
    return { ...head, body: '', stream: post.stream(response.body) };
  return post.whole({ ...head, body: await response.text() });
}

function toRequest(baseUrl: string, { httpMethod, body, call }: GatewayEvent & Begun): Request {
  const kept = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id'];
  const headers = kept.flatMap((name): [string, string][] => {
    const value = call.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const hasBody = httpMethod === 'POST';
  return new Request(`${baseUrl}/mcp`, { method: httpMethod, headers, ...(hasBody && { body: body ?? '' }) });
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

const subscription = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ method: v.literal('subscriptions/listen') }),
);

function isSubscription(body: string | null): boolean {
  return v.is(subscription, body);
}

/**
 * A subscription is acknowledged and then ended, since nothing here ever
 * changes under a client: held open it would only keep a function waiting.
 */
async function firstChunk(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ? new TextDecoder().decode(first.value) : '';
}

function answerHeaders(response: Response): Record<string, string> {
  const kept = ['content-type', 'allow', 'mcp-session-id', 'mcp-protocol-version'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Every 401 tells an agent where to sign its person in, and what to ask for (RFC 6750, RFC 9728). */
function challengeAgents(baseUrl: string): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'challenge-agents',
    onError({ error, response }) {
      if (response?.statusCode !== 401) return;
      const isMissing = error instanceof ServiceError && error.code === 'missing_credentials';
      const challenge = [
        'Bearer realm="oriel"',
        ...(isMissing ? [] : ['error="invalid_token"']),
        `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
        `scope="${agentScopes.join(' ')}"`,
      ];
      response.headers = { ...response.headers, 'www-authenticate': challenge.join(', ') };
    },
  };
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

const preflightHeaders = {
  'access-control-allow-methods': 'POST, GET, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '3600',
};

/**
 * Lets pages of any site call with a token of their own: no cookie is ever
 * looked at here, so a page gains nothing it did not already have. On a
 * loopback address the page must be local too, and so must the name we are
 * called by: otherwise any web page could reach a service meant for one
 * machine through a name that it controls.
 */
function openToBrowsers(baseUrl: string): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  const isLoopback = loopbackHosts.has(new URL(baseUrl).hostname);
  return {
    name: 'open-to-browsers',
    before({ event }) {
      const { origin, host } = event.call.headers;
      if (!isLoopback) return;
      if ((origin !== undefined && !isLocal(origin)) || (host !== undefined && !isLocal(`http://${host}`)))
        throw new ServiceError(
          'forbidden_origin',
          'This service answers pages and programs of its own machine only.',
        );
    },
    after: ({ response }) => allow(response),
    onError: ({ response }) => allow(response),
  };
}

function allow(response: CallResult | null | undefined): void {
  if (!response) return;
  response.headers = {
    ...response.headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'www-authenticate, mcp-session-id, mcp-protocol-version, x-request-id',
  };
}

function isLocal(url: string): boolean {
  return loopbackHosts.has(URL.parse(url)?.hostname ?? '');
}

/** How the response of one request goes out: as it is, or, for a test key that asks for it, not whole. */
function createPost() {
  let delivery: Delivery | undefined;
  return {
    onUndelivered(how: Delivery): void {
      delivery = how;
    },
    whole(result: CallResult): CallResult {
      if (delivery === 'lost') return { statusCode: 504, headers: {}, body: '' };
      return delivery === 'cut' ? { ...result, body: result.body.slice(0, halfOf(result.body)) } : result;
    },
    /** What was said of the progress has gone out before; the stream ends within the answer, or without it. */
    stream: (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
      body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            if (delivery !== 'lost')
              controller.enqueue(delivery === 'cut' ? chunk.slice(0, halfOf(chunk)) : chunk);
            if (delivery) controller.terminate();
          },
        }),
      ),
  };
}

function halfOf({ length }: { readonly length: number }): number {
  return Math.floor(length / 2);
}

/**
 * The tools that this caller may call, of those that `?tools=` names: tool
 * names and families (`seo`, `serp`, `audit`, `backlinks`, `core`), separated by commas.
 */
function selectTools(servedTools: readonly ServedTool[], principal: Principal, wanted: string | null) {
  const { account, keyLimits, scopes } = principal;
  const names = (wanted ?? '').split(',').map((name) => name.trim().toLowerCase());
  const asked = new Set(names.filter((name) => name !== ''));
  refuseUnknown([...servedTools.map(({ tool }) => tool), ...accountTools], asked);
  const isAsked = ({ name, family }: DescribedTool) =>
    asked.size === 0 || asked.has(name) || asked.has(family);
  const tools = servedTools.filter(({ tool }) => {
    const isEnabled = !tool.requires || account.features.has(tool.requires);
    const isAllowed = keyLimits.allowedTools?.includes(tool.name) ?? true;
    return scopes.has('tools') && isEnabled && isAllowed && isAsked(tool);
  });
  // A key that may call some tools alone has these and no others.
  const own = keyLimits.allowedTools ? [] : accountTools;
  return { tools, accountTools: own.filter((tool) => isAsked(tool) && mayUse(principal, tool)) };
}

function refuseUnknown(tools: readonly DescribedTool[], asked: ReadonlySet<string>): void {
  const known = new Set(tools.flatMap(({ name, family }): string[] => [name, family]));
  const unknown = [...asked].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ServiceError(
      'validation_error',
      `?tools= names ${JSON.stringify(unknown.slice(0, 60))}, which is neither a tool nor a family. ` +
        'Known: seo, serp, audit, backlinks, core, create_tracker, list_events and the names that /v1/capabilities lists.',
    );
}
