import { readFileSync } from 'node:fs';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName, TableNames } from '#shared/platform/dynamo/tables.ts';

type Stored = Record<string, unknown>;

/** Items as a release wrote them, by table; frozen with that release and never edited. */
export function storedItems(release: string): Partial<Record<TableName, Stored[]>> {
  const file = new URL(`../../fixtures/items/${release}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'), (_name, value) =>
    typeof value?.$binary === 'string' ? Uint8Array.from(Buffer.from(value.$binary, 'base64')) : value,
  );
}

export async function putItems(
  documents: DynamoDBDocumentClient,
  tables: TableNames,
  items: Partial<Record<TableName, Stored[]>>,
): Promise<void> {
  for (const [name, list] of Object.entries(items))
    for (const Item of list)
      await documents.send(new PutCommand({ TableName: tables[name as TableName], Item }));
}
