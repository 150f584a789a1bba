import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { compareCells, csvOf, holds, meets, tsvOf } from '../../dashboard/src/grid/sheet.ts';

const keyword = { header: 'Keyword', value: (row: Row) => String(row.keyword) };
const volume = {
  header: 'Searches a month',
  value: (row: Row) => (typeof row.volume === 'number' ? row.volume : null),
};
const columns = [keyword, volume];

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (...list: readonly (readonly [string, number | null])[]): readonly Row[] =>
  list.map(([name, searches]) => ({ keyword: name, volume: searches }));

const anyRows = fc.array(
  fc.record({
    keyword: fc.string({ unit: 'grapheme' }),
    volume: fc.option(fc.integer({ min: 0, max: 1e9 })),
  }),
);

describe('a table of an answer', () => {
  it('sorts numbers by size, and texts as people count', () => {
    expect([90, 1_000, 200].toSorted(compareCells)).toEqual([90, 200, 1_000]);
    expect(['size 10', 'size 9', 'Åre'].toSorted(compareCells)).toEqual(['Åre', 'size 9', 'size 10']);
  });

  it('sorts the same whichever row stands first', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(Math.sign(compareCells(one, other)) + Math.sign(compareCells(other, one))).toBe(0);
      }),
    );
  });

  it('finds a text in whatever case, and nothing in what is not known', () => {
    expect([holds('Trail Shoes', ' trail '), holds(900, '90'), holds(null, 'a')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('narrows numbers to a range with both ends in it, and leaves out what is not known', () => {
    fc.assert(
      fc.property(fc.integer(), fc.option(fc.integer()), fc.option(fc.integer()), (value, from, to) => {
        const isIn = (from === null || value >= from) && (to === null || value <= to);
        expect(meets(value, { from, to })).toBe(isIn);
        expect(meets(null, { from, to })).toBe(false);
      }),
    );
  });

  it('copies every row as one line with one cell a column, whatever the text holds', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const lines = tsvOf(columns, rows).split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) expect(line.split('\t')).toHaveLength(2);
      }),
    );
  });

  it('copies no formula', () => {
    const hostile = rowsOf(['=HYPERLINK("https://evil.example")', 1], [' +1+1', 2], ['@cmd', 3]);
    const cells = tsvOf([keyword], hostile).split('\n').slice(1);
    expect(cells.filter((cell) => !cell.startsWith("'"))).toEqual([]);
  });

  it('writes CSV that a reader takes apart into the same rows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z][a-z ,"\n]*$/u), fc.nat())), (list) => {
        const read: readonly string[][] = parse(csvOf(columns, rowsOf(...list)));
        expect(read.slice(1)).toEqual(list.map(([name, searches]) => [name, String(searches)]));
      }),
    );
  });
});
