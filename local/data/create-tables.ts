import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { byTable, type TableNames, tableCreation, tableList } from '#shared/platform/dynamo/tables.ts';

/** Creates the tables that are missing, from the definitions the stacks use. The prefix keeps test tables apart. */
export async function createTables(config: DynamoDBClientConfig, prefix = 'oriel-'): Promise<TableNames> {
  const client = new DynamoDBClient(config);
  try {
    await Promise.all(tableList.map((table) => createTable(client, table, `${prefix}${table.name}`)));
  } finally {
    client.destroy();
  }
  return tableNames(prefix);
}

export function tableNames(prefix = 'oriel-'): TableNames {
  return byTable((table) => `${prefix}${table}`);
}

type Definition = (typeof tableList)[number];

async function createTable(client: DynamoDBClient, definition: Definition, TableName: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand({ TableName, ...tableCreation(definition) }));
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await waitUntilTableExists({ client, minDelay: 0.01, maxDelay: 0.1, maxWaitTime: 10 }, { TableName });
}
