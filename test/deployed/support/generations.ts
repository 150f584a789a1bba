import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import {
  movePointer,
  readPointer,
  tableOfGeneration,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import { sampleItems } from '#shared/facts/stored-index/sample/sample-market.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';
import type { RunningDeployment } from './deployment.ts';

type Stage = Pick<RunningDeployment, 'documents' | 'tables' | 'databaseConfig' | 'putAll'>;

const home = ({ documents, tables: { index } }: Stage) => createIndexTable({ documents, table: index });

/** The table that all accounts are answered from. */
export async function sharedTable(stage: Stage): Promise<string> {
  const { generation } = await readPointer(home(stage), true);
  return tableOfGeneration(stage.tables.index, generation);
}

/** Puts a generation in force; containers follow within their time. */
export async function switchGeneration(stage: Stage, generation: string): Promise<void> {
  const table = home(stage);
  const isMoved = await movePointer(table, await readPointer(table, true), generation, Date.now());
  if (!isMoved) throw new Error('Somebody else has switched.');
}

const itemsAtOnce = 500;

/** Makes a table beside the index, as an import does. */
export async function makeTable(stage: Stage, generation: string): Promise<string> {
  const table = tableOfGeneration(stage.tables.index, generation);
  const client = new DynamoDBClient(stage.databaseConfig);
  await client.send(new CreateTableCommand({ TableName: table, ...tableCreation(tables.index) }));
  client.destroy();
  return table;
}

/** Makes a generation with the sample market in it, and puts it in force. */
export async function beginGeneration(stage: Stage, generation: string): Promise<string> {
  const table = await makeTable(stage, generation);
  const items = [...sampleItems(await loadIntents())];
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const isPut = await stage.putAll?.(table, items.slice(start, start + itemsAtOnce));
    if (!isPut) throw new Error('The embedded engine took no items.');
  }
  await switchGeneration(stage, generation);
  return table;
}
