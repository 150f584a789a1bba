import fc from 'fast-check';
import {
  competitorOf,
  packRivals,
  type Rival,
  unpackRivals,
} from '#shared/facts/stored-index/items/competitor-ranking.ts';

const rival: fc.Arbitrary<Rival> = fc.record({
  domain: fc.domain(),
  shared: fc.nat(),
  positionSum: fc.nat(),
  share: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 0.99, noNaN: true })),
  totals: fc.option(fc.record({ keywords: fc.nat(), traffic: fc.nat(), withVolume: fc.nat() })),
});
const list = fc.record({
  keywords: fc.nat(),
  total: fc.option(fc.nat()),
  floor: fc.double({ min: 0, max: 100, noNaN: true }),
  at: fc.nat(),
  isSample: fc.boolean(),
  rivals: fc.array(rival),
});

describe('the stored list of a domain’s rivals', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(list, (written) => {
        expect(unpackRivals(packRivals(written))).toEqual(written);
      }),
    );
  });
});

describe('an estimate of shared keywords', () => {
  it('is never more than either site has', () => {
    fc.assert(
      fc.property(rival, fc.nat(), (written, own) => {
        const row = competitorOf(written, own);
        fc.pre(row.shared_keywords_basis === 'estimate');
        expect(row.shared_keywords).toBeLessThanOrEqual(own);
        if (row.organic_keywords !== null)
          expect(row.shared_keywords).toBeLessThanOrEqual(row.organic_keywords);
      }),
    );
  });
});
