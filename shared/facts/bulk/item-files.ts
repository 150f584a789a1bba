import { createHash } from 'node:crypto';
import { closeSync, createReadStream, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, gzip } from 'node:zlib';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { createScratch, sortedRows } from './scratch.ts';

/** An item as a line of DynamoDB's own export and import format (DynamoDB JSON), without the line's end. */
export function exportLine(item: Item): string {
  return JSON.stringify({ Item: itemJson(item) });
}

export function itemJson(item: Item): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));
}

/** A value as DynamoDB writes it in JSON; the kinds that index items have. */
function attributeOf(value: unknown): unknown {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object' && value !== null) return { M: itemJson({ ...value }) };
  return { NULL: true };
}

const writtenCharacters = 256 * 1024;

/** Writes a file of items. Blocking: a thread of a build does nothing else. */
export function createItemFile(path: string) {
  const file = openSync(path, 'w');
  let waiting = '';
  let count = 0;
  const flush = () => {
    writeFileSync(file, waiting);
    waiting = '';
  };
  return {
    add(item: Item): void {
      waiting += `${exportLine(item)}\n`;
      count += 1;
      if (waiting.length > writtenCharacters) flush();
    },
    close(): WrittenItems {
      flush();
      closeSync(file);
      return { items: [path], itemCount: count };
    },
  };
}

export interface WrittenItems {
  readonly items: readonly string[];
  readonly itemCount: number;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let cut = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = `${cut}${text}`.split('\n');
    cut = lines.pop() ?? '';
    yield* lines;
  }
  if (cut !== '') yield cut;
}

/** A file as DynamoDB imports it from S3: items in DynamoDB JSON, a line each, gzipped. */
export interface ImportObject {
  /** Follows from the content, so that the same items have the same names. */
  readonly name: string;
  readonly items: number;
  /** Made when it is sent: one that is there already needs none. */
  body(): Promise<Uint8Array>;
}

export interface ImportCut extends Pick<WrittenItems, 'items'> {
  /** For intermediate files, several times as large as the items. */
  readonly folder: string;
  /** Bytes of an object before it is compressed, about; for tests. */
  readonly objectBytes?: number;
}

/** "Each import job can take up to 50,000 Amazon S3 objects" (quotas of DynamoDB's import). */
export const mostObjects = 40_000;
export const usualObjectBytes = 16 * 1024 * 1024;
/** Largest item that DynamoDB stores, names and values together. */
const mostItemBytes = 400 * 1024;
export const compress = promisify(gzip);

/**
 * Cuts items into similar objects in an order without a pattern, that of a
 * checksum. DynamoDB reads many objects at once; sorted by key, they would all
 * write the rows of one large domain at the same time, which lie in one partition.
 * The files of items are removed as they are read.
 */
export async function* importObjects({
  items,
  folder,
  objectBytes = usualObjectBytes,
}: ImportCut): AsyncGenerator<ImportObject, undefined> {
  const bytes = items.reduce((sum, path) => sum + statSync(path).size, 0);
  const largest = Math.max(objectBytes, Math.ceil(bytes / mostObjects));
  let lines: string[] = [];
  let size = 0;
  for (const { line } of sortedRows([await spread(items, folder)], 'lines', 'place, line')) {
    lines.push(String(line));
    size += Buffer.byteLength(String(line)) + 1;
    if (size < largest) continue;
    yield objectOf(lines);
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield objectOf(lines);
}

/** A file of all lines, each with its checksum. */
async function spread(items: readonly string[], folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lines.sqlite');
  const scratch = createScratch(path, { lines: 'place INTEGER, line TEXT' });
  for (const file of items) {
    for await (const line of linesOf(file)) {
      if (Buffer.byteLength(line) > mostItemBytes) refuseLarge(line);
      scratch.add('lines', crc32(line), line);
    }
    rmSync(file);
  }
  scratch.close();
  return path;
}

/** A line is longer than what it says; what stands in it as base64 is counted as the bytes that it is. */
function refuseLarge(line: string): void {
  const packed = [...line.matchAll(/"B":"(?<text>[^"]*)"/gu)];
  const saved = packed.reduce((sum, { groups }) => sum + (groups?.text?.length ?? 0) / 4, 0);
  if (Buffer.byteLength(line) - saved <= mostItemBytes) return;
  throw new Error(`An item is larger than the 400 KB that DynamoDB stores: ${line.slice(0, 200)}`);
}

function objectOf(lines: readonly string[]): ImportObject {
  const text = `${lines.join('\n')}\n`;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { name: `${name}.json.gz`, items: lines.length, body: () => compress(text) };
}
