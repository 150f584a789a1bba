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

describe('two sites that both have more keywords than a set holds', () => {
  it('share an estimate that says so: the same from both sides, never above what either has, true within its margin', async () => {
    const { larger, smaller } = await comparedSites({ alone: 2_500, shared: 11_000, other: 5 });
    expect(larger.rival?.shared_keywords).toBe(smaller.rival?.shared_keywords);
    for (const { rival } of [larger, smaller]) {
      expect(rival?.shared_keywords_basis).toBe('estimate');
      expect(rival?.shared_keywords).toBeLessThanOrEqual(11_005);
      const off = Math.abs((rival?.shared_keywords ?? 0) - 11_000);
      expect(off).toBeLessThanOrEqual(rival?.shared_keywords_margin ?? 0);
    }
  });
});
