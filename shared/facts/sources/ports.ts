import type { Provenance } from '#shared/contract/envelope.ts';
import type {
  Competitor,
  Intent,
  Keyword,
  KeywordAt,
  MonthVolume,
  OrganicRow,
  PageRow,
} from '#shared/contract/rows.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { Market } from '../markets/market.ts';
import type { OwnSites } from './own-sites.ts';
import type { ReadWholeList } from './whole-list.ts';

/**
 * What tool logic may ask of the outside world, in the field's words. One
 * implementation per provider; logic never knows who answers. Rows have the
 * shapes of the wire. A source that does not know a subject answers with
 * empty lists and nulls, never with invented rows, and never throws for it.
 */

/** An answer with its origin. */
export interface Fact<Value> {
  readonly value: Value;
  readonly provenance: Provenance;
  /** Notices for the caller: sample data, stale data, a widened location, a partial answer. */
  readonly notices: readonly Notice[];
}

export interface Notice {
  readonly code: 'sample_data' | 'stale_data' | 'location_widened' | 'partial_answer' | 'no_data';
  readonly message: string;
}

/** The first rows of a list, and how long the whole list is (null where the source cannot tell). */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}

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

export type IdeaMode = 'ideas' | 'suggestions' | 'related';

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
}

export interface LosingRow extends Keyword {
  readonly target_position: number;
  readonly target_url: string;
  readonly best_competitor: { readonly competitor: string; readonly position: number; readonly url: string };
}

/** Keywords where rivals rank and the target does not (gaps) or ranks worse than the best of them (losing). */
export interface KeywordCoverage {
  readonly gaps: List<GapRow>;
  readonly losing: List<LosingRow>;
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
  /** One row per keyword, in the order asked. */
  positions(
    domain: string,
    keywords: readonly string[],
    market: Market,
  ): Promise<Fact<readonly IndexedPosition[]>>;
}

export interface LocalPackRow {
  readonly position: number;
  readonly title: string;
  readonly domain: string | null;
  readonly url: string | null;
  readonly rating: { readonly value: number | null; readonly votes_count: number | null } | null;
  readonly is_paid: boolean;
}

export interface PaidRow {
  readonly position: number;
  readonly domain: string;
  readonly url: string | null;
  readonly title: string | null;
}

/** A search result listing as it was seen at one moment. */
export interface Listing {
  readonly query: string;
  readonly fetched_at: string;
  /** How many organic results were asked for. */
  readonly depth: number;
  readonly item_types_present: readonly string[];
  readonly organic: readonly OrganicRow[];
  readonly ai_overview: {
    readonly text: string | null;
    readonly references: readonly {
      readonly domain: string;
      readonly url: string;
      readonly title: string | null;
    }[];
  } | null;
  readonly paid: readonly PaidRow[];
  readonly local_pack: readonly LocalPackRow[];
  readonly featured_snippet: {
    readonly domain: string;
    readonly url: string;
    readonly title: string | null;
    readonly text: string | null;
  } | null;
  readonly people_also_ask: readonly string[];
  readonly related_searches: readonly string[];
}

/** What a listing is read for: everything in it, or only who ranks where. */
export type ListingNeed = 'whole' | 'positions';

/**
 * Listings for a query. A live source fetches one now; the stored index
 * answers with the newest one it holds (null where it holds none).
 */
export interface ListingSource {
  /** `live` listings cost upstream money; stored ones do not. */
  readonly kind: 'live' | 'stored';
  /**
   * `need` says what the listing is for. `whole` (the default) also waits for
   * an AI overview, and an older listing that says so is better than none.
   * `positions` costs less, and is as fresh as the source promises or fails.
   */
  listing(
    query: string,
    market: Market,
    depth: number,
    signal?: AbortSignal,
    need?: ListingNeed,
  ): Promise<Fact<Listing | null>>;
}

export interface LinkProfile {
  readonly backlinks: number | null;
  readonly referring_domains: number | null;
  readonly referring_main_domains: number | null;
  /** Share 0-1. */
  readonly dofollow_share: number | null;
  readonly broken_backlinks: number | null;
  readonly domain_rank: number | null;
  /** What the largest `domain_rank` is, such as 1000. */
  readonly rank_scale: number;
  readonly spam_score: number | null;
}

export interface ReferringDomainRow {
  readonly domain: string;
  readonly domain_rank: number | null;
  readonly backlinks: number | null;
  readonly spam_score: number | null;
  readonly first_seen: string | null;
  readonly lost: boolean;
}

export interface AnchorRow {
  readonly anchor: string;
  readonly backlinks: number | null;
  readonly referring_domains: number | null;
}

export interface BacklinkRow {
  readonly url_from: string;
  readonly url_to: string;
  readonly anchor: string | null;
  readonly dofollow: boolean | null;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
}

export interface LinkGapRow {
  readonly referring_domain: string;
  readonly domain_rank: number | null;
  readonly spam_score: number | null;
  readonly competitors_linked: number;
  readonly links: readonly {
    readonly competitor: string;
    readonly backlinks: number | null;
    readonly first_seen: string | null;
  }[];
}

export interface LinkGapQuestion {
  readonly domain: string;
  readonly competitors: readonly string[];
  readonly limit: number;
  readonly maxSpamScore: number;
}

export interface LinkGap extends List<LinkGapRow> {
  readonly filtered: { readonly spam: number | null; readonly links_to_target: number | null };
}

/** Links between sites. Null or empty where the domain is unknown. */
export interface BacklinkIndex {
  profile(domain: string): Promise<Fact<LinkProfile | null>>;
  referringDomains(domain: string, limit: number): Promise<Fact<List<ReferringDomainRow>>>;
  anchors(domain: string, limit: number): Promise<Fact<List<AnchorRow>>>;
  backlinks(domain: string, limit: number): Promise<Fact<List<BacklinkRow>>>;
  /** Sites that link to rivals and not to the target, best rank first. */
  gap(question: LinkGapQuestion): Promise<Fact<LinkGap>>;
}

/** Everything tool logic may ask. Composed per call, so that each call's cost lands in its own `Spend`. */
export interface Sources {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  /** Undefined where no live source is configured. */
  readonly liveListings: ListingSource | undefined;
  readonly backlinks: BacklinkIndex;
  /** What the calling account has brought about its own sites; undefined where nobody calls. */
  readonly own?: OwnSites | undefined;
  /** Undefined where a provider answers, of which every further row costs. */
  readonly wholeList?: ReadWholeList | undefined;
  /** Pages of public sites as they are now; undefined where the function may not crawl. */
  readonly sites?: SiteFetcher | undefined;
}
