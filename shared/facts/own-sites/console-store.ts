import type { CurvePoint, SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { Change, Item } from '#shared/facts/stored-index/items/index-items.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { readAll } from '#shared/facts/stored-index/table/read-all.ts';
import { brandTeller } from './brand-queries.ts';
import { changesBetween } from './changes-between.ts';
import { fitClickCurve } from './click-curve.ts';
import {
  type ConsoleRows,
  consoleRows,
  keptPairs,
  orderedBlocks,
  rowBlocks,
  rowsOf,
} from './console-blocks.ts';
import {
  type ConsoleHead,
  headSort,
  listsSort,
  ownImportPartition,
  ownPartition,
  packLists,
  packTotals,
  totalsSort,
} from './console-items.ts';
import { readHeads, readLists, readOpportunities, readPages, readQueries } from './console-reads.ts';
import type { ConsoleFrame } from './console-row.ts';
import type { ConsoleSet } from './console-set.ts';
import { meanPosition } from './console-tally.ts';
import { best, opportunitiesOf } from './opportunities.ts';

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

async function writeRows(table: IndexTable, order: ConsoleImport): Promise<ConsoleHead> {
  const { accountId, importId, site, frame, set } = order;
  const plain = consoleRows(set, () => false);
  const all = consoleRows(set, brandTeller(site, siteOf(site).root, plain.queries));
  const curve = fitClickCurve(all.queries.filter(({ isBrand }) => !isBrand));
  const found = opportunitiesOf({ domain: site, from: frame.from, to: frame.to, curve, ...all });
  const rows = { ...all, pairs: keptPairs(all.pairs) };
  const pk = ownImportPartition(accountId, importId);
  const items = [
    ...rowBlocks(rows),
    ...orderedBlocks('o', found),
    { sk: listsSort, d: packLists(listsOf(rows, curve, found)) },
    { sk: totalsSort, d: packTotals(totalsOf(set)) },
  ];
  // An attempt that was cut off may have left more rows than there are now.
  await removePartition(table, pk);
  await table.change(items.map((item): Change => ({ put: { pk, ...item } })));
  return headOf(order, rows, found);
}

function listsOf(
  { queries, pages }: ConsoleRows,
  curve: readonly CurvePoint[],
  found: readonly SearchOpportunity[],
) {
  return {
    queries: queries.slice(0, listedRows),
    pages: pages.slice(0, listedRows),
    curve: [...curve],
    opportunities: best(found, listedOpportunities),
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

function headOf(order: ConsoleImport, rows: ConsoleRows, found: readonly SearchOpportunity[]): ConsoleHead {
  const { importId, site, importedAt, frame, set } = order;
  const brand = rows.queries.filter(({ isBrand }) => isBrand);
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
    clicks: set.total.clicks,
    impressions: set.total.impressions,
    position: position === null ? null : Math.round(position * 10_000) / 10_000,
    counted_from: set.countedFrom,
    queries: rows.queries.length,
    pages: rows.pages.length,
    pairs: rows.pairs.length,
    compared_with: null,
    opportunities: countsOf(found),
    brand: {
      queries: brand.length,
      clicks: brand.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions: brand.reduce((sum, { impressions }) => sum + impressions, 0),
    },
  };
}

function countsOf(found: readonly SearchOpportunity[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Counts decay and growth again of every import whose earlier period is another than before. */
async function compareAgain(table: IndexTable, accountId: string, changed: ConsoleHead): Promise<void> {
  const alike = (await readHeads(table, accountId)).filter((head) => scopeOf(head) === scopeOf(changed));
  for (const head of alike) {
    const before = earlierOf(head, alike);
    const isSame = (before?.import_id ?? null) === head.compared_with;
    if (!isSame || before?.import_id === changed.import_id) await compareWith(table, accountId, head, before);
  }
}

/** What makes two exports comparable: the same site, seen through the same filters. */
function scopeOf({ site, search_type, country, device, filters }: ConsoleHead): string {
  return JSON.stringify([site, search_type, country, device, filters]);
}

/** The import of the last period that ended before this one began. */
function earlierOf(head: ConsoleHead, others: readonly ConsoleHead[]): ConsoleHead | undefined {
  return others
    .filter(({ from, to }) => from !== null && to !== null && head.from !== null && to < head.from)
    .toSorted((a, b) => ((a.to ?? '') < (b.to ?? '') ? 1 : -1))
    .at(0);
}

async function compareWith(
  table: IndexTable,
  accountId: string,
  head: ConsoleHead,
  before: ConsoleHead | undefined,
): Promise<void> {
  const pk = ownImportPartition(accountId, head.import_id);
  const figuresOf = async (of: ConsoleHead) => ({
    domain: of.site,
    from: of.from,
    to: of.to,
    queries: await readQueries(table, accountId, of.import_id),
    pages: await readPages(table, accountId, of.import_id),
  });
  const changes = before ? changesBetween(await figuresOf(head), await figuresOf(before)) : [];
  const own = await readOpportunities(table, accountId, head.import_id, ['o']);
  const lists = await readLists(table, accountId, head.import_id);
  const opportunities = best([...own, ...changes], listedOpportunities);
  const old = await readAll(table, pk, 'y#');
  const blocks = orderedBlocks('y', changes);
  const kept = new Set(blocks.map(({ sk }) => sk));
  await table.change([
    ...old
      .filter(({ sk }) => !kept.has(String(sk)))
      .map(({ sk }): Change => ({ remove: { pk, sk: String(sk) } })),
    ...blocks.map((block): Change => ({ put: { pk, ...block } })),
    { put: { pk, sk: listsSort, d: packLists({ ...lists, opportunities }) } },
    {
      put: headItem(accountId, {
        ...head,
        compared_with: before?.import_id ?? null,
        opportunities: countsOf([...own, ...changes]),
      }),
    },
  ]);
}

async function removePartition(table: IndexTable, pk: string): Promise<number> {
  const items = await readAll(table, pk);
  await table.change(items.map(({ sk }): Change => ({ remove: { pk, sk: String(sk) } })));
  return items.length;
}
