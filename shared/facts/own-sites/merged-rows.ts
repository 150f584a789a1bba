import type { SearchOpportunity } from '#shared/contract/own-rows.ts';

/** Rows of each kind that are kept, best first. */
const mostOfKind = 1_000;

/** One row for each query or page: that of what is worth most, with everything else that applies as its levers. */
export function mergedRows(rows: readonly SearchOpportunity[]): SearchOpportunity[] {
  const bySubject = Map.groupBy(rows, ({ query, page }) => (query === null ? `page ${page}` : query));
  const merged = [...bySubject.values()].flatMap((group) => {
    const [first, ...others] = ordered(group);
    if (!first) return [];
    const levers = [...new Set([first, ...others].flatMap(({ kind, levers: more }) => [kind, ...more]))];
    return [{ ...first, page: first.page ?? others.find(({ page }) => page !== null)?.page ?? null, levers }];
  });
  return [...Map.groupBy(ordered(merged), ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, mostOfKind),
  );
}

/** Most clicks to win first, then those that were won. */
export function best(rows: readonly SearchOpportunity[], most: number): SearchOpportunity[] {
  return ordered(rows).slice(0, most);
}

/** What was won is news and nothing to do: what there is to do comes before. */
const isNews = ({ kind }: SearchOpportunity) => Number(kind === 'growth');

function ordered(rows: readonly SearchOpportunity[]): SearchOpportunity[] {
  return rows.toSorted(
    (a, b) =>
      isNews(a) - isNews(b) ||
      (b.estimated_clicks ?? 0) - (a.estimated_clicks ?? 0) ||
      b.impressions - a.impressions ||
      ((a.query ?? a.page ?? '') < (b.query ?? b.page ?? '') ? -1 : 1),
  );
}
