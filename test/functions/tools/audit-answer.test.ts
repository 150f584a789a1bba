import { tokensOf } from '#test/support/ask-tool.ts';
import { auditOf } from '#test/support/audit-tool.ts';
import { flatSite, linksTo } from '#test/support/audited-sites.ts';

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
});
