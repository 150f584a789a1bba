import fc from 'fast-check';
import { createOverlapIndex } from '#shared/facts/stored-index/counting/domain-rivals.ts';
import { createKeywordSet, overlapOf } from '#shared/facts/stored-index/items/keyword-set.ts';

const words = Array.from({ length: 30 }, (_, index) => `word ${index}`);

/** Some keywords with positions, of which a set keeps eight at most, so that some sets are samples. */
const keywordSet = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 100 })), {
    selector: ([keyword]) => keyword,
  })
  .map((places) => {
    const set = createKeywordSet(8);
    for (const [keyword, position] of places) set.add(keyword, { position, volume: null });
    return set.result();
  });
const site = fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example', 'e.example');

describe('keywords that sites share', () => {
  it('are those that a comparison of each pair of their newest sets counts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(site, keywordSet, site), { minLength: 1 }), (steps) => {
        const index = createOverlapIndex();
        const sets = new Map<string, (typeof steps)[number][1]>();
        for (const [name, set, asked] of steps) {
          index.put(name, set);
          sets.set(name, set);
          const own = sets.get(asked);
          const pairs = own ? [...sets].map(([other, there]) => [other, overlapOf(own, there)] as const) : [];
          expect(new Map(index.overlapsOf(asked, [...sets.keys(), 'unknown.example']))).toEqual(
            new Map(pairs),
          );
        }
      }),
    );
  });
});
