import { consoleProvenance } from '#shared/contract/envelope.ts';
import type { SiteScope } from '#shared/contract/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import {
  figures,
  type OwnPage,
  type OwnQuery,
  type OwnSite,
  type OwnSummary,
} from '#shared/facts/ports/own-sites.ts';
import { type Item, readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { type ItemKey, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { sortedRows } from '#shared/platform/sorted-rows.ts';
import { byClicks, pageBlockKey } from './console-blocks.ts';
import { judgedToday, newestHeads } from './console-heads.ts';
import {
  blockCount,
  blockOf,
  blockSort,
  type ConsoleHead,
  type ConsoleLists,
  pageLine,
  queryLine,
  type StoredPage,
  type StoredQuery,
  unpackPages,
  unpackPairs,
  unpackQueries,
} from './console-items.ts';
import { countryName } from './console-places.ts';
import { pageParts, queryParts, readLists, readOpportunities, readQueries } from './console-reads.ts';
import { best, clickedOnly, cutAt, mergedRows } from './console-row.ts';
import { nameTeller } from './name-teller.ts';

/** What one account brought about one site, read from the imports with these heads. */
export async function openSite(
  table: IndexReader,
  accountId: string,
  heads: readonly ConsoleHead[],
): Promise<OwnSite> {
  const sorted = newestHeads(heads);
  const [main] = sorted;
  if (!main) throw new Error('A site without an import.');
  const widest = sorted.find(({ queries }) => queries > 0) ?? main;
  const ofQueries = await judgedToday(table, accountId, widest, heads);
  const ofPages = sorted.find(({ pages }) => pages > 0) ?? main;
  const ofPairs = sorted.find(({ pairs }) => pairs > 0);
  const read = reader(table, accountId);
  const { isOwn } = nameTeller(ofQueries.names);
  const ownQuery = (head: ConsoleHead, row: StoredQuery): OwnQuery => ({
    query: row.query,
    page: row.page,
    is_brand: isOwn(row.query),
    own: figures(head, row),
  });
  const lists = once(async () => ({ ...(await read.lists(widest)), ...ofQueries.judgement?.lists }));
  const pageLists = once(() => (ofPages === widest ? lists() : read.lists(ofPages)));
  return {
    domain: main.site,
    mainImportId: main.import_id,
    summary: summaryOf(main, ofQueries, ofPages),
    provenance: consoleProvenance(`import:${ofQueries.import_id}`, ofQueries.to),
    totalsProvenance: consoleProvenance(`import:${main.import_id}`, main.to),
    pageProvenance: consoleProvenance(`import:${ofPages.import_id}`, ofPages.to),
    curve: async () => (await lists()).curve,
    bestOpportunities: async () => (await lists()).opportunities,
    topQueries: async () => (await lists()).queries.map((row) => ownQuery(ofQueries, row)),
    topPages: async () => (await pageLists()).pages.map((row) => ownPage(ofPages, row)),
    async queries(keywords) {
      const rows = await read.queries(ofQueries, keywords.map(keywordKey));
      return new Map([...rows].map(([key, row]) => [key, ownQuery(ofQueries, row)]));
    },
    async page(url) {
      const row = await read.page(ofPages, url);
      const pairs = ofPairs ? await read.pairs(ofPairs, url) : [];
      const queries = ofPairs ? pairs.map((pair) => ownQuery(ofPairs, { ...pair, page: pair.url })) : [];
      return row && { ...ownPage(ofPages, row), queries };
    },
    allQueries: async () =>
      (await readQueries(table, accountId, ofQueries.import_id))
        .sort(byClicks)
        .map((row) => ownQuery(ofQueries, row)),
    async *queryParts() {
      const rows = queryParts(table, accountId, ofQueries.import_id);
      for await (const part of sortedRows(rows, byClicks, queryLine))
        yield part.map((row) => ownQuery(ofQueries, row));
    },
    async *pageParts() {
      const rows = pageParts(table, accountId, ofPages.import_id);
      for await (const part of sortedRows(rows, byClicks, pageLine))
        yield part.map((row) => ownPage(ofPages, row));
    },
    async opportunities() {
      const { judgement } = ofQueries;
      if (!judgement) return readOpportunities(table, accountId, widest.import_id);
      const rows = mergedRows([...judgement.own, ...judgement.changes]);
      return best(rows, rows.length);
    },
  };
}

function summaryOf(main: ConsoleHead, ofQueries: ConsoleHead, ofPages: ConsoleHead): OwnSummary {
  return {
    figures: figures(main, main),
    counted_from: main.counted_from,
    queries: ofQueries.queries,
    pages: ofPages.pages,
    brand: ofQueries.brand,
    names: ofQueries.names,
    foundNames: ofQueries.found,
    scope: scopeOf(main, ofQueries),
    opportunities: ofQueries.opportunities,
  };
}

/** What the figures of an import are of; whether its list of queries is whole, the import says that gave it. */
export function scopeOf(head: ConsoleHead, ofQueries: ConsoleHead = head): SiteScope {
  const { site, from, to, search_type, country, device, filters, property, source } = head;
  const cut = cutAt(ofQueries.queries) ?? cutAt(ofQueries.pages);
  const uncut = ofQueries.clicked_only ? clickedOnly : 'all';
  return {
    property: property ?? site,
    period: { from, to },
    countries: country === null ? 'all' : [countryName(country)],
    device: device ?? 'all',
    search_type,
    filters: [...filters],
    rows: cut === undefined ? uncut : `cut at ${cut.toLocaleString('en-US')}`,
    source,
  };
}

const ownPage = (head: ConsoleHead, row: StoredPage): OwnPage => ({ url: row.url, own: figures(head, row) });

function reader(table: IndexReader, accountId: string) {
  const blocksOf = async (
    head: ConsoleHead,
    kind: 'q' | 'p' | 'x',
    blocks: Iterable<number>,
  ): Promise<Uint8Array[]> => {
    const pk = ownPartPartition(accountId, head.import_id);
    const keys = [...new Set(blocks)].map((block) => ({ pk, sk: blockSort(kind, block) }));
    const items: readonly (Item | undefined)[] = await readKeys(table, keys);
    return items.flatMap((item) => (item ? [readPacked(item)] : []));
  };
  return {
    lists: (head: ConsoleHead): Promise<ConsoleLists> => readLists(table, accountId, head.import_id),
    async queries(head: ConsoleHead, keys: readonly string[]): Promise<ReadonlyMap<string, StoredQuery>> {
      const count = blockCount('q', head.queries);
      const blocks =
        count > 0
          ? await blocksOf(
              head,
              'q',
              keys.map((key) => blockOf(key, count)),
            )
          : [];
      const wanted = new Set(keys);
      const rows = blocks.flatMap(unpackQueries).filter(({ query }) => wanted.has(keywordKey(query)));
      return new Map(rows.map((row) => [keywordKey(row.query), row]));
    },
    /** Addresses that differ in scheme or fragment only are one page. */
    async page(head: ConsoleHead, url: string): Promise<StoredPage | undefined> {
      const key = pageBlockKey(url);
      const count = blockCount('p', head.pages);
      const blocks = count > 0 ? await blocksOf(head, 'p', [blockOf(key, count)]) : [];
      const rows = blocks.flatMap(unpackPages).filter((row) => pageBlockKey(row.url) === key);
      return rows.length > 0 ? together(rows) : undefined;
    },
    async pairs(head: ConsoleHead, url: string) {
      const key = pageBlockKey(url);
      const count = blockCount('x', head.pairs);
      const blocks = await blocksOf(head, 'x', [blockOf(key, count)]);
      return blocks
        .flatMap(unpackPairs)
        .filter((row) => pageBlockKey(row.url) === key)
        .sort(byClicks);
    },
  };
}

/** One item is asked for as a row, so that tools for one keyword or page need no more than they have. */
async function readKeys(
  table: IndexReader,
  keys: readonly ItemKey[],
): Promise<readonly (Item | undefined)[]> {
  const [only] = keys;
  if (!only) return [];
  return keys.length === 1
    ? (await table.range({ pk: only.pk, prefix: only.sk })).items
    : table.getMany(keys);
}

function together(rows: readonly StoredPage[]): StoredPage {
  const [first = { url: '', clicks: 0, impressions: 0, position: null }] = rows.toSorted(byClicks);
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0);
  const places = rows.reduce((sum, row) => sum + (row.position ?? 0) * row.impressions, 0);
  return {
    url: first.url,
    clicks: rows.reduce((sum, row) => sum + row.clicks, 0),
    impressions,
    position: impressions > 0 ? places / impressions : first.position,
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
