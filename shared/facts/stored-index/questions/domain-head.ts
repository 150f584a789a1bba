import type { Market } from '#shared/facts/ports/market.ts';
import type { ConditionalPut, Item } from '../items/index-items.ts';
import {
  competitorsSort,
  domainPartition,
  type ItemKey,
  keywordsSort,
  pagesSort,
  rowPrefix,
  summarySort,
} from '../items/keys.ts';
import { type KeywordSet, unpackKeywordSet } from '../items/keyword-set.ts';
import { readPacked, readSummary, type SummaryRecord, summaryItemOf } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';

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

/** The keywords of a head that was read with them; undefined where it has none, as before they were kept. */
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

/** The keys that `headKeywords` needs. */
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
  /** Whether these are all rows. */
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
  const items: Item[] = [];
  let next: ItemKey | undefined;
  do {
    const range = await table.range({ pk, from, to, limit: most - items.length, after: next });
    items.push(...range.items);
    next = range.next;
  } while (next && items.length < most);
  const rows = items.filter(({ sk }) => String(sk).startsWith(rowPrefix));
  return { head: readHead(items), rows, isWhole: next === undefined };
}

/** Rivals, pages and totals. */
const headItemsRead = 3;

/** A page with more keywords than this has its totals stored; those of others are added up as they are read. */
export const keywordsOfSmallPage = 50;
