import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { adjustClientMetadata } from './client-metadata.ts';
import { agentScopes } from './scopes.ts';

interface OAuthRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/**
 * The same request in the one form that the library is given. Clients in the
 * field leave out `resource` or send only the origin, ask for no scope or for
 * scopes of their own, and register with members that are unknown here.
 */
export function normalizeRequest(issuer: string, request: OAuthRequest): OAuthRequest {
  switch (request.path) {
    case '/authorize':
      return { ...request, query: normalizeAuthorization(issuer, request.query) };
    case '/token': {
      const form = new URLSearchParams(request.body);
      if (form.has('resource')) normalizeResource(issuer, form);
      return { ...request, body: form.toString() };
    }
    case '/register':
      return { ...request, body: normalizeRegistration(request.body) };
    default:
      return request;
  }
}

function normalizeAuthorization(issuer: string, query: URLSearchParams): URLSearchParams {
  const normalized = new URLSearchParams(query);
  normalizeResource(issuer, normalized);
  const asked = (normalized.get('scope') ?? '').split(' ');
  const known = agentScopes.filter((scope) => asked.includes(scope));
  const granted = known.length > 0 ? known : agentScopes;
  const identity = asked.filter((scope) => scope === 'openid');
  normalized.set('scope', [...identity, ...granted].join(' '));
  return normalized;
}

/** Several spellings of the one resource there is become one; another resource stays, to be refused. */
function normalizeResource(issuer: string, parameters: URLSearchParams): void {
  const resource = mcpAudience(issuer);
  const spellings = new Set([issuer, `${issuer}/`, resource, `${resource}/`]);
  const asked = parameters.getAll('resource');
  if (asked.every((spelling) => spellings.has(spelling))) parameters.set('resource', resource);
}

function normalizeRegistration(body: string): string {
  try {
    return JSON.stringify(adjustClientMetadata(JSON.parse(body)));
  } catch {
    return body;
  }
}
