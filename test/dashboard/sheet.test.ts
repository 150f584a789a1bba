import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvOf, filterRows, sortRows, tsvOf } from '../../dashboard/src/charts/sheet.ts';

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
  it('sorts numbers by size, and puts what is not known last in either direction', () => {
    const rows = rowsOf(['a', 90], ['b', null], ['c', 1_000], ['d', 200]);
    const names = (isDescending: boolean) => sortRows(rows, volume, isDescending).map(keyword.value);
    expect(names(false)).toEqual(['a', 'd', 'c', 'b']);
    expect(names(true)).toEqual(['c', 'd', 'a', 'b']);
  });

  it('finds a text in any column, in whatever case', () => {
    const rows = rowsOf(['Trail Shoes', 90], ['rain jacket', 900]);
    expect(filterRows(rows, columns, ' trail ')).toEqual([rows[0]]);
    expect(filterRows(rows, columns, '900')).toEqual([rows[1]]);
    expect(filterRows(rows, columns, '')).toEqual(rows);
  });

  it('loses no row by sorting', () => {
    fc.assert(
      fc.property(anyRows, fc.boolean(), (rows, isDescending) => {
        expect(new Set(sortRows(rows, volume, isDescending))).toEqual(new Set(rows));
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
