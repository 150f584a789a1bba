import { decodeJwt, decodeProtectedHeader } from 'jose';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { callback, startAuthorizationServer } from '#test/support/identity/authorization-server.ts';
import { issuer } from '#test/support/identity/identity.ts';

const server = duringTests(startAuthorizationServer);

async function resolve(token: string) {
  const { services, table } = server;
  const options = { ...server, issuer, accounts: services.accounts, clock: table.clock };
  return createAgentTokenVerifier(options).resolve(token);
}

type Connected = Awaited<ReturnType<typeof server.connect>>;

const exchange = ({ clientId, code, verifier }: Connected, changes: Record<string, string> = {}) =>
  server.token({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: callback,
    ...changes,
  });

const refresh = ({ clientId }: Connected, refreshToken: string, changes: Record<string, string> = {}) =>
  server.token({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...changes,
  });

describe('an access token', () => {
  it('stands for the connection that the person allowed', async () => {
    const { tokens } = await server.connect();
    const { payload, header } = {
      payload: decodeJwt(tokens.access_token),
      header: decodeProtectedHeader(tokens.access_token),
    };
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: server.signing.current.kid });
    expect(payload).toMatchObject({ iss: issuer, aud: `${issuer}/mcp`, scope: 'tools account:read' });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 28_800 });
    expect(await resolve(tokens.access_token)).toMatchObject({
      ok: true,
      principal: { authSource: 'oauth', credentialId: payload.connection_id },
    });
  });

  it('fails on the next request after the connection was revoked', async () => {
    const { tokens } = await server.connect();
    const { sub = '', connection_id } = decodeJwt(tokens.access_token);
    await server.connections.revoke(sub, String(connection_id));
    expect(await resolve(tokens.access_token)).toEqual({ ok: false, reason: 'connection revoked' });
  });
});

