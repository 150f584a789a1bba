import { constants, zstdCompressSync } from 'node:zlib';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { ItemKey } from '#shared/facts/stored-index/items/keys.ts';
import { type ByteWriter, createByteWriter } from './graph-bytes.ts';

/**
 * A whole release as items. Domains lie in blocks below 4 KB, in the order of
 * the hashes of their names: a head has the figures of a domain and its ten
 * best referring domains by name; a list has those after them, up to fifty by
 * name and up to ten thousand by position. Names lie by position, 256 to a
 * block, and so does what the less generous domains link to.
 */
export interface GraphHead {
  readonly position: number;
  readonly harmonic: number;
  readonly pagerankPosition: number;
  readonly hosts: number;
  /** All domains that link to it, kept or not. */
  readonly referringDomains: number;
  readonly linkedDomains: number;
}

/** Referring domains that a head names, and those that head and list name together. */
export const namedInHead = 10;
export const namedInAll = 50;
/** Referring domains kept by position, the named ones included. */
export const mostKept = 10_000;
/** What links to more domains than this says nothing about which of them belong together. */
export const mostTargets = 100;
const namesOfBlock = 256;
const sourcesOfBlock = 32;
/** A read of half a unit is 4,096 bytes with the names of attributes and the keys. */
const blockBytes = 3_950;
/** Lists up to this size share blocks; longer ones have items of their own. */
const sharedListBytes = 2_000;
const ownListBytes = 3_600;

/** Which of the `2 ** bits` partitions a hash lies in. */
export function partitionOf(hash: number, bits: number): number {
  return hash >>> (32 - bits);
}

const numberKey = (value: number, digits: number) => value.toString(36).padStart(digits, '0');
const hashKey = (hash: number) => hash.toString(16).padStart(8, '0');
const lastKey = 'g';
/** The last block of a partition takes all that is behind it. */
const lastHash = 0xff_ff_ff_ff;

export type BlockKind = 'h' | 'l';
const blockPartition = (kind: BlockKind, partition: number) => `W#${kind}#${numberKey(partition, 4)}`;
/** Where the block lies that a hash is in: the first whose key is not below this. */
export function blockRange(kind: BlockKind, hash: number, bits: number) {
  const pk = blockPartition(kind, partitionOf(hash, bits));
  return { pk, from: hashKey(hash), to: lastKey, limit: 1 };
}

const ownListPartition = (reversed: string) => `W#o#${reversed}`;
export function ownListRange(reversed: string) {
  return { pk: ownListPartition(reversed), from: '0', to: lastKey };
}
export function nameBlockKey(position: number): ItemKey {
  return { pk: `W#n#${numberKey(Math.floor((position - 1) / namesOfBlock), 5)}`, sk: '!' };
}
export function targetBlockKey(position: number): ItemKey {
  return { pk: `W#t#${numberKey(Math.floor((position - 1) / sourcesOfBlock), 5)}`, sk: '!' };
}

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 2 } };

/** Where an entry ends, and the hash of its name. */
interface EntryEnd {
  readonly end: number;
  readonly hash: number;
}

/**
 * Fills blocks of one kind and partition with entries in the order of their
 * hashes. Half the time of what other items are packed with, for a fiftieth more bytes.
 */
export function createBlockPacker(kind: BlockKind, partition: number, put: (item: Item) => void) {
  const waiting = createByteWriter();
  let ends: EntryEnd[] = [];
  let aim = 5_600;
  const flush = (isLast: boolean) => {
    if (ends.length === 0) return;
    putBlock(waiting.bytes(), ends, isLast ? lastHash : (ends.at(-1)?.hash ?? 0));
    ends = [];
    waiting.rewind();
  };
  /** One block where it fits, else two. */
  const putBlock = (raw: Buffer, entries: readonly EntryEnd[], last: number): void => {
    const d = zstdCompressSync(raw, packing);
    const middle = d.length > blockBytes ? middleOf(entries) : entries.length;
    const cut = entries[middle - 1];
    if (cut && middle < entries.length) {
      const after = entries.slice(middle).map(({ end, hash }) => ({ end: end - cut.end, hash }));
      putBlock(raw.subarray(0, cut.end), entries.slice(0, middle), cut.hash);
      putBlock(raw.subarray(cut.end), after, last);
      return;
    }
    aim = Math.min(30_000, Math.max(2_000, (aim * 3 + (raw.length * (blockBytes - 300)) / d.length) / 4));
    put({ pk: blockPartition(kind, partition), sk: hashKey(last), d: new Uint8Array(d) });
  };
  return {
    add(hash: number, entry: Uint8Array): void {
      if (waiting.length + entry.length > aim && ends.at(-1)?.hash !== hash) flush(false);
      waiting.number(entry.length);
      waiting.copy(entry);
      ends.push({ end: waiting.length, hash });
    },
    end: (): void => flush(true),
  };
}

/** Entries of one hash stay together: the key of their block is that hash. */
function middleOf(entries: readonly EntryEnd[]): number {
  let middle = entries.length >>> 1;
  while (middle < entries.length && entries[middle]?.hash === entries[middle - 1]?.hash) middle += 1;
  return middle;
}

/** Writes the figures of a head, behind its name. */
export function writeHead(to: ByteWriter, head: GraphHead, ownItems: number): void {
  to.number(head.position);
  to.real(head.harmonic);
  to.number(head.pagerankPosition);
  to.number(head.hosts);
  to.number(head.referringDomains);
  to.number(head.linkedDomains);
  to.number(ownItems);
}

/** Cuts the positions of a list into items of its own where it is long; the first has the `named` bytes before them. */
export function* ownListItems(reversed: string, named: Uint8Array, positions: Uint32Array): Generator<Item> {
  const bytes = createByteWriter(8_192);
  bytes.copy(named);
  let before = 0;
  let count = 0;
  const cut = (): Item => {
    const item = {
      pk: ownListPartition(reversed),
      sk: numberKey(count, 3),
      d: new Uint8Array(bytes.bytes()),
    };
    count += 1;
    bytes.rewind();
    before = 0;
    return item;
  };
  for (const position of positions) {
    bytes.number(position - before);
    before = position;
    if (bytes.length >= ownListBytes) yield cut();
  }
  if (bytes.length > 0) yield cut();
}

export function fitsSharedBlock(list: Uint8Array): boolean {
  return list.length <= sharedListBytes;
}

/** Domains by position, 256 to an item, each with its hosts and how many link to it. */
export function createNamePacker(put: (item: Item) => void) {
  const bytes = createByteWriter();
  let position = 1;
  const flush = () => {
    if (bytes.length === 0) return;
    const d = new Uint8Array(zstdCompressSync(bytes.bytes(), packing));
    put({ ...nameBlockKey(position - 1), d });
    bytes.rewind();
  };
  return {
    add(from: Buffer, start: number, stop: number, referringDomains: number): void {
      bytes.slice(from, start, stop);
      bytes.number(referringDomains);
      position += 1;
      if ((position - 1) % namesOfBlock === 0) flush();
    },
    end: flush,
  };
}

export const placeInNames = (position: number): number => (position - 1) % namesOfBlock;

/** An entry of a block of targets: the source's place in the block, then what it links to. */
export const placeInTargets = (position: number): number => (position - 1) % sourcesOfBlock;
