import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { createGuardedFetcher, type GuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

const megabyte = 1_000_000;
const zeros = Buffer.alloc(64 * megabyte);
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros, quickBrotli),
  deflate: deflateSync(zeros),
  'gzip, gzip': gzipSync(gzipSync(zeros)),
  'gzip, br': brotliCompressSync(gzipSync(zeros), quickBrotli),
  'gzip, gzip, gzip': gzipSync(gzipSync(gzipSync(zeros))),
};

/** A server that speaks raw bytes, so that it can break every rule. */
type Script = (socket: Socket, path: string) => void;

describe('a hostile server', () => {
  let server: Server;
  let script: Script;
  let fetcher: GuardedFetcher;
  /** For servers that are slow on purpose; what comes late because the machine is busy is not their matter. */
  let hasty: GuardedFetcher;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.once('data', (data) => script(socket, data.toString().split(' ')[1] ?? ''));
    });
    const port = await listenOnLoopback(server);
    const open = (limits: { readonly headersMs: number; readonly wholeMs: number }) =>
      createGuardedFetcher({
        userAgent: 'OrielBot-test',
        resolve: parseResolveMap([80, 443, 8080].map((at) => `bad.example:${at}=127.0.0.1:${port}`).join()),
        limits,
      });
    fetcher = open({ headersMs: 120_000, wholeMs: 120_000 });
    hasty = open({ headersMs: 400, wholeMs: 800 });
  });
  afterAll(async () => {
    await fetcher.close();
    await hasty.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer =
    (head: string, body: Buffer | string = ''): Script =>
    (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      socket.end(body);
    };
  const outcome = async (next: Script, url = 'http://bad.example/', by = fetcher) => {
    script = next;
    const result = await by.fetch(url);
    return result.ok ? `ok ${result.body.length}` : result.reason;
  };

  it.each(Object.entries(bombs))(
    'that sends a %s bomb of 64 MB is cut off within the cap',
    async (encoding, bomb) => {
      const before = process.memoryUsage().arrayBuffers;
      expect(await outcome(answer(`content-encoding: ${encoding}`, bomb))).toBe('too_large');
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(24 * megabyte);
    },
  );

  it('that stacks four encodings is refused unread', async () => {
    expect(await outcome(answer('content-encoding: gzip, gzip, gzip, gzip', 'x'))).toBe('bad_encoding');
    expect(await outcome(answer('content-encoding: gzip\r\ncontent-encoding: br, br, br', 'x'))).toBe(
      'bad_encoding',
    );
  });

  it.each(['zstd', 'compress', 'aes128gcm', '__proto__', 'constructor'])(
    'that encodes as %s is refused',
    async (encoding) => {
      expect(await outcome(answer(`content-encoding: ${encoding}`, 'x'))).toBe('bad_encoding');
    },
  );

  it('that breaks its own encoding is refused', async () => {
    expect(await outcome(answer('content-encoding: gzip', 'not gzip'))).toBe('bad_encoding');
    expect(await outcome(answer('content-encoding: br', 'not brotli at all'))).toBe('bad_encoding');
    expect(
      await outcome(answer('content-encoding: gzip', gzipSync('hello'.repeat(99)).subarray(0, 20))),
    ).toBe('bad_encoding');
  });

  it('that never ends its body is cut off at the cap', async () => {
    const endless: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', pour);
      pour();
    };
    expect(await outcome(endless)).toBe('too_large');
  });

  it('that announces too much is refused before a byte is read', async () => {
    expect(await outcome(answer('content-length: 2000001', 'x'))).toBe('too_large');
    expect(await outcome(answer('content-length: 99999999999999999', 'x'))).toBe('too_large');
  });

  it('that lies about its length costs nothing', async () => {
    expect(await outcome(answer('content-length: 100', 'short'))).toBe('reset');
    expect(await outcome(answer('content-length: 5', 'hello and more'))).toBe('ok 5');
    expect(await outcome(answer('content-length: -1', 'x'))).toBe('bad_response');
    expect(await outcome(answer('content-length: 5\r\ncontent-length: 6', 'hello'))).toBe('bad_response');
  });

  it.each([
    ['one header of 100 kB', `x: ${'a'.repeat(100_000)}`],
    ['ten thousand headers', Array.from({ length: 10_000 }, (_, n) => `x-${n}: abcdefg`).join('\r\n')],
  ])('that floods %s is refused', async (_name, head) => {
    expect(await outcome(answer(head, 'x'))).toBe('headers_too_large');
  });

  it('that floods headers without end is refused', async () => {
    const flood: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write('x-a: bbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n'.repeat(100)));
      };
      socket.on('drain', pour);
      pour();
    };
    expect(await outcome(flood)).toBe('headers_too_large');
  });

  const dripping =
    (first: string): Script =>
    (socket) => {
      socket.write(first);
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
    };

  it.each([
    ['says nothing', () => undefined],
    ['drips its headers', dripping('HTTP/1.1 200 OK\r\nx: ')],
    ['drips its body', dripping('HTTP/1.1 200 OK\r\n\r\n')],
    ['drips a chunked body', dripping('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n')],
    [
      'stops in the middle',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'),
    ],
    [
      'sends interim answers without end',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ] satisfies [string, Script][])('that %s is left at the deadline', async (_name, next) => {
    expect(await outcome(next, undefined, hasty)).toBe('timeout');
  });

  it.each([
    ['resets at once', (socket) => void socket.resetAndDestroy(), 'reset'],
    ['closes without a word', (socket) => void socket.end(), 'reset'],
    [
      'resets within the body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      },
      'reset',
    ],
    ['speaks no HTTP', (socket) => void socket.end('220 smtp.example ESMTP\r\n'), 'bad_response'],
    [
      'sends a broken chunk',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
      'bad_response',
    ],
    [
      'sends a null in a header',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'),
      'bad_response',
    ],
  ] satisfies [string, Script, string][])('that %s is a typed refusal', async (_name, next, reason) => {
    expect(await outcome(next)).toBe(reason);
  });

  it('without TLS is reported differently from a dead one', async () => {
    expect(
      await outcome((socket) => void socket.end('HTTP/1.1 400 Bad\r\n\r\n'), 'https://bad.example/'),
    ).toBe('tls');
  });

  it('cannot smuggle a second answer into the next request', async () => {
    script = (socket, path) => {
      const body = `you asked ${path}`;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      if (path === '/first') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong');
    };
    const first = await fetcher.fetch('http://bad.example/first');
    const second = await fetcher.fetch('http://bad.example/second');
    expect(first.ok && Buffer.from(first.body).toString()).toBe('you asked /first');
    expect(second.ok && Buffer.from(second.body).toString()).toBe('you asked /second');
  });

  it('that sends a body after HEAD spoils no answer to GET', async () => {
    const head = 'HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 5\r\n\r\n';
    script = (socket) => {
      socket.write(head);
      socket.on('data', () => socket.write('hello'));
    };
    // Two of each: as many as a host has connections.
    const both = (method: 'GET' | 'HEAD') =>
      Promise.all(['a', 'b'].map((path) => fetcher.fetch(`http://bad.example:8080/${path}`, { method })));
    await both('HEAD');
    script = (socket) => socket.write(`${head}whole`);
    const answers = await both('GET');
    expect(answers.map((answer) => answer.ok && Buffer.from(answer.body).toString())).toEqual([
      'whole',
      'whole',
    ]);
  });
});
