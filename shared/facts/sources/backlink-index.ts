import type { Fact, List } from './fact.ts';

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
