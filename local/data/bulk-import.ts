import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportLine } from '#shared/facts/bulk/item-files.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';
import { dynoxideBinary } from './database.ts';

export interface BulkImport {
  readonly draft: string;
  readonly table: string;
  /** Of the table; those of the index where they are left out. */
  readonly keys?: { readonly partitionKey: string; readonly sortKey: string };
  readonly output: string;
}

/** Makes a database file with one table and these items in it. */
export async function importItems(items: Iterable<Item>, bulk: BulkImport): Promise<void> {
  const folder = await bulkFolder(bulk);
  let count = 0;
  const counted = function* () {
    for (const item of items) {
      count += 1;
      yield item;
    }
  };
  await pipeline(Readable.from(chunks(counted())), createWriteStream(join(folder, 'items.json')));
  await importFiles(bulk, count);
}

/** The folder that takes the files of items in DynamoDB JSON, made if need be. */
export async function bulkFolder({ draft, table }: Pick<BulkImport, 'draft' | 'table'>): Promise<string> {
  const folder = join(draft, 'export', table, 'data');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Makes a database file of the files in the bulk folder; fails where it took another number of items. */
export async function importFiles(
  { draft, table, keys = tables.index, output }: BulkImport,
  count: number,
): Promise<void> {
  const binary = dynoxideBinary();
  if (!binary) throw new Error('The embedded engine is not installed for this platform.');
  const schema = join(draft, 'schema.json');
  await writeFile(schema, JSON.stringify(schemaOf(table, keys)));
  const source = join(draft, 'export');
  const said = await runToEnd(binary, ['import', '--source', source, '--schema', schema, '--output', output]);
  const taken = Number(/^\s*Items:\s+(\d+)/mu.exec(said)?.[1]);
  // It leaves out lines that it cannot read, and ends well all the same.
  if (taken !== count)
    throw new Error(`The embedded engine took ${taken} of ${count} items: ${said.slice(-500)}`);
}

const linesAtOnce = 1000;

function* chunks(items: Iterable<Item>): Generator<string> {
  let lines: string[] = [];
  for (const item of items) {
    lines.push(exportLine(item));
    if (lines.length < linesAtOnce) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

function schemaOf(TableName: string, keys: NonNullable<BulkImport['keys']>) {
  const { BillingMode, ...creation } = tableCreation(keys);
  return { Table: { TableName, TableStatus: 'ACTIVE', BillingModeSummary: { BillingMode }, ...creation } };
}

/** What the engine wrote while it ran. */
async function runToEnd(binary: string, args: readonly string[]): Promise<string> {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-8_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The embedded engine could not import the items: ${said.slice(-2_000)}`);
  return said;
}
