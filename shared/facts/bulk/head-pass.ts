import { join } from 'node:path';
import { type Market, marketKey } from '#shared/facts/ports/market.ts';
import { newHeadItems } from '#shared/facts/stored-index/counting/new-head.ts';
import { domainPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { KeywordSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import type { ChangedListings, CountedSite } from '#shared/facts/stored-index/items/rival-list.ts';
import {
  type CountedDomain,
  countedDomains,
  createTotalsReader,
  type FoundDomain,
} from './counted-domains.ts';
import { exportLine } from './export-lines.ts';
import { createLineWriter } from './line-files.ts';
import { createListingReader } from './listing-file.ts';
import { marketOfKey } from './market-keys.ts';
import type { ShardPass, WrittenItems } from './shard-pass.ts';
import { shardOf, spooled } from './spool-lines.ts';

export interface HeadPass extends ShardPass {
  readonly shards: number;
}

/** Finds the rivals of each domain of a shard, once all domains are counted, and makes the items of its head. */
export function makeHeads({ folder, output, shards, shard }: HeadPass): WrittenItems {
  const path = join(output, `heads-${shard}.json`);
  const items = createLineWriter(path);
  const listings = createListingReader(folder, shards);
  const finder = createSiteFinder(folder, shards);
  let itemCount = 0;
  for (const { pk, ...counted } of countedDomains(folder, shard)) {
    const { market, name: domain } = marketOfKey(pk);
    const head = newHeadItems({
      ...{ market, domain, summary: counted.summary, keywords: counted.keywords, lists: counted.lists },
      listings: listingsOf(counted, listings.read),
      siteOf: finder.in(market),
    });
    for (const item of head) items.add(spooled(exportLine(item)));
    itemCount += head.length;
  }
  items.close();
  listings.close();
  finder.close();
  return { items: [path], itemCount };
}

/** Read as they are counted: those of a large domain are a million places. */
function listingsOf(
  { keywords, listings }: CountedDomain,
  read: ReturnType<typeof createListingReader>['read'],
): ChangedListings {
  return {
    has: (keyword) => keywords.places.has(keyword),
    *[Symbol.iterator]() {
      for (const keyword of keywords.places.keys())
        yield [keyword, read(listings.get(keyword) ?? '')] as const;
    },
  };
}

/** Totals that are remembered; emptied when full, as are the keywords of large sites. */
const mostSites = 200_000;
const mostKeywords = 200_000;

function createSiteFinder(folder: string, shards: number) {
  const files = Array.from({ length: shards }, (_, shard) => createTotalsReader(folder, shard));
  const sites = new Map<string, Map<string, CountedSite>>();
  const sets = new Map<FoundDomain, KeywordSet>();
  let known = 0;
  let keywordsKnown = 0;
  const keywordsOf = (found: FoundDomain): KeywordSet => {
    const set = sets.get(found) ?? found.keywords();
    if (sets.has(found)) return set;
    if (keywordsKnown > mostKeywords) {
      sets.clear();
      keywordsKnown = 0;
    }
    sets.set(found, set);
    keywordsKnown += set.places.size;
    return set;
  };
  const find = (market: Market, root: string): CountedSite => {
    const pk = domainPartition(market, root);
    const found = files[shardOf(pk, shards)]?.find(pk);
    if (!found) return { totals: null, keywords: undefined };
    return {
      totals: found.totals,
      // Only the count of a domain with more keywords than a set holds asks for them.
      get keywords() {
        return keywordsOf(found);
      },
    };
  };
  return {
    in(market: Market) {
      if (known > mostSites) {
        sites.clear();
        known = 0;
      }
      const inMarket = sites.get(marketKey(market)) ?? new Map<string, CountedSite>();
      sites.set(marketKey(market), inMarket);
      return (root: string): CountedSite => {
        const found = inMarket.get(root);
        if (found) return found;
        known += 1;
        const site = find(market, root);
        inMarket.set(root, site);
        return site;
      };
    },
    close(): void {
      for (const file of files) file.close();
    },
  };
}
