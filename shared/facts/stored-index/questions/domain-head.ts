import type { Market } from '#shared/facts/markets/market.ts';
import type { ConditionalPut, Item } from '../items/index-items.ts';
import { competitorsSort, domainPartition, pagesSort, summarySort } from '../items/keys.ts';
import { readPacked, readSummary, type SummaryRecord, summaryItemOf } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';

/** What is counted about a domain: its totals, and its packed lists of pages and rivals. */
export interface DomainHead {
  readonly record: SummaryRecord | undefined;
  readonly pages: Uint8Array | undefined;
  readonly rivals: Uint8Array | undefined;
}

/**
 * Bytes of packed lists that lie in the same item as the totals. Most domains
 * rank for a few keywords: one item is one write for them instead of three.
 * Longer lists are items of their own, so that reading the totals of a large
 * site stays half a unit.
 */
const mostBytesBesideTotals = 2_000;

/** The head of a domain from the items of its partition that sort before its rows. */
export function readHead(items: readonly Item[]): DomainHead {
  const bySort = new Map(items.map((item) => [item.sk, item]));
  const [totals, pages, rivals] = [summarySort, pagesSort, competitorsSort].map((sort) => bySort.get(sort));
  const record = totals && readSummary(totals);
  // Lists beside the totals are the newer ones: an item of its own may be left from when it was longer.
  return {
    record,
    pages: record?.pages ?? (pages && readPacked(pages)),
    rivals: record?.rivals ?? (rivals && readPacked(rivals)),
  };
}

/** The item of the totals, and those of the lists that are too long to lie in it. */
export function headItems(
  pk: string,
  { summary, version, changesSince }: SummaryRecord,
  lists: { readonly pages: Uint8Array | undefined; readonly rivals: Uint8Array | undefined },
): { readonly totals: Item; readonly lists: readonly Item[] } {
  const key = { pk, sk: summarySort };
  const { pages, rivals } = lists;
  const isShort = (pages?.length ?? 0) + (rivals?.length ?? 0) <= mostBytesBesideTotals;
  if (isShort)
    return { totals: summaryItemOf(key, { summary, version, changesSince, pages, rivals }), lists: [] };
  return {
    totals: summaryItemOf(key, { summary, version, changesSince }),
    lists: [
      ...(pages ? [{ pk, sk: pagesSort, d: pages, v: version }] : []),
      ...(rivals ? [{ pk, sk: competitorsSort, d: rivals, v: version }] : []),
    ],
  };
}

/** A list's own item, to be put unless a newer one is there. */
export function ifNewer(item: Item): ConditionalPut {
  return {
    item,
    condition: {
      expression: 'attribute_not_exists(pk) OR v < :version',
      values: { ':version': item.v },
    },
  };
}

/** Reads heads; questions that are asked at once about one domain share the read. */
export function createHeadReader(table: IndexTable) {
  const underWay = new Map<string, Promise<DomainHead>>();
  return (domain: string, market: Market): Promise<DomainHead> => {
    const pk = domainPartition(market, domain);
    const known = underWay.get(pk);
    if (known) return known;
    const reading = table
      .range({ pk, from: competitorsSort, to: summarySort })
      .then(({ items }) => readHead(items))
      .finally(() => underWay.delete(pk));
    underWay.set(pk, reading);
    return reading;
  };
}
