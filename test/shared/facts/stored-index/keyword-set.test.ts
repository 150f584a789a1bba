import fc from 'fast-check';
import { competitorOf } from '#shared/facts/stored-index/items/competitor-ranking.ts';
import {
  createKeywordSet,
  type KeywordSet,
  overlapOf,
  packKeywordSet,
  unpackKeywordSet,
} from '#shared/facts/stored-index/items/keyword-set.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';

const most = 400;

function setOf(keywords: readonly string[], limit = most): KeywordSet {
  const set = createKeywordSet(limit);
  for (const [index, keyword] of keywords.entries())
    set.add(keyword, { position: (index % 90) + 1, volume: null });
  return set.result();
}

describe('the keywords kept of a domain', () => {
  it('are the same after packing, and in whatever order they came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 30 }), { maxLength: 60 }), (keywords) => {
        const places = new Map(
          keywords.map((keyword) => [keyword, { position: keyword.length + 1, volume: 10 }]),
        );
        const collect = (names: readonly string[]) => {
          const set = createKeywordSet(20);
          for (const name of names) set.add(name, places.get(name) ?? { position: 1, volume: null });
          return unpackKeywordSet(packKeywordSet(set.result()));
        };
        const [there, back] = [collect(keywords), collect(keywords.toReversed())];
        expect(there).toEqual(back);
        expect(there.places.size).toBe(Math.min(20, keywords.length));
        for (const [name, place] of there.places) expect(place).toEqual(places.get(name));
      }),
    );
  });

  it('give the exact overlap of two domains of which all are kept', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 300 });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [one, other] = [setOf(a.map(String)), setOf(b.map(String))];
        const expected = a.filter((number) => b.includes(number)).length;
        expect(overlapOf(one, other)).toMatchObject({ found: expected, share: 1 });
        expect(overlapOf(other, one)).toMatchObject({ found: expected, share: 1 });
      }),
    );
  });

  it('give the positions of the other domain, also of keywords that share their code', () => {
    // Different texts with one FNV-1a code of 32 bits.
    const alike = ['costarring', 'liquid', 'declinate', 'macallums'];
    const one = setOf(alike);
    const other = setOf(['liquid', 'macallums', 'kettle', 'mug', 'tea']);
    expect(overlapOf(one, other)).toEqual({ found: 2, positionSum: 1 + 2, share: 1 });
    expect(overlapOf(other, one)).toEqual({ found: 2, positionSum: 2 + 4, share: 1 });
    expect(overlapOf(setOf(['costarring', 'declinate']), other)).toEqual({
      found: 0,
      positionSum: 0,
      share: 1,
    });
  });

  it('give an estimate for larger domains, whose margin holds the true count in at least nine of ten cases', () => {
    const random = createSeededRandom('overlap');
    const cases = Array.from({ length: 50 }, (_, number) => {
      const shared = random.between(50, 1_500);
      const names = (label: string, count: number) =>
        Array.from({ length: count }, (__, index) => `${number} ${label} ${index}`);
      const both = names('both', shared);
      const own = setOf([...both, ...names('own', random.between(500, 2_000))]);
      const other = setOf([...both, ...names('other', random.between(0, 2_000))]);
      const { found, positionSum, share } = overlapOf(own, other);
      const rival = { domain: 'x.example', shared: found, positionSum, share, totals: null };
      return { shared, row: competitorOf(rival, 5_000) };
    });
    const held = cases.filter(
      ({ shared, row }) => Math.abs(row.shared_keywords - shared) <= (row.shared_keywords_margin ?? 0),
    );
    expect(new Set(cases.map(({ row }) => row.shared_keywords_basis))).toEqual(new Set(['estimate']));
    expect(held.length).toBeGreaterThanOrEqual(45);
  });
});
