import { refuse } from '#shared/site-audit/fetch/site-fetcher.ts';
import { auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import type { SiteAnswers } from '#test/support/audit/test-site.ts';

const paths = ['/', '/one', '/two', '/three', '/four'];

function fiveGoodPages(robots: string): SiteAnswers {
  const pages = paths.map((path): [string, ReturnType<typeof soundPage>] => [
    path,
    soundPage(path, { topic: path.slice(1) || 'shop', nav: linksTo(...paths) }),
  ]);
  return {
    ...Object.fromEntries(pages),
    '/robots.txt': robotsTxt(robots),
    '/sitemap.xml': sitemap(...paths),
  };
}

describe('POST /v1/tools/audit_site, on a site that asks for long pauses', () => {
  it.each(['20', '3600', '1e300'])(
    'answers with what it may read under Crawl-delay: %s, and takes no points for the rest',
    async (delay) => {
      const whole = await auditOf(fiveGoodPages('User-agent: *\nDisallow:'));
      const answer = await auditOf(fiveGoodPages(`User-agent: *\nCrawl-delay: ${delay}\nDisallow:`));
      const { data } = answer;
      expect(data).toMatchObject({
        pages_audited: 1,
        fetch_failures: 0,
        excluded_summary: { over_budget: 4 },
      });
      const home = (pages: typeof data.pages) => pages.find(({ url }) => new URL(url).pathname === '/');
      expect(data.onpage_score).toBe(home(whole.data.pages)?.onpage_score);
      expect(data.recommendations.map(({ issue }) => issue)).not.toContain('fetch_failed');
      const [warning] = answer.warnings.filter(({ code }) => code === 'partial_answer');
      expect(warning?.message).toMatch(
        /Fewer pages were read than were asked for: 1 page; 4 known addresses/u,
      );
      expect(warning?.message).toContain(`${Number(delay)} s between requests`);
      expect(answer.requests.filter((path) => path.startsWith('shop.example/'))).toEqual([
        'shop.example/',
        'shop.example/robots.txt',
      ]);
    },
  );
});

describe('POST /v1/tools/audit_site, when it fails itself', () => {
  it('leaves out a page that it could not read for a reason of its own', async () => {
    const answer = await auditOf(
      fiveGoodPages('User-agent: *\nDisallow:'),
      {},
      { answerFor: (url) => (url.endsWith('/two') ? refuse('failed_here', 'Odd.') : undefined) },
    );
    expect(answer.data).toMatchObject({
      pages_audited: 4,
      fetch_failures: 0,
      excluded_summary: { over_budget: 1 },
    });
    const issues = answer.data.issue_clusters.map(({ issue }) => issue);
    expect(issues).not.toContain('broken_internal_link');
    expect(issues).not.toContain('fetch_failed');
  });
});

describe('POST /v1/tools/audit_site, on a robots.txt that is too large', () => {
  it('reads it to 500 KiB and obeys what stands there', async () => {
    const site = fiveGoodPages(`User-agent: *\nDisallow: /two\n${'# nothing\n'.repeat(140_000)}`);
    const answer = await auditOf(site);
    expect(answer.data).toMatchObject({ pages_audited: 4, excluded_summary: { robots_disallowed: 1 } });
    const issues = answer.data.issue_clusters.map(({ issue }) => issue);
    expect(issues).toContain('robots_txt_too_large');
    expect(issues).not.toContain('robots_txt_unreachable');
  });
});
