import { classOf, matrixRows, positionOf } from '../../dashboard/src/charts/coverage-classes.ts';

const rivals = ['a.example', 'b.example'];
const gap = (keyword: string, monthly_volume: number | null, ...found: string[]) => ({
  keyword,
  monthly_volume,
  competitor_positions: found.map((competitor, index) => ({ competitor, position: index + 1 })),
});
const losing = {
  keyword: 'tents',
  monthly_volume: 500,
  target_position: 9,
  best_competitor: { competitor: 'b.example', position: 2 },
};
const strong = { ...losing, keyword: 'poles', monthly_volume: 700, target_position: 1 };

describe('the classes of keywords of competitors', () => {
  it('are missing where all are found, untapped where some are, weak where the domain stands behind, strong where none is before it', () => {
    expect(classOf(gap('boots', 1, 'a.example', 'b.example'), rivals)).toBe('missing');
    expect(classOf(gap('boots', 1, 'b.example'), rivals)).toBe('untapped');
    expect(classOf(gap('boots', 1, 'a.example'), ['a.example'])).toBe('missing');
    expect(classOf(losing, rivals)).toBe('weak');
    expect(classOf(strong, rivals)).toBe('strong');
    expect(classOf({ ...strong, target_position: 2 }, rivals)).toBe('strong');
  });

  it('go by the mean of a console, and not by its rounded place', () => {
    const average = (average_position: number) => ({
      ...losing,
      target_position: 2,
      basis: 'average',
      own: { average_position },
    });
    expect(classOf(average(2.4), rivals)).toBe('weak');
    expect(classOf(average(1.6), rivals)).toBe('strong');
  });

  it('know the place of each competitor that the answer names, and of no other', () => {
    expect(positionOf(gap('boots', 1, 'a.example', 'b.example'), 'b.example')).toBe(2);
    expect(positionOf(gap('boots', 1, 'a.example'), 'b.example')).toBeNull();
    expect(rivals.map((rival) => positionOf(losing, rival))).toEqual([null, 2]);
  });

  it('come in one list, most searched first, unknown volumes last', () => {
    const data = {
      gaps: [gap('rare', null, 'a.example'), gap('boots', 900, 'a.example')],
      losing: [losing],
      strong: [strong],
    };
    expect(matrixRows(data).map(({ keyword }) => keyword)).toEqual(['boots', 'poles', 'tents', 'rare']);
  });
});
