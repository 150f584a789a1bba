import { join } from 'node:path';
import type { Market } from '../ports/fact.ts';
import { type PackedLists, packLists } from '../stored-index/counting/counted-head.ts';
import type { RivalTotals } from '../stored-index/items/competitor-ranking.ts';
import { createDomainTally, type DomainSummary } from '../stored-index/items/domain-summary.ts';
import { readPosting } from '../stored-index/items/index-items.ts';
import { domainPartition, lostPrefix, marketOfKey } from '../stored-index/items/keys.ts';
import { type KeywordSet, mostKeywordsInSet } from '../stored-index/items/keyword-set.ts';
import type { ChangedListing, ChangedListings, CountedSite } from '../stored-index/items/rival-list.ts';
import { newHeadItems, newLargePages } from '../stored-index/writing/bulk-items.ts';
import { listingsFile, type ShardPass } from './fold-keywords.ts';
import { createItemFile, type WrittenItems } from './item-files.ts';
import { createScratch, openScratch, type ScratchRow, shardOf, sortedRows } from './scratch.ts';

const countedFile = (folder: string, shard: number) => join(folder, `counted-${shard}.sqlite`);

const countedColumns =
  'pk TEXT PRIMARY KEY, keywords, traffic, with_volume, share, places, summary, pages BLOB, further BLOB, packed BLOB, checksum';

export interface CountResult extends WrittenItems {
  readonly domains: number;
}

/** Puts the derived rows in order and counts each domain from its own. */
export function countDomains({ folder, output, shard, rows }: ShardPass): CountResult {
  const items = createItemFile(join(output, `rows-${shard}.json`));
  const counted = createScratch(countedFile(folder, shard), { counted: countedColumns });
  let domains = 0;
  let open: ReturnType<typeof openDomain> | undefined;
  const endDomain = () => {
    if (!open) return;
    const { pages, market, domain } = open.end();
    domains += 1;
    counted.add('counted', ...countedRow(open.pk, domain));
    for (const item of newLargePages(market, pages, domain.summary)) items.add(item);
    open = undefined;
  };
  for (const row of sortedRows(rows, `shard${shard}`, 'pk, sk')) {
    const [pk, sk, d] = [String(row.pk), String(row.sk), String(row.data)];
    if (open?.pk !== pk) endDomain();
    if (row.listing !== null) {
      open ??= openDomain(pk);
      open.add({ sk, d }, Number(row.listing));
    }
    items.add({ pk, sk, d });
  }
  endDomain();
  counted.close();
  return { domains, ...items.close() };
}

/** A domain whose rows are counted and whose rivals are still to be found. */
interface CountedDomain {
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  readonly lists: PackedLists;
  /** Where the listings of its keywords lie; of those in the set at least. */
  readonly listings: ReadonlyMap<string, number>;
}

/** Where listings lie is kept for at most so many keywords before those that left the set are dropped. */
const mostListings = mostKeywordsInSet * 4;

function openDomain(pk: string) {
  const { market, name } = marketOfKey(pk);
  const tally = createDomainTally();
  const listings = new Map<string, number>();
  const forgetOthers = () => {
    const kept = tally.keywords().places;
    for (const keyword of listings.keys()) if (!kept.has(keyword)) listings.delete(keyword);
  };
  return {
    pk,
    add(row: { readonly sk: string; readonly d: string }, listing: number): void {
      if (row.sk.startsWith(lostPrefix)) {
        tally.addLost();
        return;
      }
      const posting = readPosting(row, name);
      tally.add(posting);
      listings.set(posting.keyword, listing);
      if (listings.size > mostListings) forgetOthers();
    },
    end() {
      const summary = tally.summary();
      const keywords = tally.keywords();
      const pages = tally.pages();
      const byKey = new Map(pages.map((page) => [page.key, page]));
      const lists = packLists({ summary, pages: byKey, mixed: tally.mixed(), keywords });
      return { market, pages, domain: { summary, keywords, lists, listings } };
    },
  };
}

function countedRow(pk: string, { summary, keywords, lists, listings }: CountedDomain) {
  const places = [...keywords.places].map(([keyword, { position, volume }]) => [
    keyword,
    position,
    volume,
    listings.get(keyword) ?? null,
  ]);
  return [
    ...[pk, summary.keywords, summary.traffic, summary.withVolume],
    ...[keywords.share, JSON.stringify(places), JSON.stringify(summary)],
    ...[lists.pages ?? null, lists.further ?? null, lists.keywords ?? null, lists.check ?? null],
  ];
}

/** Written by `countedRow` of this same build. */
function countedDomain(row: ScratchRow): CountedDomain {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? value : undefined);
  return {
    summary: JSON.parse(String(row.summary)),
    keywords: countedKeywords(row),
    lists: {
      pages: bytes(row.pages),
      further: bytes(row.further),
      keywords: bytes(row.packed),
      check: row.checksum === null ? undefined : Number(row.checksum),
    },
    listings: new Map(placesOf(row).map(([keyword, , , listing]) => [keyword, listing])),
  };
}

function countedKeywords(row: ScratchRow): KeywordSet {
  const places = placesOf(row).map(([keyword, position, volume]) => [keyword, { position, volume }] as const);
  return { share: Number(row.share), places: new Map(places) };
}

function placesOf({ places }: ScratchRow): readonly [string, number, number | null, number][] {
  return JSON.parse(String(places));
}

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
