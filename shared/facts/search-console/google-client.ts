import type * as oauth from 'oauth4webapi';
import * as v from 'valibot';
import { GoogleRefusal, readAnswer } from './google-refusal.ts';

/** Read-only, as the consent screen says it. */
export const consoleScope = 'https://www.googleapis.com/auth/webmasters.readonly';

const address = v.pipe(v.string(), v.url());

/** The operator's client at Google, or a service account; addresses differ from Google's in tests alone. */
const googleSecret = v.object({
  client_id: v.optional(v.pipe(v.string(), v.minLength(1))),
  client_secret: v.optional(v.pipe(v.string(), v.minLength(1))),
  service_account: v.optional(
    v.object({ client_email: v.string(), private_key: v.string(), private_key_id: v.optional(v.string()) }),
  ),
  authorize_url: v.optional(address, 'https://accounts.google.com/o/oauth2/v2/auth'),
  token_url: v.optional(address, 'https://oauth2.googleapis.com/token'),
  revoke_url: v.optional(address, 'https://oauth2.googleapis.com/revoke'),
  /** Base of the Search Console API: its paths are `/webmasters/v3` and `/v1/urlInspection`. */
  api_url: v.optional(address, 'https://searchconsole.googleapis.com'),
  /** Of a connection; Google allows 1,200 of a site and of a user, and half as many inspections. */
  requests_per_minute: v.optional(v.pipe(v.number(), v.gtValue(0)), 1_000),
});
export type GoogleSettings = v.InferOutput<typeof googleSecret>;

/** Undefined where the secret is empty: a stage has one before its operator fills it in. Throws without quoting it. */
export function parseGoogleSettings(text: string): GoogleSettings | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), googleSecret), text);
  if (!parsed.success) throw new Error('The secret of the Google client is not in its expected form.');
  const { client_id: id, client_secret: secret, service_account: account } = parsed.output;
  return account !== undefined || (id !== undefined && secret !== undefined) ? parsed.output : undefined;
}

export interface GoogleTokens {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** Absent where the answer brought none: the one before goes on. */
  readonly refreshToken?: string | undefined;
}

const answerMs = 20_000;

export type GoogleClient = ReturnType<typeof createGoogleClient>;

/** Read with the first call to Google: most calls about a connection ask nothing of it. */
const library = () => import('oauth4webapi');

/** Sign-in at Google: authorization code with PKCE, refresh, revocation, and the assertion of a service account. */
export function createGoogleClient(settings: GoogleSettings) {
  const server: oauth.AuthorizationServer = {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: settings.authorize_url,
    token_endpoint: settings.token_url,
    revocation_endpoint: settings.revoke_url,
  };
  const client: oauth.Client = { client_id: settings.client_id ?? '' };
  return {
    async authorizeUrl({ redirectUri, state, verifier }: SignIn): Promise<string> {
      const { calculatePKCECodeChallenge } = await library();
      const url = new URL(settings.authorize_url);
      const parameters = {
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: consoleScope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        access_type: 'offline',
        // The refresh token comes with a consent only: who connects a second time would bring none.
        prompt: 'consent',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    /** Tokens for the code of a callback. A scope that was not ticked is a refusal. */
    async exchange(
      callback: URLSearchParams,
      { redirectUri, state, verifier }: SignIn,
    ): Promise<GoogleTokens> {
      const tokens = await granted(settings, async (lib, secret, request) => {
        const valid = lib.validateAuthResponse(server, client, callback, state);
        const answer = await lib.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          valid,
          redirectUri,
          verifier,
          request,
        );
        return lib.processAuthorizationCodeResponse(server, client, answer);
      });
      const scopes = tokens.scope?.split(' ') ?? [consoleScope];
      if (!scopes.includes(consoleScope)) throw new GoogleRefusal('scope_missing');
      return tokensOf(tokens);
    },
    async refresh(refreshToken: string): Promise<GoogleTokens> {
      const tokens = await granted(settings, async (lib, secret, request) => {
        const answer = await lib.refreshTokenGrantRequest(server, client, secret, refreshToken, request);
        return lib.processRefreshTokenResponse(server, client, answer);
      });
      return tokensOf(tokens);
    },
    /** Ends the grant. A token that has ended already is none to revoke. */
    async revoke(token: string): Promise<void> {
      await granted(settings, async (lib, secret, request) => {
        const answer = await lib.revocationRequest(server, client, secret, token, request);
        if (answer.status !== 400) await lib.processRevocationResponse(answer);
      });
    },
    /** An access token of the service account (RFC 7523); it has no refresh token. */
    assert: (nowMs: number) => assertedTokens(settings, nowMs),
  };
}

export interface SignIn {
  readonly redirectUri: string;
  readonly state: string;
  /** Of PKCE: 43 characters or more, known to us alone until the code is exchanged. */
  readonly verifier: string;
}

export const newVerifier = async () => (await library()).generateRandomCodeVerifier();

async function assertedTokens(settings: GoogleSettings, nowMs: number): Promise<GoogleTokens> {
  const { service_account: account, token_url: tokenUrl } = settings;
  if (!account) throw new Error('There is no service account.');
  const { importPKCS8, SignJWT } = await import('jose');
  const issued = Math.floor(nowMs / 1_000);
  const assertion = await new SignJWT({ scope: consoleScope })
    .setProtectedHeader({ alg: 'RS256', ...(account.private_key_id && { kid: account.private_key_id }) })
    .setIssuer(account.client_email)
    .setAudience(tokenUrl)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 3_600)
    .sign(await importPKCS8(account.private_key, 'RS256'));
  const { status, body } = await readAnswer(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(answerMs),
  });
  const parsed = v.safeParse(assertedToken, body);
  if (status === 200 && parsed.success)
    return { accessToken: parsed.output.access_token, expiresInSeconds: parsed.output.expires_in };
  throw new GoogleRefusal(status >= 500 ? 'unavailable' : 'grant_ended');
}

const assertedToken = v.object({ access_token: v.string(), expires_in: v.number() });

function tokensOf({
  access_token,
  expires_in = 3_599,
  refresh_token,
}: oauth.TokenEndpointResponse): GoogleTokens {
  return { accessToken: access_token, expiresInSeconds: expires_in, refreshToken: refresh_token };
}

type OauthLibrary = typeof oauth;

/** The library's errors hold responses, and those may hold tokens: only the kind of failure goes on. */
async function granted<Value>(
  settings: GoogleSettings,
  ask: (lib: OauthLibrary, secret: oauth.ClientAuth, request: GoogleRequest) => Promise<Value>,
): Promise<Value> {
  const loaded = await library();
  try {
    return await ask(loaded, loaded.ClientSecretPost(settings.client_secret ?? ''), {
      signal: AbortSignal.timeout(answerMs),
      // Google is https; the library would refuse the loopback of a test.
      [loaded.allowInsecureRequests]: true,
    });
  } catch (error) {
    throw new GoogleRefusal(kindOf(loaded, error));
  }
}

type GoogleRequest = oauth.TokenEndpointRequestOptions;

function kindOf(
  { AuthorizationResponseError, ResponseBodyError }: OauthLibrary,
  error: unknown,
): ConstructorParameters<typeof GoogleRefusal>[0] {
  if (error instanceof AuthorizationResponseError) return 'consent_refused';
  if (error instanceof ResponseBodyError) {
    if (error.status >= 500) return 'unavailable';
    return error.error === 'invalid_grant' ? 'grant_ended' : 'client_refused';
  }
  return 'unavailable';
}
