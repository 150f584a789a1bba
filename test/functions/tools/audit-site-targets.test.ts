import { auditedHost, auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, soundPage } from '#test/support/audit/audited-sites.ts';

const base = `http://${auditedHost}`;
const issuesOf = ({ datasets }: Awaited<ReturnType<typeof auditOf>>) =>
  new Map(
    (datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? []).map(({ issue, urls }) => [
      issue,
      urls,
    ]),
  );

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
});
