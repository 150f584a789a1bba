import type { DomainPopularity, WebGraphAuthority } from '#shared/contract/web-graph-rows.ts';
import type { ReferringDomainRow } from './backlink-index.ts';
import type { Fact, List } from './fact.ts';
import type { Market } from './market.ts';

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
  /** In the lists of the market's country, else of the whole world. One fact for each list that has the domain. */
  popularity(domain: string, market: Market): Promise<readonly Fact<DomainPopularity>[]>;
}
