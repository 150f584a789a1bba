import type { Market } from '#shared/facts/markets/market.ts';
import { createDomainTally, type DomainSummary, type PageTotal, packPages } from '../items/domain-summary.ts';
import { type Change, type ConditionalPut, type Item, ifStill } from '../items/index-items.ts';
import {
  competitorsSort,
  domainPartition,
  keywordsSort,
  lostPrefix,
  pagePartition,
  rowPrefix,
  summarySort,
} from '../items/keys.ts';
import { type KeywordSet, packKeywordSet } from '../items/keyword-set.ts';
import { readPosting, type SummaryRecord, summaryItemOf } from '../items/stored-items.ts';
import { type DomainHead, headItems, headKeywords, ifNewer, readHead } from '../questions/domain-head.ts';
import { keywordsOfSmallPage } from '../questions/page-size.ts';
import { atMost } from '../table/at-most.ts';
import { batchesOf } from '../table/index-batches.ts';
import type { IndexTable } from '../table/index-table.ts';
import { createRivalLists, type RivalLists } from './domain-rivals.ts';
import { besideOvertaken, type TouchedDomain } from './touched-domain.ts';

/** A domain with more keywords than this is not counted again for every change… */
const largeDomain = 2_000;
/** …but when its changes have reached this share of its keywords; so a change costs the same for all. */
const countedAgainShare = 0.02;

const domainsAtOnce = 8;
const countAttempts = 20;
/** Of the time that it takes, about so much goes into reading rows; the rest into rivals and heads. */
const countingShare = 0.4;
/** Heads written in one go; meanwhile the next are made. */
const headsAtOnce = 100;
const batchesAtOnce = 2;

export interface CountOptions {
  /** Count every domain at once, as after an import, however large. */
  readonly exact: boolean;
  /** Called before every domain and every batch of heads, with the share that is done, 0-1; keeps the writer's run alive. */
  readonly onProgress?: (share: number) => Promise<void>;
}

type RowRange = Awaited<ReturnType<IndexTable['range']>>;

/** What a count found, still to be written. */
interface Counted {
  readonly touched: TouchedDomain;
  readonly pk: string;
  readonly known: DomainHead;
  readonly summary: DomainSummary;
  readonly changesSince: number;
  readonly pages: Uint8Array | undefined;
  readonly largePages: readonly PageTotal[];
  readonly keywords: KeywordSet;
}

/** A head to write, on the condition that no other run has written it meanwhile. */
interface HeadWrite {
  readonly touched: TouchedDomain;
  readonly totals: ConditionalPut;
  readonly lists: readonly Item[];
  readonly largePages: readonly Change[];
}

/**
 * Brings the summaries of domains up to date by counting their rows again.
 * Nothing is added to or taken from a total, so a repeated or interrupted
 * count does no harm: the summary is written only if no other run has written
 * it since the count began, and else counted again. The last count has seen
 * the rows of all counts before it. All are counted before the first is
 * written, so that each list of rivals is made from what the rivals have now;
 * where a head was overtaken, the domains beside it are counted once more too.
 */
export async function countDomains(
  table: IndexTable,
  touched: readonly TouchedDomain[],
  { exact, onProgress }: CountOptions,
): Promise<void> {
  const rivals = createRivalLists(table);
  let open = touched;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === countAttempts) throw new Error('A domain changed too often to be counted.');
    if (attempt > 0) rivals.forgetRead();
    let done = 0;
    const counts = await atMost(domainsAtOnce, open, async (domain) => {
      await onProgress?.(countingShare * (done / open.length));
      done += 1;
      return countDomain(table, domain, exact);
    });
    for (const count of counts)
      if ('summary' in count) rivals.remember(count.pk, count.summary, count.keywords);
    const overtaken = await atMost(batchesAtOnce, batchesOf(counts, headsAtOnce), async (batch) => {
      const share = Math.min(1, Math.max(0, done - open.length) / counts.length);
      await onProgress?.(countingShare + (1 - countingShare) * share);
      done += batch.length;
      return writeHeads(table, await headWrites(batch, exact, rivals));
    });
    open = besideOvertaken(touched, overtaken.flat());
  }
}

/** Writes heads and tells whose were overtaken. */
async function writeHeads(table: IndexTable, writes: readonly HeadWrite[]): Promise<TouchedDomain[]> {
  const written = await table.putMany(writes.map(({ totals }) => totals));
  const done = writes.filter((_, index) => written[index]);
  await table.putMany(done.flatMap(({ lists }) => lists.map(ifNewer)));
  await table.change(done.flatMap(({ largePages }) => largePages));
  return writes.filter((_, index) => !written[index]).map(({ touched }) => touched);
}

async function countDomain(
  table: IndexTable,
  touched: TouchedDomain,
  exact: boolean,
): Promise<Counted | HeadWrite> {
  const pk = domainPartition(touched.market, touched.domain);
  const readsAll = exact && touched.rowsChanged;
  const first = readsAll
    ? await table.range({ ...rowsOf(pk), consistent: true })
    : await table.range({ pk, from: keywordsSort, to: summarySort, consistent: true });
  const known = readHead(first.items);
  const { record } = known;
  const keywords = touched.rowsChanged ? undefined : headKeywords(known);
  if (record && keywords) return besideOthers({ touched, pk, known, keywords }, record);
  if (record && !exact && canWait(record)) return putOff(touched, pk, record);
  const rows = readsAll ? first : await table.range({ ...rowsOf(pk), consistent: true });
  const tally = await addUp(table, touched, rows);
  const summary = tally.summary();
  const pages = tally.pages();
  return {
    touched,
    pk,
    known,
    summary,
    changesSince: 0,
    pages: packPages(pages, summary),
    largePages: pages.filter((page) => page.keywords > keywordsOfSmallPage),
    keywords: tally.keywords(),
  };
}

