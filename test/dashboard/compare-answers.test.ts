import fc from 'fast-check';
import { figuresOf, rowChanges } from '../../dashboard/src/charts/compare-answers.ts';

describe('the figures of an answer', () => {
  it('are all numbers outside its lists, by their path', () => {
    const data = {
      domain: 'a.example',
      score: 7,
      summary: { keywords: 3, best: { position: 1 } },
      rows: [{ n: 1 }],
    };
    expect([...figuresOf(data)]).toEqual([
      ['score', 7],
      ['summary.keywords', 3],
      ['summary.best.position', 1],
    ]);
  });

  it('are none of what is no answer', () => {
    fc.assert(
      fc.property(fc.anything(), (any) => {
        for (const value of figuresOf(any).values()) expect(typeof value).toBe('number');
        expect(rowChanges(any, any).filter(({ kind }) => kind !== 'changed')).toEqual([]);
      }),
    );
  });
});

describe('the rows of two answers', () => {
  const before = {
    positions: [
      { keyword: 'tea', position: 4, monthly_volume: 10 },
      { keyword: 'cups', position: 9 },
    ],
  };

  it('are told as new, gone and changed, by what names them and not by their place', () => {
    const after = {
      positions: [
        { keyword: 'pots', position: 2 },
        { keyword: 'tea', position: 3, monthly_volume: 99 },
      ],
    };
    expect(rowChanges(before, after)).toEqual([
      { list: 'positions', name: 'pots', kind: 'new' },
      { list: 'positions', name: 'tea', kind: 'changed', member: 'position', before: 4, after: 3 },
      { list: 'positions', name: 'cups', kind: 'gone' },
    ]);
  });

  it('say nothing of lists that were empty, nor of rows whose name comes twice', () => {
    expect(rowChanges({ positions: [] }, before)).toEqual([]);
    const twice = { rows: [{ keyword: 'tea' }, { keyword: 'tea' }] };
    expect(rowChanges(twice, { rows: [{ keyword: 'pots' }] })).toEqual([]);
  });

  it('are told by their addresses where one domain has several of them', () => {
    const at = (position: number, path: string) => {
      return { position, domain: 'a.example', url: `https://a.example/${path}` };
    };
    const listing = (...organic: readonly unknown[]) => ({ organic });
    expect(rowChanges(listing(at(1, 'x'), at(2, 'y')), listing(at(2, 'x'), at(3, 'z')))).toEqual([
      {
        list: 'organic',
        name: 'https://a.example/x',
        kind: 'changed',
        member: 'position',
        before: 1,
        after: 2,
      },
      { list: 'organic', name: 'https://a.example/z', kind: 'new' },
      { list: 'organic', name: 'https://a.example/y', kind: 'gone' },
    ]);
  });

  it('tell a position that was lost as unknown, never as zero', () => {
    const after = { positions: [{ keyword: 'tea', position: null }, before.positions[1]] };
    expect(rowChanges(before, after)).toEqual([
      { list: 'positions', name: 'tea', kind: 'changed', member: 'position', before: 4, after: null },
    ]);
  });
});
