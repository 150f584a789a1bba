import type {
  Competitor,
  Intent,
  Keyword,
  KeywordAt,
  MonthVolume,
  OrganicRow,
  PageRow,
} from '#shared/contract/rows.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Fact, List, Market } from './fact.ts';

/** How a domain does in a market. All counts null where the domain is unknown to the source. */
export interface DomainOverview {
  readonly organic_keywords: number | null;
  readonly top_3_keywords: number | null;
  readonly top_10_keywords: number | null;
  readonly estimated_organic_traffic_per_month: number | null;
  readonly traffic_value_usd: number | null;
  readonly movement: {
    readonly new: number | null;
    readonly up: number | null;
    readonly down: number | null;
    readonly lost: number | null;
  };
  /** Shares 0-1 of the ranked keywords; they add up to 1, or are all null. */
  readonly intent_mix: Readonly<Record<Intent | 'unknown', number | null>>;
}

/** Rankings are asked for a domain (subdomains included; a subdomain stands for itself) or one exact URL. */
export type RankedTarget = { readonly domain: string } | { readonly url: string };

type IdeaMode = 'ideas' | 'suggestions' | 'related';

export interface IdeaQuestion {
  readonly seed: string;
  readonly mode: IdeaMode;
  readonly limit: number;
  readonly minVolume?: number;
  readonly intent?: Intent;
}

export interface KeywordTrend extends Keyword {
  readonly trend: readonly MonthVolume[];
  /** Near-duplicates folded into this row (same words in another order or number, same metrics). */
  readonly variants: readonly string[];
}

export interface KeywordIdeas extends List<KeywordTrend> {
  /** Candidates dropped by each filter, as far as the source can tell. */
  readonly filtered_out: { readonly min_volume: number | null; readonly intent: number | null };
}

export interface KeywordDetail extends Keyword {
  readonly trend: readonly MonthVolume[];
  readonly serp_top: readonly OrganicRow[];
  /** Item types of the newest listing, such as `people_also_ask`. */
  readonly serp_features: readonly string[];
}

export interface GapRow extends Keyword {
  readonly competitor_positions: readonly {
    readonly competitor: string;
    readonly position: number;
    readonly url: string;
  }[];
  /** Where the place is a mean that the console of the account's other site reports. */
  readonly basis?: 'average';
}

/** A keyword for which the target ranks, and a rival too. */
export interface SharedRow extends Keyword {
  readonly target_position: number;
  readonly target_url: string;
  readonly best_competitor: { readonly competitor: string; readonly position: number; readonly url: string };
}

/**
 * Keywords where rivals rank, each in one list: the target does not (gaps), ranks
 * worse than the best of them (losing), or has none of them before it (strong).
 */
export interface KeywordCoverage {
  readonly gaps: List<GapRow>;
  readonly losing: List<SharedRow>;
  readonly strong: List<SharedRow>;
  /** Only where the lists tell no total: the sites are too large to be read. */
  readonly estimate?: CoverageEstimate;
}

/** Counts from a random share of all keywords, each with half of its 95% interval. */
export interface CoverageEstimate extends Readonly<Record<'gaps' | 'losing' | 'strong', EstimatedCount>> {
  /** Keywords of the rivals that were laid beside the target. */
  readonly compared: number;
}

interface EstimatedCount {
  readonly keywords: number;
  readonly margin: number;
}

/** Where a domain stands for one keyword, as far as the index knows. */
export interface IndexedPosition {
  readonly keyword: string;
  /** `unknown`: the index has no listing for the keyword, so it cannot say. */
  readonly status: 'ranked' | 'not_in_top_n' | 'unknown';
  readonly position: number | null;
  readonly url: string | null;
  readonly monthly_volume: number | null;
  readonly checked_depth: number | null;
  readonly observed_at: string | null;
  /** Day of the file, where its rows say no time. */
  readonly file_date?: string;
  readonly ai_overview: AiCitation;
  /** Item types of the listing; null where none is known. */
  readonly features: readonly string[] | null;
  /** The best place of each rival that was named and ranks. */
  readonly rivals: readonly RivalPlace[];
}

export interface RivalPlace {
  readonly domain: string;
  readonly position: number;
  readonly url: string;
}

/** Facts stored ahead of time: cheap, fast, as fresh as the last observation. */
export interface SearchIndex {
  domainOverview(domain: string, market: Market): Promise<Fact<DomainOverview>>;
  /** Best estimated traffic first. */
  rankedKeywords(target: RankedTarget, market: Market, limit: number): Promise<Fact<List<KeywordAt>>>;
  /** Counts and traffic of one exact URL beside its keywords. */
  pageOverview(url: string, market: Market): Promise<Fact<PageRow>>;
  topPages(domain: string, market: Market, limit: number): Promise<Fact<List<PageRow>>>;
  /**
   * Closest first. `kept` saves reads: the rivals' own totals are then as they
   * were when the domain itself was last counted.
   */
  competitors(
    domain: string,
    market: Market,
    limit: number,
    totals?: 'current' | 'kept',
  ): Promise<Fact<List<Competitor>>>;
  competitorsForKeywords(
    keywords: readonly string[],
    market: Market,
    limit: number,
  ): Promise<Fact<List<Competitor>>>;
  keywordIdeas(question: IdeaQuestion, market: Market): Promise<Fact<KeywordIdeas>>;
  /** Null where the keyword is unknown. */
  keywordDetail(keyword: string, market: Market): Promise<Fact<KeywordDetail | null>>;
  coverage(
    domain: string,
    competitors: readonly string[],
    market: Market,
    limit: number,
  ): Promise<Fact<KeywordCoverage>>;
  /** One row per keyword, in the order asked; `rivals` are looked for in the same listings. */
  positions(
    domain: string,
    keywords: readonly string[],
    market: Market,
    rivals?: readonly string[],
  ): Promise<Fact<readonly IndexedPosition[]>>;
}

