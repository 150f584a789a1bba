import {
  readPosting,
  type SummaryRecord,
  summaryItemOf,
} from '#shared/facts/stored-index/items/index-items.ts';
import type { Market } from '../../ports/fact.ts';
import { createDomainTally, type DomainSummary, type PageTotal } from '../items/domain-summary.ts';
import { type Change, type ConditionalPut, type Item, ifStill } from '../items/index-items.ts';
import {
  competitorsSort,
  domainPartition,
  furtherPagesSort,
  type ItemKey,
  keywordsSort,
  lostPrefix,
  pagePartition,
  pagesSort,
  rowPrefix,
  summarySort,
} from '../items/keys.ts';
import { lacks } from '../items/keyword-set.ts';
import { headKeywords, ifNewer, keywordsOfSmallPage } from '../questions/domain-head.ts';
import { atMost, partsOf } from '../table/index-reads.ts';
import type { IndexTable } from '../table/index-table.ts';
import { applyChanges } from './apply-changes.ts';
import {
  type Counted,
  type CountedRows,
  countedHeadItems,
  type KnownHead,
  noRows,
  packLists,
  readKnownHead,
  rowsOfHead,
} from './counted-head.ts';
import type { TouchedDomain } from './touched-domain.ts';

/** A domain with more keywords than this is not counted again for every change… */
const largeDomain = 2_000;
/** …but when its changes have reached this share of its keywords; so a change costs the same for all. */
const countedAgainShare = 0.02;

const domainsAtOnce = 8;

type RowRange = Awaited<ReturnType<IndexTable['range']>>;

/** Versions of domains' totals before the run changed the first of their rows, by partition; 0 where there were none. */
export type VersionsBefore = ReadonlyMap<string, number>;

/**
 * Counts domains by what changed in their rows, where their heads are as they
 * were before the run; the others by their rows.
 */
export async function countByChanges(
  table: IndexTable,
  batch: readonly TouchedDomain[],
  { versions, onDomain }: { readonly versions: VersionsBefore; readonly onDomain: () => Promise<void> },
): Promise<readonly (Counted | HeadWrite)[]> {
  const partitions = batch.map(({ market, domain }) => domainPartition(market, domain));
  const items = await table.getMany(partitions.flatMap(countedKeys), true);
  const heads = partitions.map((pk, index) => {
    const own = items.slice(index * headSorts.length, (index + 1) * headSorts.length);
    return { pk, known: readKnownHead(own.filter((item) => item !== undefined)) };
  });
  return atMost(domainsAtOnce, batch.entries().toArray(), async ([index, touched]) => {
    await onDomain();
    const head = heads[index];
    const found = head && countedByHead(touched, head, versions.get(head.pk));
    return found ?? countDomain(table, touched, true);
  });
}

/** Undefined where the domain must be counted by its rows. */
function countedByHead(
  touched: TouchedDomain,
  { pk, known }: Pick<Counted, 'pk' | 'known'>,
  versionBefore: number | undefined,
): Counted | undefined {
  if (!touched.rowsChanged) return besideOthers({ touched, pk, known }, false);
  if (versionBefore !== (known.record?.version ?? 0)) return undefined;
  const rows = changedRows(known, touched);
  return rows && counted({ touched, pk, known }, rows, true);
}

const headSorts = [summarySort, pagesSort, competitorsSort, keywordsSort, furtherPagesSort] as const;

function countedKeys(pk: string): ItemKey[] {
  return headSorts.map((sk) => ({ pk, sk }));
}

function changedRows(known: KnownHead, touched: TouchedDomain): CountedRows | undefined {
  const before = known.record ? rowsOfHead(known) : noRows;
  return before && touched.rows && applyChanges(before, touched.rows, touched);
}

/** Counts a domain by reading its rows, unless a live listing's change can wait. */
export async function countDomain(
  table: IndexTable,
  touched: TouchedDomain,
  exact: boolean,
): Promise<Counted | HeadWrite> {
  const pk = domainPartition(touched.market, touched.domain);
  const readsAll = exact && touched.rowsChanged;
  const first = readsAll
    ? await table.range({ ...rowsOf(pk), consistent: true })
    : await table.range({ pk, from: keywordsSort, to: summarySort, consistent: true });
  const known = readKnownHead(first.items);
  const { record } = known;
  const waits = !exact && record !== undefined && canWait(record);
  const beside = touched.rowsChanged ? undefined : besideOthers({ touched, pk, known }, waits);
  if (beside) return beside;
  if (record && waits) return putOff(touched, pk, record);
  const range = readsAll ? first : await table.range({ ...rowsOf(pk), consistent: true });
  return counted({ touched, pk, known }, await addUp(table, touched, range), exact);
}

