import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { Change, Item } from '#shared/facts/stored-index/items/index-items.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { changesBetween } from './changes-between.ts';
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
import { newestHeads } from './console-heads.ts';
import {
  type ConsoleHead,
  type EditedNames,
  headSort,
  listsSort,
  namesSort,
  ownImportPartition,
  ownPartition,
  packLists,
  packTotals,
  parseEditedNames,
  totalsSort,
} from './console-items.ts';
import { readBlockRows, readHeads, readLists, readPages, readPairs, readQueries } from './console-reads.ts';
import type { ConsoleFrame } from './console-row.ts';
import type { ConsoleSet } from './console-set.ts';
import { meanPosition } from './console-tally.ts';
import { appliedNames, countsOf, type Judged, judgedBy, judgedHead, noEdits } from './judge-queries.ts';
import { best, mergedRows } from './merged-rows.ts';
import { nameTeller } from './name-teller.ts';
import { findNames } from './site-names.ts';

/** Best rows that lie with the lists that every answer reads. */
const listedRows = 100;
const listedOpportunities = 10;

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
      const heads = (await readHeads(table, accountId)).filter((head) => head.site === site);
      for (const head of heads) await judgeAgain(table, accountId, head, edited);
    },
    /** Removes an import with everything in it; false where there is none of this id. */
    async remove(accountId: string, importId: string): Promise<boolean> {
      const heads = await readHeads(table, accountId);
      const head = heads.find(({ import_id }) => import_id === importId);
      // Out of sight first; the rows of a removal that was cut off are removed by the next.
      if (head)
        await table.change([{ remove: { pk: ownPartition(accountId), sk: headSort(head.site, importId) } }]);
      const removed = await removePartition(table, ownImportPartition(accountId, importId));
      if (head) await compareAgain(table, accountId, head);
      return head !== undefined || removed > 0;
    },
  };
  return store;
}

function headItem(accountId: string, head: ConsoleHead): Item {
  return { pk: ownPartition(accountId), sk: headSort(head.site, head.import_id), d: head };
}

async function readEditedNames(table: IndexTable, accountId: string, site: string): Promise<EditedNames> {
  const item = await table.get({ pk: ownPartition(accountId), sk: namesSort(site) }, true);
  return item ? parseEditedNames(item.d) : noEdits;
}

async function writeRows(table: IndexTable, order: ConsoleImport): Promise<ConsoleHead> {
  const { accountId, importId, site, frame, set, faults = [] } = order;
  const all = consoleRows(set);
  const rows = { ...all, pairs: keptPairs(all.pairs) };
  const found = findNames(site, siteOf(site).root, rows.queries);
  const names = appliedNames(await readEditedNames(table, accountId, site), found);
  const judged = withFaults(judgedBy(names, { site, from: frame.from, to: frame.to }, rows), faults);
  const pk = ownImportPartition(accountId, importId);
  const items = [
    ...rowBlocks(rows),
    ...(order.before ? earlierBlocks(consoleRows(order.before)) : []),
    ...orderedBlocks('o', judged.opportunities),
    ...orderedBlocks('f', faults),
    { sk: listsSort, d: packLists(listsOf(rows, judged)) },
    { sk: totalsSort, d: packTotals(totalsOf(set)) },
  ];
  // An attempt that was cut off may have left more rows than there are now.
  await removePartition(table, pk);
  await table.change(items.map((item): Change => ({ put: { pk, ...item } })));
  return { ...headOf(order, rows), ...judgedHead(judged), found, names };
}

