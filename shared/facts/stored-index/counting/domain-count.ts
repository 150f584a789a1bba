import type { Market } from '#shared/facts/markets/market.ts';
import { competitorSample } from '../items/competitor-ranking.ts';
import { createDomainTally, type DomainSummary, type PageTotal, packPages } from '../items/domain-summary.ts';
import type { Change, ConditionalPut, Item } from '../items/index-items.ts';
import {
  competitorsSort,
  domainPartition,
  lostPrefix,
  pagePartition,
  rowPrefix,
  summarySort,
} from '../items/keys.ts';
import { readPosting, type SummaryRecord, summaryItemOf } from '../items/stored-items.ts';
import { type DomainHead, headItems, ifNewer, readHead } from '../questions/domain-head.ts';
import { keywordsOfSmallPage } from '../questions/page-size.ts';
import { atMost } from '../table/at-most.ts';
import { batchesOf } from '../table/index-batches.ts';
import type { IndexTable } from '../table/index-table.ts';
import { createRivalLists, type RivalLists } from './domain-rivals.ts';
import type { TouchedDomain } from './touched-domain.ts';

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
/** Rows of a domain that are read before it is known whether it is too large to be counted now. */
const firstRows = 100;

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
  /** Keywords with the most traffic. */
  readonly sample: readonly string[];
  /** Whether what changed may have changed the rivals. */
  readonly ranksMoved: boolean;
}

/** A head to write, on the condition that nobody has written it meanwhile. */
interface HeadWrite {
  readonly touched: TouchedDomain;
  readonly totals: ConditionalPut;
  readonly lists: readonly Item[];
  readonly largePages: readonly Change[];
}

/**
 * Brings the summaries of domains up to date by counting their rows again.
 * Nothing is added to or taken from a total, so a repeated or interrupted
 * count does no harm: the summary is written only if nobody has written it
 * since the count began, and else counted again. Whoever counts last has
 * seen the rows of all who counted before. All are counted before the first is
 * written, so that each list of rivals has the rivals' new totals.
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
    const found = await atMost(domainsAtOnce, open, async (domain) => {
      await onProgress?.(countingShare * (done / open.length));
      done += 1;
      return countDomain(table, domain, exact);
    });
    const counts = found.filter((count) => count !== undefined);
    for (const count of counts) if ('summary' in count) rivals.remember(count.pk, count.summary);
    const overtaken = await atMost(batchesAtOnce, batchesOf(counts, headsAtOnce), async (batch) => {
      const share = Math.min(1, Math.max(0, done - open.length) / counts.length);
      await onProgress?.(countingShare + (1 - countingShare) * share);
      done += batch.length;
      return writeHeads(table, await headWrites(batch, exact, rivals));
    });
    open = overtaken.flat();
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
): Promise<Counted | HeadWrite | undefined> {
  const pk = domainPartition(touched.market, touched.domain);
  const readsAll = exact && touched.rowsChanged;
  const first = await table.range({
    ...rowsOf(pk),
    ...(readsAll ? {} : { limit: firstRows }),
    consistent: true,
  });
  const known = readHead(first.items);
  const { record } = known;
  if (record && !touched.rowsChanged) return besideOthers({ touched, pk, known, record }, first.items);
  if (record && !exact && canWait(record)) return putOff(touched, pk, record);
  const { sample, lastSampled } = sampledIn(first.items, touched.domain);
  const tally = await addUp(table, touched, first);
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
    sample,
    ranksMoved: touched.firstRow <= lastSampled,
  };
}

/**
 * None of its rows changed, so totals and pages are what they were. Its rivals
 * are others only where a changed listing is among those they are counted in.
 */
function besideOthers(
  {
    touched,
    pk,
    known,
    record,
  }: Pick<Counted, 'touched' | 'pk' | 'known'> & { readonly record: SummaryRecord },
  firstItems: readonly Item[],
): Counted | undefined {
  const { sample, lastSampled } = sampledIn(firstItems, touched.domain);
  if (touched.firstRow > lastSampled) return undefined;
  const { summary, changesSince } = record;
  const { pages } = known;
  return { touched, pk, known, summary, changesSince, pages, largePages: [], sample, ranksMoved: true };
}

/** Totals, pages and rivals in one partition: its head and, after it, its rows. */
function rowsOf(pk: string) {
  return { pk, from: competitorsSort, to: `${lostPrefix}\uffff` };
}

/** Notes one more change; the version grows, so that a count under way sees that it was overtaken. */
function putOff(touched: TouchedDomain, pk: string, known: SummaryRecord): HeadWrite {
  const later = { ...known, version: known.version + 1, changesSince: known.changesSince + 1 };
  const item = summaryItemOf({ pk, sk: summarySort }, later);
  return { touched, totals: { item, condition: ifStill(known) }, lists: [], largePages: [] };
}

function canWait({ summary, changesSince }: { summary: DomainSummary; changesSince: number }): boolean {
  return summary.keywords > largeDomain && changesSince + 1 < summary.keywords * countedAgainShare;
}

async function headWrites(
  counts: readonly (Counted | HeadWrite)[],
  exact: boolean,
  lists: RivalLists,
): Promise<readonly HeadWrite[]> {
  const moved = counts.filter((count) => 'summary' in count).filter((count) => rivalsMayDiffer(count));
  const made = await lists.packed(moved);
  const madeFor = new Map(moved.map((count, index) => [count, made[index]]));
  return counts.map((count) => {
    if (!('summary' in count)) return count;
    const { known, touched } = count;
    // A live listing leaves the rivals' totals as they were: to write the whole list for them would double its cost.
    const kept = known.rivals && exact ? lists.withNewTotals(touched, known.rivals) : known.rivals;
    return headWrite(count, madeFor.get(count) ?? kept);
  });
}

/** What happened below the sampled keywords moves no rival. */
function rivalsMayDiffer({ known, ranksMoved }: Counted): boolean {
  return known.rivals === undefined || ranksMoved;
}

function headWrite(counted: Counted, rivals: Uint8Array | undefined): HeadWrite {
  const { touched, pk, known, summary, changesSince, pages } = counted;
  const version = (known.record?.version ?? 0) + 1;
  const items = headItems(pk, { summary, version, changesSince }, { pages, rivals });
  return {
    touched,
    totals: { item: items.totals, condition: ifStill(known.record) },
    lists: items.lists.filter((item) => !isStored(item, known)),
    largePages: counted.largePages.map((page) => largePage(touched.market, page, summary, version)),
  };
}

/** A list that has not changed is not written again. */
function isStored({ sk, d }: Item, known: DomainHead): boolean {
  const { record } = known;
  // Lists beside the totals leave with them.
  if (record?.pages ?? record?.rivals) return false;
  const stored = sk === competitorsSort ? known.rivals : known.pages;
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

/** The keywords with the most traffic, of which the first rows of a domain are enough. */
function sampledIn(items: readonly Item[], domain: string) {
  const sampled = items.filter(isRow).slice(0, competitorSample);
  return {
    sample: sampled.map((item) => readPosting(item, domain).keyword),
    // While not all places are taken, every row may change the rivals.
    lastSampled: String(sampled[competitorSample - 1]?.sk ?? '\uffff'),
  };
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

function ifStill(known: SummaryRecord | undefined) {
  if (!known) return { expression: 'attribute_not_exists(pk)' };
  return { expression: 'v = :known', values: { ':known': known.version } };
}
