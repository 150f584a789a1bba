import type { MiddlewareObj } from '@middy/core';
import { agentScopes } from '#functions/oauth/scopes.ts';
import type { Begun, CallResult, GatewayEvent } from '#shared/http/call.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** Every 401 tells an agent where to sign its person in, and what to ask for (RFC 6750, RFC 9728). */
export function challengeAgents(baseUrl: string): MiddlewareObj<GatewayEvent & Begun, CallResult> {
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
