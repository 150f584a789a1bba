import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { listenOnLoopback } from '#test/support/listen.ts';

/** A small agent with a callback on this machine, as command-line clients have. */
export async function openAgent(baseUrl: string, name: string) {
  const verifier = randomBytes(32).toString('base64url');
  let receive: (code: string) => void = () => {};
  const received = new Promise<string>((resolve) => {
    receive = resolve;
  });
  const server = createServer((request, response) => {
    receive(new URL(request.url ?? '/', 'http://localhost').searchParams.get('code') ?? '');
    response.end('You may close this page.');
  });
  const redirectUri = `http://127.0.0.1:${await listenOnLoopback(server)}/callback`;
  const registered = await fetch(`${baseUrl}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };

  return {
    /** Where the person goes to allow the access. */
    authorizationUrl: `${baseUrl}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'tools account:read',
      resource: `${baseUrl}/mcp`,
    })}`,

    /** The access token, once the person has allowed it. */
    async finish(): Promise<string> {
      const response = await fetch(`${baseUrl}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: await received,
          redirect_uri: redirectUri,
          client_id: clientId,
          code_verifier: verifier,
          resource: `${baseUrl}/mcp`,
        }),
      });
      const { access_token: token } = (await response.json()) as { access_token: string };
      return token;
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Status of a call to the MCP endpoint with a token. */
export async function askMcp(baseUrl: string, token: string): Promise<number> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  await response.text();
  return response.status;
}
