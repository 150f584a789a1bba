import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { ReadPages } from '#shared/facts/ports/own-sites.ts';
import type { Change, Item } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { readAll, readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import { type IndexTable, removeItems } from '#shared/facts/stored-index/table/index-table.ts';
import {
  type ConsoleRows,
  consoleRows,
  earlierBlocks,
  keptPairs,
  orderedBlocks,
  rowBlocks,
  rowsOf,
} from './console-blocks.ts';
import { areAlike, comparedWith } from './console-heads.ts';
import {
  type ConsoleHead,
  type EditedNames,
  headSort,
  listsSort,
  namesSort,
  packLists,
  packTotals,
  totalsSort,
} from './console-items.ts';
import { readEditedNames, readHeads, readLists } from './console-reads.ts';
import type { ConsoleFrame } from './console-row.ts';
import { type ConsoleSet, meanPosition } from './console-tally.ts';
import { judgementOf, type UnjudgedHead } from './judge-import.ts';
import { keepPageFaults } from './page-faults.ts';

/** Queries from which on some are without a click, unless they were left out. */
const fewestOfWhole = 100;
/** Best rows that lie with the lists that every answer reads. */
const listedRows = 100;

export interface ConsoleImport {
  readonly accountId: string;
  readonly importId: string;
  readonly site: string;
  readonly importedAt: string;
  readonly frame: ConsoleFrame;
  readonly set: ConsoleSet;
  /** The same of the earlier period, where the export compares two. */
  readonly before?: ConsoleSet | undefined;
  /** What the connection told of single pages, beside what the counts show. */
  readonly faults?: readonly SearchOpportunity[];
}

export type ConsoleStore = ReturnType<typeof createConsoleStore>;

/** An account's console figures: what one account brings and no other reads. */
export function createConsoleStore(table: IndexTable) {
  const store = {
    /** Writes an import: rows first and its head last, so that what is half written is not seen. */
    async write(order: ConsoleImport): Promise<ConsoleHead> {
      const { accountId, faults = [] } = order;
      const all = consoleRows(order.set);
      const rows = { ...all, pairs: keptPairs(all.pairs) };
      const head = headOf(order, rows);
      await writeRows(table, order, rows);
      const heads = await readHeads(readingLatest(table), accountId);
      const judged = await judge(table, accountId, head, heads, { ...rows, faults });
      await compareAgain(table, accountId, judged);
      return judged;
    },
    /**
     * Keeps the names of a site as its owner has edited them, and counts
     * everything again that rests on them. Null takes those that were found.
     */
    async rename(accountId: string, site: string, changes: Partial<EditedNames>): Promise<void> {
      const edited = { ...(await readEditedNames(readingLatest(table), accountId, site)), ...changes };
      await table.put({ pk: ownPartition(accountId), sk: namesSort(site), d: edited });
      await judgeSite(table, accountId, site);
    },
    /** Keeps what a crawl or an audit found of the pages of a site, and makes those with a fault things to do. */
    async keepFaults(accountId: string, read: ReadPages): Promise<void> {
      if (await keepPageFaults(table, accountId, read)) await judgeSite(table, accountId, read.site);
    },
    /** Removes an import with everything in it; false where there is none of this id. */
    async remove(accountId: string, importId: string): Promise<boolean> {
      const heads = await readHeads(readingLatest(table), accountId);
      const head = heads.find(({ import_id }) => import_id === importId);
      // Out of sight first; the rows of a removal that was cut off are removed by the next.
      if (head)
        await table.change([{ remove: { pk: ownPartition(accountId), sk: headSort(head.site, importId) } }]);
      const removed = await removeItems(table, ownPartPartition(accountId, importId));
      if (head) await compareAgain(table, accountId, head);
      return head !== undefined || removed > 0;
    },
  };
  return store;
}

/** Counts everything again that rests on the names of a site or on the faults of its pages. */
async function judgeSite(table: IndexTable, accountId: string, site: string): Promise<void> {
  const heads = (await readHeads(readingLatest(table), accountId)).filter((head) => head.site === site);
  for (const head of heads) await judge(table, accountId, head, heads);
}

/** Judges every import again whose earlier period is another than before. */
async function compareAgain(table: IndexTable, accountId: string, changed: ConsoleHead): Promise<void> {
  const alike = (await readHeads(readingLatest(table), accountId)).filter((head) => areAlike(head, changed));
  for (const head of alike) {
    const before = comparedWith(head, alike)?.import_id ?? null;
    const isOther = head.import_id !== changed.import_id;
    if (isOther && (before !== head.compared_with || before === changed.import_id))
      await judge(table, accountId, head, alike);
  }
}

/** Judges an import by today's rules, and keeps what they say. */
async function judge(
  table: IndexTable,
  accountId: string,
  unjudged: UnjudgedHead,
  others: readonly ConsoleHead[],
  rows?: Parameters<typeof judgementOf>[3]['rows'],
): Promise<ConsoleHead> {
  const before = comparedWith(unjudged, others);
  const with_ = { before, ...(rows && { rows }) };
  const judgement = await judgementOf(readingLatest(table), accountId, unjudged, with_);
  const { head, lists, own, changes } = judgement;
  const pk = ownPartPartition(accountId, head.import_id);
  const blocks = [...orderedBlocks('o', own), ...orderedBlocks('y', changes)];
  const [ofImport, compared, kept] = await Promise.all([
    readAll(table, pk, { prefix: 'o#' }),
    readAll(table, pk, { prefix: 'y#' }),
    readLists(readingLatest(table), accountId, head.import_id),
  ]);
  await table.change([
    ...outdated([...ofImport, ...compared], blocks).map((sk): Change => ({ remove: { pk, sk } })),
    ...blocks.map((block): Change => ({ put: { pk, ...block } })),
    { put: { pk, sk: listsSort, d: packLists({ ...kept, ...lists }) } },
  ]);
  const key = { pk: ownPartition(accountId), sk: headSort(head.site, head.import_id) };
  await table.change([{ put: { ...key, d: head } }]);
  return head;
}

/** Sort keys of blocks that are no longer there. */
function outdated(old: readonly Item[], blocks: readonly { readonly sk: string }[]): string[] {
  const kept = new Set(blocks.map(({ sk }) => sk));
  return old.map(({ sk }) => String(sk)).filter((sk) => !kept.has(sk));
}

async function writeRows(table: IndexTable, order: ConsoleImport, rows: ConsoleRows): Promise<void> {
  const pk = ownPartPartition(order.accountId, order.importId);
  const lists = {
    ...{ queries: rows.queries.slice(0, listedRows), pages: rows.pages.slice(0, listedRows) },
    ...{ curve: [], opportunities: [] },
  };
  const items = [
    ...rowBlocks(rows),
    ...(order.before ? earlierBlocks(consoleRows(order.before)) : []),
    ...orderedBlocks('f', order.faults ?? []),
    { sk: listsSort, d: packLists(lists) },
    { sk: totalsSort, d: packTotals(totalsOf(order.set)) },
  ];
  // An attempt that was cut off may have left more rows than there are now.
  await removeItems(table, pk);
  await table.change(items.map((item): Change => ({ put: { pk, ...item } })));
}

function totalsOf({ days, countries, devices, appearances }: ConsoleSet) {
  return {
    days: rowsOf(days).sort((a, b) => (a.url < b.url ? -1 : 1)),
    countries: rowsOf(countries),
    devices: rowsOf(devices),
    appearances: rowsOf(appearances),
  };
}

function headOf(order: ConsoleImport, rows: ConsoleRows): UnjudgedHead {
  const { importId, site, importedAt, frame, set } = order;
  const position = meanPosition(set.total);
  return {
    site,
    import_id: importId,
    imported_at: importedAt,
    from: frame.from,
    to: frame.to,
    search_type: frame.searchType,
    country: frame.country,
    device: frame.device,
    filters: [...frame.filters],
    property: frame.property ?? null,
    source: frame.source ?? 'export',
    clicks: set.total.clicks,
    impressions: set.total.impressions,
    position: position === null ? null : Math.round(position * 10_000) / 10_000,
    counted_from: set.countedFrom,
    queries: rows.queries.length,
    pages: rows.pages.length,
    pairs: rows.pairs.length,
    clicked_only: rows.queries.length >= fewestOfWhole && rows.queries.every(({ clicks }) => clicks > 0),
    compared_with: order.before ? importId : null,
  };
}
