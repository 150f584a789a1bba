import type { Market } from '#shared/facts/ports/market.ts';
import type { DomainSummary, PageTotal } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { domainPartition } from '../items/keys.ts';
import { type KeywordSet, overlapOf } from '../items/keyword-set.ts';
import { packRivals } from '../items/packed-rivals.ts';
import { type ChangedListings, type CountedSite, updatedRivals } from '../items/rival-list.ts';
import { siteOf } from '../items/site.ts';
import { keywordsOfSmallPage } from '../questions/page-size.ts';
import { countedHeadItems, type PackedLists } from './counted-head.ts';
import { largePageItem } from './head-write.ts';

/** A domain of which all rows were counted, in a table that had nothing of it. */
export interface NewDomain {
  readonly market: Market;
  readonly domain: string;
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  readonly lists: PackedLists;
  /** The listings of all its keywords that are in the set. */
  readonly listings: ChangedListings;
  /** Other sites of the market, all counted. */
  siteOf(root: string): CountedSite;
}

/** The items of a domain's head as the writer's count gives them. */
export function newHeadItems({
  market,
  domain,
  summary,
  keywords,
  lists,
  listings,
  siteOf: site,
}: NewDomain): Item[] {
  const rivals = updatedRivals({
    ownRoot: siteOf(domain).root,
    keywords,
    ownTotals: summary,
    known: undefined,
    changed: listings,
    totalsOf: (root) => site(root).totals,
    overlapsWith: (roots) =>
      new Map(
        roots.values().flatMap((root) => {
          const { keywords: others } = site(root);
          return others ? [[root, overlapOf(keywords, others)] as const] : [];
        }),
      ),
  });
  const head = countedHeadItems(domainPartition(market, domain), {
    summary,
    version: 1,
    changesSince: 0,
    lists,
    rivals: packRivals(rivals),
  });
  return [head.totals, ...head.lists];
}

/** The totals of those pages of a domain that have too many keywords to be added up as they are read. */
export function newLargePages(market: Market, pages: Iterable<PageTotal>, summary: DomainSummary): Item[] {
  const large = [...pages].filter((page) => page.keywords > keywordsOfSmallPage);
  return large.map((page) => largePageItem(market, page, summary, 1));
}
