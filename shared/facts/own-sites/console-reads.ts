import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import { readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, partsOf, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import {
  type BlockKind,
  type ConsoleHead,
  type ConsoleLists,
  type EditedNames,
  headPrefix,
  listsSort,
  namesSort,
  noEdits,
  parseEditedNames,
  parseHead,
  totalsSort,
  unpackLists,
  unpackOpportunities,
  unpackPages,
  unpackPairs,
  unpackQueries,
  unpackTotals,
} from './console-items.ts';
import { best, mergedRows } from './console-row.ts';

/** The sites of an account: one head for each import that gave figures. */
export async function readHeads(table: IndexReader, accountId: string): Promise<ConsoleHead[]> {
  const items = await readAll(table, ownPartition(accountId), { prefix: headPrefix });
  return items.map(({ d }) => parseHead(d));
}

/** Names of a site as its owner has edited them. */
export async function readEditedNames(
  table: IndexReader,
  accountId: string,
  site: string,
): Promise<EditedNames> {
  const sk = namesSort(site);
  const { items } = await table.range({ pk: ownPartition(accountId), from: sk, to: sk });
  return items[0] ? parseEditedNames(items[0].d) : noEdits;
}

/** The best rows of one import. */
export async function readLists(
  table: IndexReader,
  accountId: string,
  importId: string,
): Promise<ConsoleLists> {
  const { items } = await table.range({ pk: ownPartPartition(accountId, importId), prefix: listsSort });
  const [item] = items;
  if (!item) return { queries: [], pages: [], curve: [], opportunities: [] };
  return unpackLists(readPacked(item));
}

/** All queries of an import in no order, as many at a time as one read gives. */
export async function* queryParts(table: IndexReader, accountId: string, importId: string) {
  for await (const blocks of blockParts(table, accountId, importId, 'q')) yield blocks.flatMap(unpackQueries);
}

export async function* pageParts(table: IndexReader, accountId: string, importId: string) {
  for await (const blocks of blockParts(table, accountId, importId, 'p')) yield blocks.flatMap(unpackPages);
}

export async function readQueries(
  table: IndexReader,
  accountId: string,
  importId: string,
  kind: 'q' | 'r' = 'q',
) {
  return (await readBlocks(table, accountId, importId, kind)).flatMap(unpackQueries);
}

export async function readPairs(table: IndexReader, accountId: string, importId: string) {
  return (await readBlocks(table, accountId, importId, 'x')).flatMap(unpackPairs);
}

export async function readPages(
  table: IndexReader,
  accountId: string,
  importId: string,
  kind: 'p' | 's' = 'p',
) {
  return (await readBlocks(table, accountId, importId, kind)).flatMap(unpackPages);
}

/** Counts by day, country, device and kind of result; undefined where there is no such import. */
export async function readTotals(table: IndexReader, accountId: string, importId: string) {
  const item = await table.get({ pk: ownPartPartition(accountId, importId), sk: totalsSort });
  return item && unpackTotals(readPacked(item));
}

/** All opportunities of an import, each query and page in one row, most clicks to win first. */
export async function readOpportunities(
  table: IndexReader,
  accountId: string,
  importId: string,
): Promise<SearchOpportunity[]> {
  const rows = mergedRows(await readBlockRows(table, accountId, importId, ['o', 'y']));
  return best(rows, rows.length);
}

/** Rows as they are stored: those of the import itself, those against an earlier one, or both. */
export async function readBlockRows(
  table: IndexReader,
  accountId: string,
  importId: string,
  kinds: readonly ('o' | 'y' | 'f')[],
): Promise<SearchOpportunity[]> {
  const blocks = await Promise.all(kinds.map((kind) => readBlocks(table, accountId, importId, kind)));
  return blocks.flat().flatMap(unpackOpportunities);
}

async function* blockParts(
  table: IndexReader,
  accountId: string,
  importId: string,
  kind: BlockKind,
): AsyncGenerator<Uint8Array[]> {
  const pk = ownPartPartition(accountId, importId);
  for await (const { items } of partsOf(table, { pk, prefix: `${kind}#` })) yield items.map(readPacked);
}

async function readBlocks(
  table: IndexReader,
  accountId: string,
  importId: string,
  kind: BlockKind,
): Promise<Uint8Array[]> {
  const items = await readAll(table, ownPartPartition(accountId, importId), { prefix: `${kind}#` });
  return items.map(readPacked);
}
