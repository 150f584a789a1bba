import middy from '@middy/core';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { authenticate } from '#shared/http/authenticate.ts';
import { beginCall } from '#shared/http/begin-call.ts';
import type {
  Authenticated,
  Begun,
  CallResult,
  GatewayEvent,
  GatewayHandler,
  StreamedResult,
} from '#shared/http/call.ts';
import { endsEarly } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/lazy-handler.ts';
import { problemResponses } from '#shared/http/problem-responses.ts';
import { checkBody } from '#shared/http/read-body.ts';
import { challengeAgents } from './challenge.ts';
import { createServer } from './mcp-server.ts';
import { openToBrowsers, preflightHeaders } from './open-to-browsers.ts';
import { selectTools } from './select-tools.ts';
import { type McpServices, mcpServices } from './services.ts';
import { createPost } from './undelivered.ts';

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
  const tools = selectTools(services.servedTools, principal, event.queryStringParameters?.tools ?? null);
  const post = createPost();
  const { onUndelivered } = post;
  const caller = { services, principal, tools, call, context, onUndelivered };
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
