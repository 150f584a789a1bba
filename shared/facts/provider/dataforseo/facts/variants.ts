import { sameMeaningKey } from '#shared/facts/intent/words.ts';
import type { KeywordTrend } from '#shared/facts/ports/search-index.ts';

/**
 * Rows that say the same thing (the same words in another order or number, with
 * the same metrics) as one, under its shortest spelling. The provider groups
 * the volumes of such keywords and then lists each with the group's volume.
 */
export function foldVariants(rows: readonly KeywordTrend[]): KeywordTrend[] {
  const groups = Map.groupBy(rows, meaningOf);
  return [...groups.values()].flatMap((group) => {
    const [row, ...variants] = group.toSorted(bySpelling);
    return row ? [{ ...row, variants: variants.map(({ keyword }) => keyword).toSorted() }] : [];
  });
}

/** Unknown volumes are no evidence that two keywords are one. */
function meaningOf({ keyword, monthly_volume, cpc_usd, trend }: KeywordTrend): string {
  if (monthly_volume === null) return keyword;
  const months = trend.map(({ volume }) => volume).join();
  return `${sameMeaningKey(keyword)}|${monthly_volume}|${cpc_usd}|${months}`;
}

function bySpelling(a: KeywordTrend, b: KeywordTrend): number {
  return a.keyword.length - b.keyword.length || (a.keyword < b.keyword ? -1 : 1);
}