function counted(of: Pick<Counted, 'touched' | 'pk' | 'known'>, rows: CountedRows, exact: boolean): Counted {
  const lists = packLists(rows);
  // A live listing does not pay for what only the next import needs, which then counts all rows.
  const isWhole = exact || lists.further === undefined;
  return {
    ...of,
    summary: rows.summary,
    changesSince: 0,
    lists: isWhole ? lists : { ...lists, further: undefined, check: undefined },
    largePages: [...rows.pages.values()].filter((page) => page.keywords > keywordsOfSmallPage),
    keywords: rows.keywords,
  };
}

/**
 * None of its rows changed, so totals, pages and keywords are what they were;
 * its rivals may be others. Undefined where one of the keywords is not among
 * them: another run has written its row and not counted it yet, and would not
 * look at sites that came after its own change.
 */
function besideOthers(of: Pick<Counted, 'touched' | 'pk' | 'known'>, mayLack: boolean): Counted | undefined {
  const { record, pages, check } = of.known;
  const keywords = headKeywords(of.known);
  if (!record || !keywords) return undefined;
  if (!mayLack && of.touched.changed.keys().some((keyword) => lacks(keywords, keyword))) return undefined;
  const lists = { pages, keywords: of.known.keywords, check, further: undefined };
  const { summary, changesSince } = record;
  return { ...of, keywords, summary, changesSince, lists, largePages: [] };
}

/** Totals, pages and rivals in one partition: its head and, after it, its rows. */
function rowsOf(pk: string) {
  return { pk, from: competitorsSort, to: `${lostPrefix}\uffff`, attributes: countedAttributes };
}

/** All but the partition key, which is the same for each of thousands of rows. */
const countedAttributes = ['sk', 'd', 'v', 'z', 'p', 'r', 'k', 'q'];

/** Notes one more change; the version grows, so that a count under way sees that it was overtaken. */
function putOff(touched: TouchedDomain, pk: string, known: SummaryRecord): HeadWrite {
  const later = { ...known, version: known.version + 1, changesSince: known.changesSince + 1 };
  const item = summaryItemOf({ pk, sk: summarySort }, later);
  return { touched, totals: ifStill(item, known?.version), lists: [], largePages: [] };
}

function canWait({ summary, changesSince }: { summary: DomainSummary; changesSince: number }): boolean {
  return summary.keywords > largeDomain && changesSince + 1 < summary.keywords * countedAgainShare;
}

async function addUp(table: IndexTable, { domain }: TouchedDomain, first: RowRange): Promise<CountedRows> {
  const tally = createDomainTally();
  const add = (item: Item) => {
    if (isLost(item)) tally.addLost();
    if (isRow(item)) tally.add(readPosting(item, domain));
  };
  for await (const items of itemsFrom(table, first)) items.forEach(add);
  return {
    summary: tally.summary(),
    pages: new Map(tally.pages().map((page) => [page.key, page])),
    mixed: tally.mixed(),
    keywords: tally.keywords(),
  };
}

async function* itemsFrom(table: IndexTable, first: RowRange): AsyncGenerator<readonly Item[]> {
  yield first.items;
  const { next } = first;
  if (!next) return;
  const question = { ...rowsOf(next.pk), after: next, consistent: true };
  for await (const { items } of partsOf(table, question)) yield items;
}

function isLost(item: Item): boolean {
  return String(item.sk).startsWith(lostPrefix);
}

function isRow(item: Item): boolean {
  return String(item.sk).startsWith(rowPrefix);
}

/** A head to write, on the condition that no other run has written it meanwhile. */
export interface HeadWrite {
  readonly touched: TouchedDomain;
  readonly totals: ConditionalPut;
  readonly lists: readonly Item[];
  readonly largePages: readonly Change[];
}

export async function writeHeads(table: IndexTable, writes: readonly HeadWrite[]): Promise<TouchedDomain[]> {
  const written = await table.putGuarded(
    writes.map(({ totals, lists }) => ({ guard: totals, guarded: lists.map(ifNewer) })),
  );
  const done = writes.filter((_, index) => written[index]);
  await table.change(done.flatMap(({ largePages }) => largePages));
  return writes.filter((_, index) => !written[index]).map(({ touched }) => touched);
}

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
