import * as fc from 'fast-check';
import { brandTeller } from '#shared/facts/own-sites/brand-queries.ts';
import { expectedCtr, fitClickCurve } from '#shared/facts/own-sites/click-curve.ts';
import { opportunitiesOf } from '#shared/facts/own-sites/opportunities.ts';

const seen = (query: string, clicks: number, impressions: number, position: number) => ({
  query,
  clicks,
  impressions,
  position,
  isBrand: false,
  page: null,
});

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
        expect(curve.reduce((sum, point) => sum + point.queries, 0)).toBe(within.length);
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
      { clicks: 300, impressions: 1_000, position: 1.2 },
      { clicks: 100, impressions: 1_000, position: 3.1 },
    ]);
    expect(curve[0]).toEqual({ position: 1, ctr: 0.3, queries: 1, impressions: 1_000 });
    expect(curve[2]).toMatchObject({ ctr: 0.1, queries: 1 });
    expect(curve[1]?.queries).toBe(0);
    expect(curve[1]?.ctr).toBeGreaterThan(0.1);
    expect(curve[1]?.ctr).toBeLessThan(0.3);
    expect(expectedCtr(curve, 1)).toBe(0.3);
    expect(expectedCtr(curve, 2.5)).toBeCloseTo(((curve[1]?.ctr ?? 0) + 0.1) / 2, 10);
  });
});

describe('queries that name the site', () => {
  const isBrand = brandTeller('511tactical.com', '511tactical.com', [
    seen('5.11', 9_127, 33_849, 1.42),
    seen('tactical', 10, 90_000, 8.1),
  ]);
  it.each([
    '511 tactical',
    '5.11 tactical pants',
    '511tactical.com',
    '5.11 boots',
    '511 tacticl',
    '511 tactcial',
  ])('are told by the name in them: %s', (query) => expect(isBrand(query)).toBe(true));
  it.each(['tactical', 'tactical pants', 'black boots', '1511 rifle'])(
    'are not taken for others: %s',
    (query) => expect(isBrand(query)).toBe(false),
  );
});

describe('opportunities of a site', () => {
  const curve = fitClickCurve([
    { clicks: 300, impressions: 1_000, position: 1 },
    { clicks: 200, impressions: 1_000, position: 2 },
    { clicks: 100, impressions: 1_000, position: 3 },
    { clicks: 40, impressions: 1_000, position: 6 },
  ]);
  const site = { domain: 'shop.example', from: '2026-08-01', to: '2026-08-31', curve, pairs: [] };

  it('near the top are worth what the site itself gets at the place above', () => {
    const [found, ...others] = opportunitiesOf({ ...site, queries: [seen('green tea', 40, 1_000, 6)] });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'striking_distance',
      query: 'green tea',
      // 1,000 impressions × 0.1 at position 3, less 40.
      estimated_clicks: 60,
      estimated_clicks_per_month: 58.9,
      next_call: { tool: 'inspect_serp', args: { query: 'green tea' } },
    });
    expect(found?.computed).toContain('1 of its queries behind it');
  });

  it('of a low share of clicks are told only where chance does not explain it', () => {
    const kinds = (clicks: number, impressions: number) =>
      opportunitiesOf({ ...site, queries: [seen('tea', clicks, impressions, 2)] }).map(({ kind }) => kind);
    expect(kinds(40, 1_000)).toEqual(['low_ctr']);
    expect(kinds(190, 1_000)).toEqual([]);
    expect(kinds(0, 10)).toEqual([]);
  });

  it('of two pages that share a query name both, and what the better place would bring', () => {
    const pair = (url: string, clicks: number, impressions: number, position: number) => ({
      query: 'green tea',
      url,
      clicks,
      impressions,
      position,
    });
    const found = opportunitiesOf({
      ...site,
      queries: [seen('green tea', 50, 1_000, 2)],
      pairs: [pair('https://shop.example/a', 30, 600, 2), pair('https://shop.example/b', 20, 500, 3)],
    });
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'cannibalisation',
        estimated_clicks: 150,
        next_call: {
          tool: 'audit_site',
          args: { domain: 'shop.example', urls: ['https://shop.example/a', 'https://shop.example/b'] },
        },
      }),
    );
  });

  it('are never brand queries', () => {
    expect(opportunitiesOf({ ...site, queries: [{ ...seen('shop', 10, 1_000, 6), isBrand: true }] })).toEqual(
      [],
    );
  });
});
