import { isIPv6 } from 'node:net';
import type { MiddlewareObj } from '@middy/core';
import { beginCall as begin } from '#shared/calls/call.ts';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/edge-headers.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import type { Begun, CallResult, GatewayEvent } from './call.ts';

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
