import { createHash, type KeyObject, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../listen.ts';
import { analytics, type FakeRow, refusedDimensions } from './fake-analytics.ts';

export interface FakeProperty {
  permission: string;
  /** Rows by search type and day. */
  readonly days: Map<string, Map<string, readonly FakeRow[]>>;
  /** URL Inspection by page. */
  readonly index: Map<string, object>;
}

export type Fault = 'qps' | 'too_many' | 'load' | '500' | '401' | 'reset' | 'drip' | 'html';

interface Grant {
  readonly person: string;
  refresh: string;
  access: Set<string>;
  readonly used: Set<string>;
  isEnded: boolean;
}

interface Code {
  readonly person: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>;

const scope = 'https://www.googleapis.com/auth/webmasters.readonly';

/**
 * Google's side of a connected site as its pages document it: consent, tokens
 * that rotate and are revoked, the list of properties, Search Analytics with
 * its pages, ceilings, final days and withheld queries, URL Inspection, and the
 * faults that a test asks for.
 */
export async function startFakeGoogle() {
  const state = {
    /** Properties by the person who signs in; `default` where nobody is named. */
    people: new Map<string, Map<string, FakeProperty>>(),
    /** Who consents next. */
    person: 'default',
    /** The last day that is final. */
    finalUntil: '9999-12-31',
    /** Whether each refresh gives a new refresh token, and the one before ends. */
    rotates: true,
    scope,
    faults: [] as Fault[],
    /** Fault of every nth request of the API; 0 for none. */
    faultEvery: 0,
    requests: [] as { readonly path: string; readonly body: Record<string, unknown> }[],
    grants: [] as Grant[],
    codes: new Map<string, Code>(),
    /** Everything secret that was given out. */
    secrets: new Set<string>(),
    rowCeiling: 50_000,
    pageLimit: 25_000,
    accessSeconds: 3_599,
    /** Public half of the key that a service account signs with; unset, none has one. */
    serviceKey: undefined as KeyObject | undefined,
    /** Whether URL Inspection says that its quota is used up. */
    refusesInspections: false,
  };
  const server = createServer((request, response) => {
    void serve(state, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...state,
    state,
    origin,
    /** The environment that leads one machine here. */
    environment: {
      GOOGLE_CLIENT_ID: 'client-1.apps.example',
      GOOGLE_CLIENT_SECRET: 'client-secret-of-the-operator',
      GOOGLE_AUTHORIZE_URL: `${origin}/authorize`,
      GOOGLE_TOKEN_URL: `${origin}/token`,
      GOOGLE_REVOKE_URL: `${origin}/revoke`,
      SEARCH_CONSOLE_URL: origin,
    },
    /** As the person in their Google account: every grant ends. */
    endGrants() {
      for (const grant of state.grants) grant.isEnded = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = FakeGoogle['state'];

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const text = await bodyOf(request);
  if (url.pathname === '/authorize') return authorize(state, url, response);
  if (url.pathname === '/token') return token(state, new URLSearchParams(text), response);
  if (url.pathname === '/revoke') return revoke(state, url, new URLSearchParams(text), response);
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  state.requests.push({ path: url.pathname, body });
  if (playFault(state, response)) return undefined;
  const given = (request.headers.authorization ?? '').replace(/^Bearer /u, '');
  const grant = state.grants.find(({ access, isEnded }) => !isEnded && access.has(given));
  if (!grant) return json(response, 401, problem(401, 'authError', 'Invalid Credentials'));
  return api(state, state.people.get(grant.person) ?? new Map(), url.pathname, body, response);
}

function revoke(state: State, url: URL, form: URLSearchParams, response: ServerResponse): unknown {
  const given = form.get('token') ?? url.searchParams.get('token') ?? '';
  const grant = state.grants.find(({ refresh, access }) => refresh === given || access.has(given));
  if (grant) queueMicrotask(() => Object.assign(grant, { isEnded: true }));
  return json(response, grant && !grant.isEnded ? 200 : 400, grant ? {} : { error: 'invalid_token' });
}

function authorize(state: State, url: URL, response: ServerResponse): unknown {
  const asked = url.searchParams;
  const redirect = new URL(asked.get('redirect_uri') ?? '');
  const isWhole =
    asked.get('response_type') === 'code' &&
    asked.get('code_challenge_method') === 'S256' &&
    asked.get('access_type') === 'offline' &&
    asked.get('scope') === scope;
  if (!isWhole) return json(response, 400, { error: 'invalid_request' });
  const code = `4/${secret(state)}`;
  state.codes.set(code, {
    person: state.person,
    challenge: asked.get('code_challenge') ?? '',
    redirectUri: redirect.href,
  });
  redirect.searchParams.set('code', code);
  redirect.searchParams.set('state', asked.get('state') ?? '');
  redirect.searchParams.set('scope', state.scope);
  return response.writeHead(302, { location: redirect.href }).end();
}

function token(state: State, form: URLSearchParams, response: ServerResponse): unknown {
  if (form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return assertion(state, form, response);
  if (form.get('client_secret') !== 'client-secret-of-the-operator')
    return json(response, 401, { error: 'invalid_client' });
  if (form.get('grant_type') === 'refresh_token') return refresh(state, form, response);
  const code = state.codes.get(form.get('code') ?? '');
  state.codes.delete(form.get('code') ?? '');
  state.secrets.add(form.get('code_verifier') ?? '-');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
    return json(response, 400, { error: 'invalid_grant', error_description: 'Malformed auth code.' });
  const grant: Grant = {
    person: code.person,
    refresh: `1//${secret(state)}`,
    access: new Set(),
    used: new Set(),
    isEnded: false,
  };
  state.grants.push(grant);
  return json(response, 200, { ...newAccess(state, grant), refresh_token: grant.refresh });
}

function assertion(state: State, form: URLSearchParams, response: ServerResponse): unknown {
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const { iss, scope: asked, aud, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isSigned =
    state.serviceKey &&
    verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      state.serviceKey,
      Buffer.from(signature, 'base64url'),
    );
  // As Google's guide for service accounts says: an hour at most, for the token endpoint alone.
  if (!isSigned || !String(aud).endsWith('/token') || exp - iat > 3_600)
    return json(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
  if (asked !== scope) return json(response, 400, { error: 'invalid_scope' });
  state.secrets.add(signature);
  const grant: Grant = { person: iss, refresh: '', access: new Set(), used: new Set(), isEnded: false };
  state.grants.push(grant);
  return json(response, 200, newAccess(state, grant));
}

function refresh(state: State, form: URLSearchParams, response: ServerResponse): unknown {
  const given = form.get('refresh_token') ?? '';
  const grant = state.grants.find((each) => each.refresh === given);
  if (!grant || grant.isEnded)
    return json(response, 400, {
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
  const fresh = newAccess(state, grant);
  if (!state.rotates) return json(response, 200, fresh);
  grant.used.add(grant.refresh);
  grant.refresh = `1//${secret(state)}`;
  return json(response, 200, { ...fresh, refresh_token: grant.refresh });
}

function newAccess(state: State, grant: Grant) {
  const access = `ya29.${secret(state)}`;
  grant.access.add(access);
  return { access_token: access, expires_in: state.accessSeconds, scope: state.scope, token_type: 'Bearer' };
}

function secret(state: State): string {
  const text = randomBytes(24).toString('base64url');
  state.secrets.add(text);
  return text;
}

function playFault(state: State, response: ServerResponse): boolean {
  const all: readonly Fault[] = ['qps', '500', 'reset', 'too_many', 'html', '401'];
  const nth = state.faultEvery > 0 && state.requests.length % state.faultEvery === 0;
  const fault =
    state.faults.shift() ?? (nth ? all[(state.requests.length / state.faultEvery) % all.length] : undefined);
  if (fault !== undefined) answers[fault](response);
  return fault !== undefined;
}

const answers: Readonly<Record<Fault, (response: ServerResponse) => unknown>> = {
  reset: (response) => response.socket?.destroy(),
  drip: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"rows":['),
  html: (response) => response.writeHead(502).end('<html>Bad Gateway</html>'),
  '500': (response) => json(response, 500, problem(500, 'backendError', 'Internal error')),
  '401': (response) => json(response, 401, problem(401, 'authError', 'Invalid Credentials')),
  too_many: (response) => json(response, 429, problem(429, 'rateLimitExceeded', 'Rate Limit Exceeded')),
  qps: (response) =>
    json(response, 403, problem(403, 'quotaExceeded', 'Search Analytics QPS quota exceeded.')),
  load: (response) =>
    json(response, 403, problem(403, 'quotaExceeded', 'Search Analytics load quota exceeded.')),
};

function api(
  state: State,
  properties: ReadonlyMap<string, FakeProperty>,
  path: string,
  body: Record<string, unknown>,
  response: ServerResponse,
): unknown {
  if (path === '/webmasters/v3/sites') {
    const siteEntry = [...properties].map(([siteUrl, { permission }]) => ({
      siteUrl,
      permissionLevel: permission,
    }));
    return json(response, 200, siteEntry.length > 0 ? { siteEntry } : {});
  }
  const inspected = path === '/v1/urlInspection/index:inspect';
  const named = inspected
    ? String(body.siteUrl)
    : decodeURIComponent(/^\/webmasters\/v3\/sites\/(?<site>[^/]+)\//u.exec(path)?.groups?.site ?? '');
  const property = properties.get(named);
  if (!property || property.permission === 'siteUnverifiedUser')
    return json(
      response,
      403,
      problem(403, 'forbidden', `User does not have sufficient permission for site '${named}'.`),
    );
  if (!inspected) return query(state, property, body, response);
  if (state.refusesInspections)
    return json(response, 429, problem(429, 'quotaExceeded', 'Quota exceeded for quota metric.'));
  const found = property.index.get(String(body.inspectionUrl)) ?? { verdict: 'NEUTRAL' };
  return json(response, 200, { inspectionResult: { indexStatusResult: found } });
}

function query(
  state: State,
  property: FakeProperty,
  body: Record<string, unknown>,
  response: ServerResponse,
) {
  const refusal = refusedDimensions(body);
  return refusal
    ? json(response, 400, problem(400, 'badRequest', refusal))
    : json(response, 200, analytics(state, property, body));
}

function problem(code: number, reason: string, message: string) {
  return {
    error: {
      code,
      message,
      errors: [{ message, domain: /quota|rate/iu.test(reason) ? 'usageLimits' : 'global', reason }],
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
