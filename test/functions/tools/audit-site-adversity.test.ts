import { gzipSync } from 'node:zlib';
import { askTool } from '#test/support/ask-tool.ts';
import { auditOf as audit, auditedHost } from '#test/support/audit/audit-tool.ts';
import { flatSite, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import { type SiteAnswers, startTestSite } from '#test/support/audit/test-site.ts';

const host = auditedHost;
const html = { 'content-type': 'text/html' };
/** For what never comes; everything else gets its time. */
const hasty = { limits: { headersMs: 500, wholeMs: 1_000 } };
const refusal = (answers: SiteAnswers, options: typeof hasty | undefined) =>
  audit(answers, {}, options).then(
    () => undefined,
    (error) => error,
  );

describe('POST /v1/tools/audit_site, under adversity', () => {
  it('answers with what it has when time runs out, and says what was left out', async () => {
    const controller = new AbortController();
    const fast = flatSite() as Readonly<Record<string, never>>;
    let served = 0;
    const answer = await audit(
      (path, _request, response) => {
        served += 1;
        if (served === 12) controller.abort();
        return served > 12 ? void response.flushHeaders() : (fast[path] ?? { status: 404 });
      },
      { max_pages: 20 },
      { signal: controller.signal },
    );
    expect(answer.data.pages_audited).toBeGreaterThan(3);
    expect(answer.data.pages_audited).toBeLessThan(12);
    expect(answer.warnings.map(({ code }) => code)).toContain('partial_answer');
    expect(answer.coverage.truncated).toBe(true);
  });

  it('survives a hostile server page by page, with a typed reason for each', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const paths = ['/', '/bomb', '/mute', '/flood', '/lie', '/nest', '/multiply', '/deep'];
    const site: SiteAnswers = (path, _request, response) => {
      const pages: Record<string, () => ReturnType<typeof soundPage> | undefined> = {
        '/': () => soundPage('/'),
        '/robots.txt': () => robotsTxt(),
        '/sitemap.xml': () => sitemap(...paths),
        '/bomb': () => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }),
        '/mute': () => undefined,
        '/flood': () => void response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(90_000)}\r\n\r\n`),
        '/lie': () => void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\nshort'),
        '/nest': () => ({ headers: html, body: '<div>'.repeat(200_000) }),
        '/multiply': () => ({
          headers: html,
          body: `<p>${Array.from({ length: 900 }, (_, n) => `<b c${n}>`).join('')}</p>${'<p>x</p>'.repeat(9000)}`,
        }),
        '/deep': () => ({ headers: html, body: `<title>Deep</title>${'<span>'.repeat(50_000)}` }),
      };
      const make = pages[path];
      return make === undefined ? { status: 404 } : make();
    };
    const answer = await audit(site, {}, { limits: { headersMs: 6_000, wholeMs: 60_000 } });
    const reasons = Object.fromEntries(
      answer.data.pages.map(({ url, reason }) => [new URL(url).pathname, reason ?? 'read']),
    );
    expect(reasons).toEqual({
      '/': 'read',
      '/deep': 'read',
      '/bomb': 'read',
      '/mute': 'timeout',
      '/flood': 'headers_too_large',
      '/lie': 'reset',
    });
    expect(answer.data.excluded_summary).toEqual({ non_html: 2 });
  });
});

describe('a site of which no page can be read', () => {
  it.each<[string, SiteAnswers, string, RegExp]>([
    ['answers with an error', { '/': { status: 500 } }, 'upstream_error', /status 500/u],
    ['keeps crawlers out', { '/': { status: 403 } }, 'upstream_error', /OrielBot/u],
    [
      'is not an HTML',
      { '/': { headers: { 'content-type': 'image/png' }, body: 'x' } },
      'upstream_error',
      /not an HTML page/u,
    ],
    [
      'redirects inwards',
      { '/': { status: 302, headers: { location: 'http://169.254.169.254/' } } },
      'unsafe_target',
      /not be fetched|not a public|not public/u,
    ],
    [
      'redirects in a circle',
      { '/': { status: 302, headers: { location: '/' } } },
      'upstream_error',
      /redirect_loop/u,
    ],
    ['never answers', () => undefined, 'upstream_timeout', /did not answer in time/u],
  ])('and that %s is an error, and so free', async (_name, answers, code, detail) => {
    const error = await refusal(answers, code === 'upstream_timeout' ? hasty : undefined);
    expect(error).toMatchObject({ name: 'ServiceError', code });
    expect(error.message).toMatch(detail);
  });

  it('is refused where its name leads inwards', async () => {
    const site = await startTestSite({ [host]: {} });
    const sources = { sites: site.fetcher } as never;
    const asked = askTool('audit_site', { domain: 'other.example' }, { sources });
    await expect(asked).rejects.toMatchObject({ code: 'unsafe_target' });
    await site.stop();
  });
});
