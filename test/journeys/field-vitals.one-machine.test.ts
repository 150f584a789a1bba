import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import { startTestSite } from '#test/support/audit/test-site.ts';
import { countTokens } from '#test/support/count-tokens.ts';
import { startFakeCrux } from '#test/support/crux/fake-crux.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startService } from '#test/support/service/running-service.ts';

const paths = ['/', ...Array.from({ length: 19 }, (_, n) => `/bread-${String.fromCodePoint(97 + n)}`)];
const siteAt = () =>
  Object.fromEntries([
    ...paths.map((path) => [path, soundPage(path, { nav: linksTo(...paths) })]),
    ['/robots.txt', robotsTxt()],
    ['/sitemap.xml', sitemap(...paths)],
  ]);

/** Two sites on the internet, and the report that knows one of them. */
const service = duringTests(async () => {
  const site = await startTestSite({ 'shop.example': siteAt(), 'quiet.example': siteAt() });
  const known = ['http://shop.example', ...paths.map((path) => `http://shop.example${path}`)];
  const crux = await startFakeCrux(Object.fromEntries(known.map((url, n) => [url, 2_000 + n * 100])));
  const running = await startService({
    CRAWL_RESOLVE: ['shop', 'quiet'].map((name) => `${name}.example:80=127.0.0.1:${site.port}`).join(','),
    CRUX_API_KEY: crux.account.api_key,
    CRUX_BASE_URL: crux.account.base_url,
  });
  return {
    ...running,
    crux,
    async stop() {
      await running.stop();
      await Promise.all([site.stop(), crux.stop()]);
    },
  };
});

const audit = async (domain: string) => {
  const caller = await service.openAccount(30);
  return caller.post('/v1/tools/audit_site', { domain, max_pages: 20 });
};

describe('field vitals in an audit', () => {
  it('are told by device with their source, all shares in a dataset, and the answer stays short', async () => {
    const { status, body, text } = await audit('shop.example');
    expect(status).toBe(200);
    const p75 = { inp_ms: 150, cls: 0.04, fcp_ms: 1_700, ttfb_ms: null };
    expect(body.data.field_vitals).toMatchObject({
      origin: {
        url: 'http://shop.example',
        from: '2026-10-23',
        to: '2026-11-19',
        phone: { passes: true, lcp_ms: 2_000, ...p75 },
      },
      home_page: { desktop: { lcp_ms: 2_100 } },
      pages_with_data: 20,
    });
    expect(body.data.field_vitals.slow_pages).toHaveLength(5);
    expect(body.data.field_vitals.attribution).toContain('CC BY 4.0');
    const stated = body.facts.find(({ type }: { type: string }) => type === 'field_vitals');
    expect(stated.provenance).toMatchObject({ source_class: 'field_data', connection_id: 'crux' });
    expect(body.resources.find(({ name }: { name: string }) => name === 'field-vitals').rows).toBe(100);
    expect(countTokens(text)).toBeLessThan(4_000);
  });

  it.each(['down', 'quota', 'malformed'] as const)(
    'change neither answer nor price where the source fails (%s)',
    async (fault) => {
      service.crux.state.fault = fault;
      const { status, body } = await audit('quiet.example');
      service.crux.state.fault = undefined;
      expect(status).toBe(200);
      expect(body.usage.credits_charged).toBe(10);
      expect(body.data.pages_audited).toBe(20);
      expect(body.data.field_vitals).toMatchObject({ origin: null, reason: 'no_answer' });
    },
  );

  it('are not asked for of a generated site', async () => {
    const asked = service.crux.requests.length;
    const { body } = await audit('trailpeak.example');
    expect(body.data.field_vitals).toEqual({ origin: null, reason: 'not_connected' });
    expect(service.crux.requests).toHaveLength(asked);
  });

  it('are among the sources that are available', async () => {
    const { body } = await (await service.openAccount(1)).get('/v1/capabilities');
    const sources: { source_class: string; status: string }[] = body.data.sources;
    expect(sources.find(({ source_class }) => source_class === 'field_data')?.status).toBe('available');
  });
});