/**
 * Whether a listing's AI overview cites a domain: `none`: the listing has no
 * overview; `not_checked`: no listing is known, or its overview was not read.
 */
export type AiCitation = 'cited' | 'not_cited' | 'none' | 'not_checked';

/** `features`: item types of a whole listing, null where unknown; `cited`: hosts that its overview refers to. */
export function aiCitation(
  domain: string,
  features: readonly string[] | null,
  cited: readonly string[],
): AiCitation {
  if (cited.length > 0) return cited.some((host) => coversHost(domain, host)) ? 'cited' : 'not_cited';
  if (features === null) return 'not_checked';
  return features.includes('ai_overview') ? 'not_checked' : 'none';
}

/** Whether a listed host belongs to a domain: the domain itself or one below it. `www.` counts for nothing. */
export function coversHost(domain: string, host: string): boolean {
  const bare = withoutWww(host.toLowerCase());
  return bare === domain || bare.endsWith(`.${domain}`);
}

/** A host as rivals, pages and requests name it, so that rows of different answers join. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./u, '');
}

/** A `cursor` that names no position in the list it was sent for. */
export function notAPosition(): ServiceError {
  return new ServiceError(
    'validation_error',
    'Send the `next_cursor` of an earlier answer about this dataset, or no cursor to begin at its start.',
    {
      faults: [
        {
          pointer: '/cursor',
          loc: ['body', 'cursor'],
          type: 'cursor',
          message: 'Not a position in this dataset.',
        },
      ],
    },
  );
}

/** A list of the index that can be read whole, however long. */
export type IndexList =
  | { readonly list: 'ranked-keywords' | 'top-pages' | 'competitors'; readonly domain: string }
  | { readonly list: 'seed-competitors'; readonly keywords: readonly string[] }
  | { readonly list: 'page-keywords'; readonly url: string }
  | {
      readonly list: 'keyword-gaps' | 'losing-keywords' | 'strong-keywords';
      readonly domain: string;
      readonly competitors: readonly string[];
    }
  | {
      readonly list: 'keyword-ideas';
      readonly seed: string;
      readonly mode: 'ideas' | 'suggestions' | 'related';
      readonly minVolume?: number;
      readonly intent?: Intent;
    }
  | { readonly list: 'referring-domains' | 'anchors' | 'backlinks'; readonly domain: string }
  | {
      readonly list: 'backlink-gaps';
      readonly domain: string;
      readonly competitors: readonly string[];
      readonly maxSpamScore: number;
    };

/** A list of what the calling account has brought about a site of its own. */
export type OwnList =
  | { readonly list: 'own-queries' | 'own-pages' | 'search-opportunities'; readonly domain: string }
  | { readonly list: 'index-status'; readonly domain: string }
  /** A slice by its question, as the caller wrote it. */
  | {
      readonly list: 'search-performance';
      readonly domain: string;
      readonly asked: Readonly<Record<string, string>>;
    };

/** What a dataset keeps in place of the rows. */
export type WholeList = IndexList | OwnList;

/** Rows of a list as they are read, so that a long one is never held whole. */
export interface ListPart {
  readonly rows: readonly object[];
  /** Where reading goes on behind these rows; undefined at the end, and in a list that is only read from its start. */
  readonly next: string | undefined;
}

/**
 * Every row of a list as it is now, in the list's own order, from its start or
 * from the `next` of an earlier part. A `from` that is none of this list's is
 * `validation_error`.
 */
export type ReadWholeList = (list: IndexList, market: Market, from?: string) => AsyncIterable<ListPart>;

/**
 * Share of a keyword's searches that click the result at each position, in
 * ten-thousandths; positions after the last entry get the last share, up to 100.
 * Source: the click-through curve that DataForSEO publishes for its estimated traffic.
 */
const clicksPerTenThousand = [
  3040, 1620, 973, 659, 469, 338, 256, 197, 150, 113, 91, 75, 59, 56, 51, 43, 43, 33, 27, 24, 23, 22, 21,
];
const lastRankedPosition = 100;

/**
 * Visits a month in ten-thousandths of a visit: a whole number, so that sums
 * over many keywords are exact in any order. 0 where the volume is unknown.
 */
export function trafficUnits(volume: number | null, position: number): number {
  if (volume === null || position < 1 || position > lastRankedPosition) return 0;
  return volume * (clicksPerTenThousand[position - 1] ?? clicksPerTenThousand.at(-1) ?? 0);
}

/** Visits a month as the wire shows them: two decimals. */
export function visits(units: number): number {
  return Math.round(units / 100) / 100;
}

/** Estimated visits a month of one result; null where the volume is unknown. */
export function estimatedTraffic(volume: number | null, position: number): number | null {
  return volume === null ? null : visits(trafficUnits(volume, position));
}
