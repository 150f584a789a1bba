import type { ScopeFilter, SearchOpportunity, SiteScope } from '#shared/contract/own-rows.ts';

/** What Search Console counts by. */
export const consoleDimensions = [
  'query',
  'page',
  'country',
  'device',
  'date',
  'period',
  'appearance',
] as const;
export type ConsoleDimension = (typeof consoleDimensions)[number];

/** One row of a console's table or answer: counts for one value of each of its dimensions. */
export interface ConsoleRow {
  /** Those the table has; an empty text where the row leaves one out, as for rare queries. */
  readonly values: Readonly<Partial<Record<ConsoleDimension, string>>>;
  readonly clicks: number;
  readonly impressions: number;
  /** Mean over the impressions; null where the row does not say. */
  readonly position: number | null;
}

/** What an export says of itself beside its rows. */
export interface ConsoleFrame {
  /** `YYYY-MM-DD`; null where neither rows nor filters say. */
  readonly from: string | null;
  readonly to: string | null;
  /** `web` unless said otherwise. */
  readonly searchType: string;
  /** As the export names it; null where it holds for all. */
  readonly country: string | null;
  readonly device: string | null;
  /** Other filters, such as of pages: the figures are of a part of the site. */
  readonly filters: readonly ScopeFilter[];
  /** As Search Console names it, `sc-domain:shop.example` or `https://shop.example/`; null where nothing says. */
  readonly property?: string | null;
  /** Whether a person exported it or a connection fetched it. */
  readonly source?: SiteScope['source'];
}

/** Exports and answers end at round numbers of rows. */
const cutRows = 1_000;

/** How the scope of an export says that it leaves out what nobody clicked. */
export const clickedOnly = 'cut to rows with clicks';

/** The number of rows at which a list was most likely cut off; undefined where it is whole. */
export function cutAt(rows: number): number | undefined {
  return rows > 0 && rows % cutRows === 0 ? rows : undefined;
}

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
