import Provider, { type Client, errors, type RenderContext, type TokenClaimsSource } from 'oidc-provider';
import { agentTokenSeconds, mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { connectionSeconds } from '#shared/callers/identity/connection-repository.ts';
import { adjustClientMetadata, metadataFault } from './client-metadata.ts';
import { errorPage, pageHeaders } from './consent.ts';
import { agentScopes, type OAuthServices } from './services.ts';
import { createStorageAdapter, splitGrantId } from './storage-adapter.ts';

/** Time for a person to find the code in the mail and decide. */
const interactionSeconds = 30 * 60;
const maxMetadataBytes = 5 * 1024;

/** The authorization server, configured for agents: code flow with PKCE, one resource, rotation, revocation. */
export function createProvider(services: OAuthServices): Provider {
  const { baseUrl, signing, authorizations, connections, clock, logger } = services;
  const keys = [signing.keys.current, signing.keys.next, signing.keys.previous];
  const provider = new Provider(baseUrl, {
    adapter: createStorageAdapter({ authorizations, connections, clock }),
    jwks: {
      keys: keys.filter((key) => key !== undefined).map((key) => ({ ...key, alg: 'ES256', use: 'sig' })),
    },
    cookies: { keys: signing.cookieKeys, long: cookieOptions, short: cookieOptions },
    routes: {
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      jwks: '/.well-known/jwks.json',
    },
    scopes: ['openid', ...agentScopes],
    responseTypes: ['code'],
    // `none` must be among them, or some clients do not use metadata documents.
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      application_type: 'native',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    features: features(services),
    ttl: {
      AccessToken: agentTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3_600,
      RefreshToken: connectionSeconds,
      Grant: connectionSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
    // Whenever the client may refresh, not only for `offline_access`: agents run unattended.
    issueRefreshToken: async (_context: unknown, client: Client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    expiresWithSession: async () => false,
    extraTokenClaims: async (_context: unknown, { grantId = '' }: TokenClaimsSource) => ({
      connection_id: splitGrantId(grantId).connectionId,
    }),
    findAccount: async (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    clientBasedCORS: isOwnOrigin,
    fetch: fetchMetadata(services),
    renderError,
  });
  provider.proxy = true;
  provider.on('server_error', (_context, error) => logger.error('authorization failed', { cause: error }));
  return provider;
}

const cookieOptions = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true };

function features({ baseUrl }: OAuthServices) {
  const resource = mcpAudience(baseUrl);
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_context: unknown, client: Client, token: TokenClaimsSource) =>
        token.clientId === client.clientId,
    },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resource,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_context: unknown, indicator: string) => {
        if (indicator !== resource) throw new errors.InvalidTarget();
        return {
          scope: agentScopes.join(' '),
          audience: resource,
          accessTokenTTL: agentTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  };
}

/** A page may use the token endpoint where it is the page that the code is sent to. */
function isOwnOrigin(_context: unknown, origin: string, client: Client): boolean {
  return client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin && origin !== 'null');
}

/** Metadata documents come through the guarded fetcher, and are adjusted as registrations are. */
function fetchMetadata({ fetchDocument }: OAuthServices) {
  return async (url: string): Promise<Response> => {
    const { status, headers, body } = await fetchDocument(url, maxMetadataBytes);
    if (status !== 200) return new Response(null, { status: status === 204 ? 502 : status });
    const document: unknown = JSON.parse(new TextDecoder().decode(body));
    const fault = metadataFault(document);
    if (fault !== undefined) throw new Error(fault);
    const cacheControl = headers['cache-control'];
    return Response.json(adjustClientMetadata(document), {
      headers: cacheControl ? { 'cache-control': cacheControl } : {},
    });
  };
}

async function renderError(context: RenderContext, out: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(pageHeaders())) context.set(name, value);
  context.type = 'html';
  context.body = errorPage(out.error_description ?? out.error ?? 'The request cannot be carried out.');
}
