import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createByteWriter } from '#shared/facts/web-graph/graph-bytes.ts';
import { partitionOf } from '#shared/facts/web-graph/graph-items.ts';
import {
  endOfRankHeader,
  javaNumber,
  NotAGraphFile,
  type SkippedRows,
  wholeLines,
} from '#shared/facts/web-graph/graph-lines.ts';
import type { OpenedInput } from '../open-input.ts';
import { createByteFile, createLineScan, createSpool, keepArray, readPart, removePart } from './spool.ts';

/** Domains of a partition, about: their numbers fit in memory many times over. */
const meanDomains = 16_384;
export const mostDomains = 65_536;
const leastBits = 4;
const mostBits = 14;
/** A packed line of vertices has so many bytes, about; unpacked it has more, and partitions are smaller. */
const bytesOfVertex = 8;
const unknownBits = 13;

/** How many bits of a hash tell the partition, by the size of the file of vertices. */
export function bitsFor(size: number | undefined): number {
  if (size === undefined) return unknownBits;
  const bits = Math.ceil(Math.log2(Math.max(1, size / bytesOfVertex / meanDomains)));
  return Math.min(mostBits, Math.max(leastBits, bits));
}

export interface NamesWork {
  readonly folder: string;
  readonly bits: number;
  readonly skipped: SkippedRows;
  onRows(source: 'vertices' | 'ranks', rows: number, share: number | undefined): void;
}

const vertexBytes = 10;
const rankBytes = 26;
/** Of a domain in the order of its hash: hash, position, PageRank position, hosts, harmonic centrality. */
export const figureBytes = 24;

/**
 * Gives every vertex its position: both files are divided by the hashes of
 * their names, and joined part by part. Left in the folder: `names` and `ends`
 * by position, each name with its length before and its hosts behind it, as items
 * have them; `positions` and `places` by id, and for each partition its domains
 * with their figures, in the order of their hashes.
 */
export async function readNames(
  vertices: OpenedInput,
  ranks: OpenedInput,
  work: NamesWork,
): Promise<{ readonly domains: number }> {
  mkdirSync(work.folder, { recursive: true });
  const domains = await divideVertices(vertices, work);
  await divideRanks(ranks, domains, work);
  joinParts(domains, work);
  return { domains };
}

async function divideVertices(input: OpenedInput, { folder, bits, onRows }: NamesWork): Promise<number> {
  const scan = createLineScan('A vertex is id, reversed name and hosts, with tabs');
  const spool = createSpool(folder, 'vertices', 2 ** bits);
  let before: Buffer = Buffer.alloc(0);
  let next = 0;
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true })) {
    for (let at = 0; at < chunk.length; ) {
      const id = scan.number(chunk, at);
      const start = scan.tab(chunk);
      scan.name(chunk, start);
      const end = scan.at;
      scan.number(chunk, scan.tab(chunk));
      if (id !== next) throw new NotAGraphFile(`Vertex ${id} stands where ${next} is expected.`);
      const name = chunk.subarray(start, end);
      requireOrder(before, name);
      before = name;
      next += 1;
      const part = partitionOf(scan.hash, bits);
      const room = spool.room(part);
      const from = spool.ends[part] ?? 0;
      room.writeUInt32LE(id, from);
      room.writeUInt32LE(scan.hash, from + 4);
      room.writeUInt16LE(end - start, from + 8);
      spool.ends[part] = from + vertexBytes + chunk.copy(room, from + vertexBytes, start, end);
      at = scan.line(chunk);
    }
    const size = input.size();
    onRows('vertices', next, size && input.bytesRead() / size);
  }
  spool.close();
  if (next === 0) throw new NotAGraphFile('The file of vertices has no domain.');
  return next;
}

function requireOrder(before: Buffer, name: Buffer): void {
  const order = before.compare(name);
  if (order < 0) return;
  const text = name.toString('latin1', 0, 80);
  throw new NotAGraphFile(
    order === 0
      ? `The vertex ${text} comes twice.`
      : `Vertices are not in order: ${text} after ${before.toString('latin1', 0, 80)}.`,
  );
}

