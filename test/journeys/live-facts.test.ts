import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Caller, type RunningService, startService } from '#test/support/service/running-service.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';

let upstream: UpstreamServer;
let service: RunningService;
let caller: Caller;
const slow = 'answered when progress was heard';
let progress = Promise.withResolvers<void>();

beforeAll(async () => {
  upstream = await startUpstream({
    latencyMs: 0,
    heldUntil: ({ task }) => (String(task?.keyword).startsWith(slow) ? progress.promise : undefined),
  });
  service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(async () => {
  upstream.forget();
  caller = await service.openAccount(100);
});

const post = (tool: string, body: object) => caller.post(`/v1/tools/${tool}`, body);
const listings = () => upstream.requests.filter(({ endpoint }) => endpoint === 'organic');

describe('tools with a live source', () => {
  it('inspect_search_visibility in mode live agrees with the listings that inspect_serp shows', async () => {
    const keywords = ['cheap running shoes', 'used camping tent', 'cheap running shoes'];
    const { status, body } = await post('inspect_search_visibility', {
      domain: 'trailhound.com',
      keywords,
      mode: 'live',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ mode_used: 'live', summary: { checked: 3, not_checked: 0 } });
    expect(body.data.positions.map((row: { keyword: string }) => row.keyword)).toEqual(keywords);
    expect(listings()).toHaveLength(2);
    // AI overviews are read where a listing brings them along; asking for one costs as much as a listing.
    for (const { task } of listings()) expect(task).not.toHaveProperty('load_async_ai_overview');
    for (const row of body.data.positions) {
      const serp = await post('inspect_serp', { query: row.keyword, depth: 20 });
      const found = serp.body.data.organic.find(({ domain }: { domain: string }) =>
        /(^|\.)trailhound\.com$/u.test(domain),
      );
      expect([row.position, row.url]).toEqual([found?.position ?? null, found?.url ?? null]);
    }
  });

  it('inspect_search_visibility in mode auto looks live only for what the index does not know', async () => {
    const { body } = await post('inspect_search_visibility', {
      domain: 'trailhound.com',
      keywords: ['running shoes', 'never heard of this', 'nor of that'],
    });
    expect(body.data.summary).toMatchObject({ checked: 3, fell_back_to_live: true });
    expect(body.data.positions.map((row: { source: string }) => row.source)).toEqual([
      'index',
      'live',
      'live',
    ]);
    expect(listings()).toHaveLength(2);
  });
});

describe.each(['auto', 'legacy'] as const)('progress of a long tool (%s)', (mode) => {
  it('reaches an agent while the tool still works: here the tool cannot go on before', async () => {
    progress = Promise.withResolvers();
    const headers = { authorization: `Bearer ${caller.key}` };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const url = new URL('/mcp', service.baseUrl);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const heard: string[] = [];
    const result = await client.callTool(
      {
        name: 'inspect_search_visibility',
        arguments: {
          domain: 'trailhound.com',
          keywords: [`used camping tent ${mode}`, `${slow} ${mode}`],
          mode: 'live',
        },
      },
      {
        onprogress({ message = '' }) {
          heard.push(message);
          progress.resolve();
        },
      },
    );
    expect(result.structuredContent).toMatchObject({ data: { summary: { checked: 2, not_checked: 0 } } });
    expect(heard[0]).toBe(`Checked "used camping tent ${mode}"`);
    await client.close();
  });
});
