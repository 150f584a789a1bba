import type { MiddlewareObj } from '@middy/core';
import { createSpend } from '#shared/facts/sources/spend.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Begun, CallResult, GatewayEvent } from './call.ts';

/** Gives the call its id and its start, and every response the headers that all responses have. */
export function beginCall(
  clock: Clock,
  tool: string | null,
): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'begin-call',
    before({ event }) {
      const startedAt = clock();
      event.call = {
        requestId: newId('req', startedAt),
        startedAt,
        endpoint: event.path,
        method: event.httpMethod,
        tool,
        headers: lowerCaseHeaders(event.headers),
        requestBytes: requestBytes(event),
        spend: createSpend(),
      };
    },
    after: ({ event, response }) => addCommonHeaders(event, response),
    onError: ({ event, response }) => addCommonHeaders(event, response),
  };
}

function addCommonHeaders({ call }: Begun, response: CallResult | null | undefined): void {
  if (!response) return;
  const { rate } = call;
  response.headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(rate && {
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(rate.remaining),
      'x-ratelimit-reset': String(rate.resetAt),
    }),
    ...response.headers,
    'x-request-id': call.requestId,
  };
}

function lowerCaseHeaders(headers: GatewayEvent['headers'] | null): Record<string, string> {
  const lowered: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) lowered[name.toLowerCase()] ??= value;
  return lowered;
}

function requestBytes({ body, isBase64Encoded }: GatewayEvent): number {
  if (!body) return 0;
  return Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
}
