import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { listenOnLoopback } from '../listen.ts';
import type { Caller, RunningService } from '../service/callers.ts';
import { type FetchedAnswer, generatedAnswer } from './generated-site.ts';

export const crawledHost = 'generated-crawl-site.com';
const pages = 150;

/** A generated site on loopback that changes between two crawls, and can hold an answer back. */
export async function startChangingSite() {
  const held = { path: '/p/120', until: Promise.withResolvers<void>() };
  let isLater = false;
  const instead = (path: string): FetchedAnswer | undefined => {
    if (!isLater) return undefined;
    const answers: Readonly<Record<string, FetchedAnswer>> = {
      // A dead link that works again, a page that lost its title, and one that is gone.
      '/gone/3': html('<title>Found again</title><h1>Found again</h1>'),
      '/p/20': html('<h1>Without a title</h1>'),
      '/p/9': { status: 404, body: '' },
    };
    return answers[path];
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === held.path) await held.until.promise;
    const { status, body = '', headers = {} } = generatedAnswer({ host: crawledHost, pages, instead }, path);
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    letGo: () => held.until.resolve(),
    change(): void {
      isLater = true;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const html = (body: string): FetchedAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><body>${body}</body></html>`,
});

/** A service whose clock is turned by hand. */
interface CrawlScene {
  readonly service: RunningService;
  readonly caller: Caller;
  /** Has the service look for crawls that are due, and does not wait for them. */
  turn(): Promise<void>;
}

type Site = Awaited<ReturnType<typeof startChangingSite>>;

/** Two crawls of one site as an account makes them: by REST with a pause, then by MCP, compared with the first. */
export async function crawlTwice(site: Site, scene: CrawlScene): Promise<readonly string[]> {
  const first = await crawlByRest(site, scene);
  site.change();
  const second = await crawlByMcp(scene);
  const { body } = await scene.caller.get(`/v1/me/crawls/${second}`);
  expect(body.result.changes).toMatchObject({ crawl_id: first });
  const verdicts = await rowsOf(scene.caller, body, 'crawl-changes');
  expect(verdicts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ issue: 'http_4xx', url: at('/gone/3'), verdict: 'mended' }),
      expect.objectContaining({ issue: 'title_missing', url: at('/p/20'), verdict: 'new' }),
      expect.objectContaining({ issue: 'http_4xx', url: at('/p/9'), verdict: 'new' }),
      expect.objectContaining({ issue: 'title_duplicate', url: at('/p/9'), verdict: 'gone' }),
      expect.objectContaining({ verdict: 'still' }),
    ]),
  );
  expect(await scene.caller.balance()).toBe(80);
  return [first, second];
}

const at = (path: string) => `http://${crawledHost}${path}`;

async function crawlByRest(site: Site, scene: CrawlScene): Promise<string> {
  const asked = { domain: crawledHost, max_pages: 400 };
  const key = { 'idempotency-key': 'the-first-crawl' };
  const begun = await scene.caller.post('/v1/me/crawls', asked, key);
  expect(begun).toMatchObject({ status: 200, body: { data: { status: 'queued', pages_read: 0 } } });
  const { id } = begun.body.data;
  // One call, by whichever of its paths.
  for (const path of ['/v1/me/crawls', '/v1/tools/crawl_site']) {
    const again = await scene.caller.post(path, asked, key);
    expect(again).toMatchObject({ status: 200, body: { data: { id }, usage: { replayed: true } } });
  }
  expect(await scene.caller.balance()).toBe(80);

  await scene.turn();
  expect(await until(scene, id, ({ pages_read: read }) => read >= 100)).toMatchObject({ status: 'running' });
  expect((await scene.caller.post(`/v1/me/crawls/${id}/pause`, {})).body.status).toBe('paused');
  site.letGo();
  const paused = await until(scene, id, () => true);
  expect(paused).toMatchObject({ status: 'paused', ended_at: null, result: null });
  expect((await scene.caller.post(`/v1/me/crawls/${id}/resume`, {})).body.status).toBe('queued');
  await scene.turn();
  const over = await until(scene, id, isOver);
  expect(over).toMatchObject({
    ...{ status: 'finished', max_pages: 400, credits: { held: 20, charged: 10, returned: 10 } },
    result: { onpage_score: expect.any(Number), changes: null },
  });
  expect(await scene.caller.balance()).toBe(90);
  const rows = await rowsOf(scene.caller, over, 'crawl-pages');
  expect(rows.find(({ url }) => url === at('/p/9'))).toMatchObject({ status_code: 200, indexable: true });
  expect((await rowsOf(scene.caller, over, 'crawl-links')).length).toBeGreaterThan(pages);
  return id;
}

/** As an agent does: begins a crawl, and asks by its id how far it is. */
async function crawlByMcp(scene: CrawlScene): Promise<string> {
  const open = async () => {
    const { service, caller } = scene;
    const headers = { authorization: `Bearer ${caller.key}` };
    const client = new Client({ name: 'crawler', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const address = new URL('/mcp', service.baseUrl);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    return client;
  };
  const call = async (more: object) => {
    const client = await open();
    const args = { domain: crawledHost, max_pages: 400, ...more };
    const answer = await client.callTool({ name: 'crawl_site', arguments: args });
    await client.close();
    expect(answer.isError).toBeFalsy();
    return answer.structuredContent as { data: CrawlSeen; usage: { credits_charged: number } };
  };
  const begun = await call({});
  expect(begun).toMatchObject({ data: { status: 'queued' }, usage: { credits_charged: 20 } });
  const { id } = begun.data;
  await scene.turn();
  await until(scene, id, isOver);
  const told = await call({ crawl_id: id });
  expect(told).toMatchObject({ data: { id, status: 'finished' }, usage: { credits_charged: 0 } });
  return id;
}

interface CrawlSeen {
  readonly id: string;
  readonly status: string;
  readonly pages_read: number;
  readonly ended_at: string | null;
  readonly result: { readonly lists: readonly { readonly name: string; readonly uri: string }[] } | null;
}

const isOver = ({ ended_at: endedAt }: CrawlSeen) => endedAt !== null;

async function until(scene: CrawlScene, id: string, holds: (crawl: CrawlSeen) => boolean) {
  for (let asked = 0; ; asked += 1) {
    const { body } = await scene.caller.get(`/v1/me/crawls/${id}`);
    if (holds(body)) return body;
    if (asked > 1_000) throw new Error(`The crawl stays as it is: ${JSON.stringify(body)}`);
    await sleep(50);
  }
}

async function rowsOf(caller: Caller, { result }: CrawlSeen, name: string) {
  const uri = result?.lists.find((list) => list.name === name)?.uri;
  const { status, body } = await caller.post('/v1/tools/export_dataset', { uri, limit: 5_000 });
  expect({ name, status }).toEqual({ name, status: 200 });
  return body.data.items as readonly Record<string, unknown>[];
}
