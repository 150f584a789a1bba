import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { ReadPages } from '#shared/facts/ports/own-sites.ts';
import type { Change } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { type IndexTable, removeItems } from '#shared/facts/stored-index/table/index-table.ts';
import { compareAgain, compareWith, headItem, listedOpportunities, outdated } from './compare-imports.ts';
import {
  byClicks,
  type ConsoleRows,
  consoleRows,
  earlierBlocks,
  keptPairs,
  orderedBlocks,
  rowBlocks,
  rowsOf,
} from './console-blocks.ts';
import {
  type ConsoleHead,
  type EditedNames,
  headSort,
  listsSort,
  namesSort,
  packLists,
  packTotals,
  parseEditedNames,
  totalsSort,
} from './console-items.ts';
import { readBlockRows, readHeads, readLists, readPages, readPairs, readQueries } from './console-reads.ts';
import type { ConsoleFrame } from './console-row.ts';
import type { ConsoleSet } from './console-set.ts';
import { meanPosition } from './console-tally.ts';
import { appliedNames, type Judged, judgedBy, judgedHead, noEdits } from './judge-queries.ts';
import { best, mergedRows } from './merged-rows.ts';
import { faultOpportunities, keepPageFaults, readPageFaults } from './page-faults.ts';
import { findNames } from './site-names.ts';

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
      const head = await writeRows(table, order);
      await table.put(headItem(order.accountId, head));
      await compareAgain(table, order.accountId, head);
      const heads = await readHeads(table, order.accountId);
      return heads.find(({ import_id }) => import_id === order.importId) ?? head;
    },
    /**
     * Keeps the names of a site as its owner has edited them, and counts
     * everything again that rests on them. Null takes those that were found.
     */
    async rename(accountId: string, site: string, changes: Partial<EditedNames>): Promise<void> {
      const edited = { ...(await readEditedNames(table, accountId, site)), ...changes };
      await table.put({ pk: ownPartition(accountId), sk: namesSort(site), d: edited });
      await judgeSite(table, accountId, site);
    },
    /** Keeps what a crawl or an audit found of the pages of a site, and makes those with a fault things to do. */
    async keepFaults(accountId: string, read: ReadPages): Promise<void> {
      if (await keepPageFaults(table, accountId, read)) await judgeSite(table, accountId, read.site);
    },
    /** Removes an import with everything in it; false where there is none of this id. */
    async remove(accountId: string, importId: string): Promise<boolean> {
      const heads = await readHeads(table, accountId);
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

async function readEditedNames(table: IndexTable, accountId: string, site: string): Promise<EditedNames> {
  const item = await table.get({ pk: ownPartition(accountId), sk: namesSort(site) }, true);
  return item ? parseEditedNames(item.d) : noEdits;
}

/** Counts everything again that rests on the names of a site or on the faults of its pages. */
async function judgeSite(table: IndexTable, accountId: string, site: string): Promise<void> {
  const heads = (await readHeads(table, accountId)).filter((head) => head.site === site);
  for (const head of heads) await judgeAgain(table, accountId, head);
}

async function writeRows(table: IndexTable, order: ConsoleImport): Promise<ConsoleHead> {
  const { accountId, importId, site, frame, set, faults = [] } = order;
  const all = consoleRows(set);
  const rows = { ...all, pairs: keptPairs(all.pairs) };
  const found = findNames(site, siteOf(site).root, rows.queries);
  const names = appliedNames(await readEditedNames(table, accountId, site), found);
  const period = { site, from: frame.from, to: frame.to };
  const ofPages = faultOpportunities(period, rows.pages, await readPageFaults(table, accountId, site));
  const judged = withFaults(judgedBy(names, period, rows), [...faults, ...ofPages]);
  const pk = ownPartPartition(accountId, importId);
  const items = [
    ...rowBlocks(rows),
    ...(order.before ? earlierBlocks(consoleRows(order.before)) : []),
    ...orderedBlocks('o', judged.opportunities),
    ...orderedBlocks('f', faults),
    { sk: listsSort, d: packLists(listsOf(rows, judged)) },
    { sk: totalsSort, d: packTotals(totalsOf(set)) },
  ];
  // An attempt that was cut off may have left more rows than there are now.
  await removeItems(table, pk);
  await table.change(items.map((item): Change => ({ put: { pk, ...item } })));
  return { ...headOf(order, rows), ...judgedHead(judged), found, names };
}

async function judgeAgain(table: IndexTable, accountId: string, head: ConsoleHead): Promise<void> {
  const pk = ownPartPartition(accountId, head.import_id);
  const [queries, pages, pairs, lists, faults, old, edited, ofPages] = await Promise.all([
    readQueries(table, accountId, head.import_id),
    readPages(table, accountId, head.import_id),
    readPairs(table, accountId, head.import_id),
    readLists(table, accountId, head.import_id),
    readBlockRows(table, accountId, head.import_id, ['f']),
    readAll(table, pk, { prefix: 'o#' }),
    readEditedNames(table, accountId, head.site),
    readPageFaults(table, accountId, head.site),
  ]);
  const names = appliedNames(edited, head.found);
  const found = judgedBy(names, head, {
    queries: queries.sort(byClicks),
    pages: pages.sort(byClicks),
    pairs,
  });
  const judged = withFaults(found, [...faults, ...faultOpportunities(head, pages, ofPages)]);
  const blocks = orderedBlocks('o', judged.opportunities);
  const { curve, opportunities } = judged;
  await table.change([
    ...outdated(old, blocks).map((sk): Change => ({ remove: { pk, sk } })),
    ...blocks.map((block): Change => ({ put: { pk, ...block } })),
    {
      put: {
        pk,
        sk: listsSort,
        d: packLists({
          ...lists,
          curve: [...curve],
          opportunities: best(opportunities, listedOpportunities),
        }),
      },
    },
  ]);
  const next = { ...head, ...judgedHead(judged), names };
  await table.put(headItem(accountId, next));
  if (head.compared_with === null) return;
  const before = (await readHeads(table, accountId)).find((other) => other.import_id === head.compared_with);
  await compareWith(table, accountId, next, before);
}

/** A page with a fault stands in one row with what else is known of it. */
function withFaults(judged: Judged, faults: readonly SearchOpportunity[]): Judged {
  return faults.length === 0
    ? judged
    : { ...judged, opportunities: mergedRows([...judged.opportunities, ...faults]) };
}

function listsOf({ queries, pages }: ConsoleRows, { curve, opportunities }: Judged) {
  return {
    queries: queries.slice(0, listedRows),
    pages: pages.slice(0, listedRows),
    curve: [...curve],
    opportunities: best(opportunities, listedOpportunities),
  };
}

function totalsOf({ days, countries, devices, appearances }: ConsoleSet) {
  return {
    days: rowsOf(days).sort((a, b) => (a.url < b.url ? -1 : 1)),
    countries: rowsOf(countries),
    devices: rowsOf(devices),
    appearances: rowsOf(appearances),
  };
}

function headOf(
  order: ConsoleImport,
  rows: ConsoleRows,
): Omit<ConsoleHead, 'brand' | 'opportunities' | 'found' | 'names'> {
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
