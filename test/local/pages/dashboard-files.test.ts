import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { serveDashboard } from '#local/pages/build-dashboard.ts';

const page = '<!doctype html><title>Oriel</title>';
const billing = '<!doctype html><title>Billing</title>';
const sites = '<!doctype html><title>Sites</title>';
const unknown = '<!doctype html><title>Not found</title>';
const script = 'console.log("a"); '.repeat(200);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-dashboard-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), page);
  await writeFile(join(folder, 'dist/billing.html'), billing);
  await writeFile(join(folder, 'dist/sites.html'), sites);
  await writeFile(join(folder, 'dist/404.html'), unknown);
  await writeFile(join(folder, 'dist/assets/app-1a2b.js'), script);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const serve = serveDashboard(join(folder, 'dist'), async () => {});
  server = createServer(async (incoming, outgoing) => {
    if (!(await serve(incoming, outgoing, new URL(`http://localhost${incoming.url}`))))
      outgoing.writeHead(404).end('none of ours');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** As it comes over the wire: nothing is unpacked, no path is tidied up. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

describe('the files of the dashboard on one machine', () => {
  it('travel packed to those who take it, whole to others', async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [taken, packing] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': taken });
      expect(packed.headers).toMatchObject({ 'content-encoding': packing, vary: 'accept-encoding' });
      expect(packed.body.length).toBeLessThan(script.length / 10);
      expect(unpack[packing](packed.body).toString()).toBe(script);
    }
    const whole = await get('/assets/app-1a2b.js');
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(whole.headers['content-length']).toBe(String(script.length));
    expect(whole.body.toString()).toBe(script);
  });

  it('are cached permanently under names with a hash, and revalidated under others', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/', { accept: 'text/html' })).headers['cache-control']).toBe('no-cache');
  });

  it('give a browser the document of the page that an address names, and nothing to a program', async () => {
    for (const path of ['/billing', '/billing/', '/billing/order_1', '/billing/order_1?from=mail']) {
      const { status, body } = await get(path, { accept: 'text/html' });
      expect([path, status, body.toString()]).toEqual([path, 200, billing]);
    }
    expect((await get('/billing/order_1', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/assets/gone.js', { accept: 'text/html' })).status).toBe(404);
  });

  it('are not looked for below a page: the address of a site ends in its domain', async () => {
    for (const path of [
      '/sites/511tactical.com',
      '/sites/shop.co.uk?tab=pages',
      '/sites/xn--bcher-kva.example/',
    ]) {
      const { status, body } = await get(path, { accept: 'text/html' });
      expect([path, status, body.toString()]).toEqual([path, 200, sites]);
    }
  });

  it('answer 404 with a page where the address is none of the dashboard', async () => {
    for (const path of ['/nowhere', '/billing/order_1/more', '/billing.x/y', '/constructor', '/__proto__']) {
      const { status, headers, body } = await get(path, { accept: 'text/html' });
      expect([path, status, body.toString()]).toEqual([path, 404, unknown]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it.each(['/../secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/../../secret.txt'])(
    'stay in their folder at %s',
    async (path) => {
      expect((await get(path)).body.toString()).not.toContain('secret');
    },
  );

  it('say their headers alone to HEAD', async () => {
    const { status, headers, body } = await get('/', { accept: 'text/html' }, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });
});
