import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { createRequestGate } from '#shared/site-audit/fetch/request-gate.ts';
import { startTestSite } from '#test/support/audit/test-site.ts';

describe('a fetcher that serves many calls', () => {
  it('takes an own deadline of the caller for no fault of the site', async () => {
    const site = await startTestSite({ 'slow.example': () => undefined });
    const outcome = await site.fetcher.fetch('http://slow.example/', { signal: AbortSignal.timeout(50) });
    expect(outcome).toMatchObject({ reason: 'aborted' });
    await site.stop();
  });

  it('reads any number of sites one after the other', async () => {
    const hosts = Array.from({ length: 80 }, (_, n) => `site-${n}.example`);
    const site = await startTestSite(Object.fromEntries(hosts.map((host) => [host, { '/': 'Hello' }])));
    const outcomes = await Promise.all(hosts.map((host) => site.fetcher.fetch(`http://${host}/`)));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    await site.stop();
  });

  it('counts an unknown error as our own', async () => {
    const lookup = () => Promise.reject(new Error('Something odd.'));
    const odd = createGuardedFetcher({ userAgent: 'x', lookup });
    expect(await odd.fetch('https://shop.com/')).toMatchObject({ reason: 'failed_here' });
    await odd.close();
  });

  it('takes the start of a body where that is what is wanted', async () => {
    const text = 'x'.repeat(50_000);
    const site = await startTestSite({
      'long.example': {
        '/plain': text,
        '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(text) },
        '/twice': { headers: { 'content-encoding': 'gzip, br' }, body: brotliCompressSync(gzipSync(text)) },
        '/short': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('short') },
        '/broken': { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
      },
    });
    const startOf = async (path: string) => {
      const outcome = await site.fetcher.fetch(`http://long.example${path}`, {
        maxBytes: 1000,
        isCutAtMaxBytes: true,
      });
      return outcome.ok ? outcome.body.length : outcome.reason;
    };
    expect(await Promise.all(['/plain', '/gzip', '/twice', '/short', '/broken'].map(startOf))).toEqual([
      1000,
      1000,
      1000,
      5,
      'bad_encoding',
    ]);
    await site.stop();
  });
});

describe('the gate of a fetcher', () => {
  it('forgets hosts that were left alone, and no others', async () => {
    let now = 0;
    const gate = createRequestGate(10, 2, () => now);
    const { signal } = new AbortController();
    const leave = await gate.enter('busy.example', 0, signal);
    for (let n = 0; n < 500; n += 1) (await gate.enter(`site-${n}.example`, 0, signal))();
    expect(gate.hosts).toBe(501);
    now += 61_000;
    (await gate.enter('next.example', 0, signal))();
    expect(gate.hosts).toBe(2);
    leave();
  });

  it('waits a minute at most, whatever pause a site asks for', async () => {
    let now = 0;
    const gate = createRequestGate(10, 2, () => now);
    const { signal } = new AbortController();
    (await gate.enter('slow.example', 1e303, signal))();
    now += 60_000;
    (await gate.enter('slow.example', 1e303, signal))();
    expect(gate.hosts).toBe(1);
  });
});
