import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  curvePoint,
  type ScopeFilter,
  scopeFilter,
  searchOpportunity,
  siteNames,
} from '#shared/contract/own-rows.ts';
import { pack, unpack } from '#shared/facts/stored-index/items/keys.ts';
import type { LineFormat } from '#shared/platform/sorted-rows.ts';
import { countedFrom } from './console-tally.ts';

export const headPrefix = 'c#';
export const headSort = (site: string, importId: string) => `${headPrefix}${site}#${importId}`;
/** Best rows and the click curve; totals by day, country, device and kind of result. */
export const listsSort = '!t';
export const totalsSort = '!d';

/** Kinds of blocks: queries, pages, queries of a page, what one import shows by itself, and beside an earlier one; queries and pages of the earlier period of an export that compares two; what a connection told of its pages. */
export const blockKinds = ['q', 'p', 'x', 'o', 'y', 'r', 's', 'f'] as const;
export type BlockKind = (typeof blockKinds)[number];
export const blockSort = (kind: BlockKind, block: number) => `${kind}#${String(block).padStart(5, '0')}`;

/** Rows of a block: a few kilobytes packed, so that looking one row up reads no more. */
const rowsOfBlock: Readonly<Record<BlockKind, number>> = {
  q: 300,
  p: 150,
  x: 150,
  o: 300,
  y: 300,
  r: 300,
  s: 150,
  f: 300,
};

export function blockCount(kind: BlockKind, rows: number): number {
  return Math.ceil(rows / rowsOfBlock[kind]);
}

/** In which of some blocks a key lies. */
export function blockOf(key: string, blocks: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % Math.max(1, blocks);
}

const nullableText = v.nullable(v.string());
const nullableNumber = v.nullable(v.number());

/** Head of an import, under the account's own partition: small, so that one read shows all of an account's. */
const head = v.object({
  site: v.string(),
  import_id: v.string(),
  imported_at: v.string(),
  from: nullableText,
  to: nullableText,
  search_type: v.string(),
  country: nullableText,
  device: nullableText,
  filters: v.array(v.union([scopeFilter, v.pipe(v.string(), v.transform(filterOfText))])),
  property: v.optional(nullableText, null),
  source: v.optional(v.picklist(['export', 'connection']), 'export'),
  /** Names as the queries show them, and as they were applied: edited by the owner, or as found. */
  found: v.optional(siteNames, { own_names: [], other_names: [] }),
  names: v.optional(siteNames, { own_names: [], other_names: [] }),
  clicks: v.number(),
  impressions: v.number(),
  position: nullableNumber,
  counted_from: v.picklist(countedFrom),
  queries: v.number(),
  pages: v.number(),
  pairs: v.number(),
  /** Whether its queries are those with clicks alone, of which a list of some length is a part. */
  clicked_only: v.optional(v.boolean(), false),
  /** Import that decay and growth were counted against; its own where it compares two periods itself. */
  compared_with: nullableText,
  /** Opportunities by kind. */
  opportunities: v.record(v.string(), v.number()),
  brand: v.object({ queries: v.number(), clicks: v.number(), impressions: v.number() }),
  /** Rules that names, brand, curve and opportunities are by: see `judgedToday`. */
  rules: v.optional(v.string(), ''),
});
export type ConsoleHead = v.InferOutput<typeof head>;

/** What the rules of names and opportunities make of a list that never changes, as a digest: where they change, its test tells the next one. */
export const todaysRules = '59eb6979cdc8';

/** A filter as heads kept it before it had parts: `Page: +/blog`. */
function filterOfText(text: string): ScopeFilter {
  const [dimension = '', value = ''] = text.split(': ', 2);
  return { dimension: dimension.toLowerCase(), operator: 'contains', value };
}

/** Names of a site as its owner has edited them; null where those that were found hold. */
export const namesSort = (site: string) => `n#${site}`;
const editedNames = v.object({
  own_names: v.nullable(v.array(v.string())),
  other_names: v.nullable(v.array(v.string())),
});
export type EditedNames = v.InferOutput<typeof editedNames>;
export const noEdits: EditedNames = { own_names: null, other_names: null };
export const parseEditedNames = (value: unknown): EditedNames => v.parse(editedNames, value);

export function parseHead(value: unknown): ConsoleHead {
  return v.parse(head, value);
}

