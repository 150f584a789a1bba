import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { agentScopes } from './services.ts';

const grantTypes = ['authorization_code', 'refresh_token'];

/** Members of a client's metadata that are taken over; others are dropped, as RFC 7591 allows. */
const knownMembers = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'client_uri',
  'client_secret',
  'client_secret_expires_at',
  'grant_types',
  'response_types',
  'redirect_uris',
  'token_endpoint_auth_method',
  'contacts',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'jwks',
]);

/**
 * A client's description of itself as this server can keep it. What real
 * clients send differs: unknown grant types, scopes from another server,
 * `web` together with a loopback address. Every client is treated as native:
 * that allows any port on the loopback and refuses plain http elsewhere.
 */
export function adjustClientMetadata(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return metadata;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => knownMembers.has(name)));
  return {
    ...kept,
    grant_types: supportedGrants(kept.grant_types),
    response_types: ['code'],
    application_type: 'native',
  };
}

/** Why a client's description of itself is refused before the library reads it, or undefined. */
export function metadataFault(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('redirect_uris' in metadata)) return undefined;
  const { redirect_uris: uris } = metadata;
  return Array.isArray(uris) ? uris.map(redirectFault).find((fault) => fault !== undefined) : undefined;
}

function supportedGrants(asked: unknown): unknown {
  if (asked === undefined) return grantTypes;
  if (!Array.isArray(asked)) return asked;
  const supported = grantTypes.filter((grant) => asked.includes(grant));
  return supported.length > 0 ? supported : asked;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Schemes of editors and agents that predate the rule that a private scheme is
 * a reversed domain name (RFC 8252, 7.1). Any other scheme without a dot belongs
 * to the system or to a program that never asked for a code.
 */
const editorSchemes = new Set([
  'antigravity',
  'claude',
  'code-oss',
  'cursor',
  'goose',
  'jetbrains',
  'kiro',
  'lmstudio',
  'positron',
  'raycast',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
]);

/** Why a redirect URI is not taken, or undefined. Web addresses are left to the library's own rules. */
function redirectFault(uri: unknown): string | undefined {
  const scheme = typeof uri === 'string' ? URL.parse(uri)?.protocol.slice(0, -1) : undefined;
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return undefined;
  if (scheme.includes('.') || editorSchemes.has(scheme)) return undefined;
  return `redirect_uris: the scheme "${scheme.slice(0, 40)}" is not accepted. Use https, a loopback address or a scheme that is a reversed domain name, such as com.example.app.`;
}

interface RedirectTarget {
  /** For the connection's record: a host, or a scheme of an app. */
  readonly host: string;
  readonly words: string;
  /** For the page's policy on where its form may end. */
  readonly source: string;
}

export function describeRedirect(uri: string): RedirectTarget {
  const { protocol, hostname, host } = new URL(uri);
  const scheme = protocol.slice(0, -1);
  if (protocol !== 'http:' && protocol !== 'https:')
    return { host: `${scheme}:`, words: `the app “${scheme}” on this device`, source: protocol };
  if (loopbackHosts.has(hostname))
    return { host: hostname, words: `a program on this computer (${host})`, source: `${protocol}//${host}` };
  return { host: hostname, words: host, source: `${protocol}//${host}` };
}

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
