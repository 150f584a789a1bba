import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import { pack } from '#shared/facts/stored-index/items/keys.ts';
import { pageKey } from '#shared/facts/stored-index/items/page-key.ts';
import {
  type BlockKind,
  blockCount,
  blockOf,
  blockSort,
  packPages,
  packPairs,
  packQueries,
  type StoredPage,
  type StoredPair,
  type StoredQuery,
} from './console-items.ts';
import {
  type ConsoleSet,
  type Counts,
  meanPosition,
  mergedCounts,
  noCounts,
  pairOf,
} from './console-tally.ts';

/** Queries kept of one page, most clicks first: an item has an end. */
const mostQueriesOfPage = 1_000;
/** Rows of one block of pairs at most, for the case that large pages fall together. */
const mostPairsOfBlock = 5_000;

/** The rows of an import, best first. */
export interface ConsoleRows {
  readonly queries: readonly StoredQuery[];
  readonly pages: readonly StoredPage[];
  readonly pairs: readonly StoredPair[];
}

export function consoleRows(set: ConsoleSet): ConsoleRows {
  const pairs = [...set.pairs].map(([key, counts]): StoredPair => {
    const [query, url] = pairOf(key);
    const weeks = set.pairWeeks?.get(key);
    return { query, ...rowOf(url, counts), ...(weeks !== undefined && { weeks }) };
  });
  const bestPages = new Map<string, StoredPair>();
  for (const pair of pairs) {
    const known = bestPages.get(pair.query);
    if (!known || byClicks(pair, known) < 0) bestPages.set(pair.query, pair);
  }
  const queries = [...set.queries].map(([query, counts]): StoredQuery => {
    const { url: _, ...row } = rowOf('', counts);
    return { query, ...row, page: bestPages.get(query)?.url ?? null };
  });
  return {
    queries: queries.sort((a, b) => byClicks(a, b) || compare(a.query, b.query)),
    pages: rowsOf(onePerPage(set.pages)),
    pairs: pairs.sort((a, b) => byClicks(a, b) || compare(a.query, b.query) || compare(a.url, b.url)),
  };
}

/** Addresses that differ in scheme or fragment only are one page, under the one that is clicked most. */
function onePerPage(pages: ReadonlyMap<string, Counts>): ReadonlyMap<string, Counts> {
  const alike = Map.groupBy(pages, ([url]) => pageBlockKey(url));
  return new Map(
    [...alike.values()].map((same) => {
      const [[url, counts] = ['', noCounts()], ...others] = same.toSorted(
        ([, a], [, b]) => b.clicks - a.clicks,
      );
      const added = others.map(([, more]) => new Map([[url, more]]));
      return [url, added.reduce(mergedCounts, new Map([[url, counts]])).get(url) ?? counts];
    }),
  );
}

/** The rows of a list, most clicks first. */
export function rowsOf(list: ReadonlyMap<string, Counts>): StoredPage[] {
  return [...list]
    .map(([url, counts]) => rowOf(url, counts))
    .sort((a, b) => byClicks(a, b) || compare(a.url, b.url));
}

function rowOf(url: string, counts: Counts): StoredPage {
  return {
    url,
    clicks: counts.clicks,
    impressions: counts.impressions,
    position: meanPosition(counts),
  };
}

type Counted = Pick<StoredPage, 'clicks' | 'impressions' | 'position'>;

/** Most clicks first, then most impressions, then the better place. */
export function byClicks(a: Counted, b: Counted): number {
  const [placeA, placeB] = [a.position ?? Number.MAX_VALUE, b.position ?? Number.MAX_VALUE];
  return b.clicks - a.clicks || b.impressions - a.impressions || placeA - placeB;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Under what a page is looked up: without scheme and fragment. */
export const pageBlockKey = (url: string) => pageKey(url) ?? url;

interface Block {
  readonly sk: string;
  readonly d: Uint8Array;
}

/** Rows in blocks by the hash of their key, so that one is found with one read. */
export function rowBlocks({ queries, pages, pairs }: ConsoleRows): Block[] {
  return [
    ...hashed('q', queries, ({ query }) => keywordKey(query), packQueries),
    ...hashed('p', pages, ({ url }) => pageBlockKey(url), packPages),
    ...hashed(
      'x',
      pairs,
      ({ url }) => pageBlockKey(url),
      (rows) => packPairs(rows.slice(0, mostPairsOfBlock)),
    ),
  ];
}

/** The earlier period of an export that compares two. */
export function earlierBlocks({ queries, pages }: ConsoleRows): Block[] {
  return [
    ...hashed('r', queries, ({ query }) => keywordKey(query), packQueries),
    ...hashed('s', pages, ({ url }) => pageBlockKey(url), packPages),
  ];
}

/** The queries of each page that are kept, most clicks first. */
export function keptPairs(pairs: readonly StoredPair[]): StoredPair[] {
  const byPage = Map.groupBy(pairs, ({ url }) => pageBlockKey(url));
  return [...byPage.values()].flatMap((rows) => rows.slice(0, mostQueriesOfPage));
}

function hashed<Row>(
  kind: BlockKind,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  packed: (rows: readonly Row[]) => Uint8Array,
): Block[] {
  const blocks = blockCount(kind, rows.length);
  const groups = Map.groupBy(rows, (row) => blockOf(keyOf(row), blocks));
  return Array.from({ length: blocks }, (_, block) => ({
    sk: blockSort(kind, block),
    d: packed(groups.get(block) ?? []),
  }));
}

/** Rows that are always read whole, in their order. */
export function orderedBlocks(kind: 'o' | 'y' | 'f', rows: readonly SearchOpportunity[]): Block[] {
  const blocks = blockCount(kind, rows.length);
  const size = Math.ceil(rows.length / Math.max(1, blocks));
  return Array.from({ length: blocks }, (_, block) => ({
    sk: blockSort(kind, block),
    d: pack(rows.slice(block * size, (block + 1) * size)),
  }));
}
