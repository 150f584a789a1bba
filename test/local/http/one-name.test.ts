import { get } from 'node:http';
import { createGateway } from '#local/http/gateway.ts';
import { type Listening, listen } from '#local/http/listen.ts';

let listening: Listening;

beforeAll(async () => {
  listening = await listen('127.0.0.1', 0);
  const ok = { statusCode: 200, body: 'answered' };
  listening.handle(
    createGateway({
      routes: [{ method: 'GET', path: '/v1/capabilities', handler: async () => ok, timeoutSeconds: 5 }],
      baseUrl: listening.origin,
      fallback: async (_request, response) => {
        response.end('the dashboard');
        return true;
      },
      reportFailure: () => {},
    }),
  );
});
afterAll(() => listening.close());

/** Asks by an address, under any name and as any caller. */
function ask(path: string, headers: Record<string, string>) {
  const { port } = new URL(listening.origin);
  return new Promise<{
    status: number | undefined;
    location: string | undefined;
    type: string;
    body: string;
  }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `127.0.0.1:${port}`, ...headers } }, (response) => {
      const { statusCode: status, headers: answered } = response;
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status, location: answered.location, type: answered['content-type'] ?? '', body }),
      );
    }).on('error', reject);
  });
}

const browser = { accept: 'text/html,application/xhtml+xml' };

describe('one machine', () => {
  it('goes by localhost, the one name for which browsers keep passkeys', () => {
    expect(new URL(listening.origin).hostname).toBe('localhost');
  });

  it('leads a browser that opened it by its address to that name, on the same page and port', async () => {
    const { port } = new URL(listening.origin);
    const led = await ask('/billing?order=order_1', browser);
    expect(led).toMatchObject({ status: 307, location: `http://localhost:${port}/billing?order=order_1` });
    const tunneled = await ask('/', { ...browser, host: '[::1]:9000' });
    expect(tunneled.location).toBe('http://localhost:9000/');
    expect((await ask('/', { ...browser, host: `localhost:${port}` })).body).toBe('the dashboard');
  });

  it('leads nowhere else, whatever the path', async () => {
    const { location = '' } = await ask('//evil.example/', browser);
    expect(new URL(location).hostname).toBe('localhost');
  });

  it('answers programs under every name', async () => {
    expect(await ask('/v1/capabilities', { accept: '*/*' })).toMatchObject({ status: 200, body: 'answered' });
  });

  it('answers what is not there with a page to a browser and with a problem to a program', async () => {
    const { port } = new URL(listening.origin);
    const page = await ask('/v1/nowhere', { ...browser, host: `localhost:${port}` });
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('href="/docs"');
    const problem = await ask('/v1/nowhere', { accept: '*/*' });
    expect([problem.status, problem.type]).toEqual([404, 'application/problem+json']);
  });
});
