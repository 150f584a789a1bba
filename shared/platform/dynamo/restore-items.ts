import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Item, replaceItem } from './conditional-writes.ts';
import { currentItem } from './documents.ts';
import { type TableName, type TableNames, tables } from './tables.ts';

interface RestoreParts {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

export interface RestoreOrder {
  readonly table: TableName;
  /** Deployed name of the table that was restored beside it. */
  readonly from: string;
  readonly isDryRun: boolean;
  /** Writes over items that differ; otherwise what is there is the newer truth and stays. */
  readonly replaces: boolean;
}

export interface RestoreCounts {
  readonly scanned: number;
  /** Items that were not there: added, or would be. */
  readonly missing: number;
  /** Items that are there and differ: written over only where that was asked for. */
  readonly different: number;
}

/** Copies a restored table's items back into their own. Can be stopped and run again; `not_found` where `from` is not a table. */
export async function restoreItems(
  { documents, tables: names }: RestoreParts,
  order: RestoreOrder,
): Promise<RestoreCounts> {
  const counts = { scanned: 0, missing: 0, different: 0 };
  const target = names[order.table];
  const pages = paginateScan({ client: documents }, { TableName: order.from, ConsistentRead: true });
  const restore = async (item: Item) => {
    counts.scanned += 1;
    const outcome = await compare(documents, target, order.table, item);
    if (outcome === 'same') return;
    counts[outcome] += 1;
    if (!order.isDryRun) await copy(documents, target, { item, order });
  };
  try {
    for await (const { Items = [] } of pages) for (const item of Items) await restore(item);
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException')
      throw new ServiceError('not_found', `There is no table ${order.from}.`);
    throw error;
  }
  return counts;
}

async function compare(
  documents: DynamoDBDocumentClient,
  TableName: string,
  table: TableName,
  item: Item,
): Promise<'same' | 'missing' | 'different'> {
  const { partitionKey, sortKey } = { sortKey: undefined, ...tables[table] };
  const Key = {
    [partitionKey]: item[partitionKey],
    ...(sortKey !== undefined && { [sortKey]: item[sortKey] }),
  };
  const found = await currentItem(documents, TableName, Key);
  if (!found) return 'missing';
  return isDeepStrictEqual(found, item) ? 'same' : 'different';
}

/** Whatever was written since it was compared stays, unless items are to be replaced. */
async function copy(
  documents: DynamoDBDocumentClient,
  TableName: string,
  { item, order }: { readonly item: Item; readonly order: RestoreOrder },
): Promise<void> {
  const isNotThere = { test: 'absent', path: [tables[order.table].partitionKey] } as const;
  await replaceItem({ documents, name: TableName }, { ...item }, order.replaces ? [] : [isNotThere]);
}
