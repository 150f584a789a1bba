import { zstdDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { type ByteReader, createByteReader } from './graph-bytes.ts';
import { type GraphHead, namedInHead } from './graph-items.ts';

const unpack = (bytes: Buffer): Buffer => zstdDecompressSync(bytes, { maxOutputLength: 1 << 20 });
const packed = v.instance(Uint8Array);
const bytesOf = (item: Item): Buffer => {
  const bytes = v.parse(packed, item.d);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** The entry of a name in its block, behind the name; undefined where it is not there. */
export function findEntry(item: Item, reversed: string): ByteReader | undefined {
  const bytes = unpack(bytesOf(item));
  const walk = createByteReader(bytes);
  while (walk.hasMore) {
    const length = walk.number();
    const entry = createByteReader(bytes, walk.at);
    if (entry.name() === reversed) return entry;
    walk.skip(length);
  }
  return undefined;
}

export interface StoredHead {
  readonly head: GraphHead;
  readonly hasOwnList: boolean;
  readonly named: readonly NamedReferrer[];
}

export interface NamedReferrer {
  readonly domain: string;
  readonly position: number;
  readonly hosts: number;
}

export function readHead(entry: ByteReader): StoredHead {
  const head = {
    position: entry.number(),
    harmonic: entry.real(),
    pagerankPosition: entry.number(),
    hosts: entry.number(),
    referringDomains: entry.number(),
    linkedDomains: entry.number(),
  };
  const hasOwnList = entry.number() > 0;
  return { head, hasOwnList, named: readNamed(entry, Math.min(head.referringDomains, namedInHead)) };
}

function readNamed(entry: ByteReader, count: number): NamedReferrer[] {
  let position = 0;
  return Array.from({ length: count }, () => {
    position += entry.number();
    const domain = reversedName(entry.name());
    return { domain, position, hosts: entry.number() };
  });
}

/** `com.example` as `example.com`, and back. */
export function reversedName(name: string): string {
  return name.split('.').reverse().join('.');
}

/** What is known of the referring domains after those of the head. */
export interface StoredList {
  readonly named: readonly NamedReferrer[];
  /** Positions of all kept ones behind these, in order. */
  readonly positions: readonly number[];
}

/** A list, as `writeList` made it: named referrers with their count before them, then the positions of the others. */
export function readList(entry: ByteReader, kept: number): StoredList {
  const named = readNamed(entry, entry.number());
  const positions: number[] = [];
  readPositions(entry, positions, Math.max(0, kept - namedInHead - named.length));
  return { named, positions };
}

export function readOwnList(items: readonly Item[]): StoredList {
  const [first, ...others] = items.map((item) => createByteReader(bytesOf(item)));
  if (!first) return { named: [], positions: [] };
  const named = readNamed(first, first.number());
  const positions: number[] = [];
  for (const entry of [first, ...others]) readPositions(entry, positions, Number.POSITIVE_INFINITY);
  return { named, positions };
}

function readPositions(entry: ByteReader, to: number[], most: number): void {
  let position = 0;
  for (let count = 0; count < most && entry.hasMore; count += 1) {
    position += entry.number();
    to.push(position);
  }
}

export interface NameRow {
  readonly domain: string;
  readonly hosts: number;
  readonly referringDomains: number;
}

export function readNameBlock(item: Item): readonly NameRow[] {
  const entry = createByteReader(unpack(bytesOf(item)));
  const rows: NameRow[] = [];
  while (entry.hasMore)
    rows.push({
      domain: reversedName(entry.name()),
      hosts: entry.number(),
      referringDomains: entry.number(),
    });
  return rows;
}

/** What each source of a block links to, by position. */
export function readTargetBlock(item: Item): ReadonlyMap<number, readonly number[]> {
  const entry = createByteReader(bytesOf(item));
  const targets = new Map<number, readonly number[]>();
  while (entry.hasMore) {
    const place = entry.number();
    const found: number[] = [];
    readPositions(entry, found, entry.number());
    targets.set(place, found);
  }
  return targets;
}
