import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import { widenedNotice } from '../../markets/markets.ts';
import { type Fact, fileDate, type Market, type Notice, seenTime } from '../../ports/fact.ts';
import {
  type ConditionalPut,
  connectionOf,
  type Item,
  importPrefix,
  readPacked,
  readPosting,
  readSummary,
  type SummaryRecord,
  sampleSource,
  summaryItemOf,
} from '../items/index-items.ts';
import {
  competitorsSort,
  domainPartition,
  type ItemKey,
  importPartition,
  keywordsSort,
  pagesSort,
  rowPrefix,
  summarySort,
} from '../items/keys.ts';
import { type KeywordSet, unpackKeywordSet } from '../items/keyword-set.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import type { Posting } from '../items/posting.ts';
import { type IndexReader, partsOf, readFirst } from '../table/index-reads.ts';

/** When the newest row of an answer was seen, and whether any of them is generated. */
export interface Origin {
  /** Unix seconds; 0 where nothing is known. */
  readonly at: number;
  readonly isSample: boolean;
  /** The import that it is from, where an answer comes from one. */
  readonly connection?: string;
}

export const unknownOrigin: Origin = { at: 0, isSample: false };

interface Answer<Value> {
  readonly value: Value;
  readonly origin: Origin;
  /** What to say when nothing is known about the subject; undefined where something is. */
  readonly nothingKnown?: string | undefined;
  readonly notices?: readonly Notice[];
}

export function storedFact<Value>(
  { value, origin, nothingKnown, notices = [] }: Answer<Value>,
  market?: Market,
  sourceClass: SourceClass = 'search_index',
): Fact<Value> {
  const widened = market && widenedNotice(market);
  return {
    value,
    provenance: provenanceOf(origin, sourceClass),
    notices: [
      ...(widened ? [widened] : []),
      ...(nothingKnown ? [{ code: 'no_data', message: nothingKnown } as const] : []),
      ...(origin.isSample ? [sampleNotice] : []),
      ...undatedNotice(origin),
      ...notices,
    ],
  };
}

export const sampleNotice: Notice = {
  code: 'sample_data',
  message:
    'From the generated sample market of .example domains. Import data or configure a live source for real facts.',
};

/** Says of what comes from a file without dates what day the file is of. */
function undatedNotice({ at }: Origin): readonly Notice[] {
  const { file_date } = fileDate(at);
  if (file_date === undefined) return [];
  return [
    { code: 'undated_data', message: `Undated; file of ${file_date}. The table says no day of its own.` },
  ];
}

function provenanceOf({ at, isSample, connection }: Origin, sourceClass: SourceClass): Provenance {
  return {
    source_class: sourceClass,
    method: sourceClasses[sourceClass].method,
    observed_at: seenTime(at),
    ...fileDate(at),
    confidence: sourceClasses[sourceClass].confidence,
    ...(sourceClass === 'search_index' && { confidence_basis: 'assumed' }),
    connection_id: isSample ? sampleSource : (connection ?? null),
    cache_hit: false,
  };
}

/** The origin of an answer made from several rows: as new as its newest, generated if any is, from an import if all are. */
export function originOf(rows: Iterable<Origin>): Origin {
  let at = 0;
  let isSample = false;
  const connections = new Set<string | undefined>();
  for (const row of rows) {
    at = Math.max(at, row.at);
    isSample ||= row.isSample;
    connections.add(row.connection);
  }
  const [connection] = connections;
  return { at, isSample, ...(connections.size === 1 && connection !== undefined && { connection }) };
}

/** Where postings are from: as `originOf`, with the import where one gave all of them. */
export type PostingOrigin = (postings: readonly Posting[]) => Promise<Origin>;

/** A row has the number of its import only; the id is in the list of imports, half a unit away, and is kept: it never changes. */
export function createPostingOrigin(table: IndexReader): PostingOrigin {
  const known = new Map<number, string | undefined>();
  return async (postings) => {
    const origin = originOf(postings);
    const [first] = postings;
    const number = first?.importNumber ?? null;
    if (number === null || postings.some(({ importNumber }) => importNumber !== number)) return origin;
    if (!known.has(number)) known.set(number, await importWith(table, number));
    const connection = known.get(number);
    return connection === undefined ? origin : { ...origin, connection };
  };
}

/** The one import whose id begins so; undefined where it was undone, or where the start is that of two. */
async function importWith(table: IndexReader, number: number): Promise<string | undefined> {
  const { items } = await table.range({ pk: importPartition, prefix: importPrefix(number), limit: 2 });
  const [only] = items;
  return items.length === 1 && only ? connectionOf(String(only.sk)) : undefined;
}

/** Rows of a domain or page as one read gives them. */
interface PostingsPart {
  readonly postings: readonly Posting[];
  /** Sort key behind which the rows go on; undefined at their end. */
  readonly next: string | undefined;
}

/** Every row of the partition `pk`, most traffic first, a megabyte at a time, from its start or behind a sort key. */
export async function* postingParts(
  table: IndexReader,
  pk: string,
  host: string,
  from?: string,
): AsyncGenerator<PostingsPart> {
  const after = from === undefined ? undefined : { pk, sk: from };
  for await (const { items, next } of partsOf(table, { pk, prefix: rowPrefix, after }))
    yield { postings: items.map((item) => readPosting(item, host)), next: next?.sk };
}

/** When a keyword's newest fact was seen, whether any is generated, and the connection where one gave them all. */
export function originOfState({ metrics, listing }: KeywordState): Origin {
  return originOf([metrics, listing].flatMap((part) => (part ? originOfPart(part) : [])));
}

