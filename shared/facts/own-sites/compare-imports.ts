import type { Change, Item } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { changesBetween } from './changes-between.ts';
import { orderedBlocks } from './console-blocks.ts';
import { newestHeads } from './console-heads.ts';
import { type ConsoleHead, headSort, listsSort, packLists } from './console-items.ts';
import { readBlockRows, readHeads, readLists, readPages, readQueries } from './console-reads.ts';
import { countsOf } from './judge-queries.ts';
import { best, mergedRows } from './merged-rows.ts';
import { nameTeller } from './name-teller.ts';

/** Opportunities that lie with the lists that every answer reads. */
export const listedOpportunities = 10;

/** Counts decay and growth again of every import whose earlier period is another than before. */
export async function compareAgain(
  table: IndexTable,
  accountId: string,
  changed: ConsoleHead,
): Promise<void> {
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

export async function compareWith(
  table: IndexTable,
  accountId: string,
  head: ConsoleHead,
  before: ConsoleHead | undefined,
): Promise<void> {
  const pk = ownPartPartition(accountId, head.import_id);
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
  const old = await readAll(table, pk, { prefix: 'y#' });
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

export function headItem(accountId: string, head: ConsoleHead): Item {
  return { pk: ownPartition(accountId), sk: headSort(head.site, head.import_id), d: head };
}

/** Sort keys of blocks that are no longer there. */
export function outdated(old: readonly Item[], blocks: readonly { readonly sk: string }[]): string[] {
  const kept = new Set(blocks.map(({ sk }) => sk));
  return old.map(({ sk }) => String(sk)).filter((sk) => !kept.has(sk));
}
