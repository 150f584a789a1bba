import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();

const address = (query = '') => new URL(`/mcp${query}`, service.baseUrl);
let people = 0;
function someone() {
  people += 1;
  return `agent-owner-${people}@test.example`;
}

async function credit(email: string, credits: number) {
  const account = await service.operations.operator
    .list()
    .then((accounts) => accounts.find((candidate) => candidate.email === email));
  await service.operations.operator.grant(account?.account_id ?? '', credits, undefined);
  return account?.account_id ?? '';
}

/** A client of the given revision that has registered itself and been allowed in. */
async function connectNew(mode: 'legacy' | 'auto', email = someone(), capabilities = {}) {
  const provider = memoryAuthProvider();
  const open = () => new StreamableHTTPClientTransport(address(), { authProvider: provider as never });
  const options = { versionNegotiation: { mode }, capabilities };
  const first = open();
  await expect(new Client({ name: 'first', version: '1' }, options).connect(first)).rejects.toThrow();
  await first.finishAuth(await consentingPerson(service.baseUrl, email).approve(provider.authorizationUrl));
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(open());
  return { client, provider, email };
}

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const)('the official client, speaking %s', (revision, mode) => {
  it('registers, signs its person in, lists the tools and calls one, which is charged and logged', async () => {
    const { client, email } = await connectNew(mode);
    const accountId = await credit(email, 10);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('inspect_domain');
    const result = await client.callTool({
      name: 'inspect_domain',
      arguments: { domain: 'trailpeak.example' },
    });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ data: { domain: 'trailpeak.example' } });
    expect(await balanceOf(accountId)).toBe(7);
    const owner = await keyOf(accountId);
    const [connection] = (await owner.get('/v1/me/connections')).body;
    const usage = (await owner.get('/v1/me/usage')).body;
    expect(usage.find((record: { endpoint: string }) => record.endpoint === '/mcp')).toMatchObject({
      auth_source: 'oauth',
      credential_id: connection.id,
      tool: 'inspect_domain',
      credits_charged: 3,
      status_code: 200,
    });
    await client.close();
  });

  it('gets an error of the tool and no charge when a call cannot be carried out', async () => {
    const { client, email } = await connectNew(mode);
    const poor = await client.callTool({
      name: 'inspect_domain',
      arguments: { domain: 'trailpeak.example' },
    });
    expect(poor.isError).toBe(true);
    expect(JSON.stringify(poor.content)).toContain('insufficient_credits');
    expect(JSON.stringify(poor.content)).toContain('/billing');
    expect(poor.structuredContent).toMatchObject({ code: 'insufficient_credits', credits_charged: 0 });
    const accountId = await credit(email, 10);
    const wrong = await client.callTool({ name: 'inspect_domain', arguments: { domain: 'localhost' } });
    expect(wrong.isError).toBe(true);
    expect(JSON.stringify(wrong.content)).toContain('validation_error');
    expect(await balanceOf(accountId)).toBe(10);
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('no tool');
    await client.close();
  });

  it('reads the datasets behind an answer, the balance and prompts', async () => {
    const { client, email } = await connectNew(mode);
    await credit(email, 20);
    const answer = await client.callTool({
      name: 'inspect_domain',
      arguments: { domain: 'trailpeak.example' },
    });
    const links = answer.content as { type: string; uri?: string }[];
    const uri = links.find(({ type }) => type === 'resource_link')?.uri ?? '';
    const [dataset] = (await client.readResource({ uri })).contents;
    expect(JSON.parse((dataset as { text: string }).text).length).toBeGreaterThan(10);
    const { resources } = await client.listResources();
    const credits = await client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(JSON.stringify(credits)).toContain('17');
    const [events] = (await client.readResource({ uri: 'oriel://account/events' })).contents;
    expect(JSON.parse((events as { text: string }).text)).toBeInstanceOf(Array);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).toContain('oriel://dataset/');
    const { prompts } = await client.listPrompts();
    const prompt = await client.getPrompt({
      name: prompts[0]?.name ?? '',
      arguments: { domain: 'trailpeak.example' },
    });
    expect(JSON.stringify(prompt.messages)).toContain('trailpeak.example');
    await expect(client.getPrompt({ name: 'audit_and_plan', arguments: {} })).rejects.toThrow('domain');
    await expect(
      client.readResource({ uri: 'oriel://dataset/x/ds_00000000000000000000000000' }),
    ).rejects.toThrow();
    await client.close();
  });

  it('pays once for a call that it repeats with the same key', async () => {
    const { client, email } = await connectNew(mode);
    const accountId = await credit(email, 10);
    const call = {
      name: 'inspect_keyword',
      arguments: { keyword: 'hiking boots' },
      _meta: { 'oriel/idempotency-key': 'once' },
    };
    const [first, second] = [await client.callTool(call), await client.callTool(call)];
    const { usage, ...answer } = first.structuredContent as { usage: object };
    const replayed = { ...usage, credits_charged: 0, replayed: true };
    // As text, so that the order of members is held too.
    expect(JSON.stringify(second.structuredContent)).toBe(JSON.stringify({ ...answer, usage: replayed }));
    expect(await balanceOf(accountId)).toBe(8);
    await client.close();
  });

  it('is let in no more from the request after its connection was revoked', async () => {
    const { client, provider, email } = await connectNew(mode);
    const accountId = await credit(email, 10);
    const owner = await keyOf(accountId);
    const [connection] = (await owner.get('/v1/me/connections')).body;
    expect(connection).toMatchObject({
      client_name: 'Official client',
      is_active: true,
      scopes: ['tools', 'account:read'],
    });
    const stranger = await service.openAccount(0);
    expect((await stranger.post(`/v1/me/connections/${connection.id}/revoke`, {})).status).toBe(404);
    expect((await stranger.get('/v1/me/connections')).body).toEqual([]);
    const revoked = await owner.post(`/v1/me/connections/${connection.id}/revoke`, {});
    expect(revoked.body).toMatchObject({ id: connection.id, is_active: false });
    expect((await owner.post(`/v1/me/connections/${connection.id}/revoke`, {})).body).toEqual(revoked.body);
    const token = (provider.kept.tokens as { access_token: string }).access_token;
    const { status, headers } = await service.send('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    await expect(client.listTools({}, { cacheMode: 'bypass' } as never)).rejects.toThrow();
  });
});

