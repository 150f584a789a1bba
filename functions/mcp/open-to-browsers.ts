import type { MiddlewareObj } from '@middy/core';
import type { Begun, CallResult, GatewayEvent } from '#shared/http/call.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export const preflightHeaders = {
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
export function openToBrowsers(baseUrl: string): MiddlewareObj<GatewayEvent & Begun, CallResult> {
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
