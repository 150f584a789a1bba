import { dayOf } from '#shared/facts/search-console/day-ranges.ts';
import type { KeptRow } from '#shared/facts/search-console/kept-rows.ts';
import { shown } from '#shared/facts/search-console/slice-rows.ts';
import { mostGroups, SliceTooLarge, slicePeriod } from '#shared/facts/search-console/slices.ts';

const last = dayOf('2026-11-21');

/** A site with so many queries in each of ten days. */
function sourceOf(queries: number) {
  const asked: number[] = [];
  const rows: KeptRow[] = Array.from({ length: queries }, (_, at) => ({
    key: `query ${at}`,
    clicks: 1,
    impressions: 2,
    position: 3,
  }));
  const state = { todo: [], days: [[last - 9, last]] as [number, number][], weeks: [], months: [] };
  return {
    asked,
    source: {
      kept: { types: { web: state }, first_day: last - 9 },
      isBrand: () => false,
      rows: {
        totals: async () => [],
        fresh: async () => [],
        async read(_type: string, _list: string, { from, to }: { from: number; to: number }) {
          asked.push(to - from + 1);
          return new Map(Array.from({ length: to - from + 1 }, (_, at) => [from + at, rows]));
        },
      },
    },
  };
}

const question = { type: 'web', from: last - 9, to: last, filters: [] };

describe('a slice', () => {
  it('reads a week of rows at once, however long its period is', async () => {
    const { source, asked } = sourceOf(3);
    const { groups } = await slicePeriod(source, { ...question, dimensions: ['query'] }, 'q');
    expect([asked, groups.get('query 1')?.clicks]).toEqual([[7, 3], 10]);
  });

  it('of more rows than a call can hold is refused instead of ending the process', async () => {
    const { source } = sourceOf(mostGroups / 10 + 1);
    const byDay = slicePeriod(source, { ...question, dimensions: ['query', 'date'] }, 'q');
    await expect(byDay).rejects.toBeInstanceOf(SliceTooLarge);
    const whole = await slicePeriod(source, { ...question, dimensions: ['query'] }, 'q');
    expect(whole.groups.size).toBe(mostGroups / 10 + 1);
  });

  it('has no position where none was counted, as in Discover, and never 0', () => {
    expect(shown({ clicks: 1, impressions: 10, places: 0 })).toMatchObject({
      average_position: null,
      ctr: 0.1,
    });
  });
});
