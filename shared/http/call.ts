import { isIPv6 } from 'node:net';
import { TextDecoder } from 'node:util';
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { beginCall as begin, type Call } from '#shared/calls/call.ts';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/dashboard-pages.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';

/** What the gateway hands us, and what we hand back. */
export type GatewayEvent = APIGatewayProxyEvent;
export type CallResult = APIGatewayProxyResult;
export type GatewayHandler = (event: GatewayEvent, context: Context) => Promise<CallResult>;

/** An answer whose body comes piece by piece, for gateways that pass it on as it comes. */
export interface StreamedResult extends CallResult {
  readonly stream: ReadableStream<Uint8Array>;
}

export function isStreamed(result: CallResult): result is StreamedResult {
  return 'stream' in result;
}

// Each middleware adds one of these to the event. middy intersects them, so
// the handler sees every part present, typed and already checked.

/** Added first: what is known of the call when it begins. */
export interface Begun {
  call: Call & {
    /** Header names in lower case; the first value of each. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Who calls; undefined only where an endpoint works without a credential. */
export interface Authenticated<Caller extends Principal | undefined = Principal> {
  principal: Caller;
}

export interface Validated<Checked> {
  checked: Checked;
}

/**
 * The network that a caller's address is part of, in which people and their
 * devices move: `198.51.100.0/24` of IPv4, `2001:db8:1::/48` of IPv6. Takes
 * addresses in the form that `callerAddress` gives them: IPv4, or the first four
 * groups of IPv6.
 */
export function networkOf(callerAddress: string): string {
  if (callerAddress.includes('.')) return `${callerAddress.split('.').slice(0, 3).join('.')}.0/24`;
  return `${callerAddress.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * Network address of the caller, for limits on what needs no credential:
 * the one that the gateway saw. Behind the distribution that is the edge's own,
 * so there the edge's header counts instead, and only where the request proves
 * with the origin secret that the edge wrote it. What else callers say of their
 * address, in `X-Forwarded-For` too, is never read.
 */
export function callerAddress(
  { requestContext }: Pick<GatewayEvent, 'requestContext'>,
  headers: Readonly<Record<string, string>>,
  originSecret: string | undefined,
): string {
  const proof = headers[originSecretHeader];
  const isFromEdge = originSecret !== undefined && proof !== undefined && isSameSecret(proof, originSecret);
  const address = (isFromEdge && headers[viewerAddressHeader]) || requestContext.identity.sourceIp;
  return ownedAddress(address);
}

/** IPv6 callers own a /64 at least, so that is what counts as one. */
function ownedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const asIPv4 = /[\d.]+$/u.exec(address)?.[0] ?? '';
  if (asIPv4.includes('.')) return asIPv4;
  const [before = '', after] = address.split('::');
  const groups = before.split(':').filter((group) => group !== '');
  const omitted = after === undefined ? 0 : 8 - groups.length - after.split(':').length;
  const full = [...groups, ...Array.from({ length: omitted }, () => '0'), ...(after ?? '').split(':')];
  return full
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}

/** What a function needs to tell where its calls come from. */
export interface Surroundings {
  /** Proves what the edge says of callers; undefined where there is no edge, as on one machine. */
  readonly originSecret: string | undefined;
}

/** Gives the call its id and its start, and every response the headers that all responses have. */
export function beginCall(
  clock: Clock,
  tool: string | null,
  surroundings?: Surroundings,
): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'begin-call',
    before({ event }) {
      const { path: endpoint, resource: route, httpMethod: method } = event;
      const headers = headersOf(event);
      const network = surroundings && networkOf(callerAddress(event, headers, surroundings.originSecret));
      const parts = {
        ...{ endpoint, route, method, tool },
        requestBytes: requestBytes(event),
        network: network ?? null,
        edgeId: surroundings?.originSecret === undefined ? null : edgeIdOf(headers),
        gatewayId: event.requestContext?.requestId ?? null,
      };
      event.call = { ...begin(clock, parts), headers };
    },
    after: ({ event, response }) => addCommonHeaders(event, response),
    onError: ({ event, response }) => addCommonHeaders(event, response),
  };
}

/** The distribution puts its own in place of what a caller sends. */
function edgeIdOf(headers: Readonly<Record<string, string>>): string | null {
  return /^[\w=-]{20,100}$/u.exec(headers['x-amz-cf-id'] ?? '')?.[0] ?? null;
}

function addCommonHeaders({ call }: Begun, response: CallResult | null | undefined): void {
  if (!response) return;
  response.headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...response.headers,
    'x-request-id': call.requestId,
  };
}

/** Names in lower case; of each header the first value, of different `Idempotency-Key`s all. */
function headersOf({ headers, multiValueHeaders }: GatewayEvent): Record<string, string> {
  const lowered: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) lowered[name.toLowerCase()] ??= value;
  const many = Object.entries(multiValueHeaders ?? {}).filter(([name]) => /^idempotency-key$/iu.test(name));
  const keys = new Set(many.flatMap(([, values]) => values ?? []));
  // Several lines are one list (RFC 9110, 5.3), which is no key: refused, rather than one of them guessed.
  if (keys.size > 1) lowered['idempotency-key'] = [...keys].join(', ');
  return lowered;
}

function requestBytes({ body, isBase64Encoded }: GatewayEvent): number {
  if (!body) return 0;
  return Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
}

export const maxBodyBytes = 64 * 1024;

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;

/**
 * Refuses bodies that are too large, of another media type or no UTF-8,
 * before middy's JSON parser sees them: that parser checks none of these. A
 * missing body is left as JSON `null`, for the contract to refuse by name.
 */
export function checkBody(use: 'read' | 'ignored' = 'read'): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'check-body',
    before({ event }) {
      checkSize(event);
      if (use === 'ignored') {
        event.body = 'null';
        event.isBase64Encoded = false;
        return;
      }
      checkMediaType(event.call.headers, event.call.requestBytes);
      const text = decodeBody(event);
      event.body = text.trim() === '' ? 'null' : text;
      event.isBase64Encoded = false;
    },
  };
}

function checkSize({ call }: Begun): void {
  if (call.requestBytes <= maxBodyBytes) return;
  throw new ServiceError(
    'body_too_large',
    `The body has ${call.requestBytes} bytes; at most ${maxBodyBytes} are accepted.`,
  );
}

function checkMediaType(headers: Readonly<Record<string, string>>, bytes: number): void {
  if (bytes === 0) return;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as it is, without Content-Encoding: compressed bodies are not accepted.',
    );
  const contentType = headers['content-type'];
  if (contentType === undefined || jsonType.test(contentType.trim())) return;
  throw new ServiceError(
    'unsupported_media_type',
    'Send the body as JSON and say so: `Content-Type: application/json` (with curl: `-H "Content-Type: application/json"`).',
  );
}

function decodeBody({ body, isBase64Encoded }: GatewayEvent): string {
  if (!body) return '';
  if (!isBase64Encoded) return body.toWellFormed();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid UTF-8. Send one JSON object in UTF-8.', {
      cause,
    });
  }
}

/**
 * Parses the body that `checkBody` let through. JSON can spell half of a
 * character (`"\ud800"`), which no database takes: it becomes U+FFFD, as
 * everywhere that text is read as UTF-8. The parser's own words may repeat the
 * body, so they go to the log only.
 */
export function parseBody(): MiddlewareObj<GatewayEvent, CallResult> {
  const { before } = jsonBodyParser<GatewayEvent>({
    disableContentTypeCheck: true,
    reviver: (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value),
  });
  return {
    name: 'parse-body',
    before(request) {
      try {
        before?.(request);
      } catch (cause) {
        throw new ServiceError(
          'invalid_json',
          'The body is not valid JSON, or nested too deeply. Send one JSON object in UTF-8.',
          { cause },
        );
      }
    },
  };
}
