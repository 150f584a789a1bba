import { issuesOf, ticketsOf } from '../../dashboard/src/charts/audit-tickets.ts';

const audit = {
  domain: 'trailpeak.example',
  recommendations: [
    { issue: 'noindex_meta', severity: 'medium', gain: 0, own: { clicks: 1200 } },
    {
      ...{ issue: 'http_4xx', severity: 'high', action: 'Restore the page.', affected_pages: 1, gain: 8.01 },
      also_mends: ['broken_internal_link', 'sitemap_has_error'],
    },
    { issue: 'title_missing', severity: 'medium', action: 'Write a title.', affected_pages: 3, gain: 2 },
  ],
  issue_clusters: [
    { issue: 'https_broken', severity: 'high' },
    {
      issue: 'http_4xx',
      severity: 'high',
      title: 'The page returns a 4xx error.',
      affected_pages: 1,
      sample_urls: ['https://trailpeak.example/spring-sale-2024'],
      evidence: { selector: 'status line', excerpt: '# HTTP status 404' },
    },
    { issue: 'broken_internal_link', severity: 'high' },
  ],
};

describe('the issues of an audit', () => {
  it('come in the order of the advice, a page with clicks before a graver fault, and with what the same work mends', () => {
    const issues = issuesOf(audit);
    expect(issues.map(({ issue }) => issue)).toEqual([
      'noindex_meta',
      'http_4xx',
      'broken_internal_link',
      'title_missing',
      'https_broken',
    ]);
    expect(issues[0]?.clicks).toBe(1200);
    expect(issues[1]).toMatchObject({
      action: 'Restore the page.',
      urls: ['https://trailpeak.example/spring-sale-2024'],
      excerpt: '# HTTP status 404',
    });
  });

  it('become tickets in which text of the page is no markup', () => {
    const tickets = ticketsOf('trailpeak.example', issuesOf(audit));
    expect(tickets.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '## The page is set to noindex. (trailpeak.example)',
      '## The page returns a 4xx error. (trailpeak.example)',
      '## An internal link is broken. (trailpeak.example)',
      '## The page has no title tag. (trailpeak.example)',
      '## HTTPS does not work. (trailpeak.example)',
    ]);
    expect(tickets).toContain('- [ ] <https://trailpeak.example/spring-sale-2024>');
    expect(tickets).toContain('    # HTTP status 404');
  });
});
