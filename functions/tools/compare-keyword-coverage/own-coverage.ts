import type { OwnFigures } from '#shared/contract/own-rows.ts';
import { ownFact, roundedPlace } from '#shared/facts/answers/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/sources/fact.ts';
import type { OwnQuery, OwnSite } from '#shared/facts/sources/own-sites.ts';
import type { GapRow, KeywordCoverage, LosingRow } from '#shared/facts/sources/search-index.ts';

/** A losing keyword of which the target's place may be a mean that its own console reports. */
export interface OwnLosingRow extends Omit<LosingRow, 'target_url'> {
  readonly target_url: string | null;
  readonly basis?: 'observed' | 'average';
  readonly own?: OwnFigures;
}

export interface OwnCoverage {
  readonly gaps: KeywordCoverage['gaps'];
  readonly losing: { readonly rows: readonly OwnLosingRow[]; readonly total: number | null };
  readonly facts: readonly Fact<unknown>[];
}

/**
 * Coverage with the console of the caller's own site laid beside the rivals'
 * listings: a gap for which the site is shown after all is none, and is a losing
 * keyword where the best rival stands above the site's mean position.
 */
export async function withOwnCoverage(
  { gaps, losing }: KeywordCoverage,
  site: OwnSite | undefined,
): Promise<OwnCoverage> {
  // Of gaps that were not read, no one knows which are none.
  const areAllRead = gaps.total === gaps.rows.length;
  const keywords = [...gaps.rows, ...losing.rows].map(({ keyword }) => keyword);
  const queries = (await site?.queries(keywords)) ?? new Map<string, OwnQuery>();
  if (!site || (areAllRead && queries.size === 0)) return { gaps, losing, facts: [] };
  const shown = gaps.rows.filter(({ keyword }) => queries.has(keywordKey(keyword)));
  const lost = shown.flatMap((row) => losingRow(row, queries.get(keywordKey(row.keyword))));
  const marked = losing.rows.map((row): OwnLosingRow => {
    const query = queries.get(keywordKey(row.keyword));
    return query ? { ...row, basis: 'observed', own: query.own } : row;
  });
  const rows = [...marked, ...lost].sort((a, b) => (b.monthly_volume ?? -1) - (a.monthly_volume ?? -1));
  return {
    gaps: {
      rows: gaps.rows.filter((row) => !shown.includes(row)),
      total: gaps.total !== null && areAllRead ? gaps.total - shown.length : null,
    },
    losing: { rows, total: losing.total !== null && areAllRead ? losing.total + lost.length : null },
    facts: queries.size > 0 ? [ownFact(queries, site.provenance)] : [],
  };
}

function losingRow(gap: GapRow, query: OwnQuery | undefined): OwnLosingRow[] {
  const { competitor_positions, ...keyword } = gap;
  const best = competitor_positions.toSorted((a, b) => a.position - b.position).at(0);
  const average = query?.own.average_position ?? null;
  const position = roundedPlace(average);
  if (!query || !best || average === null || position === null || best.position >= average) return [];
  return [
    {
      ...keyword,
      target_position: position,
      target_url: query.page,
      best_competitor: best,
      basis: 'average',
      own: query.own,
    },
  ];
}
