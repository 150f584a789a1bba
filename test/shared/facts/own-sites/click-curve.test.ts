import * as fc from 'fast-check';
import { expectedCtr, fitClickCurve, reachableCtr } from '#shared/facts/own-sites/click-curve.ts';

describe('the click curve of a site', () => {
  const query = fc
    .record({
      impressions: fc.integer({ min: 1, max: 100_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      position: fc.double({ min: 1, max: 60, noNaN: true }),
    })
    .map(({ impressions, share, position }) => ({
      impressions,
      clicks: Math.floor(impressions * share),
      position,
    }));

  it('never rises with the place, stays within 0 and 1, and says what stands behind each point', () => {
    void fc.assert(
      fc.property(fc.array(query, { maxLength: 200 }), (queries) => {
        const curve = fitClickCurve(queries);
        const shares = curve.map(({ ctr }) => ctr);
        expect(shares).toEqual(shares.toSorted((a, b) => b - a));
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
        const within = queries.filter(({ position }) => Math.round(position) <= 20);
        expect(curve.reduce((sum, point) => sum + point.queries, 0)).toBeLessThanOrEqual(within.length);
      }),
      {
        examples: [
          [
            [
              { impressions: 200, clicks: 1, position: 3.5 },
              { impressions: 200, clicks: 2, position: 1 },
            ],
          ],
        ],
      },
    );
  });

  it('is that of the site where its queries tell, and between two places lies between them', () => {
    const curve = fitClickCurve([
      { clicks: 30_000, impressions: 100_000, position: 1.2 },
      { clicks: 10_000, impressions: 100_000, position: 3.1 },
    ]);
    expect(curve[0]).toMatchObject({ position: 1, queries: 1, impressions: 100_000 });
    expect(curve[0]?.ctr).toBeCloseTo(0.3, 2);
    expect(curve[2]?.ctr).toBeCloseTo(0.1, 2);
    expect(curve[1]?.queries).toBe(0);
    expect(curve[1]?.ctr).toBeGreaterThan(0.1);
    expect(curve[1]?.ctr).toBeLessThan(0.3);
    expect(expectedCtr(curve, 2.5)).toBeCloseTo(((curve[1]?.ctr ?? 0) + (curve[2]?.ctr ?? 0)) / 2, 10);
  });

  it('leaves out queries that are hardly clicked at all, wherever they stand', () => {
    const usual = { clicks: 500, impressions: 10_000, position: 3 };
    const another = { clicks: 20, impressions: 90_000, position: 3 };
    expect(fitClickCurve([usual, another])[2]?.ctr).toBeCloseTo(0.05, 2);
  });

  it('of a cut list rests on rows that would be in it with a low share as well', () => {
    // The list ends at 30 clicks: of small queries only the most clicked are in it.
    const small = Array.from({ length: 50 }, () => ({ clicks: 40, impressions: 200, position: 5 }));
    const large = { clicks: 300, impressions: 10_000, position: 5 };
    expect(fitClickCurve([...small, large], 30)[4]?.ctr).toBeCloseTo(0.03, 2);
    expect(fitClickCurve([...small, large])[4]?.ctr).toBeGreaterThan(0.1);
  });

  it('lets a query rise no further than half beyond what other sites win on the way', () => {
    const steep = [0.5, 0.4, 0.3, ...Array.from({ length: 17 }, () => 0.01)];
    const curve = steep.map((ctr, at) => ({ position: at + 1, ctr, queries: 9, impressions: 9_000 }));
    expect(reachableCtr(curve, 9, 3)).toBeCloseTo(0.01 * (973 / 150) * 1.5, 6);
    expect(reachableCtr(curve, 4, 3)).toBeLessThan(0.03);
  });
});
