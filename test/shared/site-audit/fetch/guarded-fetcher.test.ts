import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createGuardedFetcher, type GuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { type AddressLookup, parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { closedIpv4, closedIpv6, embeddings } from './crafted-addresses.ts';

const userAgent = 'OrielBot-test';
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('the guarded fetcher', () => {
  let server: Server;
  let handler: Handler;
  let requests: string[];
  let fetcher: GuardedFetcher;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.headers.host}${request.url}`);
      handler(request, response);
    });
    port = await listenOnLoopback(server);
  });
  beforeEach(() => {
    requests = [];
    handler = (_request, response) => response.end('hello');
    fetcher = createGuardedFetcher({
      userAgent,
      resolve: parseResolveMap(`shop.example:80=127.0.0.1:${port},other.example:80=127.0.0.1:${port}`),
      // How long a server may take is the matter of other tests.
      limits: { headersMs: 120_000, wholeMs: 120_000 },
    });
  });
  afterEach(() => fetcher.close());
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const guarded = (lookup: AddressLookup) => createGuardedFetcher({ userAgent, lookup });
  const answering =
    (...addresses: string[]): AddressLookup =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  describe('on names whose DNS answers', () => {
    const inward = [
      ...closedIpv4,
      ...closedIpv6.filter((address) => !address.includes('%')),
      ...embeddings('127.0.0.1'),
      ...embeddings('169.254.169.254'),
    ];

    it('are not public, refuses every one without a connection', async () => {
      for (const address of inward) {
        const inside = guarded(answering(address));
        expect([address, await inside.fetch(`http://shop.com:8080/`)]).toMatchObject([
          address,
          { ok: false, reason: 'unsafe_address' },
        ]);
        await inside.close();
      }
      expect(requests).toEqual([]);
    });

    it('are mixed, refuses even though one address is public', async () => {
      for (const answers of [
        ['93.184.215.14', '127.0.0.1'],
        ['127.0.0.1', '93.184.215.14'],
        ['2606:4700:4700::1111', '::1'],
      ]) {
        const mixed = guarded(answering(...answers));
        expect(await mixed.fetch('http://shop.com/')).toMatchObject({ reason: 'unsafe_address' });
        await mixed.close();
      }
    });

    it('change between two look-ups, asks once for each connection and dials what it checked', async () => {
      const asked: string[] = [];
      const rebinding = guarded(async (host) => {
        asked.push(host);
        return [{ address: asked.length === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
      });
      expect(await rebinding.fetch('http://shop.com/')).toMatchObject({ reason: 'unsafe_address' });
      expect(asked).toEqual(['shop.com']);
      await rebinding.close();
    });

    it('are missing, says dns', async () => {
      const unknown = guarded(async () => {
        throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
      });
      const empty = guarded(async () => []);
      expect(await unknown.fetch('http://shop.com/')).toMatchObject({ ok: false, reason: 'dns' });
      expect(await empty.fetch('http://shop.com/')).toMatchObject({ ok: false, reason: 'dns' });
      await Promise.all([unknown.close(), empty.close()]);
    });
  });

  it('reaches a mapped test site, and says honestly who asks', async () => {
    handler = (request, response) =>
      response.end(`${request.headers['user-agent']} at ${request.headers.host}`);
    const outcome = await fetcher.fetch('http://shop.example/a');
    expect(outcome).toMatchObject({ ok: true, status: 200, url: 'http://shop.example/a', hops: [] });
    expect(outcome.ok && Buffer.from(outcome.body).toString()).toBe('OrielBot-test at shop.example');
  });

  it('asks many HEAD questions over two connections at most', async () => {
    const sockets = new Set<unknown>();
    handler = (request, response) => {
      sockets.add(request.socket);
      response.end();
    };
    for (const path of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(await fetcher.fetch(`http://shop.example/${path}`, { method: 'HEAD' })).toMatchObject({
        ok: true,
        status: 200,
      });
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it('does not let a mapped name open other ports or other names', async () => {
    expect(await fetcher.fetch('https://shop.example/')).toMatchObject({ reason: 'unsafe_address' });
    expect(await fetcher.fetch('http://www.shop.example/')).toMatchObject({ reason: 'unsafe_address' });
    expect(await fetcher.fetch(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'invalid_url' });
    expect(requests).toEqual([]);
  });

  describe('on redirects', () => {
    const redirecting =
      (location: string): Handler =>
      (request, response) => {
        if (request.url === '/start') response.writeHead(302, { location }).end();
        else response.end('arrived');
      };

    it.each([
      ...[
        'http://127.0.0.1/',
        'http://localhost/',
        'http://169.254.169.254/latest/meta-data/',
        '//10.0.0.1/',
      ],
      ...[
        'http://[::1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://2130706433/',
        'http://0x7f.1/',
        'http://127.1:8080/',
      ],
      ...['http://metadata.google.internal/', 'https://shop.example/', 'http://user:pw@shop.example/'],
      ...[
        'file:///etc/passwd',
        'ftp://shop.example/',
        'http://shop.example:22/',
        'javascript:alert(1)',
        'data:,x',
      ],
    ])('to %s stops there', async (location) => {
      handler = redirecting(location);
      const outcome = await fetcher.fetch('http://shop.example/start', { maxRedirects: 5 });
      expect(outcome.ok).toBe(false);
      expect(['unsafe_address', 'invalid_url']).toContain(!outcome.ok && outcome.reason);
      expect(requests).toEqual(['shop.example/start']);
    });

    it('follows relative and cross-host ones and lists the hops', async () => {
      handler = (request, response) => {
        if (request.url === '/start') response.writeHead(301, { location: 'next?x=1' }).end();
        else if (request.url === '/next?x=1')
          response.writeHead(308, { location: '//other.example/end' }).end();
        else response.end('arrived');
      };
      const outcome = await fetcher.fetch('http://shop.example/start', { maxRedirects: 5 });
      expect(outcome).toMatchObject({
        ok: true,
        url: 'http://other.example/end',
        hops: [
          { url: 'http://shop.example/start', status: 301, location: 'http://shop.example/next?x=1' },
          { url: 'http://shop.example/next?x=1', status: 308, location: 'http://other.example/end' },
        ],
      });
    });

    it('gives the redirect itself where none may be followed', async () => {
      handler = redirecting('/elsewhere');
      expect(await fetcher.fetch('http://shop.example/start')).toMatchObject({ ok: true, status: 302 });
    });

    it('ends circles and endless chains', async () => {
      handler = (request, response) =>
        response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
      expect(await fetcher.fetch('http://shop.example/a', { maxRedirects: 5 })).toMatchObject({
        reason: 'redirect_loop',
      });
      let count = 0;
      handler = (_request, response) => {
        count += 1;
        response.writeHead(302, { location: `/n${count}` }).end();
      };
      const endless = await fetcher.fetch('http://shop.example/n', { maxRedirects: 5 });
      expect(endless).toMatchObject({ reason: 'too_many_redirects' });
      expect(endless.hops).toHaveLength(6);
      expect(count).toBe(6);
    });
  });

  it('holds at most two requests of a host and ten in all', async () => {
    let running = 0;
    let most = 0;
    const both = Promise.withResolvers<void>();
    handler = (_request, response) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 2) both.resolve();
      void both.promise.then(() =>
        setImmediate(() => {
          running -= 1;
          response.end('x');
        }),
      );
    };
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => fetcher.fetch(`http://shop.example/${index}`)),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(2);
  });

  it('keeps the crawl delay between two starts', async () => {
    const controller = new AbortController();
    const hourly = { spacingMs: 3_600_000, signal: controller.signal };
    await fetcher.fetch('http://shop.example/1', hourly);
    const second = fetcher.fetch('http://shop.example/2', hourly);
    await fetcher.fetch('http://other.example/');
    expect(requests).toEqual(['shop.example/1', 'other.example/']);
    controller.abort();
    expect(await second).toMatchObject({ reason: 'aborted' });
    const soon = [3, 4].map((n) => fetcher.fetch(`http://shop.example/${n}`, { spacingMs: 60 }));
    expect((await Promise.all(soon)).every(({ ok }) => ok)).toBe(true);
  });

  it('gives up at once when the caller does, also in the queue', async () => {
    handler = () => undefined;
    const controller = new AbortController();
    const waiting = Array.from({ length: 5 }, (_, index) =>
      fetcher.fetch(`http://shop.example/${index}`, { signal: controller.signal }),
    );
    controller.abort();
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ reason: 'aborted' });
  });
});

describe('the map of test sites', () => {
  it('reads as curl --resolve does', () => {
    expect([...parseResolveMap('Shop.example:443=127.0.0.1:8443, b.example:80=[::1]:81,')]).toEqual([
      ['shop.example:443', { address: '127.0.0.1', port: 8443 }],
      ['b.example:80', { address: '::1', port: 81 }],
    ]);
    expect(parseResolveMap('').size).toBe(0);
  });

  it.each(['shop.example', 'shop.example=127.0.0.1', 'shop.example:443=127.0.0.1', ':80=1.1.1.1:80'])(
    'refuses %s and names it',
    (text) => {
      expect(() => parseResolveMap(text)).toThrow(text);
    },
  );
});
