import { createServer, type ServerResponse } from 'node:http';
import { newId } from '#shared/platform/ids.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { eventOf, openDeliveries } from './delivery-world.ts';

const database = testDatabase();

/** One server under several names, each with manners of its own; `arrived` is settled by the well-behaved one. */
const receivers = duringTests(async () => {
  const arrived = Promise.withResolvers<void>();
  const asked: string[] = [];
  const manners: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'hangs.example': () => {},
    'drips.example': (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 50);
      response.on('close', () => clearInterval(timer));
    },
    'redirects.example': (response) => {
      response.writeHead(302, { location: 'http://good.example/stolen' }).end();
    },
    'good.example': (response) => {
      response.end('ok');
      arrived.resolve();
    },
  };
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    asked.push(`${host}${request.url}`);
    request.resume();
    manners[host]?.(response);
  });
  const port = await listenOnLoopback(server);
  const resolve = parseResolveMap(
    Object.keys(manners)
      .map((name) => `${name}:80=127.0.0.1:${port}`)
      .join(','),
  );
  const fetcher = createGuardedFetcher({ userAgent: 'Oriel-Webhooks', resolve });
  return {
    ...{ arrived: arrived.promise, asked, fetcher },
    async stop() {
      await fetcher.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
});

describe('receivers that hang, drip, redirect, or stand on a private network', () => {
  it('delay no other, are each given up within their ten seconds, and reach nothing inside', async () => {
    const limits = new Set<string>();
    const world = openDeliveries(database, undefined, {
      fetch(url, question) {
        limits.add(`${question?.withinMs} ms, ${question?.maxBytes} bytes`);
        return receivers.fetcher.fetch(url, question);
      },
    });
    const open = async (target: string) => {
      const accountId = newId('acct');
      const { id } = await world.add(accountId, { target });
      await world.services.events.write(accountId, eventOf('a'));
      return { delivery: async () => (await world.services.deliveries.list(accountId, id))[0] };
    };
    const slow = [await open('http://hangs.example/hook'), await open('http://drips.example/hook')];
    const redirects = await open('http://redirects.example/hook');
    const inside = [
      await open('http://10.0.0.1/hook'),
      await open('http://169.254.169.254/latest/meta-data'),
      await open('http://localhost/hook'),
      await open('http://[::1]/hook'),
    ];
    const good = await open('http://good.example/hook');
    const minute = world.minute();
    await receivers.arrived;
    // What is slow is still being waited for.
    for (const { delivery } of slow) expect(await delivery()).toMatchObject({ state: 'waiting', count: 0 });
    await minute;
    expect(await good.delivery()).toMatchObject({ state: 'delivered' });
    for (const { delivery } of slow)
      expect((await delivery())?.tries[0]).toMatchObject({
        status: null,
        answer: expect.stringMatching(/^timeout/u),
      });
    expect((await redirects.delivery())?.tries[0]).toMatchObject({ status: 302 });
    for (const { delivery } of inside)
      expect((await delivery())?.tries[0]?.answer).toMatch(/^(?:unsafe_address|dns)/u);
    expect(receivers.asked).not.toContain('good.example/stolen');
    expect([...limits]).toEqual(['10000 ms, 65536 bytes']);
  });
});
