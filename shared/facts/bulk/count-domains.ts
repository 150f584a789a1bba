import { join } from 'node:path';
import { type PackedLists, packLists } from '#shared/facts/stored-index/counting/counted-head.ts';
import { createDomainTally, type DomainSummary } from '#shared/facts/stored-index/items/domain-summary.ts';
import { readPosting } from '#shared/facts/stored-index/items/index-items.ts';
import { lostPrefix, marketOfKey } from '#shared/facts/stored-index/items/keys.ts';
import { type KeywordSet, mostKeywordsInSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import { newLargePages } from '#shared/facts/stored-index/writing/bulk-items.ts';
import type { ShardPass } from './fold-keywords.ts';
import { createItemFile, type WrittenItems } from './item-files.ts';
import { createScratch, type ScratchRow, sortedRows } from './scratch.ts';

/** The counted domains of a shard. */
export const countedFile = (folder: string, shard: number) => join(folder, `counted-${shard}.sqlite`);

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
export interface CountedDomain {
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
export function countedDomain(row: ScratchRow): CountedDomain {
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

export function countedKeywords(row: ScratchRow): KeywordSet {
  const places = placesOf(row).map(([keyword, position, volume]) => [keyword, { position, volume }] as const);
  return { share: Number(row.share), places: new Map(places) };
}

function placesOf({ places }: ScratchRow): readonly [string, number, number | null, number][] {
  return JSON.parse(String(places));
}
