import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, gzip } from 'node:zlib';
import { createLineWriter, linesIn } from './line-files.ts';

/** A file as DynamoDB imports it from S3: items in DynamoDB JSON, a line each, gzipped. */
export interface ImportObject {
  /** Follows from the content, so that the same items in the same cut have the same name. */
  readonly name: string;
  readonly body: Uint8Array;
  readonly items: number;
}

export interface ImportCut {
  /** Files of items, as `buildIndex` makes them; removed as they are read. */
  readonly items: readonly string[];
  /** For intermediate files as large as the items together. */
  readonly folder: string;
  /** How many cuts of about this size make up the import together; 1 where it is left out. */
  readonly cuts?: number;
  /** Bytes of an object before it is compressed, about; for tests. */
  readonly objectBytes?: number;
}

/** "Each import job can take up to 50,000 Amazon S3 objects" (quotas of DynamoDB's import). Fewer, since each bucket ends with a shorter one. */
const mostObjects = 40_000;
const usualObjectBytes = 16 * 1024 * 1024;
/** Largest item that DynamoDB stores, names and values together. */
const mostItemBytes = 400 * 1024;
/** Of an import; each of many cuts has its share of them, and this many at least. */
const allBuckets = 64;
const leastBuckets = 4;
const compress = promisify(gzip);

/**
 * Cuts items into similar objects in an order without a pattern: lines are
 * spread over buckets by a checksum and sorted by it within each object.
 * DynamoDB reads many objects at once; sorted by key, they would all write the
 * rows of one large domain at the same time, which lie in one partition.
 */
export async function* importObjects({
  items,
  folder,
  cuts = 1,
  objectBytes = usualObjectBytes,
}: ImportCut): AsyncGenerator<ImportObject, undefined> {
  const bytes = items.reduce((sum, path) => sum + statSync(path).size, 0);
  const largest = Math.max(objectBytes, Math.ceil((bytes * cuts) / mostObjects));
  for (const path of spread(items, folder, Math.max(leastBuckets, Math.ceil(allBuckets / cuts)))) {
    let lines: string[] = [];
    let size = 0;
    for (const line of linesIn(path)) {
      lines.push(line);
      size += line.length + 1;
      if (size < largest) continue;
      yield await objectOf(lines);
      lines = [];
      size = 0;
    }
    if (lines.length > 0) yield await objectOf(lines);
    rmSync(path);
  }
}

/** Spreads the lines of files over buckets; the files of these. */
function spread(items: readonly string[], folder: string, buckets: number): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const paths = Array.from({ length: buckets }, (_, bucket) => join(folder, `bucket-${bucket}`));
  const writers = paths.map(createLineWriter);
  for (const path of items) {
    for (const line of linesIn(path)) {
      if (line.length > mostItemBytes) refuseLarge(line);
      writers[crc32(line) % buckets]?.add(line);
    }
    rmSync(path);
  }
  for (const writer of writers) writer.close();
  return paths;
}

/** A line is longer than what it says; what stands in it as base64 is counted as the bytes that it is. */
function refuseLarge(line: string): void {
  const packed = [...line.matchAll(/"B":"(?<text>[^"]*)"/gu)];
  const saved = packed.reduce((sum, { groups }) => sum + (groups?.text?.length ?? 0) / 4, 0);
  if (line.length - saved <= mostItemBytes) return;
  throw new Error(`An item is larger than the 400 KB that DynamoDB stores: ${line.slice(0, 200)}`);
}

async function objectOf(lines: readonly string[]): Promise<ImportObject> {
  const sorted = lines.map((line) => ({ line, order: crc32(line) })).sort((a, b) => a.order - b.order);
  const text = Buffer.from(`${sorted.map(({ line }) => line).join('\n')}\n`, 'latin1');
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { name: `${name}.json.gz`, body: await compress(text), items: lines.length };
}
