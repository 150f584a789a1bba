import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables } from '#local/data/create-tables.ts';
import { type Database, startDatabase } from '#local/data/database.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';

interface TestDatabase {
  readonly database: Database;
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  stop(): Promise<void>;
}

/** An embedded database in memory with all tables, for one test file. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await startDatabase({ env: {} });
  const tables = await createTables(database.clientConfig, 'test-');
  const documents = createDocuments(database.clientConfig);
  return {
    database,
    documents,
    tables,
    async stop() {
      documents.destroy();
      await database.stop();
    },
  };
}