/** Query, clicks, impressions, mean position, its best page where known. */
const storedQuery = v.pipe(
  v.tuple([v.string(), v.number(), v.number(), nullableNumber, nullableText]),
  v.transform(([query, clicks, impressions, position, page]) => ({
    query,
    clicks,
    impressions,
    position,
    page,
  })),
);
export type StoredQuery = v.InferOutput<typeof storedQuery>;

/** Address (or day, country, device), clicks, impressions, mean position. */
const storedPage = v.pipe(
  v.tuple([v.string(), v.number(), v.number(), nullableNumber]),
  v.transform(([url, clicks, impressions, position]) => ({ url, clicks, impressions, position })),
);
export type StoredPage = v.InferOutput<typeof storedPage>;

/** Query and page, clicks, impressions, mean position, and the weeks in which the page had a part of the query. */
const storedPair = v.pipe(
  v.tuple([v.string(), v.string(), v.number(), v.number(), nullableNumber, v.optional(v.number())]),
  v.transform(([url, query, clicks, impressions, position, weeks]) => ({
    url,
    query,
    clicks,
    impressions,
    position,
    /** A bit for each week of the period, the first the lowest; undefined where days are not known. */
    ...(weeks !== undefined && { weeks }),
  })),
);
export type StoredPair = v.InferOutput<typeof storedPair>;

const queryTuple = (row: StoredQuery) => [
  row.query,
  row.clicks,
  row.impressions,
  shortened(row.position),
  row.page,
];
const pageTuple = (row: StoredPage) => [row.url, row.clicks, row.impressions, shortened(row.position)];
const pairTuple = ({ query, weeks, ...row }: StoredPair) => [
  row.url,
  query,
  ...pageTuple(row).slice(1),
  ...(weeks === undefined ? [] : [weeks]),
];

/** Mean positions to four places: what an average is worth, in fewer bytes. */
function shortened(position: number | null): number | null {
  return position === null ? null : Math.round(position * 10_000) / 10_000;
}

/** Rows as lines of text, for lists that are sorted in little memory. */
export const queryLine: LineFormat<StoredQuery> = {
  write: (row) => JSON.stringify(queryTuple(row)),
  read: (line) => v.parse(storedQuery, JSON.parse(line)),
};
export const pageLine: LineFormat<StoredPage> = {
  write: (row) => JSON.stringify(pageTuple(row)),
  read: (line) => v.parse(storedPage, JSON.parse(line)),
};

export const packQueries = (rows: readonly StoredQuery[]) => pack(rows.map(queryTuple));
export const packPages = (rows: readonly StoredPage[]) => pack(rows.map(pageTuple));
export const packPairs = (rows: readonly StoredPair[]) => pack(rows.map(pairTuple));
export const unpackQueries = (bytes: Uint8Array) => v.parse(v.array(storedQuery), unpack(bytes));
export const unpackPages = (bytes: Uint8Array) => v.parse(v.array(storedPage), unpack(bytes));
export const unpackPairs = (bytes: Uint8Array) => v.parse(v.array(storedPair), unpack(bytes));
export const unpackOpportunities = (bytes: Uint8Array) => v.parse(v.array(searchOpportunity), unpack(bytes));

const lists = v.object({
  queries: v.array(storedQuery),
  pages: v.array(storedPage),
  curve: v.array(curvePoint),
  /** The best opportunities; all of them are in blocks. */
  opportunities: v.array(searchOpportunity),
});
export type ConsoleLists = Readonly<v.InferOutput<typeof lists>>;

/** What an answer shows of a site: read as one item. */
export function packLists({ queries, pages, ...rest }: ConsoleLists): Uint8Array {
  return pack({ queries: queries.map(queryTuple), pages: pages.map(pageTuple), ...rest });
}

export function unpackLists(bytes: Uint8Array): ConsoleLists {
  return v.parse(lists, unpack(bytes));
}

const totals = v.object({
  days: v.array(storedPage),
  countries: v.array(storedPage),
  devices: v.array(storedPage),
  appearances: v.array(storedPage),
});
export type ConsoleTotals = Readonly<v.InferOutput<typeof totals>>;

export function packTotals({ days, countries, devices, appearances }: ConsoleTotals): Uint8Array {
  const all = { days, countries, devices, appearances };
  return pack(Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, rows.map(pageTuple)])));
}

export function unpackTotals(bytes: Uint8Array): ConsoleTotals {
  return v.parse(totals, unpack(bytes));
}