/** None of its rows changed, so totals, pages and keywords are what they were; its rivals may be others. */
function besideOthers(
  counted: Pick<Counted, 'touched' | 'pk' | 'known' | 'keywords'>,
  { summary, changesSince }: SummaryRecord,
): Counted {
  return { ...counted, summary, changesSince, pages: counted.known.pages, largePages: [] };
}

/** Totals, pages and rivals in one partition: its head and, after it, its rows. */
function rowsOf(pk: string) {
  return { pk, from: competitorsSort, to: `${lostPrefix}\uffff`, attributes: countedAttributes };
}

/** All but the partition key, which is the same for each of thousands of rows. */
const countedAttributes = ['sk', 'd', 'v', 'z', 'p', 'r', 'k'];

/** Notes one more change; the version grows, so that a count under way sees that it was overtaken. */
function putOff(touched: TouchedDomain, pk: string, known: SummaryRecord): HeadWrite {
  const later = { ...known, version: known.version + 1, changesSince: known.changesSince + 1 };
  const item = summaryItemOf({ pk, sk: summarySort }, later);
  return { touched, totals: ifStill(item, known?.version), lists: [], largePages: [] };
}

function canWait({ summary, changesSince }: { summary: DomainSummary; changesSince: number }): boolean {
  return summary.keywords > largeDomain && changesSince + 1 < summary.keywords * countedAgainShare;
}

async function headWrites(
  counts: readonly (Counted | HeadWrite)[],
  exact: boolean,
  lists: RivalLists,
): Promise<readonly HeadWrite[]> {
  const moved = counts
    .filter((count) => 'summary' in count)
    .filter((count) => exact || rivalsMayDiffer(count));
  const made = await lists.packed(
    moved.map(({ touched, summary, keywords, known }) => ({
      touched,
      summary,
      keywords,
      known: known.rivals,
    })),
  );
  const madeFor = new Map(moved.map((count, index) => [count, made[index]]));
  return counts.map((count) =>
    'summary' in count ? headWrite(count, madeFor.get(count) ?? count.known.rivals) : count,
  );
}

/**
 * A live listing in which no position changed leaves the rivals' totals as they were: to
 * write the whole list for them would double its cost.
 */
function rivalsMayDiffer({ known, touched }: Counted): boolean {
  return known.rivals === undefined || touched.changed.size > 0;
}

function headWrite(counted: Counted, rivals: Uint8Array | undefined): HeadWrite {
  const { touched, pk, known, summary, changesSince, pages, keywords } = counted;
  const version = (known.record?.version ?? 0) + 1;
  const lists = { pages, rivals, keywords: packKeywordSet(keywords) };
  const items = headItems(pk, { summary, version, changesSince }, lists);
  return {
    touched,
    totals: ifStill(items.totals, known.record?.version),
    lists: items.lists.filter((item) => !isStored(item, known)),
    largePages: counted.largePages.map((page) => largePage(touched.market, page, summary, version)),
  };
}

/** A list that has not changed is not written again. */
function isStored({ sk, d }: Item, known: DomainHead): boolean {
  const { record } = known;
  // Lists beside the totals leave with them.
  if (record?.pages ?? record?.rivals) return false;
  const lists = new Map([
    [competitorsSort, known.rivals],
    [keywordsSort, known.keywords],
  ]);
  const stored = lists.has(String(sk)) ? lists.get(String(sk)) : known.pages;
  return stored !== undefined && d instanceof Uint8Array && Buffer.compare(stored, d) === 0;
}

function largePage(market: Market, page: PageTotal, summary: DomainSummary, version: number): Change {
  const { keywords, traffic, withVolume } = page;
  const key = { pk: pagePartition(market, page.key), sk: summarySort };
  const totals = { ...summary, keywords, traffic, withVolume };
  return { put: summaryItemOf(key, { summary: totals, version, changesSince: 0 }) };
}

async function addUp(table: IndexTable, { domain }: TouchedDomain, first: RowRange) {
  const tally = createDomainTally();
  const add = (item: Item) => {
    if (isLost(item)) tally.addLost();
    if (isRow(item)) tally.add(readPosting(item, domain));
  };
  for await (const items of itemsFrom(table, first)) items.forEach(add);
  return tally;
}

async function* itemsFrom(table: IndexTable, first: RowRange): AsyncGenerator<readonly Item[]> {
  yield first.items;
  let { next } = first;
  while (next) {
    const range = await table.range({ ...rowsOf(next.pk), after: next, consistent: true });
    yield range.items;
    next = range.next;
  }
}

function isLost(item: Item): boolean {
  return String(item.sk).startsWith(lostPrefix);
}

function isRow(item: Item): boolean {
  return String(item.sk).startsWith(rowPrefix);
}
