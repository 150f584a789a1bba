import type { ScopeFilter, SiteScope } from '#shared/contract/own-rows.ts';

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
