import type { CrawlRecord } from '#shared/contract/crawls.ts';
import type { DomainPopularity, Listing, WebGraphAuthority } from '#shared/contract/rows.ts';
import type { ReadWholeList, SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { PageRenderer } from '#shared/site-audit/render/render-pages.ts';
import type { BacklinkIndex, LinkGap, LinkGapQuestion, ReferringDomainRow } from './backlink-index.ts';
import type { Fact, List, Market, Notice } from './fact.ts';
import type { OwnSites, ReadPages } from './own-sites.ts';
import type { ConnectedSites, TrackedChange, TrackedQuestion } from './site-performance.ts';

/**
 * Everything that tool logic may ask of the outside world, in the field's
 * words. One implementation per provider; logic never knows who answers. A
 * source that does not know a subject answers with empty lists and nulls,
 * never with invented rows, and never throws for it. Composed per call, so
 * that each call's cost lands in its own `Spend`.
 */
export interface Sources {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  /** Undefined where no live source is configured. */
  readonly liveListings: ListingSource | undefined;
  readonly backlinks: BacklinkIndex;
  /** Open data about domains; undefined where none is asked. */
  readonly webGraph?: WebGraph | undefined;
  /** What the calling account's connection to Search Console has synced; undefined without a calling account. */
  readonly connected?: ConnectedSites | undefined;
  /** What the calling account has brought about its own sites; undefined without a calling account. */
  readonly own?: OwnSites | undefined;
  /** Makes pages with a fault things to do for their site, and forgets those that are mended; undefined without a calling account. */
  readonly keepFaults?: ((read: ReadPages) => Promise<void>) | undefined;
  /** What rank trackers of the calling account saw; undefined where none watches the site. */
  readonly tracked?: ((asked: TrackedQuestion) => Promise<readonly TrackedChange[] | undefined>) | undefined;
  /** Whether links to a domain are those that the calling account has brought. */
  readonly hasOwnLinks?: ((domain: string) => Promise<boolean>) | undefined;
  /** Undefined where a provider answers, of which every further row costs. */
  readonly wholeList?: ReadWholeList | undefined;
  /** What the stored index knows of itself; undefined where none is asked. */
  readonly notes?: IndexNotes | undefined;
  /** Pages of public sites as they are now; undefined where the function may not crawl. */
  readonly sites?: SiteFetcher | undefined;
  /** Opens pages in a browser; undefined where none is. */
  readonly renderer?: PageRenderer | undefined;
  /** What visitors of pages met; undefined where the function may not ask. */
  readonly fieldVitals?: FieldVitals | undefined;
  /** Crawls of whole sites for the calling account; undefined without a calling account. */
  readonly crawls?: Crawls | undefined;
}

/** Crawls of whole sites, which go on after the call that began them. */
export interface Crawls {
  /** Writes it down; it begins once the call is charged. */
  begin(order: {
    readonly domain: string;
    readonly maxPages: number;
    /** The crawl that it is to be compared with, by its id. */
    readonly comparedTo: string | undefined;
    readonly requestId: string;
    readonly now: number;
  }): Promise<ToldCrawl>;
  /** Fails with `not_found`. */
  get(id: string): Promise<ToldCrawl>;
}

export interface ToldCrawl {
  readonly crawl: CrawlRecord;
  /** Said beside it: of a generated site, that it is one. */
  readonly warnings: readonly Notice[];
}

export type ProviderUse = 'all' | 'no links' | 'nothing';

export type Subject = { readonly domain: string } | { readonly keyword: string } | { readonly url: string };

/** What the stored index knows of itself, beside the facts in it. Nothing here fails: what cannot be read is not known. */
export interface IndexNotes {
  /** For a time at which a place was seen (ISO 8601), the measured share of places of that age that hold within one position; undefined where too few were compared. */
  confidenceOf(): Promise<(observedAt: string) => number | undefined>;
  /** Other markets in which the index knows the subject. */
  knownIn(subject: Subject, except: Market): Promise<readonly Market[]>;
}

/**
 * Open data about domains: their place in a public graph of links between
 * domains, and in public lists of popular sites. Undefined where nothing of
 * the kind is loaded or the domain is not in it: these sources list what they
 * have seen, and silence is no evidence.
 */
export interface WebGraph {
  /** In the newest release that is loaded and has it, with its place in those before. */
  authority(domain: string): Promise<Fact<WebGraphAuthority> | undefined>;
  /** Domains that link to it, the most central first, at most 10,000; where the links of its release are loaded. */
  referringDomains(domain: string, limit: number): Promise<Fact<List<ReferringDomainRow>> | undefined>;
  /** How its best referring domains differ from those of a release without a crawl in common; undefined where none is loaded. */
  linkChanges(domain: string, limit: number): Promise<LinkChanges | undefined>;
  /** Domains that link to rivals and not to the target, the most central first; undefined where no rival's links are loaded. */
  gap(question: Omit<LinkGapQuestion, 'maxSpamScore'>): Promise<Fact<LinkGap> | undefined>;
  /** Domains that the same domains link to; where a whole release is loaded that has the domain. */
  linkedTogether(domain: string, limit: number): Promise<Fact<List<LinkedTogether>> | undefined>;
  /** In the lists of the market's country, else of the whole world. One fact for each list that has the domain. */
  popularity(domain: string, market: Market): Promise<readonly Fact<DomainPopularity>[]>;
}

/** Of the best referring domains of two releases, those that only one of them has. */
export interface LinkChanges {
  /** The release that is compared with, and the month of its last crawl. */
  readonly against: string;
  readonly crawled_until: string;
  readonly new: readonly ChangedReferrer[];
  /** In the release before and not in this one: gone, or not crawled. */
  readonly not_seen: readonly ChangedReferrer[];
}

export interface ChangedReferrer {
  readonly domain: string;
  readonly position: number;
}

export interface LinkedTogether {
  readonly domain: string;
  readonly position: number;
  /** Referring domains that they have in common, of those that were looked at. */
  readonly shared_referrers: number;
  readonly referring_domains: number;
  /** 0-1, as a share of the closest one: common referrers count the more, the fewer domains they link to and the fewer link to the other. */
  readonly relevance: number;
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

/** Takes a listing that was fetched live into the stored index. */
export type KeepListing = (listing: Listing, market: Market) => Promise<void>;

/** What stands in a listing beside its organic results, where there is nothing else or nothing else is known. */
export const organicOnly = {
  ai_overview: null,
  paid: [],
  local_pack: [],
  featured_snippet: null,
  people_also_ask: [],
  related_searches: [],
} as const satisfies Partial<Listing>;

/** Measures of how a page loads, in the units of their names. */
export const vitalNames = ['lcp_ms', 'inp_ms', 'cls', 'fcp_ms', 'ttfb_ms'] as const;
export type VitalName = (typeof vitalNames)[number];

/** A measure over all visits that were counted. */
export interface VitalFigures {
  /** Three quarters of the visits were at most so. */
  readonly p75: number;
  /** Shares of the visits, by the bounds that the source sets; they add up to 1. */
  readonly good: number;
  readonly needs_improvement: number;
  readonly poor: number;
}

/** What the source tells of one kind of device; a measure that it does not tell is left out. */
export interface DeviceVitals {
  readonly vitals: Readonly<Partial<Record<VitalName, VitalFigures | undefined>>>;
  /** First and last day of the visits, `2026-11-01`. */
  readonly from: string;
  readonly to: string;
}

export const devices = ['all', 'phone', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** What visitors met on a page, or on all pages of an origin together. */
export interface SubjectVitals {
  readonly level: 'origin' | 'page';
  readonly url: string;
  /** A device that the source does not tell, or was not asked about, is left out. */
  readonly devices: Readonly<Partial<Record<Device, DeviceVitals>>> & { readonly all: DeviceVitals };
}

export interface FieldVitalsAnswer {
  /** Those that the source knows, the origin first. */
  readonly known: readonly SubjectVitals[];
  readonly unanswered: readonly string[];
  readonly isConnected: boolean;
}

/** How pages load for their visitors, as browsers reported it. Never fails, and gives up within seconds. */
export interface FieldVitals {
  /** `home` is asked by device as the origin is, `pages` for all devices together. */
  read(asked: {
    readonly origin: string;
    readonly home: string;
    readonly pages: readonly string[];
  }): Promise<FieldVitalsAnswer | undefined>;
}
