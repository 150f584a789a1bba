import { gzipSync } from 'node:zlib';
import { auditOf as audit, auditedHost } from '#test/support/audit/audit-tool.ts';
import {
  chainWithoutSitemap,
  flatSite,
  linksTo,
  robotsTxt,
  sitemap,
  siteOfCharsets,
  siteOfExclusions,
  soundPage,
  trappedSite,
} from '#test/support/audit/audited-sites.ts';

const host = auditedHost;
type Issue = { issue: string; affected_pages: number; urls: string[]; selector: string };
/** Every kind of fault; the answer itself shows the most severe. */
const allIssues = ({ datasets }: Pick<Awaited<ReturnType<typeof audit>>, 'datasets'>) =>
  (datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? []) as Issue[];
const issuesOf = (answer: Awaited<ReturnType<typeof audit>>, path: string) =>
  answer.data.pages.find(({ url }) => url === `http://${host}${path}`)?.issues;

describe('POST /v1/tools/audit_site', () => {
  it('finds on a sound site only that it lacks HTTPS', async () => {
    const { data } = await audit({
      '/': soundPage('/', { nav: linksTo('/bread') }),
      '/bread': soundPage('/bread', { nav: linksTo('/') }),
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', '/bread'),
    });
    expect(data).toMatchObject({
      domain: host,
      discovery_source: 'robots_sitemap',
      pages_discovered: 2,
      pages_audited: 2,
      render_warning: false,
      templates_sampled: ['/', '/bread'],
      issues_summary: { high: 3, medium: 0, low: 0 },
      onpage_score: 72.14,
      working_pages_score: 72.14,
      dead_addresses: 0,
      score_breakdown: [
        { issue: 'base', points: 100 },
        { issue: 'http_not_https', points: -27.86 },
      ],
      page_class_summary: { home: 1, other: 1 },
    });
    expect(data.issue_clusters.map(({ issue, affected_pages }) => [issue, affected_pages])).toEqual([
      ['http_not_https', 2],
      ['https_broken', 1],
    ]);
  });

  it('finds exactly the faults that were put into a site, and counts them', async () => {
    const answer = await audit({
      '/': soundPage('/', { nav: linksTo('/a', '/b', '/c', '/gone') }),
      '/a': soundPage('/a', { title: '', body: '<img src="x.png" width="2" height="2">' }),
      '/b': soundPage('/b', { title: '<title>Warm bread and blue boats in the town</title>', h1: '' }),
      '/c': soundPage('/c', { title: '<title>Warm bread and blue boats in the town</title>', lang: '' }),
      '/d': soundPage('/d', { description: '' }),
      '/x.png': { headers: { 'content-type': 'image/png' }, body: 'x' },
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', '/a', '/b', '/c', '/d'),
    });
    const counted = allIssues(answer).map(({ issue, affected_pages }) => [issue, affected_pages]);
    expect(answer.data.issue_clusters.map(({ issue, affected_pages }) => [issue, affected_pages])).toEqual(
      counted.slice(0, 4),
    );
    expect(Object.fromEntries(counted)).toEqual({
      http_not_https: 5,
      https_broken: 1,
      http_4xx: 1,
      title_missing: 1,
      broken_internal_link: 1,
      img_alt_missing: 1,
      title_duplicate: 2,
      h1_missing: 1,
      lang_missing: 1,
      description_missing: 1,
      orphan_in_sitemap: 1,
    });
    // Of the five pages all lack HTTPS (error, 8): '/' no more than that, '/a' the title (error, 10) and an alt (3),
    // '/b' and '/c' a title of their own (8) with h1 (5) or lang (4), '/d' the description (5). One of six is dead.
    const warnings = [0, 3, 8 + 5, 8 + 4, 5].map((weight) => 0.98 ** weight);
    const pages = warnings.map((kept, page) => 100 * kept * 0.96 ** (page === 1 ? 18 : 8));
    const mean = pages.reduce((sum, points) => sum + points, 0) / 5;
    expect(answer.data.working_pages_score).toBeCloseTo(mean, 1);
    expect(answer.data.onpage_score).toBeCloseTo((mean * 5) / 6, 1);
    expect(answer.data.recommendations.slice(0, 2)).toMatchObject([
      { issue: 'https_broken', also_mends: ['http_not_https'], affected_pages: 5 },
      { issue: 'http_4xx', also_mends: ['broken_internal_link'], affected_pages: 2 },
    ]);
    expect(answer.data.worst_page).toBe(`http://${host}/gone`);
    expect(answer.suggestions[0]).toMatchObject({
      tool: 'audit_site',
      args: { domain: host, recheck: answer.data.audit_id },
    });
    expect(answer.datasets?.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['audit-issues', 11],
      ['audit-findings', 16],
      ['audit-pages', 6],
      ['ai-crawlers', 23],
    ]);
  });

  it('sees all templates of a flat site, where addresses tell nothing', async () => {
    const { data } = await audit(flatSite(), { max_pages: 10 });
    const kinds = new Set(data.pages.map(({ url }) => new URL(url).pathname.slice(1, 4)));
    expect(kinds).toEqual(new Set(['', 'oak', 'elm', 'fir', 'ash']));
    expect(data).toMatchObject({
      pages_audited: 10,
      excluded_summary: { over_budget: 31 },
      templates_sampled: ['/', '/{slug}'],
    });
  });

  it('follows links to depth three where there is no sitemap', async () => {
    const { data, ...answer } = await audit(chainWithoutSitemap());
    expect(data.discovery_source).toBe('links');
    expect(data.pages.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/one', '/two', '/three']);
    expect(allIssues(answer).map(({ issue }) => issue)).toContain('sitemap_missing');
  });

  it('walks out of calendars, sessions, growing paths and endless redirects', async () => {
    const { data, requests, ...answer } = await audit(trappedSite(), { max_pages: 12 });
    expect(data.pages_audited).toBeLessThanOrEqual(12);
    expect(requests.length).toBeLessThan(140);
    expect(requests.filter((path) => path.includes('PHPSESSID'))).toEqual([]);
    expect(data.pages).toContainEqual(
      expect.objectContaining({
        url: `http://${host}/spin`,
        status_code: null,
        reason: 'too_many_redirects',
        issues: ['redirect_loop'],
      }),
    );
    expect(allIssues(answer).map(({ issue }) => issue)).toContain('link_session_id');
    const calendar = data.pages.filter(({ url }) => url.includes('calendar'));
    expect(calendar.length).toBeLessThan(10);
  });

  it('counts every exclusion by its reason', async () => {
    const answer = await audit(siteOfExclusions());
    const { data, requests } = answer;
    expect(data.excluded_summary).toEqual({
      noindex: 1,
      redirected: 1,
      non_html: 1,
      robots_disallowed: 1,
      canonicalised: 1,
      duplicate: 1,
      off_site: 1,
      unsafe_address: 2,
      auth_gate: 1,
      http_error: 1,
    });
    expect(data).toMatchObject({ pages_audited: 2, pages_excluded: 11, fetch_failures: 1 });
    expect(allIssues(answer).map(({ issue }) => issue)).toEqual(
      expect.arrayContaining([
        'noindex_meta',
        'sitemap_has_noindex',
        'redirect',
        'canonical_other_url',
        'duplicate_content_exact',
        'access_blocked',
        'http_4xx',
        'fetch_failed',
        'sitemap_other_host',
        'sitemap_has_blocked',
      ]),
    );
    expect(data.pages.find(({ url }) => url.endsWith('/broken'))).toMatchObject({
      status_code: null,
      reason: 'bad_encoding',
      onpage_score: 0,
    });
    expect(data.pages.find(({ url }) => url.endsWith('/gone'))).toMatchObject({
      status_code: 410,
      onpage_score: 0,
    });
    expect(requests.filter((path) => path.includes('/closed/') || path.includes('/admin'))).toEqual([]);
  });

  it('says that a script shell needs scripts', async () => {
    const shell =
      '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>';
    const answer = await audit({ '/': shell });
    expect(answer.data.render_warning).toBe(true);
    expect(answer.warnings.map(({ code }) => code)).toEqual(['needs_scripts']);
    expect(issuesOf(answer, '/')).toContain('js_only_shell');
    expect(issuesOf(answer, '/')).not.toContain('thin_content');
  });

  it('reads pages in the encodings they are written in', async () => {
    const { data, ...answer } = await audit(siteOfCharsets());
    expect(
      Object.fromEntries(data.pages.map(({ url, title }) => [new URL(url).pathname, title])),
    ).toMatchObject({
      '/latin': 'Größe',
      '/cyrillic': 'Мир',
      '/utf16': 'Größe',
      '/undeclared': 'Größe',
    });
    expect(allIssues(answer).find(({ issue }) => issue === 'charset_missing')?.urls).toEqual([
      `http://${host}/undeclared`,
    ]);
  });

  it('checks a set of languages against itself', async () => {
    const set = { en: '/en/', de: '/de/', fr: '/fr/' };
    const head = Object.entries(set)
      .map(([lang, path]) => `<link rel="alternate" hreflang="${lang}" href="http://${host}${path}">`)
      .join('');
    const nav = linksTo('/', '/en/', '/de/', '/fr/');
    const answer = await audit({
      '/': soundPage('/', { nav }),
      '/en/': soundPage('/en/', { nav, topic: 'bread', head }),
      '/de/': soundPage('/de/', {
        nav,
        topic: 'boats',
        head: head.replace('hreflang="de"', 'hreflang="ger-de"'),
      }),
      '/fr/': soundPage('/fr/', { nav, topic: 'garden' }),
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', '/en/', '/de/', '/fr/'),
    });
    const ofLanguages = allIssues(answer).filter(({ issue }) => issue.startsWith('hreflang'));
    expect(
      Object.fromEntries(
        ofLanguages.map(({ issue, urls }) => [issue, urls.map((url) => new URL(url).pathname)]),
      ),
    ).toEqual({
      hreflang_no_return: ['/en/', '/de/'],
      hreflang_invalid_code: ['/de/'],
      hreflang_missing_xdefault: ['/en/', '/de/'],
    });
  });

  it('reads sitemap indexes, gzipped and with prefixes, and the part before a break', async () => {
    const index = `<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>http://${host}/a.xml.gz</sm:loc></sm:sitemap><sm:sitemap><sm:loc>http://${host}/b.xml</sm:loc></sm:sitemap></sm:sitemapindex>`;
    const { data, ...answer } = await audit({
      '/': soundPage('/'),
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': { headers: { 'content-type': 'text/xml' }, body: index },
      '/a.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(`<urlset><url><loc><![CDATA[http://${host}/a?x=1&y=2]]></loc></url></urlset>`),
      },
      '/b.xml': `<urlset><url><loc>http://${host}/b</loc></url><url><loc>http://${host}/c</lo`,
      '/a?x=1&y=2': soundPage('/a?x=1&amp;y=2', { topic: 'boats' }),
      '/b': soundPage('/b', { topic: 'bread' }),
    });
    expect(data.pages.map(({ url }) => url.replace(`http://${host}`, '')).toSorted()).toEqual([
      '/',
      '/a?x=1&y=2',
      '/b',
    ]);
    expect(allIssues(answer).find(({ issue }) => issue === 'sitemap_invalid')?.selector).toBe(
      `http://${host}/b.xml`,
    );
  });

  it('looks again at named pages only', async () => {
    const { data, requests, ...answer } = await audit(flatSite(), {
      urls: [`http://${host}/oak-aax`, `http://${host}/elm-bax`],
    });
    expect(data.pages.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/oak-aax', '/elm-bax']);
    expect(requests.filter((path) => path.includes('sitemap'))).toEqual([]);
    expect(allIssues(answer).map(({ issue }) => issue)).not.toContain('sitemap_missing');
  });

  it('reads nothing but the home page where robots.txt closes the site', async () => {
    const { data, requests } = await audit({
      '/': soundPage('/', { nav: linksTo('/a') }),
      '/a': soundPage('/a'),
      '/robots.txt': robotsTxt('User-agent: *\nDisallow: /'),
    });
    expect(data).toMatchObject({
      pages_audited: 1,
      excluded_summary: { robots_disallowed: 1 },
      discovery_source: 'home_only',
    });
    expect(data.issue_clusters.map(({ issue }) => issue)).toEqual(
      expect.arrayContaining(['robots_blocks_all', 'robots_blocked']),
    );
    expect(requests.some((path) => path.endsWith('/a'))).toBe(false);
  });

  it('treats a robots.txt that fails as one that closes the site, and says so', async () => {
    const { data } = await audit({
      '/': soundPage('/', { nav: linksTo('/a') }),
      '/robots.txt': { status: 503 },
    });
    expect(data.pages_audited).toBe(1);
    expect(data.recommendations.map(({ issue }) => issue)).toContain('robots_txt_5xx');
  });
});