describe('the client of the first SDK', () => {
  it('registers, signs its person in and calls a tool', async () => {
    const provider = memoryAuthProvider();
    const email = someone();
    const open = () => new OldTransport(address(), { authProvider: provider as never });
    const first = open();
    const client = new OldClient({ name: 'old', version: '1' });
    await expect(client.connect(first as never)).rejects.toThrow();
    const answer = await consentingPerson(service.baseUrl, email).approve(provider.authorizationUrl);
    await first.finishAuth(answer.get('code') ?? '');
    const connected = new OldClient({ name: 'old', version: '1' });
    await connected.connect(open() as never);
    await credit(email, 10);
    expect((await connected.listTools()).tools.length).toBeGreaterThan(8);
    const result = await connected.callTool({
      name: 'inspect_keyword',
      arguments: { keyword: 'hiking boots' },
    });
    expect(result.isError).toBeFalsy();
    await connected.close();
  });
});

describe('an API key at /mcp', () => {
  it('works as an agent does, with the tools it asks for and is allowed', async () => {
    const caller = await service.openAccount(10, ['backlinks']);
    const list = async (query: string, key = caller.key) => {
      const headers = { authorization: `Bearer ${key}` };
      const transport = new StreamableHTTPClientTransport(address(query), { requestInit: { headers } });
      const client = new Client({ name: 'key', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(transport);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await list('')).toContain('inspect_backlinks');
    expect(await list('?tools=serp,inspect_page')).toEqual(
      expect.arrayContaining(['inspect_page', 'inspect_serp']),
    );
    expect(await list('?tools=inspect_page')).toEqual(['inspect_page']);
    await expect(list('?tools=nonsense')).rejects.toThrow();
    const limited = await service.operations.operator.createKey({
      accountId: caller.accountId,
      name: 'limited',
      limits: { allowedTools: ['inspect_keyword'] },
    });
    expect(await list('', limited.key)).toEqual(['inspect_keyword']);
    const plain = await service.openAccount(0);
    expect(await list('', plain.key)).toContain('inspect_backlinks');
  });

  it('stops at once when it is revoked', async () => {
    const caller = await service.openAccount(0);
    const ask = () =>
      service.send('/mcp', {
        method: 'POST',
        headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await ask()).status).not.toBe(401);
    const [credential] = (await caller.get('/v1/me/api-credentials')).body;
    await caller.post(`/v1/me/api-credentials/${credential.id}/revoke`, {});
    expect((await ask()).status).toBe(401);
  });
});

describe('the borders between credentials', () => {
  it('keep session tokens from /mcp and agent tokens from /v1', async () => {
    const { provider, email } = await connectNew('legacy');
    const accountId = await credit(email, 1);
    const session = await service.operations.createSession(accountId);
    const agent = (provider.kept.tokens as { access_token: string }).access_token;
    expect(
      (await service.send('/v1/me/credits', { headers: { authorization: `Bearer ${agent}` } })).status,
    ).toBe(401);
    const asSession = { authorization: `Bearer ${session.session_token}` };
    expect((await service.send('/v1/me/credits', { headers: asSession })).body).toEqual({ balance: 1 });
    const refused = await service.send('/mcp', { method: 'POST', body: '{}', headers: asSession });
    expect(refused.status).toBe(401);
  });
});

describe('a connected agent', () => {
  it('spends within the limit of its connection, which its owner changes, and within its run', async () => {
    const { client, email } = await connectNew('auto');
    const accountId = await credit(email, 100);
    const owner = await keyOf(accountId);
    const [{ id, spend_limit }] = (await owner.get('/v1/me/connections')).body;
    expect(spend_limit).toBe(500);
    const ask = async (run?: object) => {
      const _meta = { 'oriel/fresh': true, ...(run && { 'oriel/run': run }) };
      const params = { name: 'inspect_domain', arguments: { domain: 'trailpeak.example' }, _meta };
      return JSON.stringify(await client.callTool(params));
    };
    await owner.patch(`/v1/me/connections/${id}`, { spend_limit: 7 });
    await ask();
    expect(await ask({ id: 'job', budget: 5 })).toContain('"run":{"id":"job","spent":3,"budget":5}');
    expect(await ask()).toContain('spend_limit_reached');
    await owner.patch(`/v1/me/connections/${id}`, { spend_limit: 50 });
    expect(await ask({ id: 'job' })).toContain('run_budget_exceeded');
    expect(await ask('job' as never)).toContain('validation_error');
    expect((await owner.get('/v1/me/connections')).body[0].spent_this_month).toBe(6);
    expect(await balanceOf(accountId)).toBe(94);
  });
});

async function keyOf(accountId: string) {
  const { key } = await service.operations.operator.createKey({ accountId, name: 'owner' });
  return service.callerWith(accountId, key);
}

async function balanceOf(accountId: string): Promise<number> {
  return (await keyOf(accountId)).balance();
}
