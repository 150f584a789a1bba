import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzip } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { notRouted } from '#functions/unmatched/actions.ts';
import { compressedFromBytes } from '#shared/contract/dashboard-pages.ts';
import { type CallResult, type GatewayEvent, isStreamed } from '#shared/http/call.ts';
import { pageOrRefusal } from '#shared/http/visitor-page.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createRouter, otherName, type Route, type RouteMatch, requestTarget } from './router.ts';

interface GatewayOptions {
  readonly routes: readonly Route[];
  readonly baseUrl: string;
  /** Whether a `Host` is a name of this service; any is, where left out. */
  readonly isOwnName?: (host: string | undefined) => boolean;
  /** Requests the gateway does not route, such as the dashboard's files. True where it answered. */
  readonly fallback?: Fallback;
  /** Told of what no function answered for. */
  readonly reportFailure: (error: unknown) => void;
}

/** Answers a request for `url`, or gives false where it is none of its own. */
export type Fallback = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

/** Bodies beyond this are refused; the functions themselves take far less. */
const maxBodyBytes = 1024 * 1024;
/** A refused body is read to its end up to here, since most clients read no answer before they have sent all. */
const maxDrainedBytes = 64 * 1024 * 1024;

/** A listener that does for the functions what API Gateway does: events in, results out. */
export function createGateway(options: GatewayOptions): RequestListener {
  const { routes, baseUrl, isOwnName = () => true, fallback, reportFailure } = options;
  const match = createRouter(routes);
  // As at the distribution: what lies below a path of the API is none of the dashboard's.
  const ownSegments = new Set(routes.map(({ path }) => path.split('/')[1]));
  return (request, response) => {
    // Behind a proxy that ends TLS; where the service is called by http, browsers ignore the header.
    if (baseUrl.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000');
    if (!isOwnName(request.headers.host)) {
      send(response, refusal(foreignName(), request, baseUrl), true);
      return;
    }
    const url = requestTarget(request, isOwnName);
    if (url === undefined) {
      send(response, refusal(notATarget(), request, baseUrl), true);
      return;
    }
    serve(request, response, url).catch((error: unknown) => {
      reportFailure(error);
      send(response, refusal(new ServiceError('internal_error', 'The server failed.'), request, baseUrl));
    });
  };

  async function serveElse(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    if (!fallback || ownSegments.has(url.pathname.split('/')[1])) return false;
    return fallback(request, response, url);
  }

  async function serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const elsewhere = otherName(request, url, baseUrl);
    if (elsewhere !== undefined) {
      send(response, { statusCode: 307, headers: { location: elsewhere, vary: 'accept' }, body: '' });
      return;
    }
    const found = match(request.method ?? 'GET', url.pathname);
    if (found.kind !== 'found') {
      if (await serveElse(request, response, url)) return;
      send(
        response,
        refusal(notRouted(routes, { resource: found.resource, path: url.pathname }), request, baseUrl),
        false,
        request.method === 'HEAD',
      );
      return;
    }
    const body = await readBody(request);
    if (body === undefined) {
      const tooLarge = new ServiceError(
        'body_too_large',
        'The body is too large. Send at most 64 KiB of JSON.',
      );
      send(response, refusal(tooLarge, request, baseUrl), true);
      return;
    }
    const event = toEvent(request, url, body, found);
    const result = await found.route.handler(event, lambdaContext(found.route));
    send(response, result, false, request.method === 'HEAD');
  }
}

function notATarget(): ServiceError {
  return new ServiceError('malformed_request', 'The target of this request is not a path of this service.');
}

function foreignName(): ServiceError {
  return new ServiceError(
    'forbidden_origin',
    'This service does not go by that name. To reach it under a public name, start it with PUBLIC_BASE_URL.',
  );
}

/** What is answered to a request that no function sees. */
export function refusal(error: ServiceError, request: IncomingMessage, docsUrl: string): CallResult {
  return pageOrRefusal(error, request, { docsUrl, endpoint: (request.url ?? '/').split('?')[0] ?? '/' });
}

