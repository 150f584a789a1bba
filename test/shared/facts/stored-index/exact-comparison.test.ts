import { comparedSites, countedSites } from '#test/support/index/two-sites.ts';

/** The larger site has more keywords than its set holds. */
const sites = { alone: 2_500, shared: 9_500, other: 12 };

describe('two sites of 12,000 and 9,512 keywords', () => {
  let found: Awaited<ReturnType<typeof comparedSites>>;
  beforeAll(async () => {
    found = await comparedSites(sites);
  });

  it('are compared to the keyword, the same from both sides', () => {
    const counted = countedSites(sites);
    expect([found.larger.totals, found.larger.notices]).toEqual([counted.larger, []]);
    expect([found.smaller.totals, found.smaller.notices]).toEqual([counted.smaller, []]);
    expect([found.larger.keywords, found.smaller.keywords]).toEqual([12_000, 9_512]);
  });

  it('are rivals with one count from both sides: exact where the smaller one has counted all of its keywords', () => {
    for (const { rival } of [found.larger, found.smaller])
      expect(rival).toMatchObject({ shared_keywords: 9_500, shared_keywords_basis: 'exact' });
  });
});

describe('two sites that both have more keywords than a set holds, and than a comparison reads', () => {
  const beyond = { alone: 2_500, shared: 11_000, other: 5 };
  let found: Awaited<ReturnType<typeof comparedSites>>;
  beforeAll(async () => {
    found = await comparedSites(beyond, { mostKeywords: 10_500 });
  });

  it('share an estimate that says so: the same from both sides, never above what either has, true within its margin', () => {
    const { larger, smaller } = found;
    expect(larger.rival?.shared_keywords).toBe(smaller.rival?.shared_keywords);
    for (const { rival } of [larger, smaller]) {
      expect(rival?.shared_keywords_basis).toBe('estimate');
      expect(rival?.shared_keywords).toBeLessThanOrEqual(11_005);
      const off = Math.abs((rival?.shared_keywords ?? 0) - 11_000);
      expect(off).toBeLessThanOrEqual(rival?.shared_keywords_margin ?? 0);
    }
  });

  it('have counts of gaps, losing and strong keywords that are marked as estimates and true within their margins', () => {
    const counted = countedSites(beyond);
    for (const side of ['larger', 'smaller'] as const) {
      const { totals, estimate, notices } = found[side];
      expect(totals).toEqual({ gaps: null, losing: null, strong: null });
      expect(notices).toMatchObject([{ code: 'partial_answer' }]);
      expect(notices[0]?.message).toContain('counts are estimated from');
      for (const kind of ['gaps', 'losing', 'strong'] as const) {
        const { keywords = 0, margin = 0 } = estimate?.[kind] ?? {};
        expect(Math.abs(keywords - counted[side][kind])).toBeLessThanOrEqual(margin);
        expect(margin).toBeLessThan(11_000 / 25);
      }
    }
  });

  it('are compared alike from both sides: what is shared and what is missing adds up to what the rival has', () => {
    const { larger, smaller } = found;
    const shared = ({ estimate }: typeof larger) =>
      (estimate?.losing.keywords ?? 0) + (estimate?.strong.keywords ?? 0);
    expect(shared(larger)).toBe(shared(smaller));
    expect(shared(larger)).toBeLessThanOrEqual(11_005);
    expect(larger.estimate?.losing).toEqual(smaller.estimate?.strong);
    expect(shared(larger) + (larger.estimate?.gaps.keywords ?? 0)).toBe(smaller.keywords);
    expect(shared(smaller) + (smaller.estimate?.gaps.keywords ?? 0)).toBe(larger.keywords);
  });
});
