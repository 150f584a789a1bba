import type { KeywordTrend } from '#shared/facts/ports/search-index.ts';
import { foldVariants } from '#shared/facts/provider/dataforseo/questions/labs-keywords.ts';

function row(keyword: string, monthly_volume: number | null = 100): KeywordTrend {
  const metrics = { cpc_usd: 1, competition_level: null, difficulty: null, intent: null };
  return {
    keyword,
    monthly_volume,
    ...metrics,
    trend: [{ month: '2026-10', volume: monthly_volume }],
    variants: [],
  };
}

const folded = (...rows: KeywordTrend[]) =>
  foldVariants(rows).map(({ keyword, variants }) => [keyword, variants]);

describe('variants of a keyword', () => {
  it('are folded into the shortest spelling where words and metrics are the same', () => {
    expect(folded(row('shoes for running'), row('running shoes'), row('running shoe'))).toEqual([
      ['running shoe', ['running shoes', 'shoes for running']],
    ]);
  });

  it('stay apart where the metrics differ, or are not known', () => {
    expect(folded(row('running shoes'), row('running shoe', 50))).toHaveLength(2);
    expect(folded(row('running shoes', null), row('running shoe', null))).toHaveLength(2);
  });

  it('leave the order of the others as the source ranked them', () => {
    expect(folded(row('trail shoes'), row('boots'), row('shoes trail'), row('socks'))).toEqual([
      ['shoes trail', ['trail shoes']],
      ['boots', []],
      ['socks', []],
    ]);
  });
});
