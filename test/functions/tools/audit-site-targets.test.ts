import { auditedHost, auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';

const base = `http://${auditedHost}`;
const issuesOf = ({ datasets }: Awaited<ReturnType<typeof auditOf>>) =>
  new Map(
    (datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? []).map(({ issue, urls }) => [
      issue,
      urls,
    ]),
  );

const htmlOf = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });

describe('what the pages of an audited site point to', () => {
  it('is left alone where it belongs to the network in front of the site', async () => {
    const hidden = '<a href="/cdn-cgi/l/email-protection#4a2b">[email protected]</a>';
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/a'), footer: hidden }),
      '/a': soundPage('/a', {
        footer: hidden,
        head: '<script src="/cdn-cgi/scripts/email-decode.min.js"></script>',
      }),
      '/robots.txt': robotsTxt(),
    });
    const issues = [...issuesOf(answer).keys()];
    for (const issue of ['http_4xx', 'broken_internal_link', 'broken_resource'])
      expect(issues).not.toContain(issue);
    expect(answer.requests.filter((path) => path.includes('/cdn-cgi/'))).toEqual([]);
  });

  it('is asked for where only an hreflang names it', async () => {
    const head = ['en', 'it']
      .map(
        (lang) => `<link rel="alternate" hreflang="${lang}" href="${base}${lang === 'en' ? '/' : '/it/'}">`,
      )
      .join('');
    const answer = await auditOf({ '/': soundPage('/', { head }), '/robots.txt': robotsTxt() });
    expect(issuesOf(answer).get('hreflang_to_error')).toEqual([`${base}/`]);
  });

  it('is asked for where it is an image, a style or a script, each once however many pages load it', async () => {
    const loads =
      '<img src="/logo.png" alt="Logo" width="9" height="9"><img src="/ok.png" alt="Ok" width="9" height="9">';
    const head = '<link rel="stylesheet" href="/gone.css"><script src="/gone.js"></script>';
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/a'), body: loads, head }),
      '/a': soundPage('/a', { body: loads }),
      '/ok.png': { headers: { 'content-type': 'image/png' }, body: 'x' },
      '/robots.txt': robotsTxt(),
    });
    expect(issuesOf(answer).get('broken_image')).toEqual([`${base}/`, `${base}/a`]);
    expect(issuesOf(answer).get('broken_resource')).toEqual([`${base}/`]);
    expect(answer.requests.filter((path) => path === `${auditedHost}/logo.png`)).toHaveLength(1);
  });

  it('counts the same where it is dead, whether it was visited or only asked for', async () => {
    const site = {
      '/': soundPage('/', { nav: linksTo('/a', '/b', '/gone') }),
      '/a': soundPage('/a', { nav: linksTo('/', '/gone'), topic: 'boats' }),
      '/b': soundPage('/b', { nav: linksTo('/', '/gone'), topic: 'bread' }),
      '/robots.txt': robotsTxt(),
    };
    const [tight, wide] = [await auditOf(site, { max_pages: 3 }), await auditOf(site, { max_pages: 20 })];
    expect(wide.data).toMatchObject({ dead_addresses: 1, pages_audited: 3 });
    expect(tight.data.onpage_score).toBe(wide.data.onpage_score);
    expect(tight.data.score_breakdown).toEqual(wide.data.score_breakdown);
    expect(tight.data.onpage_score).toBeCloseTo((tight.data.working_pages_score * 3) / 4, 1);
    expect(tight.data.pages.map(({ url }) => url)).toContain(`${base}/gone`);
  });

  it('is not asked for where robots.txt closes it', async () => {
    const body = '<img src="/closed/logo.png" alt="Logo" width="9" height="9">';
    const answer = await auditOf({ '/': soundPage('/', { body }), '/robots.txt': robotsTxt() });
    expect([...issuesOf(answer).keys()]).not.toContain('broken_image');
    expect(answer.requests.filter((path) => path.includes('/closed/'))).toEqual([]);
  });

  it('is not taken from an error page, whose relative links lead nowhere', async () => {
    const missing = {
      status: 404,
      ...htmlOf('<a href="team/index.html">Team</a> <a href="jobs.html">Jobs</a>'),
    };
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/fine', '/gone/') }),
      '/fine': soundPage('/fine', { topic: 'boats' }),
      '/gone/': missing,
      '/gone/team/index.html': missing,
      '/gone/jobs.html': missing,
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', '/fine'),
    });
    expect(answer.data).toMatchObject({ dead_addresses: 1, pages_audited: 2 });
    expect(answer.requests.filter((path) => path.includes('/gone/team'))).toEqual([]);
  });

  it('keeps a page in the audit whose canonical redirects back to it or is dead', async () => {
    const canonical = (path: string) => ({ canonical: `<link rel="canonical" href="${base}${path}">` });
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/back/', '/dead', '/copy') }),
      '/back/': soundPage('/back/', { topic: 'boats', ...canonical('/moved') }),
      '/moved': { status: 301, headers: { location: '/back/' } },
      '/dead': soundPage('/dead', { topic: 'bread', ...canonical('/nowhere') }),
      '/copy': soundPage('/copy', { topic: 'tea', ...canonical('/other') }),
      '/other': soundPage('/other', { topic: 'coffee' }),
      '/robots.txt': robotsTxt(),
    });
    const issues = issuesOf(answer);
    expect(issues.get('canonical_redirects_back')).toEqual([`${base}/back/`]);
    expect(issues.get('canonical_to_error')).toEqual([`${base}/dead`]);
    expect(answer.data.excluded_summary).toMatchObject({ canonicalised: 1 });
    expect(answer.data.pages.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`${base}/back/`, `${base}/dead`, `${base}/other`]),
    );
  });

  it.each(['/sitemap_index.xml', '/wp-sitemap.xml', '/feeds/all.xml'])(
    'is known from the sitemap at %s although robots.txt does not name it',
    async (path) => {
      const head = path.startsWith('/feeds') ? `<link rel="sitemap" href="${path}">` : '';
      const answer = await auditOf({
        '/': soundPage('/', { head }),
        '/hidden': soundPage('/hidden', { topic: 'boats' }),
        '/robots.txt': robotsTxt('User-agent: *\nDisallow:\n'),
        [path]: sitemap('/', '/hidden'),
      });
      expect(answer.data.pages.map(({ url }) => url)).toContain(`${base}/hidden`);
      expect(issuesOf(answer).has('sitemap_missing')).toBe(false);
      expect(issuesOf(answer).has('sitemap_not_in_robots')).toBe(true);
    },
  );

  it('is followed through the frames of a frameset, and no shell is seen there', async () => {
    const answer = await auditOf({
      '/': htmlOf(
        '<title>Frames</title><frameset cols="20%,*"><frame src="/menu"><frame src="/start"></frameset>',
      ),
      '/menu': soundPage('/menu', { topic: 'boats' }),
      '/start': soundPage('/start', { topic: 'bread' }),
      '/robots.txt': robotsTxt(),
    });
    expect(answer.data.pages.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`${base}/menu`, `${base}/start`]),
    );
    expect(answer.data.render_warning).toBe(false);
    expect(answer.data.recommendations.find(({ issue }) => issue === 'frames')?.also_mends).toContain(
      'near_empty',
    );
  });

  it('is the home page where the bare address only sends readers on to it', async () => {
    const answer = await auditOf({
      '/': htmlOf('<meta http-equiv="refresh" content="0; url=/en/">'),
      '/en/': soundPage('/en/', { topic: 'boats', nav: linksTo('/en/', '/bread') }),
      '/bread': soundPage('/bread'),
      '/robots.txt': robotsTxt(),
    });
    expect(answer.data).toMatchObject({ pages_audited: 2, excluded_summary: { redirected: 1 } });
    expect(answer.data.pages[0]).toMatchObject({ url: `${base}/en/` });
    expect(issuesOf(answer).get('meta_refresh_redirect')).toEqual([`${base}/`]);
    expect(issuesOf(answer).has('title_missing')).toBe(false);
  });

  it('is followed where a page does nothing but send its readers there by a script', async () => {
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/go') }),
      '/go': htmlOf('<script>window.location.href="/end"</script>'),
      '/end': soundPage('/end', { topic: 'boats' }),
      '/robots.txt': robotsTxt(),
    });
    expect(issuesOf(answer).get('js_redirect')).toEqual([`${base}/go`]);
    expect(answer.data.excluded_summary).toEqual({ redirected: 1 });
    expect(answer.data.pages.map(({ url }) => url)).toEqual([`${base}/`, `${base}/end`]);
  });

  it('is judged by its first 2 MB where it is larger', async () => {
    const answer = await auditOf({
      '/': soundPage('/', { nav: linksTo('/long') }),
      '/long': soundPage('/long', { topic: 'boats', footer: `<!--${'x'.repeat(3_000_000)}-->` }),
      '/robots.txt': robotsTxt(),
    });
    expect(answer.data).toMatchObject({ pages_audited: 2, fetch_failures: 0 });
    expect(issuesOf(answer).get('large_html')).toEqual([`${base}/long`]);
  });
});
