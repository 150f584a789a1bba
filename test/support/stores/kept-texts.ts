import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { RunningService } from '../service/running-service.ts';

/** Something that a service keeps, as text that can be searched. */
export interface KeptText {
  /** Table and keys of an item, or path of a file. */
  readonly where: string;
  readonly text: string;
}

/** Every item of every table and every object of a service on one machine, unpacked. */
export async function* keptTexts({ database, folder }: RunningService): AsyncGenerator<KeptText> {
  for (const table of Object.values(database.tables)) yield* itemTexts(database.documents, table);
  const objects = join(folder, 'objects');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    yield { where: path.slice(objects.length + 1), text: unpacked(await readFile(path)) };
  }
}

async function* itemTexts(documents: DynamoDBDocumentClient, TableName: string): AsyncGenerator<KeptText> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    for (const item of page.Items ?? [])
      yield {
        where: [TableName, item.pk ?? item.account_id, item.sk ?? ''].join(' '),
        text: textOf(item),
      };
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

function textOf(item: Record<string, unknown>): string {
  return JSON.stringify(item, (_name, value) => (value instanceof Uint8Array ? unpacked(value) : value));
}

/** Bytes as the text that was packed into them, with either of the two ways the service packs; else as they are. */
function unpacked(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString();
  try {
    return inflateRawSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
