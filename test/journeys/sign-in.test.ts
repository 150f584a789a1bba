import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serviceFunctions } from '#lib/service-functions.ts';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { testService } from '#test/support/service/running-service.ts';

/** Local, since a service on a loopback address answers no other pages at all. */
const pageOrigin = 'http://localhost:5999';

const service = testService();

/** One request of the dashboard, with what a browser sends along. */
async function ask(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.baseUrl}/session/${path}`, {
    method: 'POST',
    headers: { origin: service.baseUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, json: JSON.parse(await response.text()), cookie: cookie.join('; ') };
}

async function newestCode(email: string): Promise<string> {
  const mails = await fetch(`${service.baseUrl}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const sent = ((await mails.json()) as { to: string; subject: string }[]).find(({ to }) => to === email);
  return /^\d{6}/u.exec(sent?.subject ?? '')?.[0] ?? '';
}

async function signIn(email: string) {
  const { json } = await ask('code', { email });
  const signedIn = await ask('verify', { sign_in_id: json.sign_in_id, code: await newestCode(email) });
  const { json: exchanged } = await ask('token', {}, { cookie: signedIn.cookie });
  return { ...signedIn.json, cookie: signedIn.cookie, token: exchanged.token } as {
    account_id: string;
    session_id: string;
    cookie: string;
    token: string;
  };
}

const balance = (token: string) =>
  service.send('/v1/me/credits', { headers: { authorization: `Bearer ${token}` } });

const overMcp = (token: string) =>
  service.send('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

/** A connection, with the tokens that its agent holds. */
async function connectAgent(email: string) {
  const provider = memoryAuthProvider();
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), {
    authProvider: provider as never,
  });
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await expect(client.connect(transport)).rejects.toThrow();
  await transport.finishAuth(
    await consentingPerson(service.baseUrl, email).approve(provider.authorizationUrl),
  );
  const { access_token, refresh_token } = provider.kept.tokens as Record<string, string>;
  const { client_id } = provider.kept.client as { client_id: string };
  return { accessToken: access_token ?? '', refreshToken: refresh_token ?? '', clientId: client_id };
}

describe('the very next request is refused', () => {
  it('after a session was ended from another browser: its cookie, and its token at /v1', async () => {
    const phone = await signIn('two-browsers@test.example');
    const desk = await signIn('two-browsers@test.example');
    expect((await balance(phone.token)).status).toBe(200);
    expect((await ask('end', { session_id: phone.session_id }, { cookie: desk.cookie })).status).toBe(200);
    expect((await balance(phone.token)).status).toBe(401);
    expect((await ask('token', {}, { cookie: phone.cookie })).status).toBe(401);
    expect((await balance(desk.token)).status).toBe(200);
  });

  it('after signing out: the cookie, and the token at /v1', async () => {
    const { cookie, token } = await signIn('leaving@test.example');
    expect((await balance(token)).status).toBe(200);
    await ask('sign-out', {}, { cookie });
    expect((await balance(token)).status).toBe(401);
    expect((await ask('list', {}, { cookie })).status).toBe(401);
  });

  it('after a key was revoked: at /v1 and at /mcp', async () => {
    const caller = await service.openAccount(10);
    expect([(await balance(caller.key)).status, (await overMcp(caller.key)).status]).toEqual([200, 200]);
    const [credential] = (await caller.get('/v1/me/api-credentials')).body;
    await caller.post(`/v1/me/api-credentials/${credential.id}/revoke`, {});
    expect([(await balance(caller.key)).status, (await overMcp(caller.key)).status]).toEqual([401, 401]);
  });

  it('after a connection was revoked in the dashboard: at /mcp, and for new tokens', async () => {
    const email = 'regrets@test.example';
    const agent = await connectAgent(email);
    const { token } = await signIn(email);
    expect((await overMcp(agent.accessToken)).status).toBe(200);
    const authorization = `Bearer ${token}`;
    const [connection] = (await service.send('/v1/me/connections', { headers: { authorization } })).body;
    const revoked = await service.send(`/v1/me/connections/${connection.id}/revoke`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(revoked.status).toBe(200);
    expect((await overMcp(agent.accessToken)).status).toBe(401);
    expect((await refresh(agent)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('after an agent has revoked its own token: the whole connection', async () => {
    const agent = await connectAgent('tidy@test.example');
    const { status } = await service.send('/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: agent.refreshToken, client_id: agent.clientId }).toString(),
    });
    expect(status).toBe(200);
    expect((await overMcp(agent.accessToken)).status).toBe(401);
    expect((await refresh(agent)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

function refresh({ refreshToken, clientId }: { readonly refreshToken: string; readonly clientId: string }) {
  return service.send('/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
    }).toString(),
  });
}

describe('a cookie', () => {
  it('is no credential at /v1 or /mcp, so that no page can spend credits with it', async () => {
    const { cookie } = await signIn('cookie-only@test.example');
    for (const path of ['/v1/me/credits', '/v1/me/connections'])
      expect((await service.send(path, { headers: { cookie } })).status).toBe(401);
    const init = { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{}' };
    expect((await service.send('/v1/tools/inspect_keyword', init)).status).toBe(401);
    expect((await service.send('/mcp', init)).status).toBe(401);
  });
});

/** Whether a page of another origin may read the answer. */
async function isOpen({ method, path }: (typeof serviceFunctions)[number]['routes'][number]) {
  const response = await fetch(`${service.baseUrl}${path.replaceAll(/[{}]/gu, '')}`, {
    method,
    redirect: 'manual',
    headers: { origin: pageOrigin, 'access-control-request-method': 'POST' },
    ...(method === 'POST' && { body: '{}' }),
  });
  await response.arrayBuffer();
  return response.headers.has('access-control-allow-origin');
}

describe('pages of other sites', () => {
  it('may read what agents in a browser need, and nothing else', async () => {
    const open = new Set<string>();
    for (const route of serviceFunctions.flatMap(({ routes }) => routes))
      if (await isOpen(route)) open.add(route.path);
    expect([...open].toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/openid-configuration',
      '/mcp',
      '/register',
      // These two answer a preflight, and then only the page that the client's answers go to.
      '/revoke',
      '/token',
    ]);
  });
});

describe('limits by network address', () => {
  it('are not lengthened by addresses that a caller makes up', async () => {
    const attempt = (index: number) =>
      ask(
        'passkey/sign-in/options',
        {},
        {
          'x-viewer-address': `203.0.113.${index}`,
          'x-forwarded-for': `203.0.113.${index}`,
          'cloudfront-viewer-address': `203.0.113.${index}:443`,
          'x-origin-verify': 'a guess',
        },
      );
    // Sixty in a quarter of an hour; it may turn in between, and then sixty more.
    const statuses: number[] = [];
    while (statuses.length <= 120 && !statuses.includes(429))
      statuses.push((await attempt(statuses.length)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60);
  });
});
