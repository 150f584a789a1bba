import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { crawledHost, crawlTwice, startChangingSite } from '#test/support/crawls/crawl-journey.ts';
import { startFakeCrux } from '#test/support/crux/fake-crux.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

const receiverHost = 'crawl-receiver.com';

/** Keeps what it is sent, and answers a challenge with it. */
async function startReceiver() {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    received.push({ body, headers: request.headers as Record<string, string> });
    response.end(body);
  });
  return { port: await listenOnLoopback(server), received, server };
}

/** The service of one machine in a folder of its own; started again it looks for work at once. */
async function openMachine(env: NodeJS.ProcessEnv) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-crawl-journey-'));
  const start = () => startService({ ...env, DATA_DIR: folder });
  let service: RunningService = await start();
  return {
    service: () => service,
    async restart() {
      await service.stop();
      service = await start();
    },
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}

describe('crawls of a whole site on one machine', () => {
  it('are begun by REST and by an agent, paused, resumed, listed and compared, and a signed webhook tells of each', async () => {
    const site = await startChangingSite();
    const receiver = await startReceiver();
    const crux = await startFakeCrux({ [`http://${crawledHost}`]: 2_000, [`http://${crawledHost}/`]: 2_600 });
    const machine = await openMachine({
      ...{ CRUX_API_KEY: crux.account.api_key, CRUX_BASE_URL: crux.account.base_url },
      CRAWL_RESOLVE: `${crawledHost}:80=127.0.0.1:${site.port},${receiverHost}:80=127.0.0.1:${receiver.port}`,
    });
    const { accountId, key } = await machine.service().openAccount(100);
    const scene = {
      get service() {
        return machine.service();
      },
      get caller() {
        return machine.service().callerWith(accountId, key);
      },
      turn: machine.restart,
    };
    const added = await scene.caller.post('/v1/me/destinations', {
      ...{ kind: 'webhook', url: `http://${receiverHost}/hook`, types: ['crawl.finished'] },
    });
    const { destination, secret } = added.body;
    const verified = await scene.caller.post(`/v1/me/destinations/${destination.id}/verify`, {});
    expect(verified.body.destination.status).toBe('active');

    const crawls = await crawlTwice(site, scene);
    const { body: crawl } = await scene.caller.get(`/v1/me/crawls/${crawls[0]}`);
    expect(crawl.result.field_vitals).toMatchObject({
      origin: { from: '2026-10-23', to: '2026-11-19', phone: { passes: true, lcp_ms: 2_000 } },
      home_page: { all: { passes: false, lcp_ms: 2_600 } },
      pages_with_data: 1,
      slow_pages: [`http://${crawledHost}/`],
    });
    expect(crawl.result.lists.find(({ name }: { name: string }) => name === 'field-vitals').rows).toBe(24);
    // What was written just before is handed over by the next look.
    await machine.restart();
    const told = () => receiver.received.filter(({ body }) => body.includes('crawl.finished'));
    while (new Set(told().map(({ headers }) => headers['webhook-id'])).size < crawls.length) await sleep(100);
    const messages = told().map(({ body, headers }) => new Webhook(secret).verify(body, headers));
    const ids = messages.map(
      (message) => (message as { data: { data: { crawl_id: string } } }).data.data.crawl_id,
    );
    expect(new Set(ids)).toEqual(new Set(crawls));
    await machine.stop();
    await Promise.all([site.stop(), crux.stop()]);
    receiver.server.closeAllConnections();
    receiver.server.close();
  });
});
