import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { Cell, Counts } from '#shared/facts/statistics/compared-cells.ts';
import {
  dispersionOf,
  explainChange,
  type PartName,
  shapleyShares,
} from '#shared/facts/statistics/explain-change.ts';
import { randomSource } from '#test/support/statistics/random-counts.ts';

const shareAt = (position: number) => 0.3 / Math.max(1, position);
const noCounts: Counts = { clicks: 0, impressions: 0, position: 0 };
const clicksOf = (cells: readonly Cell[], side: 'before' | 'after') =>
  cells.reduce((sum, cell) => sum + cell[side].clicks, 0);

const counts = fc
  .record({
    impressions: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(100_000)),
    rate: fc.double({ min: 0, max: 1, noNaN: true }),
    position: fc.double({ min: 1, max: 100, noNaN: true }),
  })
  .map(({ impressions, rate, position }) => ({
    clicks: Math.round(impressions * rate),
    impressions,
    position,
  }));
const cell = fc.record({
  query: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
  page: fc.option(fc.constantFrom('/1', '/2', '/3', '/4')),
  before: counts,
  after: counts,
});

describe('the parts of a change of clicks', () => {
  it('add up to the change to the unit, and their carriers to each, in any world', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { maxLength: 40 }),
        fc.nat(5_000),
        fc.nat(5_000),
        fc.option(
          fc.record({ growth: fc.double({ min: 0.2, max: 5, noNaN: true }), error: fc.constant(0.1) }),
          {
            nil: undefined,
          },
        ),
        (cells, hiddenBefore, hiddenAfter, season) => {
          const clicks = {
            before: clicksOf(cells, 'before') + hiddenBefore,
            after: clicksOf(cells, 'after') + hiddenAfter,
          };
          const parts = explainChange({ clicks, cells, shareAt, season, dispersion: 1 });
          expect(parts.reduce((sum, part) => sum + part.clicks, 0)).toBe(clicks.after - clicks.before);
          for (const part of parts) {
            expect(Number.isInteger(part.clicks)).toBe(true);
            expect(part.low).toBeLessThanOrEqual(part.clicks);
            expect(part.high).toBeGreaterThanOrEqual(part.clicks);
            const carried = part.carriers.reduce((sum, each) => sum + each.clicks, 0);
            if (part.carriers.length > 0 && part.name !== 'season') expect(carried).toBe(part.clicks);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are the same whichever of two periods comes first, with the other sign', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), (cells) => {
        const clicks = { before: clicksOf(cells, 'before'), after: clicksOf(cells, 'after') };
        const there = explainChange({ clicks, cells, shareAt, dispersion: 1 });
        const back = explainChange({
          clicks: { before: clicks.after, after: clicks.before },
          cells: cells.map(({ before, after, ...name }) => ({ ...name, before: after, after: before })),
          shareAt,
          dispersion: 1,
        });
        const other: Partial<Record<PartName, PartName>> = { gone: 'new', new: 'gone' };
        for (const part of there) {
          const same = back.find(({ name }) => name === (other[part.name] ?? part.name));
          expect(Math.abs(part.clicks + (same?.clicks ?? Number.NaN))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('are those of the formula for three factors', () => {
    const [a, b, c] = [
      [2, 3],
      [5, 4],
      [7, 11],
    ] as const;
    const [share] = shapleyShares([a, b, c]);
    expect(share).toBeCloseTo(1 * ((5 * 7 + 4 * 11) / 3 + (5 * 11 + 4 * 7) / 6), 10);
  });

  it('are those that the documentation computes by hand', async () => {
    const text = await readFile('docs/why.md', 'utf8');
    const told = [...text.matchAll(/^\| (?<name>\w+) \| \(.*\| (?<clicks>-?\d+) \|$/gmu)];
    const side = (impressions: number, clicks: number, position: number): Counts => ({
      impressions,
      clicks,
      position,
    });
    const cells = [{ query: 'shoes', page: '/a', before: side(1_000, 100, 2), after: side(800, 40, 4) }];
    const parts = explainChange({
      clicks: { before: 100, after: 40 },
      cells,
      shareAt: (position) => (position === 2 ? 0.15 : 0.07),
      dispersion: 1,
    });
    expect(told).toHaveLength(3);
    for (const { groups } of told)
      expect(parts.find(({ name }) => name === groups?.name)?.clicks).toBe(Number(groups?.clicks));
  });

  it('name a page that is gone, a query that is new, and what no row tells', () => {
    const some = (clicks: number, impressions: number) => ({ clicks, impressions, position: 3 });
    const cells = [
      { query: 'stays', page: '/a', before: some(50, 500), after: some(50, 500) },
      { query: 'stays', page: '/gone', before: some(30, 300), after: noCounts },
      { query: 'fresh', page: '/a', before: noCounts, after: some(20, 200) },
      { query: 'once', page: '/a', before: some(1, 2), after: noCounts },
      { query: 'again', page: '/a', before: noCounts, after: some(1, 3) },
    ];
    const parts = explainChange({ clicks: { before: 91, after: 74 }, cells, shareAt, dispersion: 1 });
    const part = (name: PartName) => parts.find((each) => each.name === name);
    expect(part('gone')).toMatchObject({
      clicks: -30,
      carriers: [{ query: null, page: '/gone', clicks: -30 }],
    });
    expect(part('new')).toMatchObject({ clicks: 20, carriers: [{ query: 'fresh', page: null, clicks: 20 }] });
    expect(part('withheld')).toMatchObject({ clicks: -7, verdict: 'cannot_tell' });
  });

  it('take a page that stands in for another for mix', () => {
    const some = (clicks: number, position: number) => ({ clicks, impressions: 1_000, position });
    const cells = [
      { query: 'shoes', page: '/old', before: some(100, 3), after: { ...some(1, 3), impressions: 10 } },
      { query: 'shoes', page: '/new', before: { ...some(0, 9), impressions: 10 }, after: some(30, 9) },
    ];
    const parts = explainChange({ clicks: { before: 100, after: 31 }, cells, shareAt, dispersion: 1 });
    expect(parts.find(({ name }) => name === 'mix')?.clicks).toBeLessThan(-50);
    expect(parts.find(({ name }) => name === 'demand')).toMatchObject({ clicks: 0, verdict: 'cannot_tell' });
  });
});

/** A world of 300 queries on 40 pages, in eight folders, with what was planted. */
function plantedWorld() {
  const random = randomSource(7);
  return Array.from({ length: 300 }, (_, at) => {
    const impressions = Math.round(200 + 4_000 * random.uniform() ** 3) * (at < 10 ? 5 : 1);
    const position = 1 + 9 * random.uniform();
    const residual = 0.5 + random.uniform();
    const folder = at % 8;
    const rateOf = (place: number, factor: number) => Math.min(0.9, shareAt(place) * residual * factor);
    const later = folder === 0 ? position + 3 : position;
    const before = { impressions, rate: rateOf(position, 1), position };
    const rate = rateOf(later, at < 10 ? 0.7 : 1);
    const after = { impressions: impressions * 0.8, rate, position: later };
    return { query: `query ${at}`, page: `/${folder}/${at % 40}`, before, after };
  });
}
type Planted = ReturnType<typeof plantedWorld>[number]['before'];

const world = plantedWorld();
const worldOf = (count: (planted: Planted) => Counts): Cell[] =>
  world.map(({ before, after, ...name }) => ({ ...name, before: count(before), after: count(after) }));

const partsOf = (cells: readonly Cell[]) =>
  explainChange({
    clicks: { before: clicksOf(cells, 'before'), after: clicksOf(cells, 'after') },
    cells,
    shareAt,
    dispersion: 1,
  });

describe('a planted mixture: demand down by a fifth, a folder three places down, ten queries clicked 30 % less', () => {
  // A thousand times as many of each, so that what is rounded to whole clicks is not seen.
  const scale = 1_000;
  const truth = partsOf(
    worldOf(({ impressions, rate, position }) => ({
      impressions: impressions * scale,
      clicks: Math.round(impressions * scale * rate),
      position,
    })),
  );
  const runs = 200;
  const random = randomSource(11);
  const found = Array.from({ length: runs }, () =>
    partsOf(
      worldOf(({ impressions: mean, rate, position }) => {
        const clicks = random.poisson(mean * rate);
        const impressions = clicks + random.poisson(mean * (1 - rate));
        const scatter = random.normal() * Math.sqrt((position - 1) / Math.max(1, impressions));
        return { clicks, impressions, position: Math.max(1, position + scatter) };
      }),
    ),
  );
  const figures = (['demand', 'position', 'click_rate'] as const).map((name) => {
    const is = (truth.find((part) => part.name === name)?.clicks ?? Number.NaN) / scale;
    const parts = found.flatMap((each) => each.filter((part) => part.name === name));
    const held = parts.filter(({ low, high }) => low <= is && is <= high).length / runs;
    const seen = parts.filter(({ verdict }) => verdict === 'seen').length / runs;
    return { name, is, held, seen };
  });
  if (process.env.SHOW_FIGURES) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);

  it.each(figures)('$name is held by the intervals as often as they say, 95 of 100', ({ held }) => {
    // Three standard deviations of the share of so many runs.
    expect(Math.abs(held - 0.95)).toBeLessThan(3 * Math.sqrt((0.95 * 0.05) / runs));
  });

  it.each(figures)('$name is seen', ({ seen, is }) => {
    expect(is).toBeLessThan(-100);
    expect(seen).toBeGreaterThan(0.9);
  });

  it('is told apart from what was not planted', () => {
    const others = found.flat().filter(({ name }) => ['mix', 'season', 'gone', 'new'].includes(name));
    expect(others.filter(({ verdict }) => verdict === 'seen')).toEqual([]);
  });
});

describe('how much wider than chance days scatter', () => {
  it('is 1 of Poisson counts with a trend and weekdays, and more of days that come in bursts', () => {
    const random = randomSource(3);
    const days = (burst: (day: number) => number) =>
      Array.from({ length: 84 }, (_, day) =>
        random.poisson((day % 7 < 2 ? 60 : 100) * (1 + day / 200) * burst(day)),
      );
    expect(dispersionOf(days(() => 1))).toBeLessThan(1.4);
    expect(dispersionOf(days(() => 0.6 + 0.8 * random.uniform()))).toBeGreaterThan(3);
    expect(dispersionOf([5, 5, 5])).toBe(1);
  });
});
