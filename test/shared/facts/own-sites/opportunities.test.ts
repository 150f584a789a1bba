import { reachableCtr } from '#shared/facts/own-sites/click-curve.ts';
import { best, mergedRows } from '#shared/facts/own-sites/console-row.ts';
import { judgedBy } from '#shared/facts/own-sites/judge-queries.ts';
import { nameTeller } from '#shared/facts/own-sites/name-teller.ts';
import { opportunitiesOf } from '#shared/facts/own-sites/opportunities.ts';

const seen = (query: string, clicks: number, impressions: number, position: number) => ({
  query,
  clicks,
  impressions,
  position,
  page: null,
});

describe('opportunities of a site', () => {
  const shares = [0.3, 0.2, 0.1, 0.08, 0.06, 0.04, ...Array.from({ length: 14 }, () => 0.02)];
  const curve = shares.map((ctr, at) => ({ position: at + 1, ctr, queries: 1, impressions: 1_000 }));
  const names = nameTeller({ own_names: ['shop'], other_names: ['discount tire'] });
  const site = {
    site: 'shop.example',
    domain: 'shop.example',
    from: '2026-08-01',
    to: '2026-08-31',
    curve,
    pairs: [],
    names,
  };
  const found = (...queries: readonly ReturnType<typeof seen>[]) => opportunitiesOf({ ...site, queries });

  it('near the top are worth what the site itself gets at the place above', () => {
    const [row, ...others] = found(seen('green tea', 40, 1_000, 6));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: 'striking_distance',
      query: 'green tea',
      // 1,000 impressions × 0.1 at position 3, less 40.
      estimated_clicks: 60,
      estimated_clicks_per_month: 58.9,
      next_call: { tool: 'inspect_serp', args: { query: 'green tea' } },
    });
    expect(row?.computed).toContain('1 of its queries behind it');
  });

  it('of a low share of clicks are told only where chance does not explain it', () => {
    const kinds = (clicks: number, impressions: number) =>
      found(seen('tea', clicks, impressions, 2)).map(({ kind }) => kind);
    expect(kinds(100, 1_000)).toEqual(['low_ctr']);
    expect(kinds(190, 1_000)).toEqual([]);
    expect(kinds(0, 10)).toEqual([]);
  });

  it('of a low share of clicks are none where the site is shown in pictures, which hardly anybody clicks', () => {
    const shown = shares.map((ctr, at) => ({
      position: at + 1,
      ctr: ctr / 20,
      queries: 1,
      impressions: 1_000,
    }));
    const kinds = opportunitiesOf({
      ...site,
      curve: shown,
      queries: [seen('interior design', 60, 12_000, 2)],
    });
    expect(kinds).toEqual([]);
  });

  it('of two pages that share a query name both, and what the better place would bring', () => {
    const pair = (url: string, clicks: number, impressions: number, position: number) => ({
      query: 'green tea',
      url,
      clicks,
      impressions,
      position,
    });
    const rows = opportunitiesOf({
      ...site,
      queries: [seen('green tea', 100, 1_000, 2)],
      pairs: [pair('https://shop.example/a', 60, 600, 2), pair('https://shop.example/b', 40, 500, 3)],
    });
    expect(rows).toContainEqual(
      expect.objectContaining({
        levers: expect.arrayContaining(['cannibalisation', 'low_ctr']),
        estimated_clicks: 100,
        next_call: {
          tool: 'audit_site',
          args: { domain: 'shop.example', urls: ['https://shop.example/a', 'https://shop.example/b'] },
        },
      }),
    );
  });

  it('are none of pages that share a query far behind the first results', () => {
    const pair = (url: string, position: number) => ({
      ...{ query: 'green tea', url, clicks: 0, impressions: 3_000, position },
    });
    const rows = (places: readonly number[]) =>
      opportunitiesOf({
        ...site,
        queries: [seen('green tea', 0, 5_000, Math.min(...places))],
        pairs: places.map((place, at) => pair(`https://shop.example/${at}`, place)),
      }).map(({ levers }) => levers.includes('cannibalisation'));
    expect(rows([54, 61])).toEqual([]);
    expect(rows([19, 61])).toEqual([true]);
  });

  it('stand in one row a query, with one estimate and all that can be done', () => {
    const [row, ...others] = found(seen('green tea', 30, 1_000, 5));
    expect(others).toEqual([]);
    expect(row?.levers.toSorted()).toEqual(['low_ctr', 'striking_distance']);
    // The better of both, not their sum: 1,000 × 0.06 − 30, and 1,000 × 0.1 × (30 + 5) / (60 + 5) − 30.
    expect(row).toMatchObject({ kind: 'low_ctr', estimated_clicks: 30 });
  });

  it('are damped by how seldom the query itself is clicked', () => {
    const [row] = found(seen('green tea', 20, 1_000, 6));
    expect(row).toMatchObject({ kind: 'striking_distance', estimated_clicks: 36 });
    expect(row?.computed).toContain('× 0.56');
  });

  it('are worth a part of what the site wins a month, at least one click and at most five', () => {
    const many = seen('black tea', 3_000, 10_000, 1);
    expect(found(many, seen('green tea', 4, 120, 6))).toMatchObject([{ estimated_clicks: 7 }]);
    expect(found(many, seen('green tea', 2, 60, 6))).toEqual([]);
    expect(found(seen('green tea', 2, 60, 6))).toMatchObject([{ estimated_clicks: 4 }]);
    const ofYear = { ...site, from: '2025-09-01', queries: [seen('green tea', 7, 200, 6)] };
    expect(opportunitiesOf(ofYear)).toEqual([]);
  });

  it.each([
    'shop',
    'discount tire',
    'discount tire near me',
    '5 + 11 + (-5) =',
    '-6n+5<11',
    '5\' 11"',
    '2024',
    '+tea',
    'allow: /teas/green.php',
    'git clone https://tea.example/x',
    'd.tea.co',
    '1 acre to decimal',
    'half acre in hectares',
  ])('are never names of the site or of others, nor sums: %s', (query) =>
    expect(found(seen(query, 40, 1_000, 6))).toEqual([]),
  );

  it('are none of queries that are answered on the page of results', () => {
    expect(found(seen('tire rotation', 70, 273_542, 8.7))).toEqual([]);
    expect(found(seen('green tea meaning', 100, 1_000, 1))).toEqual([]);
    expect(found(seen('275/45r21', 20, 1_000, 6))).toHaveLength(1);
    for (const query of ['10 ways to brew tea', 'acre to decimal'])
      expect(found(seen(query, 40, 1_000, 6))).toHaveLength(1);
  });

  it('are none of queries that are surely passed by, by themselves or as all queries with their word are', () => {
    expect(found(seen('green tea', 10, 1_000, 5))).toEqual([]);
    const games = [seen('dcs sim', 3, 750, 6), seen('dcs cockpit', 12, 900, 6), seen('dcs seat', 9, 800, 6)];
    expect(found(...games)).toEqual([]);
    expect(found(...games.slice(1)).length).toBeGreaterThan(0);
    // By its own clicks a query is wanted, whatever others with its word are.
    expect(found(...games, seen('dcs rig', 5, 200, 6))).toMatchObject([{ query: 'dcs rig' }]);
    expect(found(seen('2fa.com', 40, 1_000, 6), seen('azure', 40, 1_000, 6))).toEqual([]);
  });

  it('are one of queries that say the same, their figures added up under that which is shown most', () => {
    const rows = found(
      seen('2 fa code', 20, 500, 6),
      seen('2fa code', 40, 1_000, 6),
      seen('codes 2fa', 10, 300, 6),
    );
    const together = { query: '2fa code', clicks: 70, impressions: 1_800, estimated_clicks: 105 };
    expect(rows).toMatchObject([together]);
    expect(rows[0]?.seen).toContain('in 3 spellings together');
    const french = found(seen('auvent bois', 40, 1_000, 6), seen('auvent en bois', 10, 300, 6));
    expect(french).toMatchObject([{ query: 'auvent bois', clicks: 50 }]);
    const british = found(
      seen('what color goes with gray', 40, 1_000, 6),
      seen('what colours go with grey', 9, 300, 6),
    );
    expect(british).toMatchObject([{ query: 'what color goes with gray', clicks: 49 }]);
    const cases = found(seen('доставка цветов', 40, 1_000, 6), seen('цветы доставкой', 9, 300, 6));
    expect(cases).toMatchObject([{ query: 'доставка цветов', clicks: 49 }]);
    const letters = found(seen('tea scanner', 40, 1_000, 6), seen('tea scaner', 9, 300, 6));
    expect(letters).toMatchObject([{ query: 'tea scanner', clicks: 49 }]);
  });

  it('are none of what programs ask, nor of a script that the site is not clicked in', () => {
    const clicked = seen('green tea', 500, 2_000, 2);
    for (const query of ['fox plumbing honolulu reviews', '"green tea" award', 'site:shop.example tea'])
      expect(found(clicked, seen(query, 0, 400, 9))).toEqual([]);
    expect(found(clicked, seen('米其林', 9, 400, 9))).toEqual([]);
    expect(found(clicked, seen('best green tea', 0, 200, 9))).toMatchObject([{ query: 'best green tea' }]);
  });

  it('of a list without any query that was not clicked say that it is cut', () => {
    const none = { own_names: [], other_names: [] };
    const queries = Array.from({ length: 120 }, (_, at) =>
      seen(`tea ${String.fromCodePoint(0x4e00 + at)}`, 1, 3, 5),
    );
    const listed = [seen('garden tea', 900, 9_000, 3), seen('green tea', 40, 1_000, 7), ...queries];
    const whole = [...listed, seen('white tea', 0, 9, 30)];
    const noteOf = (rows: typeof listed) =>
      judgedBy(none, site, { queries: rows, pages: [], pairs: [] }).opportunities[0]?.computed;
    expect(noteOf(listed)).toContain('From a cut list of 122 queries');
    expect(noteOf(whole)).not.toContain('cut list');
  });

  it('name the page whose address says most of the query, and none where it says little', () => {
    const url = (path: string) => ({
      url: `https://shop.example/${path}`,
      clicks: 9,
      impressions: 90,
      position: 5,
    });
    const paths = [
      'can-you-put-a-shed-on-gravel',
      'how-to-insulate-a-garden-shed',
      'shed-ideas',
      'insulation.jpg',
      'shed-insulation?ref=9',
      'de-de/shed-insulation',
      'philips-monitor',
      'modern-laundry-room-set-of-3-wall-art',
      'modern-wall-art',
    ];
    const { opportunities } = judgedBy({ own_names: [], other_names: [] }, site, {
      queries: [
        seen('garden tea', 4_000, 20_000, 3),
        seen('shed insulation', 40, 1_000, 7),
        seen('shed on slabs', 40, 1_000, 7),
        seen('modern wall art', 40, 1_000, 7),
        seen('lamp philippines', 40, 1_000, 7),
      ],
      pages: paths.map(url),
      pairs: [],
    });
    expect(new Map(opportunities.map(({ query, page }) => [query, page]))).toEqual(
      new Map([
        ['shed insulation', 'https://shop.example/how-to-insulate-a-garden-shed'],
        ['shed on slabs', null],
        ['modern wall art', 'https://shop.example/modern-wall-art'],
        ['lamp philippines', null],
      ]),
    );
  });

  it('rise at least by the square root of what other sites win on the way, where the curve is flat', () => {
    const curve = Array.from({ length: 20 }, (_, at) => ({
      ...{ position: at + 1, ctr: 0.01, queries: 9, impressions: 9_000 },
    }));
    expect(reachableCtr(curve, 9, 3)).toBeCloseTo(0.01 * Math.sqrt(973 / 150), 6);
    const [row] = opportunitiesOf({ ...site, curve, queries: [seen('green tea', 40, 2_000, 9)] });
    expect(row).toMatchObject({ kind: 'striking_distance', estimated_clicks: 52 });
    expect(row?.computed).toContain('more than the site');
  });

  it('are rather more for a query that is clicked above its place, but not of a list that is cut by clicks', () => {
    const queries = [seen('green tea', 90, 1_000, 6)];
    const estimated = (cutAt?: number) =>
      opportunitiesOf({ ...site, queries, cutAt }).map(({ estimated_clicks }) => estimated_clicks);
    expect(estimated()).not.toEqual([]);
    expect(estimated(1_000)).toEqual([10]);
    expect(estimated()[0] ?? 0).toBeGreaterThan(10);
  });

  it('against an earlier period join the row of their query, what was won as news only', () => {
    const [row] = found(seen('green tea', 40, 1_000, 6));
    if (!row) throw new Error('There is no row.');
    const changed = (kind: 'decay' | 'growth', estimated_clicks: number) => ({
      ...row,
      kind,
      levers: [],
      estimated_clicks,
    });
    expect(mergedRows([row, changed('growth', 900)])).toMatchObject([
      { kind: 'striking_distance', estimated_clicks: 60, levers: ['striking_distance', 'growth'] },
    ]);
    expect(mergedRows([row, changed('decay', 900)])).toMatchObject([
      { kind: 'decay', estimated_clicks: 900, levers: ['decay', 'striking_distance'] },
    ]);
    const won = { ...changed('growth', 900), query: 'black tea' };
    expect(best([won, row], 2).map(({ kind }) => kind)).toEqual(['striking_distance', 'growth']);
  });
});
