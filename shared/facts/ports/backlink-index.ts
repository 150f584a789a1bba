import type { LinkProfile } from '#shared/contract/rows.ts';
import type { Fact, List } from './fact.ts';

export interface ReferringDomainRow {
  readonly domain: string;
  readonly domain_rank: number | null;
  readonly backlinks: number | null;
  readonly spam_score: number | null;
  readonly first_seen: string | null;
  readonly lost: boolean;
  /** Of a lost one the day on which its last link went and the source's word for why; where the source says. */
  readonly lost_at?: string | null;
  readonly lost_reason?: string | null;
  /** Place and hosts in the open web graph, of rows that are from there. */
  readonly position?: number;
  readonly hosts?: number;
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
  /** Place in the open web graph, of rows that are from there. */
  readonly position?: number;
  readonly domain_rank: number | null;
  readonly spam_score: number | null;
  readonly competitors_linked: number;
  readonly links: readonly {
    readonly competitor: string;
    readonly backlinks: number | null;
    readonly first_seen: string | null;
  }[];
}

/** Best rank first, then the site that links to most rivals. */
export function byRank(a: LinkGapRow, b: LinkGapRow): number {
  return (
    (b.domain_rank ?? -1) - (a.domain_rank ?? -1) ||
    b.competitors_linked - a.competitors_linked ||
    (a.referring_domain < b.referring_domain ? -1 : 1)
  );
}

export interface LinkGapQuestion {
  readonly domain: string;
  readonly competitors: readonly string[];
  readonly limit: number;
  readonly maxSpamScore: number;
}

export interface LinkGap extends List<LinkGapRow> {
  /** Whether every link that was compared is one that the account has brought. */
  readonly isOwn?: boolean;
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