describe('an authorization code', () => {
  it('works once; a second use ends the connection it gave', async () => {
    const connected = await server.connect();
    expect((await exchange(connected)).json.error).toBe('invalid_grant');
    expect(await resolve(connected.tokens.access_token)).toMatchObject({ ok: false });
    expect((await refresh(connected, connected.tokens.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('gives at most one connection to two uses at the same moment', async () => {
    const authorized = await server.authorize();
    const connected = { ...authorized, tokens: {}, answer: undefined } as unknown as Connected;
    const answers = await Promise.all([exchange(connected), exchange(connected)]);
    const tokens = answers.map(({ json }) => json.access_token).filter((token) => token !== undefined);
    expect(tokens.length).toBeLessThanOrEqual(1);
    for (const token of tokens) expect(await resolve(token)).toMatchObject({ ok: false });
  });

  it('is useless without its verifier, its redirect address and its client', async () => {
    const wrong = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'https://agent.example/other' },
      { client_id: (await server.register()).client.client_id },
      { code: 'x'.repeat(43) },
    ];
    for (const changes of wrong) {
      const authorized = (await server.authorize()) as unknown as Connected;
      const { statusCode, json } = await exchange(authorized, changes);
      expect([400, 401]).toContain(statusCode);
      expect(json.access_token).toBeUndefined();
    }
  });

  it('is not given without PKCE, or with its weak form', async () => {
    const { client } = await server.register();
    const ask = (parameters: Record<string, string>) =>
      server.browser().get(
        `/authorize?${new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: callback,
          response_type: 'code',
          ...parameters,
        })}`,
      );
    for (const parameters of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const { statusCode, location, body } = await ask(parameters);
      expect({ statusCode, location }).toEqual({ statusCode: 400, location: '' });
      expect(body).toMatch(/PKCE|code_challenge/u);
    }
  });

  it('is for the one resource there is', async () => {
    const { client } = await server.register();
    const answer = await server.browser().get(
      `/authorize?${new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: callback,
        response_type: 'code',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        resource: 'https://elsewhere.example/mcp',
      })}`,
    );
    expect(answer).toMatchObject({ statusCode: 400, location: '' });
    expect(answer.body).toContain('resource indicator');
  });

  it('accepts every spelling of that resource, at each step', async () => {
    for (const resource of [issuer, `${issuer}/`, `${issuer}/mcp`, `${issuer}/mcp/`]) {
      const authorized = (await server.authorize({ parameters: { resource } })) as unknown as Connected;
      const { json } = await exchange(authorized, { resource: `${issuer}/mcp` });
      expect(decodeJwt(json.access_token).aud).toBe(`${issuer}/mcp`);
    }
  });

  it('comes with the issuer, so that a client cannot be made to send it elsewhere', async () => {
    const { answer } = await server.authorize();
    expect(answer.get('iss')).toBe(issuer);
    expect(answer.get('state')).toBe('state-1');
  });
});

describe('the scopes of a connection', () => {
  it('are all of them where the agent asks for none, or only for scopes that are unknown here', async () => {
    for (const scope of ['', 'mcp', 'openid offline_access']) {
      const { tokens } = await server.connect({ parameters: { scope } });
      expect(decodeJwt(tokens.access_token).scope).toBe('tools account:read');
    }
  });

  it('are only those the agent asked for, and never the management of keys', async () => {
    const { tokens } = await server.connect({ parameters: { scope: 'tools keys:manage' } });
    expect(decodeJwt(tokens.access_token).scope).toBe('tools');
    expect(await resolve(tokens.access_token)).toMatchObject({
      principal: { scopes: new Set(['tools']) },
    });
  });

  it('do not grow by a refresh', async () => {
    const connected = await server.connect({ parameters: { scope: 'account:read' } });
    const wider = await refresh(connected, connected.tokens.refresh_token, { scope: 'tools account:read' });
    expect(wider.json.error).toBe('invalid_scope');
  });
});

describe('a refresh token', () => {
  it('is replaced at each use, and the connection lives on for another 30 days', async () => {
    const connected = await server.connect();
    const { sub = '', connection_id } = decodeJwt(connected.tokens.access_token);
    server.pass(60);
    const sentAt = Math.floor(server.table.clock() / 1_000);
    const { json } = await refresh(connected, connected.tokens.refresh_token);
    expect(json.refresh_token).not.toBe(connected.tokens.refresh_token);
    expect(await resolve(json.access_token)).toMatchObject({ ok: true });
    const after = await server.connections.find(sub, String(connection_id));
    const answeredAt = Math.floor(server.table.clock() / 1_000);
    expect(after?.expiresAt).toBeGreaterThanOrEqual(sentAt + 30 * 86_400);
    expect(after?.expiresAt).toBeLessThanOrEqual(answeredAt + 30 * 86_400);
  });

  it('may be sent again within two minutes, for an answer that was lost, and gives the same successor', async () => {
    const connected = await server.connect();
    const { refresh_token } = connected.tokens;
    const first = await refresh(connected, refresh_token);
    server.pass(90);
    const second = await refresh(connected, refresh_token);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json.refresh_token).toBe(first.json.refresh_token);
    expect(await resolve(second.json.access_token)).toMatchObject({ ok: true });
    expect((await refresh(connected, second.json.refresh_token)).statusCode).toBe(200);
  });

  it('that is used many times at the same moment gives one successor', async () => {
    const connected = await server.connect();
    const { refresh_token } = connected.tokens;
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(connected, refresh_token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const successors = new Set(answers.map(({ json }) => json.refresh_token));
    expect(successors.size).toBe(1);
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Items = [] } = await server.table.documents.send(
      new ScanCommand({
        TableName: server.table.name,
        FilterExpression: 'begins_with(pk, :tokens) AND payload.clientId = :client',
        ExpressionAttributeValues: { ':tokens': 'oauth#RefreshToken#', ':client': connected.clientId },
      }),
    );
    // The one that was used and the one that it gave: what the library made beside them is gone.
    expect(Items).toHaveLength(2);
    expect(JSON.stringify(Items)).not.toContain([...successors][0]);
  });

  it('in the hands of a thief within the grace ends the connection as soon as its owner is ahead', async () => {
    const connected = await server.connect();
    const { refresh_token } = connected.tokens;
    const owner = await refresh(connected, refresh_token);
    const thief = await refresh(connected, refresh_token);
    await refresh(connected, owner.json.refresh_token);
    server.pass(121);
    expect((await refresh(connected, thief.json.refresh_token)).json.error).toBe('invalid_grant');
    expect(await resolve(owner.json.access_token)).toMatchObject({ ok: false, reason: 'connection revoked' });
  });

  it('that is used after that was stolen: the whole connection ends', async () => {
    const connected = await server.connect();
    const { refresh_token } = connected.tokens;
    const { json } = await refresh(connected, refresh_token);
    server.pass(121);
    expect((await refresh(connected, refresh_token)).json.error).toBe('invalid_grant');
    expect((await refresh(connected, json.refresh_token)).json.error).toBe('invalid_grant');
    expect(await resolve(json.access_token)).toMatchObject({ ok: false, reason: 'connection revoked' });
  });

  it('does not work for another client', async () => {
    const [one, other] = [await server.connect(), await server.connect()];
    const answer = await refresh(one, one.tokens.refresh_token, { client_id: other.clientId });
    expect(answer.json.error).toBe('invalid_grant');
  });

  it('ends the connection when its client revokes it', async () => {
    const connected = await server.connect();
    const { clientId, tokens } = connected;
    const revoked = await server
      .browser()
      .form('/revoke', { token: tokens.refresh_token, client_id: clientId });
    expect(revoked.statusCode).toBe(200);
    expect(await resolve(tokens.access_token)).toMatchObject({ ok: false, reason: 'connection revoked' });
    expect((await refresh(connected, tokens.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('is not kept readable, nor is a code', async () => {
    const { tokens, code } = await server.connect();
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Items } = await server.table.documents.send(new ScanCommand({ TableName: server.table.name }));
    const everything = JSON.stringify(Items);
    for (const secret of [tokens.refresh_token, tokens.access_token, code])
      expect(everything).not.toContain(secret);
  });
});

describe('the token endpoint', () => {
  it('limits attempts from one address', async () => {
    const caller = server.browser();
    const attempt = () =>
      caller.form('/token', { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'x' });
    let last = await attempt();
    // Twice the limit: a quarter of an hour, in which attempts are counted, may end in between.
    for (let attempts = 1; attempts <= 601 && last.statusCode !== 429; attempts += 1) last = await attempt();
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers?.['retry-after'])).toBeGreaterThan(0);
  });

  it('lets a page use it only where the page is the agent itself', async () => {
    const { client } = await server.register();
    const fields = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: 'x' };
    const own = await server.token(fields, { origin: 'https://agent.example' });
    expect(own.headers?.['access-control-allow-origin']).toBe('https://agent.example');
    const other = await server.token(fields, { origin: 'https://evil.example' });
    expect(other.headers?.['access-control-allow-origin']).toBeUndefined();
    expect(own.headers?.['access-control-allow-credentials']).toBeUndefined();
  });
});
