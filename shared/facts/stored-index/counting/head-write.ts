import type { Market } from '#shared/facts/ports/market.ts';
import type { DomainSummary, PageTotal } from '../items/domain-summary.ts';
import { type Change, type ConditionalPut, type Item, ifStill } from '../items/index-items.ts';
import {
  competitorsSort,
  furtherPagesSort,
  keywordsSort,
  pagePartition,
  summarySort,
} from '../items/keys.ts';
import { summaryItemOf } from '../items/stored-items.ts';
import { ifNewer } from '../questions/domain-head.ts';
import type { IndexTable } from '../table/index-table.ts';
import { type Counted, countedHeadItems, type KnownHead } from './counted-head.ts';
import type { TouchedDomain } from './touched-domain.ts';

/** A head to write, on the condition that no other run has written it meanwhile. */
export interface HeadWrite {
  readonly touched: TouchedDomain;
  readonly totals: ConditionalPut;
  readonly lists: readonly Item[];
  readonly largePages: readonly Change[];
}

/** Writes heads and tells whose were overtaken. */
export async function writeHeads(table: IndexTable, writes: readonly HeadWrite[]): Promise<TouchedDomain[]> {
  const written = await table.putGuarded(
    writes.map(({ totals, lists }) => ({ guard: totals, guarded: lists.map(ifNewer) })),
  );
  const done = writes.filter((_, index) => written[index]);
  await table.change(done.flatMap(({ largePages }) => largePages));
  return writes.filter((_, index) => !written[index]).map(({ touched }) => touched);
}

/** The head after a count, with the rivals found for it. */
export function headWrite(counted: Counted, rivals: Uint8Array | undefined): HeadWrite {
  const { touched, pk, known, summary, changesSince, lists } = counted;
  const version = (known.record?.version ?? 0) + 1;
  const items = countedHeadItems(pk, { summary, version, changesSince, lists, rivals });
  return {
    touched,
    totals: ifStill(items.totals, known.record?.version),
    lists: items.lists.filter((item) => !isStored(item, known)),
    largePages: counted.largePages.map((page) => ({
      put: largePageItem(touched.market, page, summary, version),
    })),
  };
}

/** A list that has not changed is not written again. */
function isStored({ sk, d }: Item, known: KnownHead): boolean {
  const { record } = known;
  // Lists beside the totals leave with them.
  if (sk !== furtherPagesSort && (record?.pages ?? record?.rivals)) return false;
  const lists = new Map([
    [furtherPagesSort, known.further],
    [competitorsSort, known.rivals],
    [keywordsSort, known.keywords],
  ]);
  const stored = lists.has(String(sk)) ? lists.get(String(sk)) : known.pages;
  return stored !== undefined && d instanceof Uint8Array && Buffer.compare(stored, d) === 0;
}

/** The totals of a page that has many keywords. */
export function largePageItem(
  market: Market,
  page: PageTotal,
  summary: DomainSummary,
  version: number,
): Item {
  const { keywords, traffic, withVolume } = page;
  const key = { pk: pagePartition(market, page.key), sk: summarySort };
  const totals = { ...summary, keywords, traffic, withVolume };
  return summaryItemOf(key, { summary: totals, version, changesSince: 0 });
}
