import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const service = testService();
const path = '/v1/me/sites/shop.example/changes';
const change = { at: '2026-11-20', what: 'New titles', pages: ['/blog/*'] };
const ids = async (caller: Caller) =>
  (await caller.get(path)).body.map(({ id }: { readonly id: string }) => id);

async function keyOf(owner: Caller, limits: object): Promise<Caller> {
  const { body } = await owner.post('/v1/me/api-credentials', { name: 'Deploy hook', ...limits });
  return service.callerWith(owner.accountId, body.key);
}

describe('the changes of a site', () => {
  it('are recorded with a day and pages, listed newest first, and removed', async () => {
    const owner = await service.openAccount(0);
    const first = await owner.post(path, change);
    expect(first).toMatchObject({
      status: 201,
      body: { ...change, site: 'shop.example', effect: null, next_at: '2026-12-04' },
    });
    const today = new Date().toISOString().slice(0, 10);
    const second = await owner.post(path, { what: 'Faster pages', pages: ['https://shop.example/*'] });
    expect(second.body.at).toBe(today);
    const listed = [second.body.id, first.body.id].toSorted(
      (a, b) => Number(b === second.body.id) - Number(a === second.body.id),
    );
    expect(new Set(await ids(owner))).toEqual(new Set(listed));
    expect(await owner.delete(`${path}/${first.body.id}`)).toMatchObject({
      status: 200,
      body: { id: first.body.id, status: 'removed' },
    });
    expect(await ids(owner)).toEqual([second.body.id]);
    expect((await owner.delete(`${path}/${first.body.id}`)).status).toBe(404);
  });

  it('are recorded once under one Idempotency-Key', async () => {
    const owner = await service.openAccount(0);
    const key = { 'idempotency-key': 'deploy-4f2a1c' };
    const [one, again] = [await owner.post(path, change, key), await owner.post(path, change, key)];
    expect(again.body.id).toBe(one.body.id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await ids(owner)).toHaveLength(1);
    const other = await owner.post(path, { ...change, what: 'Something else' }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
  });

  it.each([
    ['pages', { ...change, pages: [] }],
    ['pages', { ...change, pages: Array.from({ length: 90 }, () => '/a'.repeat(200)) }],
    ['what', { ...change, what: ' ' }],
    ['at', { ...change, at: '20.11.2026' }],
  ])('are refused where %s is wrong, naming it, and nothing is kept', async (member, body) => {
    const owner = await service.openAccount(0);
    const refused = await owner.post(path, body);
    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_error', credits_charged: 0 } });
    expect(refused.text).toContain(member);
    expect(await ids(owner)).toEqual([]);
  });

  it('are of their own account alone', async () => {
    const [owner, stranger] = [await service.openAccount(0), await service.openAccount(0)];
    const { body } = await owner.post(path, change);
    expect(await ids(stranger)).toEqual([]);
    expect((await stranger.delete(`${path}/${body.id}`)).status).toBe(404);
    expect((await service.send(path)).status).toBe(401);
    expect((await owner.get('/v1/me/sites/no%20site/changes')).status).toBe(404);
    expect(await ids(owner)).toEqual([body.id]);
  });

  it('are recorded by a key with limits, as a deploy hook has it, which reads none', async () => {
    const owner = await service.openAccount(10);
    const hook = await keyOf(owner, { tools: ['record_change'] });
    const key = { 'idempotency-key': 'deploy-77aa' };
    const asked = { site: 'shop.example', what: change.what, pages: change.pages };
    const recorded = await hook.post('/v1/tools/record_change', asked, key);
    expect(recorded).toMatchObject({
      status: 200,
      body: {
        data: { change: { what: 'New titles', next_at: expect.any(String) } },
        usage: { credits_charged: 0 },
      },
    });
    await hook.post('/v1/tools/record_change', asked, key);
    expect(await ids(owner)).toEqual([recorded.body.data.change.id]);
    expect((await hook.get(path)).status).toBe(403);
    expect(await owner.balance()).toBe(10);
  });

  it('are recorded by an agent over MCP', async () => {
    const owner = await service.openAccount(0);
    const client = new Client({ name: 'deployer', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${owner.key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { requestInit }),
    );
    const { structuredContent } = await client.callTool({
      name: 'record_change',
      arguments: { site: 'shop.example', pages: ['/blog/*'], what: 'New titles' },
    });
    await client.close();
    const [id] = await ids(owner);
    expect(structuredContent).toMatchObject({ data: { change: { id, what: 'New titles' } } });
  });
});
