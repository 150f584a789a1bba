import { connect } from 'node:net';
import { createGateway } from '#local/http/gateway.ts';
import { type Listening, listen } from '#local/http/listen.ts';

let listening: Listening;
let ready = false;

beforeAll(async () => {
  listening = await listen('127.0.0.1', 0);
});
afterAll(() => listening.close());

/** Sends bytes as they are and gives all that came back. */
function raw(text: string, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(listening.origin).port), '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.write(text);
    if (body) socket.write(body);
  });
}

const get = (target: string, host = '127.0.0.1') =>
  raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

function serve() {
  if (ready) return;
  ready = true;
  const ok = { statusCode: 200, headers: { 'x-request-id': 'req_test' }, body: '{}' };
  listening.handle(
    createGateway({
      routes: [
        { method: 'ANY', path: '/v1/tools/inspect_domain', handler: async () => ok, timeoutSeconds: 5 },
      ],
      baseUrl: listening.origin,
      isOwnName: (host) => host === '127.0.0.1',
      reportFailure: () => {},
    }),
  );
}

describe('a request that is hardly one', () => {
  it('meets a server that is still starting: 503 with code, request id and Retry-After', async () => {
    const answer = await get('/healthz');
    expect(answer).toMatch(/^HTTP\/1\.1 503 /u);
    expect(answer).toMatch(/retry-after: 1/iu);
    expect(answer).toMatch(/x-request-id: req_/iu);
    expect(answer).toContain('"code":"service_starting"');
  });

  it.each(['//', '///', '//[', '//evil.example/v1/tools/inspect_domain', '/\\', '/%'])(
    'asks for %s: there is no such path, and no server error',
    async (target) => {
      serve();
      expect(await get(target)).toMatch(/^HTTP\/1\.1 404 /u);
    },
  );

  it.each(['http://[', 'http://evil.example/v1/tools/inspect_domain', 'x:y'])(
    'names %s as its target: 400 with a problem body',
    async (target) => {
      serve();
      const answer = await get(target);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /u);
      expect(answer).toMatch(/"code":\s*"malformed_request"/u);
      expect(answer).toMatch(/x-request-id: req_/iu);
    },
  );

  it('names the whole address of this service: it is served', async () => {
    serve();
    expect(await get('http://127.0.0.1/v1/tools/inspect_domain')).toMatch(/^HTTP\/1\.1 200 /u);
  });

  it('is no HTTP at all: 400 with a problem body and a request id', async () => {
    serve();
    const answer = await raw('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /u);
    expect(answer).toContain('"code":"malformed_request"');
    expect(answer).toMatch(/x-request-id: req_/iu);
  });

  it('carries headers of 20 KiB: 431 with a problem body', async () => {
    serve();
    const answer = await get(`/ HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\nX: `);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /u);
    expect(answer).toContain('"code":"headers_too_large"');
  });

  it.each([2, 8, 20])('has a body of %i MiB: it is read to its end and answered 413', async (mebibytes) => {
    serve();
    const body = Buffer.alloc(mebibytes * 1024 * 1024, 'x');
    const answer = await raw(
      `POST /v1/tools/inspect_domain HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`,
      body,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
    expect(answer).toContain('"code":"body_too_large"');
  });
});
