import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { accountTools } from '#functions/mcp/account-tools.ts';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import { mcpHandler } from '#functions/mcp/mcp-handler.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import type { CallOutcome } from '#shared/calls/problem.ts';
import { isStreamed } from '#shared/http/call.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { countTokens } from '#test/support/count-tokens.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { answered, mcpServices, refused } from '#test/support/service/mcp-services.ts';

const baseUrl = 'https://oriel.example';

/** A tool of the catalog that answers as the test says, without a ledger behind it. */
function scripted(outcomes: CallOutcome[], seen: unknown[] = [], progress = 0): ServedTool {
  return {
    tool: toolCatalog[0],
    async call({ args, reportProgress }) {
      seen.push(args);
      for (let done = 1; done <= progress; done += 1) reportProgress?.(done, 3, `page ${done}`);
      return outcomes.shift() ?? answered();
    },
  };
}

const handlerOf = (served: readonly ServedTool[], url = baseUrl) =>
  mcpHandler(async () => mcpServices(served, url));

const notEnough = refused(
  new ServiceError('insufficient_credits', 'It costs 3 credits.', {
    details: { action_url: `${baseUrl}/billing` },
  }),
);

/** The official client, with the function called directly in place of the network. */
async function connect(
  served: readonly ServedTool[],
  capabilities = {},
  mode: 'auto' | 'legacy' = 'auto',
  agent?: { readonly clientId: string; readonly redirectHost: string },
) {
  const handler = mcpHandler(async () => mcpServices(served, baseUrl, agent));
  const bodies: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    fetch: async (_url, init = {}) => {
      const event = gatewayEvent({
        method: init.method ?? 'GET',
        path: '/mcp',
        headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: 'Bearer good' },
        ...(typeof init.body === 'string' && { body: init.body }),
      });
      const result = await handler(event, lambdaContext);
      const body = isStreamed(result) ? await new Response(result.stream).text() : result.body;
      bodies.push(body);
      const empty = result.statusCode === 202 || result.statusCode === 204;
      return new Response(empty ? null : body, {
        status: result.statusCode,
        headers: result.headers as Record<string, string>,
      });
    },
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
  await client.connect(transport);
  return { client, bodies };
}

describe('the list of tools', () => {
  it('costs an agent at most 5,000 tokens, all tools included', () => {
    const tools = [...toolCatalog, ...accountTools].map(describeTool);
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(5_000);
  });

  it('says of each tool what it costs and that another call costs again', () => {
    for (const tool of toolCatalog) {
      const described = describeTool(tool);
      expect(described.description).toContain(
        tool.credits === 0
          ? 'Free.'
          : `Costs ${tool.credits} credits${tool.name === 'crawl_site' ? ' per 100 pages' : ''}.`,
      );
      expect(described._meta).toEqual({ 'oriel/credits': tool.credits });
      expect(described.inputSchema).toMatchObject({ type: 'object' });
      expect(JSON.stringify(described.outputSchema)).not.toContain('additionalProperties":false');
    }
  });
});

describe.each(['auto', 'legacy'] as const)('a call (%s)', (mode) => {
  it('reaches the tool with its arguments', async () => {
    const seen: unknown[] = [];
    const { client } = await connect([scripted([answered()], seen)], {}, mode);
    await client.callTool({ name: 'inspect_domain', arguments: { domain: 'a.example' } });
    expect(seen).toEqual([{ domain: 'a.example' }]);
  });

  it('reports progress to a client that asks for it', async () => {
    const { client } = await connect([scripted([answered()], [], 3)], {}, mode);
    const heard: unknown[] = [];
    const result = await client.callTool(
      { name: 'inspect_domain', arguments: {} },
      { onprogress: (progress) => heard.push(progress) },
    );
    expect(heard).toEqual([
      { progress: 1, total: 3, message: 'page 1' },
      { progress: 2, total: 3, message: 'page 2' },
      { progress: 3, total: 3, message: 'page 3' },
    ]);
    expect(result.structuredContent).toMatchObject({ data: { domain: 'a.example' } });
  });
});

