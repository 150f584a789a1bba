import fc from 'fast-check';
import { auditChanges, changesInMarkdown, readPagesText } from '../../dashboard/src/charts/audit-changes.ts';

const cluster = (issue: string, pages: number) => ({
  issue,
  severity: 'high',
  title: `About ${issue}`,
  affected_pages: pages,
});
const audit = (costs: Readonly<Record<string, number>>, clusters: readonly unknown[] = []) => ({
  pages_audited: 10,
  score_breakdown: [
    { issue: 'base', points: 100 },
    ...Object.entries(costs).map(([issue, cost]) => ({ issue, points: -cost })),
  ],
  issue_clusters: clusters,
});

describe('what changed between two audits', () => {
  it('is told as new, more, fewer and gone, what is worse first', () => {
    const before = audit({ http_4xx: 4, title_missing: 1, slow_page: 2, mixed_content: 2 }, [
      cluster('http_4xx', 3),
      cluster('title_missing', 2),
    ]);
    const after = audit({ http_4xx: 8, title_missing: 0.5, h1_missing: 1, mixed_content: 2 }, [
      cluster('http_4xx', 5),
      cluster('title_missing', 1),
    ]);
    expect(auditChanges(before, after)).toEqual([
      { kind: 'new', title: 'The page has no h1 heading.', facts: '1.0 points' },
      { kind: 'more', title: 'About http_4xx', facts: '3 pages → 5 pages' },
      { kind: 'fewer', title: 'About title_missing', facts: '2 pages → 1 page' },
      { kind: 'gone', title: 'Slow page', facts: 'was 2.0 points' },
    ]);
  });

  it('takes no fault for new or gone because the short list of an answer leaves it out', () => {
    const before = audit({ http_4xx: 4, slow_page: 2 }, [cluster('http_4xx', 3)]);
    const after = audit({ http_4xx: 4, slow_page: 2 }, [cluster('slow_page', 7), cluster('notice', 1)]);
    expect(auditChanges(before, after)).toEqual([]);
  });

  it('is nothing between an audit and itself, of whatever it is made', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (any) => {
        expect(auditChanges(any, any)).toEqual([]);
      }),
    );
  });

  it('says how many pages each read where that differs', () => {
    expect(readPagesText(audit({}), { ...audit({}), pages_audited: 20 })).toBe(
      ' It read 10 pages, this one 20 pages.',
    );
    expect(readPagesText(audit({}), audit({}))).toBe('');
  });

  it('goes with the tickets as Markdown in which a title is no markup', () => {
    const text = changesInMarkdown([{ kind: 'new', title: '<b>#1</b>', facts: '2 pages' }], 'Nov 3, 2026');
    expect(text).toBe('## Changes since the audit of Nov 3, 2026\n\n- New: \\<b\\>\\#1\\</b\\> (2 pages)\n');
    expect(changesInMarkdown([], 'Nov 3, 2026')).toContain('None.');
  });
});
