import { createServer } from 'node:http';
import { listenOnLoopback } from '#test/support/listen.ts';
import { startService, testService } from '#test/support/service/running-service.ts';
import { upload } from '#test/support/service/uploads.ts';

const service = testService();

describe('an audit of a site of which the account has uploaded its pages', () => {
  it('reads the pages with clicks first, and a dead one of 1,200 clicks leads its advice', async () => {
    const caller = await service.openAccount(30);
    const table = [
      'Top pages,Clicks,Impressions,CTR,Position',
      'https://trailpeak.example/,300,4000,7.5%,3',
      'https://trailpeak.example/boots/discontinued,1200,9000,13.33%,2',
    ].join('\n');
    const ended = await upload(caller, [{ name: 'trailpeak.example-Pages.csv', bytes: table }]);
    expect(ended).toMatchObject({ status: 'done' });
    const { status, body } = await caller.post('/v1/tools/audit_site', {
      domain: 'trailpeak.example',
      max_pages: 4,
    });
    expect(status).toBe(200);
    expect(body.data.own).toMatchObject({ clicks: 1500, impressions: 13_000 });
    expect(body.data.recommendations[0]).toMatchObject({
      issue: 'http_4xx',
      example_url: 'https://trailpeak.example/boots/discontinued',
      own: { clicks: 1200, impressions: 9000 },
    });
  });
});

const host = 'audited-twice.com';

/** A site of two pages, which can lose their titles. */
async function startFailingSite() {
  let hasTitles = true;
  const server = createServer(({ url = '/' }, response) => {
    const isPage = url === '/' || url === '/second';
    const title = hasTitles ? `<title>The page ${url} of the shop</title>` : '';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><head>${title}</head><body><h1>${url}</h1><a href="/second">Second</a></body></html>`,
    );
  });
  return {
    port: await listenOnLoopback(server),
    fail: () => {
      hasTitles = false;
    },
    stop: () => server.close(),
  };
}

describe('an audit that is asked by hand again', () => {
  it('tells the account once of grave faults that the answer before had not', async () => {
    const site = await startFailingSite();
    const machine = await startService({ CRAWL_RESOLVE: `${host}:80=127.0.0.1:${site.port}` });
    try {
      const caller = await machine.openAccount(100);
      const audit = async () =>
        (await caller.post('/v1/tools/audit_site', { domain: host, max_pages: 2 })).body;
      const told = async () => (await caller.get('/v1/me/events?type=audit.finding')).body.events;
      await audit();
      await audit();
      expect(await told()).toEqual([]);
      site.fail();
      const { usage, deltas } = await audit();
      const high = deltas.find(({ field }: { field: string }) => field === 'issues_high');
      await audit();
      const request_id = usage.request_id;
      expect(await told()).toMatchObject([
        { subject: host, data: { request_id, before: high.previous, after: high.current } },
      ]);
    } finally {
      await machine.stop();
      site.stop();
    }
  });
});
