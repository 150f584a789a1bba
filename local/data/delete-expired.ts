import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type TableAccess, type TableName, tableList } from '#shared/platform/dynamo/tables.ts';
import { objectLifetimes } from '#shared/platform/object-store/object-store.ts';

const dayMs = 24 * 3_600_000;

/**
 * Deletes the objects below `folder` whose days are over, as a bucket's
 * lifecycle rules do, drafts of a stopped write included. Returns how many.
 * A file's age is that of the file system: a shifted clock ages none.
 */
export async function deleteExpiredFiles(folder: string, now = Date.now()): Promise<number> {
  let deleted = 0;
  for (const [prefix, days] of Object.entries(objectLifetimes)) {
    const root = join(folder, prefix);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(unlessMissing);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const file = await stat(path).catch(unlessMissing);
      if (!('mtimeMs' in file) || file.mtimeMs + days * dayMs > now) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/** A folder that was never needed, or a file that an import has deleted meanwhile. */
function unlessMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Pages of up to 1 MB that one round reads of each table: enough to see all of a busy day's items within it. */
const pagesARound = 8;
/** Items of one delete request; more is refused. */
const batchSize = 25;

type Item = Record<string, unknown>;

/**
 * Deletes what has expired, as DynamoDB's time to live does by itself and the
 * embedded database does not. Each round goes on where the last one ended, so
 * that no round holds the database for long. Gives the number deleted.
 */
export function createExpiredItemDeletion({
  documents,
  tables,
  clock,
}: TableAccess<TableName>): () => Promise<number> {
  const expiring = tableList.filter((table) => table.timeToLive !== undefined);
  const places = new Map<string, Item | undefined>();

  async function deleteAll(table: string, keys: readonly Item[]): Promise<void> {
    for (let start = 0; start < keys.length; start += batchSize) {
      let requests = keys.slice(start, start + batchSize).map((Key) => ({ DeleteRequest: { Key } }));
      while (requests.length > 0) {
        const { UnprocessedItems } = await documents.send(
          new BatchWriteCommand({ RequestItems: { [table]: requests } }),
        );
        requests = (UnprocessedItems?.[table] ?? []).flatMap(({ DeleteRequest }) =>
          DeleteRequest?.Key ? [{ DeleteRequest: { Key: DeleteRequest.Key } }] : [],
        );
      }
    }
  }

  async function tidy({ name, partitionKey, sortKey, timeToLive }: (typeof expiring)[number]) {
    const TableName = tables[name];
    const keyNames = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
    let deleted = 0;
    for (let pages = 0; pages < pagesARound; pages += 1) {
      const { Items = [], LastEvaluatedKey } = await documents.send(
        new ScanCommand({
          TableName,
          ExclusiveStartKey: places.get(name),
          FilterExpression: '#expires <= :now',
          ProjectionExpression: keyNames.map((_, index) => `#key${index}`).join(', '),
          ExpressionAttributeNames: {
            '#expires': timeToLive ?? '',
            ...Object.fromEntries(keyNames.map((key, index) => [`#key${index}`, key])),
          },
          ExpressionAttributeValues: { ':now': Math.floor(clock() / 1_000) },
        }),
      );
      await deleteAll(TableName, Items);
      deleted += Items.length;
      places.set(name, LastEvaluatedKey);
      if (LastEvaluatedKey === undefined) break;
    }
    return deleted;
  }

  return async () => {
    let deleted = 0;
    for (const table of expiring) deleted += await tidy(table);
    return deleted;
  };
}