async function judgeAgain(
  table: IndexTable,
  accountId: string,
  head: ConsoleHead,
  edited: EditedNames,
): Promise<void> {
  const pk = ownImportPartition(accountId, head.import_id);
  const [queries, pages, pairs, lists, faults, old] = await Promise.all([
    readQueries(table, accountId, head.import_id),
    readPages(table, accountId, head.import_id),
    readPairs(table, accountId, head.import_id),
    readLists(table, accountId, head.import_id),
    readBlockRows(table, accountId, head.import_id, ['f']),
    readAll(table, pk, 'o#'),
  ]);
  const names = appliedNames(edited, head.found);
  const found = judgedBy(names, head, {
    queries: queries.sort(byClicks),
    pages: pages.sort(byClicks),
    pairs,
  });
  const judged = withFaults(found, faults);
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

/** Sort keys of blocks that are no longer there. */
function outdated(old: readonly Item[], blocks: readonly { readonly sk: string }[]): string[] {
  const kept = new Set(blocks.map(({ sk }) => sk));
  return old.map(({ sk }) => String(sk)).filter((sk) => !kept.has(sk));
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
    compared_with: order.before ? importId : null,
  };
}

/** Counts decay and growth again of every import whose earlier period is another than before. */
async function compareAgain(table: IndexTable, accountId: string, changed: ConsoleHead): Promise<void> {
  const alike = (await readHeads(table, accountId)).filter((head) => scopeOf(head) === scopeOf(changed));
  for (const head of alike) {
    const before = head.compared_with === head.import_id ? head : earlierOf(head, alike);
    const isSame = (before?.import_id ?? null) === head.compared_with;
    if (!isSame || before?.import_id === changed.import_id) await compareWith(table, accountId, head, before);
  }
}

/** What makes two exports comparable: the same site, seen through the same filters. */
function scopeOf({ site, search_type, country, device, filters }: ConsoleHead): string {
  return JSON.stringify([site, search_type, country, device, filters]);
}

/** The import of the last period that ended before this one began; of a connection the one that it has chosen. */
function earlierOf(head: ConsoleHead, others: readonly ConsoleHead[]): ConsoleHead | undefined {
  const earlier = newestHeads(
    others.filter(({ from, to }) => from !== null && to !== null && head.from !== null && to < head.from),
  );
  const isChosen = ({ source, property }: ConsoleHead) =>
    source === 'connection' && property === head.property;
  return (head.source === 'connection' && earlier.find(isChosen)) || earlier.at(0);
}

async function compareWith(
  table: IndexTable,
  accountId: string,
  head: ConsoleHead,
  before: ConsoleHead | undefined,
): Promise<void> {
  const pk = ownImportPartition(accountId, head.import_id);
  const comparesItself = before?.import_id === head.import_id;
  const figuresOf = async (of: ConsoleHead, [queries, pages]: readonly ['q', 'p'] | readonly ['r', 's']) => ({
    domain: of.site,
    from: of.from,
    to: of.to,
    queries: await readQueries(table, accountId, of.import_id, queries),
    pages: await readPages(table, accountId, of.import_id, pages),
  });
  const changes = before
    ? changesBetween(
        await figuresOf(head, ['q', 'p']),
        await figuresOf(before, comparesItself ? ['r', 's'] : ['q', 'p']),
        { names: nameTeller(head.names), ofOneExport: comparesItself },
      )
    : [];
  const own = await readBlockRows(table, accountId, head.import_id, ['o']);
  const lists = await readLists(table, accountId, head.import_id);
  const all = mergedRows([...own, ...changes]);
  const opportunities = best(all, listedOpportunities);
  const old = await readAll(table, pk, 'y#');
  const blocks = orderedBlocks('y', changes);
  await table.change([
    ...outdated(old, blocks).map((sk): Change => ({ remove: { pk, sk } })),
    ...blocks.map((block): Change => ({ put: { pk, ...block } })),
    { put: { pk, sk: listsSort, d: packLists({ ...lists, opportunities }) } },
    {
      put: headItem(accountId, {
        ...head,
        compared_with: before?.import_id ?? null,
        opportunities: countsOf(all),
      }),
    },
  ]);
}

async function removePartition(table: IndexTable, pk: string): Promise<number> {
  const items = await readAll(table, pk);
  await table.change(items.map(({ sk }): Change => ({ remove: { pk, sk: String(sk) } })));
  return items.length;
}
