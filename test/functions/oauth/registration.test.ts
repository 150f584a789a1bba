import { duringTests } from '#test/support/during-tests.ts';
import { startAuthorizationServer } from '#test/support/identity/authorization-server.ts';
import { issuer } from '#test/support/identity/identity.ts';

const server = duringTests(startAuthorizationServer);

describe('a client that registers itself', () => {
  it('gets an id, and a secret only where it can keep one', async () => {
    const open = await server.register();
    expect(open.statusCode).toBe(201);
    expect(open.client.client_secret).toBeUndefined();
    const confidential = await server.register({ token_endpoint_auth_method: 'client_secret_post' });
    expect(confidential.client.client_secret).toHaveLength(86);
  });

  it('may send scopes, grant types and members of other servers', async () => {
    const { statusCode, client } = await server.register({
      scope: 'mcp:everything offline_access',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code', 'token'],
      application_type: 'web',
      software_id: 'x',
      redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost:8080/cb', 'cursor://anysphere/callback'],
    });
    expect(statusCode).toBe(201);
    expect(client).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
    expect(client.scope).toBeUndefined();
  });

  it('may use any port of the loopback, not only the one it registered', async () => {
    const { client } = await server.register({ redirect_uris: ['http://127.0.0.1/callback'] });
    const redirect = 'http://127.0.0.1:51823/callback';
    const { tokens } = await server.connect({ clientId: client.client_id, redirect });
    expect(tokens.access_token).toBeDefined();
  });

  it('is refused plain http elsewhere, scripts, fragments and other rubbish', async () => {
    const bad = [
      { redirect_uris: ['http://agent.example/callback'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['data:text/html,x'] },
      { redirect_uris: ['ms-msdt:/id'] },
      { redirect_uris: ['intent://x'] },
      { redirect_uris: ['view-source:https://agent.example/'] },
      { redirect_uris: ['tel:1'] },
      { redirect_uris: ['https://agent.example/callback', 'mailto:a@b.example'] },
      { redirect_uris: ['https://agent.example/#x'] },
      { redirect_uris: ['no address'] },
      { redirect_uris: [] },
      { redirect_uris: 7 },
      { grant_types: ['client_credentials'] },
      { token_endpoint_auth_method: 'private_key_jwt' },
    ];
    for (const metadata of bad) {
      const { statusCode, client } = await server.register(metadata);
      expect(statusCode).toBe(400);
      expect(client.error).toMatch(/^invalid_/u);
    }
  });

  it('never gives 500 for a bad body', async () => {
    for (const body of ['', '{', 'null', '[]', '7', '"x"', '{"redirect_uris":null}'])
      expect((await server.browser().send('POST', '/register', body)).statusCode).toBe(400);
  });

  it('can do so from a page, which no other endpoint with an effect allows to any page', async () => {
    const person = server.browser();
    const preflight = await person.send('OPTIONS', '/register', undefined, {
      origin: 'https://inspector.example',
      'access-control-request-method': 'POST',
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(preflight.headers?.['access-control-allow-credentials']).toBeUndefined();
  });

  it('is found from a page: the metadata may be asked for with the version of the protocol', async () => {
    for (const path of ['', '/mcp'].map((end) => `/.well-known/oauth-protected-resource${end}`)) {
      const preflight = await server.browser().send('OPTIONS', path, undefined, {
        origin: 'https://inspector.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'mcp-protocol-version',
      });
      expect(preflight).toMatchObject({
        statusCode: 204,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET',
          'access-control-allow-headers': expect.stringContaining('mcp-protocol-version'),
        },
      });
    }
  });

  it('is limited for each client behind an address, which its neighbours do not feel', async () => {
    const caller = server.browser();
    const body = JSON.stringify({ redirect_uris: ['https://agent.example/callback'] });
    let last = await caller.send('POST', '/register', body);
    for (let times = 1; times <= 30; times += 1) last = await caller.send('POST', '/register', body);
    expect(last.statusCode).toBe(429);
    const neighbour = JSON.stringify({ redirect_uris: ['https://neighbour.example/callback'] });
    expect((await caller.send('POST', '/register', neighbour)).statusCode).toBe(201);
  });

  it('is forgotten after 90 days without a connection, and kept while it refreshes', async () => {
    const unused = await server.register();
    const used = await server.connect();
    server.pass(60 * 86_400);
    await server.services.authorizations.extend('Client', used.clientId, 90 * 86_400);
    server.pass(60 * 86_400);
    expect(await server.services.authorizations.find('Client', unused.client.client_id)).toBeUndefined();
    expect(await server.services.authorizations.find('Client', used.clientId)).toBeDefined();
  });
});

describe('a client with a metadata document', () => {
  const clientId = 'https://agent.example/oauth/client.json';
  function publish(changes: Record<string, unknown> = {}, status = 200) {
    const document = {
      client_id: clientId,
      client_name: 'Documented agent',
      redirect_uris: ['https://agent.example/callback', 'http://localhost/callback'],
      token_endpoint_auth_method: 'none',
      scope: 'whatever',
      ...changes,
    };
    const body = new TextEncoder().encode(JSON.stringify(document));
    server.documents.set(String(document.client_id), { status, headers: {}, body });
    return String(document.client_id);
  }

  it('needs no registration, and the page names the host that describes it', async () => {
    const { consent, tokens } = await server.connect({ clientId: publish() });
    expect(consent.body).toContain('Described by <strong>agent.example</strong>');
    expect(consent.body).not.toContain('unverified');
    expect(tokens.access_token).toBeDefined();
  });

  it('is refused where the document cannot be had, is another, or holds a secret', async () => {
    const other = publish({ client_id: 'https://agent.example/other.json' });
    server.documents.set('https://agent.example/stolen.json', server.documents.get(other) as never);
    const refused = [
      'https://agent.example/missing.json',
      'https://agent.example/stolen.json',
      publish({ client_id: 'https://agent.example/secret.json', client_secret: 'x' }),
      publish({ client_id: 'https://agent.example/gone.json' }, 404),
      'http://agent.example/plain.json',
    ];
    for (const id of refused) {
      const query = new URLSearchParams({
        client_id: id,
        redirect_uri: 'https://agent.example/callback',
        response_type: 'code',
      });
      const answer = await server.browser().get(`/authorize?${query}`);
      expect([400, 401]).toContain(answer.statusCode);
      expect(answer.location).toBe('');
    }
  });
});

describe('the metadata', () => {
  it('leads from a refusal to the sign-in, by every path that clients try', async () => {
    const read = async (path: string) => {
      const { body, headers } = await server.browser().get(path);
      expect(headers?.['access-control-allow-origin']).toBe('*');
      return JSON.parse(body);
    };
    const resource = await read('/.well-known/oauth-protected-resource/mcp');
    expect(resource).toEqual(await read('/.well-known/oauth-protected-resource'));
    expect(resource).toMatchObject({ resource: `${issuer}/mcp`, authorization_servers: [issuer] });
    const metadata = await read('/.well-known/oauth-authorization-server');
    expect(metadata).toEqual(await read('/.well-known/openid-configuration'));
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none');
    const { keys } = await read('/.well-known/jwks.json');
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it('does not believe what a request says about our name', async () => {
    const { body } = await server
      .browser()
      .send('GET', '/.well-known/oauth-authorization-server', undefined, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      });
    expect(body).not.toContain('evil');
    expect(JSON.parse(body).token_endpoint).toBe(`${issuer}/token`);
  });
});
