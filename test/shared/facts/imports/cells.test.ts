import {
  countOf,
  difficultyOf,
  dollarsOf,
  intentOf,
  levelOf,
  numberOf,
  positionOf,
  secondsOf,
  urlOf,
} from '#shared/facts/imports/cells.ts';

describe('a cell of an imported table', () => {
  it.each([
    ['1,234', 1234],
    ['1.234.567', 1234567],
    ['1 234', 1234],
    ['1\u202f234,5', 1234.5],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['$1.20', 1.2],
    ['15 %', 15],
    ['1.2K', 1200],
    ['3M', 3_000_000],
    ['<10', 10],
    ['0', 0],
    ['0-10', 5],
    ['1K – 10K', 3162],
  ])('%j is the number %d', (cell, value) => expect(numberOf(cell)).toBe(value));

  it.each(['', ' ', '-', '–', 'n/a', 'N/A', 'null', undefined])('%j is unknown, not 0', (cell) => {
    expect([numberOf(cell), countOf(cell), dollarsOf(cell), difficultyOf(cell), positionOf(cell)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it.each(['abc', '1-2-3x', '12abc34', 'NaN', '='])('%j is refused as a number', (cell) => {
    expect(() => numberOf(cell)).toThrow('is not a number');
  });

  it('is read by what it means: counts whole, positions among a hundred, prices with two decimals', () => {
    expect(countOf('1.300')).toBe(1300);
    expect(positionOf('4.4')).toBe(4);
    expect(positionOf('140')).toBeNull();
    expect(() => positionOf('0')).toThrow('is not a position');
    expect(dollarsOf('0.8499')).toBe(0.85);
    expect(() => difficultyOf('101')).toThrow('0-100');
    expect(() => countOf('-5')).toThrow('not a number of searches');
    expect([levelOf('High'), levelOf('0.2'), levelOf('0,5'), levelOf('x')]).toEqual([
      'high',
      'low',
      'medium',
      null,
    ]);
    expect(intentOf('Commercial, Informational')).toBe('commercial');
    expect(secondsOf('2026-11-01')).toBe(Date.UTC(2026, 10, 1) / 1000);
    expect(secondsOf('20261101')).toBe(Date.UTC(2026, 10, 1) / 1000);
    expect(secondsOf('2026-11-01 08:00:00')).toBe(Date.UTC(2026, 10, 1, 8) / 1000);
    expect(urlOf('shop.example/a b')).toBe('https://shop.example/a%20b');
    expect(() => urlOf('javascript:alert(1)')).toThrow('not a web address');
    expect(() => urlOf('ftp://shop.example/')).toThrow('not a web address');
  });
});