async function divideRanks(input: OpenedInput, domains: number, work: NamesWork): Promise<void> {
  const { folder, bits, skipped, onRows } = work;
  const scan = createLineScan('A rank is six cells with tabs');
  const spool = createSpool(folder, 'ranks', 2 ** bits);
  const names = createByteFile(join(folder, 'names'));
  // Four gigabytes of names are twice as many as there are domains in the world.
  const ends = new Uint32Array(domains + 1);
  const named = createByteWriter();
  let position = -1;
  const takeLine = (chunk: Buffer, line: number): number => {
    const found = scan.number(chunk, line);
    position += 1;
    requirePosition(found, position, domains);
    const harmonic = javaNumber(scan.cell(chunk, scan.tab(chunk)));
    const pagerankPosition = scan.number(chunk, scan.tab(chunk));
    javaNumber(scan.cell(chunk, scan.tab(chunk)));
    const start = scan.tab(chunk);
    scan.name(chunk, start);
    const end = scan.at;
    const hosts = scan.number(chunk, scan.tab(chunk));
    if (!scan.isDomain) skipped.add('not a domain name', chunk.toString('latin1', start, end));
    named.rewind();
    named.name(chunk, start, scan.isDomain ? end : start);
    named.number(hosts);
    names.add(named.bytes(), 0, named.length);
    ends[position] = names.size;
    const part = partitionOf(scan.hash, bits);
    const room = spool.room(part);
    const from = spool.ends[part] ?? 0;
    room.writeUInt32LE(position, from);
    room.writeUInt32LE(pagerankPosition, from + 4);
    room.writeUInt32LE(hosts, from + 8);
    room.writeDoubleLE(harmonic, from + 12);
    room.writeUInt32LE(scan.hash, from + 20);
    room.writeUInt16LE(end - start, from + 24);
    spool.ends[part] = from + rankBytes + chunk.copy(room, from + rankBytes, start, end);
    return scan.line(chunk);
  };
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true })) {
    let at = position < 0 ? endOfRankHeader(chunk) : 0;
    position = Math.max(0, position);
    while (at < chunk.length) at = takeLine(chunk, at);
    const size = input.size();
    onRows('ranks', position, size && input.bytesRead() / size);
  }
  spool.close();
  names.close();
  if (position < domains)
    throw new NotAGraphFile(
      `There are ${Math.max(0, position)} ranks and ${domains} vertices. They must be whole, and of one release.`,
    );
  keepArray(join(folder, 'ends'), ends);
}

function requirePosition(found: number, position: number, domains: number): void {
  if (found !== position) throw new NotAGraphFile(`Position ${found} stands where ${position} is expected.`);
  if (position > domains)
    throw new NotAGraphFile(`There are more ranks than vertices, which are ${domains}.`);
}

function joinParts(domains: number, { folder, bits }: NamesWork): void {
  const positions = new Uint32Array(domains);
  const places = new Uint32Array(domains);
  for (let part = 0; part < 2 ** bits; part += 1) {
    const ranked = orderByHash(readPart(folder, 'ranks', part));
    if (ranked.count > mostDomains)
      throw new Error(`A part has ${ranked.count} domains: the file of vertices is packed beyond measure.`);
    const figures = createByteFile(join(folder, `figures-${part}`));
    for (let at = 0; at < ranked.count; at += 1) {
      const from = ranked.starts[at] ?? 0;
      figures.add(ranked.bytes, from + 20, from + 24);
      figures.add(ranked.bytes, from, from + 20);
    }
    figures.close();
    joinPart(readPart(folder, 'vertices', part), ranked, (id, at) => {
      positions[id] = ranked.bytes.readUInt32LE(ranked.starts[at] ?? 0);
      places[id] = part * mostDomains + at;
    });
    removePart(folder, 'ranks', part);
    removePart(folder, 'vertices', part);
  }
  keepArray(join(folder, 'positions'), positions);
  keepArray(join(folder, 'places'), places);
}

/** Rows of ranks in the order of their hashes: where each starts. */
interface Ranked {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly hashes: Uint32Array;
  readonly count: number;
}

function orderByHash(bytes: Buffer): Ranked {
  const keys: number[] = [];
  for (let at = 0; at < bytes.length; at += rankBytes + bytes.readUInt16LE(at + 24))
    // A hash has 32 bits, and a part fewer than 21 bits of bytes a record.
    keys.push(bytes.readUInt32LE(at + 20) * 2 ** 21 + keys.length);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += rankBytes + bytes.readUInt16LE(at + 24)) starts.push(at);
  const order = Float64Array.from(keys).sort();
  const sorted = Uint32Array.from(order, (key) => starts[key % 2 ** 21] ?? 0);
  return {
    bytes,
    starts: sorted,
    hashes: Uint32Array.from(order, (key) => Math.floor(key / 2 ** 21)),
    count: order.length,
  };
}

/** Tells for each vertex which row has its name. */
function joinPart(vertices: Buffer, ranked: Ranked, tell: (id: number, at: number) => void): void {
  const { bytes, starts, hashes, count } = ranked;
  let joined = 0;
  for (let from = 0; from < vertices.length; ) {
    const hash = vertices.readUInt32LE(from + 4);
    const length = vertices.readUInt16LE(from + 8);
    const start = from + vertexBytes;
    let at = lowerBound(hashes, hash);
    const isSame = () => {
      const row = (starts[at] ?? 0) + rankBytes;
      const rowLength = bytes.readUInt16LE(row - 2);
      return rowLength === length && vertices.compare(bytes, row, row + length, start, start + length) === 0;
    };
    while (at < count && hashes[at] === hash && !isSame()) at += 1;
    if (at >= count || hashes[at] !== hash)
      throw new NotAGraphFile(
        `The ranks do not have ${vertices.toString('latin1', start, start + Math.min(80, length))}. They must be whole, and of the same release.`,
      );
    tell(vertices.readUInt32LE(from), at);
    joined += 1;
    from = start + length;
  }
  if (joined !== count)
    throw new NotAGraphFile('The ranks have names that are no vertices, or have one twice.');
}

function lowerBound(hashes: Uint32Array, hash: number): number {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}
