import { issuesOf, ticketsOf } from '../../dashboard/src/charts/audit-tickets.ts';

const audit = {
  domain: 'trailpeak.example',
  recommendations: [
    { issue: 'title_missing', severity: 'medium', action: 'Write a title.', affected_pages: 3, gain: 2 },
    { issue: 'http_4xx', severity: 'high', action: 'Restore the page.', affected_pages: 1, gain: 8.01 },
  ],
  issue_clusters: [
    {
      issue: 'http_4xx',
      severity: 'high',
      title: 'The page answers with a client error.',
      affected_pages: 1,
      sample_urls: ['https://trailpeak.example/spring-sale-2024'],
      evidence: { selector: 'status line', excerpt: '# HTTP status 404' },
    },
  ],
};

describe('the issues of an audit', () => {
  it('come with the one that gains most first, each with its pages, evidence and advice', () => {
    const issues = issuesOf(audit);
    expect(issues.map(({ issue }) => issue)).toEqual(['http_4xx', 'title_missing']);
    expect(issues[0]).toMatchObject({
      action: 'Restore the page.',
      urls: ['https://trailpeak.example/spring-sale-2024'],
      excerpt: '# HTTP status 404',
    });
  });

  it('become tickets in which text of the page is no markup', () => {
    const tickets = ticketsOf('trailpeak.example', issuesOf(audit));
    expect(tickets.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '## The page answers with a client error. (trailpeak.example)',
      '## Title missing (trailpeak.example)',
    ]);
    expect(tickets).toContain('- [ ] <https://trailpeak.example/spring-sale-2024>');
    expect(tickets).toContain('    # HTTP status 404');
  });
});