/** The same of its listing alone, for what is said about places. */
export function originOfListing({ listing }: KeywordState): Origin {
  return listing ? originOfPart(listing) : unknownOrigin;
}

function originOfPart({ at, source }: { readonly at: number; readonly source: string }): Origin {
  const connection = connectionOf(source);
  return { at, isSample: source === sampleSource, ...(connection !== undefined && { connection }) };
}

/** What is counted about a domain: its totals, and its packed lists of pages, rivals and keywords. */
export interface DomainHead extends HeadLists {
  readonly record: SummaryRecord | undefined;
}

interface HeadLists {
  readonly pages: Uint8Array | undefined;
  readonly rivals: Uint8Array | undefined;
  readonly keywords: Uint8Array | undefined;
}

/**
 * Bytes of packed lists that lie in the same item as the totals: one item is
 * one write instead of four. With keys and totals it has at most 4 KB, so that
 * reading it stays half a unit; longer lists are items of their own.
 */
const mostBytesBesideTotals = 3_300;

/** The head of a domain from the items of its partition that sort before its rows. */
export function readHead(items: readonly Item[]): DomainHead {
  const bySort = new Map(items.map((item) => [item.sk, item]));
  const [totals, pages, rivals, keywords] = [summarySort, pagesSort, competitorsSort, keywordsSort].map(
    (sort) => bySort.get(sort),
  );
  const record = totals && readSummary(totals);
  // Lists beside the totals are the newer ones: an item of its own may be left from when it was longer.
  return {
    record,
    pages: record?.pages ?? (pages && readPacked(pages)),
    rivals: record?.rivals ?? (rivals && readPacked(rivals)),
    keywords: record?.keywords ?? (keywords && readPacked(keywords)),
  };
}

/** The keywords of a head that was read with them; undefined where it has none. */
export function headKeywords({ keywords }: DomainHead): KeywordSet | undefined {
  return keywords && unpackKeywordSet(keywords);
}

/** The item of the totals, and those of the lists that are too long for it. */
export function headItems(
  pk: string,
  { summary, version, changesSince }: SummaryRecord,
  lists: HeadLists,
): { readonly totals: Item; readonly lists: readonly Item[] } {
  const key = { pk, sk: summarySort };
  const { pages, rivals, keywords } = lists;
  const bytes = (pages?.length ?? 0) + (rivals?.length ?? 0) + (keywords?.length ?? 0);
  if (bytes <= mostBytesBesideTotals)
    return { totals: summaryItemOf(key, { summary, version, changesSince, ...lists }), lists: [] };
  const own = (sk: string, d: Uint8Array | undefined): Item[] => (d ? [{ pk, sk, d, v: version }] : []);
  return {
    totals: summaryItemOf(key, { summary, version, changesSince }),
    lists: [...own(pagesSort, pages), ...own(competitorsSort, rivals), ...own(keywordsSort, keywords)],
  };
}

export function headKeys(pk: string): ItemKey[] {
  return [
    { pk, sk: summarySort },
    { pk, sk: keywordsSort },
  ];
}

/** A list's own item, to be put unless a newer one is there. */
export function ifNewer(item: Item): ConditionalPut {
  const isOlder = { test: 'below', path: ['v'], value: Number(item.v) } as const;
  return { item, checks: [{ test: 'any of', of: [{ test: 'absent', path: ['pk'] }, isOlder] }] };
}

/** A head without keywords, and rows of the domain, most traffic first. */
interface HeadAndRows {
  readonly head: DomainHead;
  readonly rows: readonly Item[];
  readonly isWhole: boolean;
}

/**
 * Reads heads without keywords, and the first rows behind them; questions that
 * are asked at once about one domain share the read. Rows alone come with the
 * totals of the head only.
 */
export function createHeadReader(table: IndexReader) {
  const asked = new Map<string, { wantsHead: boolean; limit: number; reading: Promise<HeadAndRows> }>();
  const ask = (domain: string, market: Market, wantsHead: boolean, limit: number): Promise<HeadAndRows> => {
    const pk = domainPartition(market, domain);
    const known = asked.get(pk);
    if (known) {
      known.wantsHead ||= wantsHead;
      known.limit = Math.max(known.limit, limit);
      return known.reading;
    }
    // Begun once all that is asked at the same time has been said.
    const reading: Promise<HeadAndRows> = Promise.resolve().then(() => {
      asked.delete(pk);
      return readHeadAndRows(table, pk, question);
    });
    const question = { wantsHead, limit, reading };
    asked.set(pk, question);
    return reading;
  };
  return {
    head: async (domain: string, market: Market) => (await ask(domain, market, true, 0)).head,
    /** At least so many rows, where there are. */
    rows: (domain: string, market: Market, limit: number) => ask(domain, market, false, limit),
  };
}

/** In one read up to about 6,000 rows: the head sorts right before the rows. */
async function readHeadAndRows(
  table: IndexReader,
  pk: string,
  { wantsHead, limit }: { readonly wantsHead: boolean; readonly limit: number },
): Promise<HeadAndRows> {
  const from = wantsHead ? competitorsSort : summarySort;
  const to = limit > 0 ? `${rowPrefix}\uffff` : summarySort;
  const most = limit + (wantsHead ? headItemsRead : 1);
  const { items, next } = await readFirst(table, { pk, from, to }, most);
  const rows = items.filter(({ sk }) => String(sk).startsWith(rowPrefix));
  return { head: readHead(items), rows, isWhole: next === undefined };
}

/** Rivals, pages and totals. */
const headItemsRead = 3;

/** A page with more keywords than this has its totals stored; those of others are added up as they are read. */
export const keywordsOfSmallPage = 50;
