import { type Provenance, sourceClasses } from '#shared/contract/envelope.ts';
import { sortedRows } from '#shared/platform/sorted-rows.ts';
import { keywordKey } from '../intent/words.ts';
import type { Market } from '../markets/market.ts';
import type { OwnPage, OwnQuery, OwnSite, OwnSites, OwnSummary } from '../sources/own-sites.ts';
import type { Item } from '../stored-index/items/index-items.ts';
import type { ItemKey } from '../stored-index/items/keys.ts';
import { readPacked } from '../stored-index/items/stored-items.ts';
import type { IndexTable } from '../stored-index/table/index-table.ts';
import { byClicks, pageBlockKey } from './console-blocks.ts';
import {
  blockCount,
  blockOf,
  blockSort,
  type ConsoleHead,
  type ConsoleLists,
  headPrefix,
  headSort,
  ownImportPartition,
  ownPartition,
  pageLine,
  parseHead,
  queryLine,
  type StoredPage,
  type StoredQuery,
  unpackPages,
  unpackPairs,
  unpackQueries,
} from './console-items.ts';
import { countryMatches } from './console-places.ts';
import {
  pageParts,
  queryParts,
  readLists,
  readOpportunities,
  readPages,
  readQueries,
} from './console-reads.ts';
import { figures } from './opportunities.ts';

/** What one account brought about its sites. The account is fixed here, and is part of every key that is read. */
export function createOwnSites(table: IndexTable, accountId: string): OwnSites {
  const headsOf = async (site: string | undefined, market: Market) => {
    const prefix = site === undefined ? headPrefix : headSort(site, '');
    const { items } = await table.range({ pk: ownPartition(accountId), prefix });
    return items.map(({ d }) => parseHead(d)).filter((head) => holdsFor(head, market));
  };
  return {
    async site(domain, market) {
      const heads = await headsOf(domain, market);
      return heads.length > 0 ? openSite(table, accountId, heads) : undefined;
    },
    async sites(market) {
      const bySite = Map.groupBy(await headsOf(undefined, market), ({ site }) => site);
      return [...bySite.values()].map((heads) => openSite(table, accountId, heads));
    },
  };
}

/** A site whatever the country its figures are of; undefined where the account brought none. */
export async function openWholeSite(
  table: IndexTable,
  accountId: string,
  domain: string,
): Promise<OwnSite | undefined> {
  const { items } = await table.range({ pk: ownPartition(accountId), prefix: headSort(domain, '') });
  const heads = widestHeads(items.map(({ d }) => parseHead(d)));
  return heads.length > 0 ? openSite(table, accountId, heads) : undefined;
}

/** Of the imports of a site those that say most of it: of web search and all countries, where there are any. The best first. */
export function widestHeads(heads: readonly ConsoleHead[]): ConsoleHead[] {
  const web = heads.filter(({ search_type }) => search_type === 'web');
  const whole = web.filter(({ country }) => country === null);
  return newestHeads([whole, web, heads].find(({ length }) => length > 0) ?? []);
}

/** Figures of the web search, of all countries or of the market's own. */
function holdsFor({ search_type, country }: ConsoleHead, { location }: Market): boolean {
  return search_type === 'web' && (country === null || countryMatches(country, location.countryIso));
}

/** Whole sites before parts of them, then the newest period, then the newest import. */
function newestHeads(heads: readonly ConsoleHead[]): ConsoleHead[] {
  const rank = ({ filters, device, to, imported_at }: ConsoleHead) =>
    [filters.length + (device === null ? 0 : 1), to ?? '', imported_at] as const;
  return heads.toSorted((a, b) => {
    const [filtersA, toA, importedA] = rank(a);
    const [filtersB, toB, importedB] = rank(b);
    if (filtersA !== filtersB) return filtersA - filtersB;
    return toA === toB ? descending(importedA, importedB) : descending(toA, toB);
  });
}

function descending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}

function openSite(table: IndexTable, accountId: string, heads: readonly ConsoleHead[]): OwnSite {
  const sorted = newestHeads(heads);
  const [main] = sorted;
  if (!main) throw new Error('A site without an import.');
  const ofQueries = sorted.find(({ queries }) => queries > 0) ?? main;
  const ofPages = sorted.find(({ pages }) => pages > 0) ?? main;
  const ofPairs = sorted.find(({ pairs }) => pairs > 0);
  const read = reader(table, accountId);
  const lists = once(() => read.lists(ofQueries));
  const pageLists = once(() => (ofPages === ofQueries ? lists() : read.lists(ofPages)));
  return {
    domain: main.site,
    mainImportId: main.import_id,
    summary: summaryOf(main, ofQueries, ofPages),
    provenance: provenanceOf(ofQueries),
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
      const queries = ofPairs
        ? pairs.map((pair) => ownQuery(ofPairs, { ...pair, isBrand: false, page: pair.url }))
        : [];
      return row && { ...ownPage(ofPages, row), queries };
    },
    allQueries: async () =>
      (await readQueries(table, accountId, ofQueries.import_id))
        .sort(byClicks)
        .map((row) => ownQuery(ofQueries, row)),
    allPages: async () =>
      (await readPages(table, accountId, ofPages.import_id))
        .sort(byClicks)
        .map((row) => ownPage(ofPages, row)),
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
    opportunities: () => readOpportunities(table, accountId, ofQueries.import_id),
  };
}

function summaryOf(main: ConsoleHead, ofQueries: ConsoleHead, ofPages: ConsoleHead): OwnSummary {
  return {
    figures: figures(main, main),
    counted_from: main.counted_from,
    queries: ofQueries.queries,
    pages: ofPages.pages,
    brand: ofQueries.brand,
    country: main.country,
    device: main.device,
    opportunities: ofQueries.opportunities,
  };
}

function provenanceOf({ import_id, to }: ConsoleHead): Provenance {
  const { method, confidence } = sourceClasses.webmaster_console;
  return {
    source_class: 'webmaster_console',
    method,
    // Never the file's own time: an unknown period stays unknown.
    observed_at: to === null ? null : `${to}T00:00:00.000Z`,
    confidence,
    connection_id: `import:${import_id}`,
    cache_hit: false,
  };
}

const ownQuery = (head: ConsoleHead, row: StoredQuery): OwnQuery => ({
  query: row.query,
  page: row.page,
  is_brand: row.isBrand,
  own: figures(head, row),
});

const ownPage = (head: ConsoleHead, row: StoredPage): OwnPage => ({ url: row.url, own: figures(head, row) });

/** Reads of one account's blocks. */
function reader(table: IndexTable, accountId: string) {
  const blocksOf = async (
    head: ConsoleHead,
    kind: 'q' | 'p' | 'x',
    blocks: Iterable<number>,
  ): Promise<Uint8Array[]> => {
    const pk = ownImportPartition(accountId, head.import_id);
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
async function readKeys(table: IndexTable, keys: readonly ItemKey[]): Promise<readonly (Item | undefined)[]> {
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
