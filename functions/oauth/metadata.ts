import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { agentScopes } from './scopes.ts';

/** Protected-resource metadata (RFC 9728): where an agent that got a 401 finds the sign-in. */
export function protectedResourceMetadata(issuer: string) {
  return {
    resource: mcpAudience(issuer),
    resource_name: 'Oriel',
    authorization_servers: [issuer],
    scopes_supported: [...agentScopes],
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuer}/docs`,
  };
}
