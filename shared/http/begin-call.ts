import type { MiddlewareObj } from '@middy/core';
import { networkOf } from '#shared/callers/identity/network.ts';
import { beginCall as begin } from '#shared/calls/call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Begun, CallResult, GatewayEvent } from './call.ts';
import { callerAddress } from './caller-address.ts';

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
