import { tokensOf } from '#test/support/ask-tool.ts';
import { auditOf } from '#test/support/audit/audit-tool.ts';
import { flatSite, linksTo, robotsTxt, soundPage } from '#test/support/audit/audited-sites.ts';

describe('the answer of an audit', () => {
  it('stays small enough for an agent with twenty pages', async () => {
    const { datasets: _rows, requests: _requests, ...answer } = await auditOf(flatSite(), { max_pages: 20 });
    expect(answer.data.pages_audited).toBe(20);
    expect(tokensOf(answer as never)).toBeLessThan(3000);
  });

  it('names the most severe faults of a page and how many there are, however much is wrong everywhere', async () => {
    const links = linksTo(...Array.from({ length: 10 }, (_, page) => `/page-${page}`));
    const broken = `<h2>t</h2><img src="a.png"><a href="/gone">click here</a>${links}<p>${'word '.repeat(40)}</p>`;
    const pages = Array.from({ length: 10 }, (_, page) => [page === 0 ? '/' : `/page-${page}`, broken]);
    const { datasets, requests: _requests, ...answer } = await auditOf(Object.fromEntries(pages));
    const [page] = answer.data.pages;
    expect(page?.issues).toHaveLength(5);
    expect(page?.issues_total).toBeGreaterThan(15);
    const findings = (datasets ?? []).find(({ name }) => name === 'audit-findings')?.rows ?? [];
    const ofPage = new Set(findings.filter(({ url }) => url === page?.url).map(({ issue }) => issue));
    // Those of the site as a whole are found on its home page and are none of the page's own.
    expect(ofPage.size).toBeGreaterThanOrEqual(page?.issues_total ?? Number.NaN);
    expect([...ofPage]).toEqual(expect.arrayContaining(page?.issues ?? []));
    expect(tokensOf(answer as never)).toBeLessThan(3000);
  });

  it('says of each thing to do by how much the score would rise', async () => {
    const gone = '<head><meta name="robots" content="noindex"></head><body>Gone.</body>';
    const { data } = await auditOf({
      '/': soundPage('/', { nav: linksTo('/a', '/gone') }),
      '/robots.txt': robotsTxt(),
      '/a': soundPage('/a', { topic: 'boats' }),
      '/gone': { status: 404, body: gone },
    });
    const { onpage_score: score, working_pages_score: working } = data;
    expect(score).toBeCloseTo((working * 2) / 3, 1);
    expect(data.recommendations.find(({ issue }) => issue === 'http_4xx')?.gain).toBeCloseTo(
      working - score,
      1,
    );
    const gains = data.recommendations.map(({ gain }) => gain);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });

  it('does not ask to list pages that are errors', async () => {
    const { data } = await auditOf({
      '/': soundPage('/', { nav: linksTo('/gone') }),
      '/gone': { status: 404, body: '<head><meta name="robots" content="noindex"></head>' },
    });
    const issues = data.issue_clusters.map(({ issue }) => issue);
    expect(issues).toContain('http_4xx');
    expect(issues).not.toContain('noindex_meta');
  });
});
