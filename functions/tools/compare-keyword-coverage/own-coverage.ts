import type { OwnFigures } from '#shared/contract/own-rows.ts';
import { ownFact, roundedPlace, withFoundIntents } from '#shared/facts/answers/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { OwnQuery, OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { GapRow, KeywordCoverage, SharedRow } from '#shared/facts/ports/search-index.ts';

/** Queries of a rival that are laid beside those of the target, most clicks first: some megabytes. */
const mostOfRival = 20_000;

/** Coverage with rivals that are sites of the caller, too: for what their own consoles show, they rank. */
export async function withOwnRivals(
  found: KeywordCoverage,
  rivals: readonly OwnSite[],
): Promise<KeywordCoverage> {
  if (rivals.length === 0) return found;
  const known = new Set(
    [found.gaps, found.losing, found.strong].flatMap(({ rows }) =>
      rows.map((row) => keywordKey(row.keyword)),
    ),
  );
  const shown = await Promise.all(rivals.map(placesOf));
  const rows = new Map<string, GapRow>();
  for (const { keyword, ...place } of shown.flatMap(({ places }) => places)) {
    const key = keywordKey(keyword);
    if (known.has(key)) continue;
    const { competitor_positions: others = [] } = rows.get(key) ?? {};
    rows.set(key, { ...unmeasured, keyword, competitor_positions: [...others, place], basis: 'average' });
  }
  const isWhole = found.gaps.total === found.gaps.rows.length && shown.every((rival) => rival.isWhole);
  const names = rivals.flatMap(({ summary }) => summary.names.own_names);
  const gaps = [...found.gaps.rows, ...(await withFoundIntents([...rows.values()], names))];
  return { ...found, gaps: { rows: gaps, total: isWhole ? gaps.length : null } };
}

const unmeasured = {
  ...{ monthly_volume: null, cpc_usd: null, competition_level: null, difficulty: null, intent: null },
};

/** Where a site of the caller stands for its queries, but those with its name. */
async function placesOf(site: OwnSite) {
  const first: OwnQuery[] = [];
  for await (const part of site.queryParts()) {
    first.push(...part);
    if (first.length >= mostOfRival) break;
  }
  const places = first.flatMap(({ query, page, is_brand, own }) => {
    const position = roundedPlace(own.average_position);
    const place = { keyword: query, competitor: site.domain, url: page ?? `https://${site.domain}/` };
    return is_brand || position === null ? [] : [{ ...place, position }];
  });
  return { places, isWhole: first.length >= site.summary.queries };
}

/** A shared keyword of which the target's place may be a mean that its own console reports. */
export interface OwnSharedRow extends Omit<SharedRow, 'target_url'> {
  readonly target_url: string | null;
  readonly basis?: 'observed' | 'average';
  readonly own?: OwnFigures;
}

export interface OwnCoverage extends Pick<KeywordCoverage, 'gaps' | 'estimate'> {
  readonly losing: List<OwnSharedRow>;
  readonly strong: List<OwnSharedRow>;
  readonly facts: readonly Fact<unknown>[];
}

/**
 * Coverage with the console of the caller's own site laid beside the rivals'
 * listings: a gap for which the site is shown after all is none. It is a losing
 * keyword where the best rival stands above the site's mean position, else strong.
 */
export async function withOwnCoverage(
  { gaps, losing, strong, ...estimated }: KeywordCoverage,
  site: OwnSite | undefined,
): Promise<OwnCoverage> {
  // Of gaps that were not read, no one knows which are none.
  const areAllRead = gaps.total === gaps.rows.length;
  const keywords = [...gaps.rows, ...losing.rows, ...strong.rows].map(({ keyword }) => keyword);
  const queries = (await site?.queries(keywords)) ?? new Map<string, OwnQuery>();
  if (!site || (areAllRead && queries.size === 0)) return { gaps, losing, strong, ...estimated, facts: [] };
  const shown = gaps.rows.filter(({ keyword }) => queries.has(keywordKey(keyword)));
  const moved = shown.flatMap((row) => movedRow(row, queries.get(keywordKey(row.keyword))));
  const byPlace = Map.groupBy(moved, isBehind);
  const withMoved = (list: List<SharedRow>, more: readonly OwnSharedRow[]): List<OwnSharedRow> => ({
    rows: [...list.rows.map((row) => marked(row, queries)), ...more].sort(
      (a, b) => (b.monthly_volume ?? -1) - (a.monthly_volume ?? -1),
    ),
    total: list.total !== null && areAllRead ? list.total + more.length : null,
  });
  return {
    gaps: {
      rows: gaps.rows.filter((row) => !shown.includes(row)),
      total: gaps.total !== null && areAllRead ? gaps.total - shown.length : null,
    },
    losing: withMoved(losing, byPlace.get(true) ?? []),
    strong: withMoved(strong, byPlace.get(false) ?? []),
    facts: queries.size > 0 ? [ownFact(queries, site.provenance)] : [],
  };
}

function marked(row: SharedRow, queries: ReadonlyMap<string, OwnQuery>): OwnSharedRow {
  const query = queries.get(keywordKey(row.keyword));
  return query ? { ...row, basis: 'observed', own: query.own } : row;
}

function isBehind({ best_competitor, own }: OwnSharedRow): boolean {
  return best_competitor.position < (own?.average_position ?? 0);
}

/** None where the console tells no position. */
function movedRow(gap: GapRow, query: OwnQuery | undefined): OwnSharedRow[] {
  const { competitor_positions, ...keyword } = gap;
  const best = competitor_positions.toSorted((a, b) => a.position - b.position).at(0);
  const position = roundedPlace(query?.own.average_position ?? null);
  if (!query || !best || position === null) return [];
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
