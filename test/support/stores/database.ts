import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables, type Database, startDatabase } from '#local/data/database.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { duringTests } from '../during-tests.ts';
import { createThrottlingDoor } from './throttling-door.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** How one machine writes many items at once; without, a writer writes as on AWS. */
  readonly inBulk: Pick<IndexTableOptions, 'commitsTogether' | 'putAll'>;
  stop(): Promise<void>;
}

/** An embedded database in memory with all tables, while the tests of a file or a `describe` run. */
export function testDatabase(): TestDatabase {
  return duringTests(startTestDatabase);
}

/**
 * As `testDatabase`, for tests that start and stop it themselves. Each of its keys has the capacity that
 * DynamoDB gives one, so that what writes or reads a key too often is throttled here as well.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const engine = await startDatabase({ env: {} });
  const tables = await createTables(engine.clientConfig, 'test-');
  const door = createThrottlingDoor({ clientConfig: engine.clientConfig });
  const database = { ...engine, clientConfig: door.clientConfig };
  const documents = createDocuments(database.clientConfig);
  return {
    database,
    documents,
    tables,
    inBulk: { commitsTogether: engine.engine === 'dynoxide', putAll: engine.putAll },
    async stop() {
      documents.destroy();
      door.destroy();
      await engine.stop();
    },
  };
}

/** Writes usage records as they are, 25 a request. */
export async function writeAll(
  { documents, tables }: TestDatabase,
  items: readonly UsageItem[],
): Promise<void> {
  for (let at = 0; at < items.length; at += 25) {
    const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tables.usage]: puts } }));
  }
}

/** How many requests the work makes of the database. */
export async function requestsOf(
  documents: DynamoDBDocumentClient,
  work: () => Promise<void>,
): Promise<number> {
  let requests = 0;
  const count = { name: 'requestsOf', step: 'initialize' } as const;
  documents.middlewareStack.add(
    (next) => (args) => {
      requests += 1;
      return next(args);
    },
    count,
  );
  try {
    await work();
  } finally {
    documents.middlewareStack.remove(count.name);
  }
  return requests;
}