/** The whole body, or undefined where it is larger than anything the service takes. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxDrainedBytes) return undefined;
    if (size <= maxBodyBytes) chunks.push(bytes);
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks);
}

/** A request as API Gateway's REST proxy integration describes it. */
function toEvent(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { route, parameters }: Extract<RouteMatch, { kind: 'found' }>,
): GatewayEvent {
  const many = valuesByName(headerPairs(request.rawHeaders));
  const query = [...url.searchParams];
  return {
    httpMethod: request.method ?? 'GET',
    path: url.pathname,
    resource: route.path,
    headers: Object.fromEntries(Object.entries(many).map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: many,
    queryStringParameters: query.length > 0 ? Object.fromEntries(query) : null,
    multiValueQueryStringParameters: query.length > 0 ? valuesByName(query) : null,
    pathParameters: Object.keys(parameters).length > 0 ? { ...parameters } : null,
    stageVariables: null,
    ...eventBody(body),
    requestContext: requestContext(request, url, route),
  };
}

/** Name and value stand by turns in what Node.js hands over. */
function headerPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
}

function valuesByName(pairs: readonly [string, string][]): Record<string, string[]> {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...grouped].map(([name, values]) => [name, values.map(([, value]) => value)]));
}

/** Bodies that are no UTF-8 travel as base64, so that no byte is changed on the way. */
function eventBody(bytes: Buffer): Pick<GatewayEvent, 'body' | 'isBase64Encoded'> {
  if (bytes.length === 0) return { body: null, isBase64Encoded: false };
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return { body: text, isBase64Encoded: false };
  return { body: bytes.toString('base64'), isBase64Encoded: true };
}

function requestContext(request: IncomingMessage, url: URL, route: Route): GatewayEvent['requestContext'] {
  const now = new Date();
  return {
    accountId: '000000000000',
    apiId: 'local',
    authorizer: null,
    httpMethod: request.method ?? 'GET',
    identity: {
      ...unknownIdentity,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'] ?? null,
    },
    path: url.pathname,
    protocol: `HTTP/${request.httpVersion}`,
    requestId: randomUUID(),
    requestTime: now.toISOString(),
    requestTimeEpoch: now.getTime(),
    resourceId: 'local',
    resourcePath: route.path,
    stage: 'local',
  };
}

const unknownIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

/** The context of an invocation that may run as long as the deployed function may. */
function lambdaContext({ timeoutSeconds, path }: Route): Context {
  const endsAt = Date.now() + timeoutSeconds * 1_000;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: path,
    functionVersion: 'local',
    invokedFunctionArn: `local:${path}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: 'local',
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

export function send(response: ServerResponse, result: CallResult, close = false, headOnly = false): void {
  if (response.headersSent) return;
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value));
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
    response.setHeader(name, values.map(String));
  if (close) response.setHeader('connection', 'close');
  response.statusCode = result.statusCode;
  if (isStreamed(result)) passOn(result.stream, response);
  else sendWhole(response, Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'), headOnly);
}

function sendWhole(response: ServerResponse, body: Buffer, headOnly: boolean): void {
  if (headOnly || !isCompressed(body, response)) {
    response.setHeader('content-length', body.length).end(headOnly ? undefined : body);
    return;
  }
  response.setHeader('content-encoding', 'gzip').appendHeader('vary', 'accept-encoding');
  gzip(body, (error, packed) => {
    if (error) response.destroy(error);
    else response.setHeader('content-length', packed.length).end(packed);
  });
}

/** By API Gateway's rule: what is large enough, for who asks for it by name. */
function isCompressed(body: Buffer, response: ServerResponse): boolean {
  return (
    body.length >= compressedFromBytes &&
    !response.hasHeader('content-encoding') &&
    takes('gzip', response.req)
  );
}

/** Whether a caller reads what is packed so: by its name, and not with `q=0`. */
export function takes(packing: 'br' | 'gzip', { headers }: IncomingMessage): boolean {
  const named = String(headers['accept-encoding'] ?? '').split(',');
  return named.some((one) => {
    const [name, weight = 'q=1'] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === packing && !/^q=0(?:\.0*)?$/u.test(weight);
  });
}

/** Sends each piece as it comes. A caller that hangs up ends the work behind it. */
function passOn(stream: ReadableStream<Uint8Array>, response: ServerResponse): void {
  const pieces = Readable.fromWeb(stream);
  pieces.once('error', () => response.destroy());
  response.once('close', () => pieces.destroy());
  pieces.pipe(response);
}
