import { type AuditThreads, createAuditThreads } from '#local/audits/audit-threads.ts';
import type { ToolRunner } from '#shared/calls/call.ts';
import { withSampleSites } from '#shared/facts/sample/sample-sites.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { ownFigures } from '#test/support/audit/audit-tool.ts';
import { hostileSites } from '#test/support/audit/hostile-sites.ts';
import { type SiteAnswers, startTestSite, type TestSite } from '#test/support/audit/test-site.ts';
import { verifyCrawler } from '#test/support/audit/verify-crawler.ts';

const settings = { userAgent: 'OrielBot-test', resolve: undefined };
const now = Date.UTC(2026, 10, 20, 9);
const threadOf = (name: string) => new URL(`../../support/audit/threads/${name}.mjs`, import.meta.url);
const sitemap = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
  '/a',
  '/b',
]
  .map((path) => `<url><loc>http://shop.example${path}</loc></url>`)
  .join('')}</urlset>`;
type Context = Parameters<ToolRunner>[1];

function contextOf(signal: AbortSignal, reportProgress: Context['reportProgress'] = () => {}): Context {
  return { now, signal, reportProgress, sources: {} } as Context;
}
const unhurried = () => contextOf(new AbortController().signal);
const outcomeOf = (running: Promise<unknown>) =>
  running.then(
    () => 'answered',
    (error) => error.code ?? error.message,
  );

describe('an audit on one machine', () => {
  it('answers from its thread what it answers in place', async () => {
    const input = { domain: 'trailpeak.example', max_pages: 3 };
    const threads = createAuditThreads({ settings });
    const steps: string[] = [];
    const signal = new AbortController().signal;
    const answer = await threads.run(
      input,
      contextOf(signal, (_done, _total, step) => steps.push(step)),
    );
    const fetcher = createGuardedFetcher({ userAgent: settings.userAgent });
    const sources = { sites: withSampleSites(fetcher) } as never;
    const inPlace = await askTool('audit_site', input, { sources, now });
    expect(answer.data).toEqual({ ...inPlace.data, audit_id: expect.stringMatching(/^aud_/u) });
    expect(answer.warnings).toEqual(inPlace.warnings);
    expect(steps.length).toBeGreaterThan(0);
    await fetcher.close();
    await threads.close();
  });

  it('weighs by the figures that the account has brought, read outside of the thread', async () => {
    const threads = createAuditThreads({ settings });
    const context = { ...unhurried(), sources: ownFigures('https://trailpeak.example/', 120) };
    const { data } = await threads.run({ domain: 'trailpeak.example', max_pages: 2 }, context);
    expect(data).toMatchObject({ own: { clicks: 120 } });
    await threads.close();
  });

  it('signs every request that it sends, so that the site knows who asks', async () => {
    const key = openCrawlerKey(Buffer.alloc(32, 9).toString('base64url'));
    const agent = 'https://crawler.example';
    const verdicts: Promise<[string, boolean]>[] = [];
    const links = ['/a', '/b', '/moved'].map((path) => `<a href="${path}">${path}</a>`).join('');
    const site = await startTestSite({
      'shop.example': (path, request) => {
        const { method, url, rawHeaders, headers } = request;
        const checked = verifyCrawler(
          { method, url, rawHeaders, host: headers.host },
          { keys: { keys: [{ ...key.publicKey }] }, agent },
        );
        verdicts.push(
          checked.then(
            () => [path, true],
            () => [path, false],
          ),
        );
        if (path === '/robots.txt') return 'Sitemap: http://shop.example/map.xml';
        if (path === '/moved') return { status: 301, headers: { location: '/a' } };
        return path === '/map.xml' ? sitemap : `<title>Shop ${path}</title><h1>Shop</h1>${links}`;
      },
    });
    const threads = createAuditThreads({
      settings: {
        userAgent: 'OrielBot/1.0',
        resolve: `shop.example:80=127.0.0.1:${site.port}`,
        signing: { seed: Buffer.alloc(32, 9).toString('base64url'), agent },
      },
    });
    await threads.run({ domain: 'shop.example', max_pages: 5 }, unhurried());
    const told = await Promise.all(verdicts);
    expect(told.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/', '/robots.txt', '/map.xml', '/a', '/b', '/moved']),
    );
    expect(told.filter(([, isSound]) => !isSound)).toEqual([]);
    await threads.close();
    await site.stop();
  });

  it('reads the datasets of the account that calls, and of no other', async () => {
    const threads = createAuditThreads({ settings });
    const asked: string[] = [];
    const datasets: Context['datasets'] = {
      async read({ uri }) {
        asked.push(uri);
        if (asked.length > 1) throw new Error('The database is away.');
        return { available: false, note: 'None.', origin: undefined };
      },
    };
    const input = { domain: 'trailpeak.example', max_pages: 3, recheck: 'aud_01m813etmwspbdvpj5ca2ka2sp' };
    const again = () => outcomeOf(threads.run(input, { ...unhurried(), datasets }));
    expect(await again()).toBe('validation_error');
    expect(await again()).toMatch(/could not be read/u);
    expect(asked).toHaveLength(2);
    await threads.close();
  });

  it('ends with the time of its call while its thread never yields, and others are served', async () => {
    const threads = createAuditThreads({ settings, program: threadOf('endless-thread') });
    const controller = new AbortController();
    const begun = Promise.withResolvers<void>();
    const running = threads.run(
      {},
      contextOf(controller.signal, () => begun.resolve()),
    );
    await begun.promise;
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(Object.assign(new Error('Time is over.'), { code: 'upstream_timeout' }));
    expect(await outcomeOf(running)).toBe('upstream_timeout');
    await threads.close();
  });

  it('is refused where others hold all places, and finds one when they have ended', async () => {
    const program = threadOf('endless-thread');
    const threads = createAuditThreads({ settings, program, atOnce: 2, patienceMs: 20 });
    const controller = new AbortController();
    const first = [1, 2].map(() => outcomeOf(threads.run({}, contextOf(controller.signal))));
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => threads.run({}, unhurried())));
    for (const outcome of refused)
      expect(outcome).toMatchObject({
        reason: { code: 'too_many_concurrent_calls', status: 429, headers: { 'retry-after': '10' } },
      });
    controller.abort(new Error('Over.'));
    expect(await Promise.all(first)).toEqual(['Over.', 'Over.']);
    const begun = Promise.withResolvers<string>();
    const last = new AbortController();
    const next = outcomeOf(
      threads.run(
        {},
        contextOf(last.signal, () => begun.resolve('begun')),
      ),
    );
    expect(await begun.promise).toBe('begun');
    last.abort(new Error('Over.'));
    await next;
    await threads.close();
  });

  it('ends with upstream_timeout where it takes more memory than it may, and leaves the next one sound', async () => {
    const threads = createAuditThreads({ settings, program: threadOf('greedy-thread'), heapMb: 32 });
    const audit = (domain: string) => outcomeOf(threads.run({ domain }, unhurried()));
    expect(await audit('greedy.example')).toBe('upstream_timeout');
    expect(await audit('fails.example')).toBe('Broken.');
    expect(await audit('fine.example')).toBe('answered');
    await threads.close();
  });
});

describe('an audit of a site that was made to wear it out', () => {
  // The one that keeps an audit waiting begins first and ends last.
  const names = Object.keys(hostileSites('')).toSorted(
    (one, other) => Number(one === 'drip') - Number(other === 'drip'),
  );
  const hostOf = (name: string) => `${name.replaceAll(' ', '-')}.example`;
  let site: TestSite;
  let threads: AuditThreads;
  let waited: ReturnType<typeof audit>;
  const audit = (name: string) =>
    threads
      .run({ domain: hostOf(name), max_pages: 20 }, contextOf(AbortSignal.timeout(120_000)))
      .catch((error) => error);

  beforeAll(async () => {
    const hosts = names.map((name): [string, SiteAnswers] => [
      hostOf(name),
      hostileSites(hostOf(name))[name] ?? {},
    ]);
    site = await startTestSite(Object.fromEntries(hosts));
    const resolve = names.map((name) => `${hostOf(name)}:80=127.0.0.1:${site.port}`).join(',');
    threads = createAuditThreads({ settings: { ...settings, resolve } });
    waited = audit('drip');
  });
  afterAll(async () => {
    await threads.close();
    await site.stop();
  });

  it.each(names)('answers, whole or in part, or ends free of charge: %s', async (name) => {
    const outcome = await (name === 'drip' ? waited : audit(name));
    if ('code' in outcome) {
      expect(outcome).toMatchObject({ code: 'upstream_timeout' });
      return;
    }
    const { data, warnings } = outcome;
    expect(data.pages_audited).toBeGreaterThan(0);
    expect(data.fetch_failures).toBe(0);
    const isWhole = data.pages_audited === data.pages_discovered || data.pages_audited === 20;
    const codes = warnings.map(({ code }: { code: string }) => code);
    if (!isWhole && data.excluded_summary.duplicate === undefined) expect(codes).toContain('partial_answer');
  });
});
