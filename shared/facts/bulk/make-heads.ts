import { join } from 'node:path';
import type { Market } from '#shared/facts/ports/market.ts';
import type { RivalTotals } from '#shared/facts/stored-index/items/competitor-ranking.ts';
import { domainPartition, marketOfKey } from '#shared/facts/stored-index/items/keys.ts';
import type { KeywordSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import type {
  ChangedListing,
  ChangedListings,
  CountedSite,
} from '#shared/facts/stored-index/items/rival-list.ts';
import { newHeadItems } from '#shared/facts/stored-index/writing/bulk-items.ts';
import { type CountedDomain, countedDomain, countedFile, countedKeywords } from './count-domains.ts';
import { listingsFile, type ShardPass } from './fold-keywords.ts';
import { createItemFile, type WrittenItems } from './item-files.ts';
import { openScratch, type ScratchRow, shardOf, sortedRows } from './scratch.ts';

/** Finds the rivals of each domain of a shard, once all domains are counted, and makes the items of its head. */
export function makeHeads({ folder, output, shards, shard }: Omit<ShardPass, 'rows'>): WrittenItems {
  const items = createItemFile(join(output, `heads-${shard}.json`));
  const inEach = (path: typeof countedFile, statement: string) =>
    Array.from({ length: shards }, (_, each) => openScratch(path(folder, each), statement));
  const listings = inEach(listingsFile, 'SELECT places FROM listings WHERE id = ?');
  const totals = inEach(countedFile, 'SELECT keywords, traffic, with_volume FROM counted WHERE pk = ?');
  const keywords = inEach(countedFile, 'SELECT share, places FROM counted WHERE pk = ?');
  const listingAt = (place: number) => listingOf(listings[place % shards]?.find(place));
  const sitesIn = createSiteFinder(
    (pk) => totals[shardOf(pk, shards)]?.find(pk),
    (pk) => keywords[shardOf(pk, shards)]?.find(pk),
  );
  for (const row of sortedRows([countedFile(folder, shard)], 'counted', 'pk')) {
    const { market, name: domain } = marketOfKey(String(row.pk));
    const counted = countedDomain(row);
    const head = { ...counted, market, domain, listings: listingsOf(counted, listingAt) };
    for (const item of newHeadItems({ ...head, siteOf: sitesIn(market) })) items.add(item);
  }
  for (const each of [...listings, ...totals, ...keywords]) each.close();
  return items.close();
}

/** Read as they are counted: those of a large domain are a million places. */
function listingsOf(
  { keywords, listings }: CountedDomain,
  listingAt: (place: number) => ChangedListing,
): ChangedListings {
  return {
    has: (keyword) => keywords.places.has(keyword),
    *[Symbol.iterator]() {
      for (const keyword of keywords.places.keys())
        yield [keyword, listingAt(listings.get(keyword) ?? -1)] as const;
    },
  };
}

const noneGone: ReadonlySet<string> = new Set();

function listingOf(row: ScratchRow | undefined): ChangedListing {
  if (!row) throw new Error('An intermediate file lacks a listing.');
  return { sites: new Map(JSON.parse(String(row.places))), gone: noneGone };
}

/** Sites that are remembered, and keywords of large ones; forgotten when there are so many. */
const mostRemembered = 200_000;

type FindRow = (pk: string) => ScratchRow | undefined;

/** Looks up the sites of a market that stand in listings. */
function createSiteFinder(totalsOf: FindRow, keywordsOf: FindRow) {
  const sites = new Map<string, CountedSite>();
  const sets = new Map<string, KeywordSet>();
  let keywordsKnown = 0;
  const keywordSet = (pk: string): KeywordSet | undefined => {
    const row = sets.has(pk) ? undefined : keywordsOf(pk);
    if (!row) return sets.get(pk);
    const set = countedKeywords(row);
    keywordsKnown += set.places.size;
    if (keywordsKnown > mostRemembered) {
      sets.clear();
      keywordsKnown = set.places.size;
    }
    sets.set(pk, set);
    return set;
  };
  const counted = (pk: string): CountedSite => {
    const totals = totalsOfRow(totalsOf(pk));
    return {
      totals,
      // Only the count of a domain with more keywords than a set holds asks for them.
      get keywords() {
        return totals ? keywordSet(pk) : undefined;
      },
    };
  };
  return (market: Market) => (root: string) => {
    const pk = domainPartition(market, root);
    const site = sites.get(pk) ?? counted(pk);
    if (sites.size > mostRemembered) sites.clear();
    sites.set(pk, site);
    return site;
  };
}

function totalsOfRow(row: ScratchRow | undefined): RivalTotals | null {
  if (!row) return null;
  const { keywords, traffic, with_volume } = row;
  return { keywords: Number(keywords), traffic: Number(traffic), withVolume: Number(with_volume) };
}