describe('a call without enough credits', () => {
  it('leads a client that can open addresses to the billing page, and is made again', async () => {
    const { client } = await connect([scripted([notEnough, answered()])], { elicitation: { url: {} } });
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params);
      return { action: 'accept' as const };
    });
    const result = await client.callTool({ name: 'inspect_domain', arguments: {} });
    expect(asked).toMatchObject([{ mode: 'url', url: `${baseUrl}/billing` }]);
    expect(result.isError).toBeFalsy();
  });

  it('asks once, and then says plainly what is missing', async () => {
    const { client } = await connect([scripted([notEnough, notEnough])], { elicitation: { url: {} } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    const result = await client.callTool({ name: 'inspect_domain', arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain(`${baseUrl}/billing`);
  });

  it('says so plainly to any other client', async () => {
    for (const [capabilities, mode] of [
      [{}, 'auto'],
      [{ elicitation: {} }, 'auto'],
      [{}, 'legacy'],
    ] as const) {
      const { client } = await connect([scripted([notEnough])], capabilities, mode);
      const result = await client.callTool({ name: 'inspect_domain', arguments: {} });
      expect(result).toMatchObject({
        isError: true,
        structuredContent: {
          code: 'insufficient_credits',
          retryable: false,
          retry_after: null,
          credits_charged: 0,
          pointer: null,
        },
      });
    }
  });
});

describe('a refused call', () => {
  it('says to programs whether and when to try again, and which argument is wrong', async () => {
    const full = refused(
      new ServiceError('rate_limited', 'The limit is reached.', { headers: { 'retry-after': '30' } }),
    );
    const fault = { pointer: '/domain', loc: ['body', 'domain'], type: 'x', message: 'x' };
    const wrong = refused(new ServiceError('validation_error', 'Wrong.', { faults: [fault] }));
    const { client } = await connect([scripted([full, wrong])]);
    const ask = () => client.callTool({ name: 'inspect_domain', arguments: {} });
    expect((await ask()).structuredContent).toEqual({
      code: 'rate_limited',
      retryable: true,
      retry_after: 30,
      credits_charged: 0,
      pointer: null,
    });
    expect((await ask()).structuredContent).toMatchObject({ code: 'validation_error', pointer: '/domain' });
  });
});

describe('a client whose operator forbids links to a checkout', () => {
  const poor = () =>
    refused(
      new ServiceError('insufficient_credits', 'Buy credits on the billing page.', {
        details: { action_url: `${baseUrl}/billing`, credits_required: 3, balance: 1 },
      }),
    );
  const limited = () =>
    refused(
      new ServiceError('spend_limit_reached', 'The limit is reached.', {
        details: { action_url: `${baseUrl}/billing` },
      }),
    );

  it.each([
    ['by its id', { clientId: 'chatgpt.com', redirectHost: 'elsewhere.example' }],
    ['by the host of its id', { clientId: 'https://chatgpt.com/oauth/client.json', redirectHost: 'x' }],
    ['by where its answers go', { clientId: 'registered-itself', redirectHost: 'chatgpt.com' }],
  ])('gets none in any answer: known %s', async (_how, agent) => {
    const { client, bodies } = await connect(
      [scripted([poor(), limited()])],
      { elicitation: { url: {} } },
      'auto',
      agent,
    );
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept' as const }));
    const result = await client.callTool({ name: 'inspect_domain', arguments: {} });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'insufficient_credits' } });
    expect(JSON.stringify(result.content)).toContain('The credits of this account are used up');
    expect(JSON.stringify(result.content)).toContain(`${baseUrl}/account`);
    await client.callTool({ name: 'inspect_domain', arguments: {} });
    expect(bodies.join()).not.toMatch(/billing|Buy credits/u);
  });

  it('is no other client', async () => {
    const agent = { clientId: 'https://notchatgpt.com/id', redirectHost: 'localhost' };
    const { client } = await connect([scripted([poor()])], {}, 'auto', agent);
    const result = await client.callTool({ name: 'inspect_domain', arguments: {} });
    expect(JSON.stringify(result.content)).toContain(`${baseUrl}/billing`);
  });
});

describe('the MCP endpoint', () => {
  const send = (method: string, headers: Record<string, string> = {}, body?: unknown, url = baseUrl) =>
    handlerOf([scripted([])], url)(gatewayEvent({ method, path: '/mcp', headers, body }), lambdaContext);

  it('answers every request without a valid token with 401 and the way to sign in', async () => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const missing = await send(method);
      expect(missing.statusCode).toBe(401);
      expect(missing.headers?.['www-authenticate']).toBe(
        `Bearer realm="oriel", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="tools account:read"`,
      );
      const wrong = await send(method, { authorization: 'Bearer bad' });
      expect(wrong.statusCode).toBe(401);
      expect(wrong.headers?.['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  it('never looks at cookies', async () => {
    expect((await send('POST', { cookie: 'token=good; __Host-session=good' })).statusCode).toBe(401);
  });

  it('holds no sessions: GET and DELETE are not taken', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { statusCode, headers } = await send(method, { authorization: 'Bearer good' });
      expect(statusCode).toBe(405);
      expect(headers?.['access-control-allow-origin']).toBe('*');
    }
  });

  it('can be called from pages, which can read its refusals too', async () => {
    const preflight = await send('OPTIONS', { origin: 'https://agent.example' });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers?.['access-control-allow-headers']).toContain('authorization');
    const refused = await send('POST', { origin: 'https://agent.example' });
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(refused.headers?.['access-control-expose-headers']).toContain('www-authenticate');
    expect(refused.headers?.['access-control-allow-credentials']).toBeUndefined();
  });

  it('on a loopback address answers only what comes from this machine', async () => {
    const local = 'http://127.0.0.1:4000';
    const good = { authorization: 'Bearer good' };
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example:4000' }])
      expect((await send('POST', { ...good, ...headers }, {}, local)).statusCode).toBe(403);
    const inspector = { origin: 'http://localhost:6274', host: '127.0.0.1:4000' };
    expect((await send('POST', { ...good, ...inspector }, {}, local)).statusCode).toBe(400);
  });

  it('acknowledges a subscription and ends it', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        notifications: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = {
      authorization: 'Bearer good',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    };
    const answer = await send('POST', headers, body);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('notifications/subscriptions/acknowledged');
  });

  it('never gives 500 for a bad body', async () => {
    const headers = { authorization: 'Bearer good', accept: 'application/json, text/event-stream' };
    for (const body of ['', '{', 'null', '[]', '{}', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', '7'])
      expect((await send('POST', headers, body)).statusCode).toBeLessThan(500);
  });
});
