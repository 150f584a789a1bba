import type { Provenance } from '#shared/contract/envelope.ts';
import type {
  CurvePoint,
  OwnFigures,
  OwnSiteFigures,
  SearchOpportunity,
  SiteNames,
  SiteScope,
} from '#shared/contract/own-rows.ts';
import type { Market } from './fact.ts';

/**
 * What the calling account itself has brought about its sites: Search Console
 * counts. Composed for one account; nothing here can be asked for another's.
 */
export interface OwnSites {
  /** The console figures of a site that hold for a market; undefined where the account brought none. */
  site(domain: string, market: Market): Promise<OwnSite | undefined>;
  /** Countries that all figures of a site are of, where they are of some and none holds for the whole world. */
  countries(domain: string): Promise<readonly string[]>;
  /** All sites of the account with figures that hold for a market. */
  sites(market: Market): Promise<readonly OwnSite[]>;
  /** What imported links show of a period; undefined where none are imported, or only older ones. */
  linkChanges(
    site: string,
    period: { readonly from: string; readonly to: string },
  ): Promise<OwnLinkChanges | undefined>;
}

/** Which domains began or ceased to link to a site. */
export interface OwnLinkChanges {
  /** Day of the newest import, `YYYY-MM-DD`, and of the one that it is compared with. */
  readonly at: string;
  readonly comparedWith: string | null;
  readonly gained: readonly LinkingDomain[];
  readonly lost: readonly LinkingDomain[];
}

export interface LinkingDomain {
  readonly domain: string;
  /** Pages that it links to, as far as single links are kept. */
  readonly pages: readonly string[];
}

export interface OwnSite {
  readonly domain: string;
  /** The import that the totals are from. */
  readonly mainImportId: string;
  readonly summary: OwnSummary;
  /** Of the import that gave the queries. */
  readonly provenance: Provenance;
  /** Of those that gave the totals and the pages, which may be others. */
  readonly totalsProvenance: Provenance;
  readonly pageProvenance: Provenance;
  /** Most clicks first, then impressions: at most a hundred of each. */
  topQueries(): Promise<readonly OwnQuery[]>;
  topPages(): Promise<readonly OwnPage[]>;
  /** Those of the queries that the console has, by their key (`keywordKey`). */
  queries(keywords: readonly string[]): Promise<ReadonlyMap<string, OwnQuery>>;
  /** One page whatever its scheme or fragment, with the queries that are known for it; undefined where it has none. */
  page(url: string): Promise<(OwnPage & { readonly queries: readonly OwnQuery[] }) | undefined>;
  curve(): Promise<readonly CurvePoint[]>;
  /** The ten best of all kinds. */
  bestOpportunities(): Promise<readonly SearchOpportunity[]>;
  allQueries(): Promise<readonly OwnQuery[]>;
  /** The same lists some thousand rows at a time, most clicks first, in little memory however long they are. */
  queryParts(): AsyncIterable<readonly OwnQuery[]>;
  pageParts(): AsyncIterable<readonly OwnPage[]>;
  /** Most clicks to win first. */
  opportunities(): Promise<readonly SearchOpportunity[]>;
}

/** A page by which search loses it, as it was read on a day: it answers with an error, forbids to be indexed, and the like. */
export interface PageFault {
  readonly url: string;
  readonly title: string;
  readonly on: string;
}

/** What a crawl or an audit has read of a site: a page without a fault has none any more. */
export interface ReadPages {
  readonly site: string;
  readonly urls: readonly string[];
  readonly faults: readonly PageFault[];
}

export interface OwnQuery {
  readonly query: string;
  /** Its page with the most clicks, where the export names pages for queries. */
  readonly page: string | null;
  /** Whether it names the site itself. */
  readonly is_brand: boolean;
  readonly own: OwnFigures;
}

export interface OwnPage {
  readonly url: string;
  readonly own: OwnFigures;
}

/** `counted_from` names the table of the totals: that of days is whole, that of queries leaves out rare ones. */
export interface OwnSummary
  extends Readonly<Pick<OwnSiteFigures, 'counted_from' | 'queries' | 'pages' | 'brand'>> {
  readonly scope: SiteScope;
  readonly figures: OwnFigures;
  /** By which brand queries are told, and as they were found before anybody edited them. */
  readonly names: SiteNames;
  readonly foundNames: SiteNames;
  /** Opportunities of each kind. */
  readonly opportunities: Readonly<Record<string, number>>;
}

/** First and last day, where they are known. */
interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

const dayMs = 24 * 3_600_000;
export const daysOfMonth = 365.25 / 12;

/** Days of a period, both ends included; null where it is not known. */
export function daysOf({ from, to }: Period): number | null {
  if (from === null || to === null) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** A count over a period as one a month, to one decimal; null where the period is not known. */
export function perMonth(count: number | null, period: Period): number | null {
  const days = daysOf(period);
  return count === null || days === null ? null : Math.round((count / days) * daysOfMonth * 10) / 10;
}

export function periodText({ from, to }: Period): string {
  return from === null || to === null ? 'a period that its export does not name' : `${from} to ${to}`;
}

/** The members of every row that says what the console counted. */
export function figures(
  { from, to }: Period,
  row: { readonly clicks: number; readonly impressions: number; readonly position: number | null },
) {
  const { clicks, impressions, position } = row;
  return {
    clicks,
    impressions,
    ctr: impressions > 0 ? Math.round((clicks / impressions) * 1e4) / 1e4 : null,
    average_position: position === null ? null : Math.round(position * 10) / 10,
    from,
    to,
  };
}
