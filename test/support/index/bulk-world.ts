import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTables } from '#local/data/database.ts';
import { type BuildOptions, buildIndex, runBulkStep } from '#shared/facts/bulk/build-index.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { folderOfTests } from '../folder-of-tests.ts';
import type { TestDatabase } from '../stores/database.ts';
import { fileChangedAt } from './import-world.ts';

export interface BulkFiles {
  readonly [name: string]: string | Buffer;
}

/** Files in a folder of their own, last changed when those of imported tests are. */
export async function writtenFiles(files: BulkFiles) {
  const folder = folderOfTests('bulk');
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, content);
    await utimes(path, fileChangedAt, fileChangedAt);
    paths.push(path);
  }
  return { folder, paths };
}

let worlds = 0;

/** An index built in bulk. Steps run in this thread. */
export async function openBulkWorld(
  { database, documents }: TestDatabase,
  files: BulkFiles,
  options: Partial<BuildOptions> = {},
) {
  worlds += 1;
  const { folder, paths } = await writtenFiles(files);
  const { index: table } = await createTables(database.clientConfig, `bulk-${worlds}-`);
  const built = await buildIndex({
    ...{ paths, shards: 3, withSample: false, clock: Date.now, run: runBulkStep },
    options: { market: {}, columns: [] },
    folder: join(folder, 'work'),
    output: join(folder, 'items'),
    onPhase: () => {},
    ...options,
  });
  const client = new DynamoDBClient(database.clientConfig);
  const written = await writeLines(client, table, built.items);
  expect(written).toBe(built.itemCount);
  client.destroy();
  await rm(folder, { recursive: true });
  return {
    built,
    table,
    services: createImportServices({ documents, table, clock: Date.now }),
  };
}

const itemsAtOnce = 25;

/** Puts the items of files in DynamoDB JSON; tells how many distinct ones there are. */
async function writeLines(client: DynamoDBClient, table: string, paths: readonly string[]): Promise<number> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  const items = lines.map((line) => JSON.parse(line, revived).Item);
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const puts = items.slice(start, start + itemsAtOnce).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
  }
  return new Set(items.map(({ pk, sk }) => `${pk.S} ${sk.S}`)).size;
}

function revived(name: string, value: unknown): unknown {
  return name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}
