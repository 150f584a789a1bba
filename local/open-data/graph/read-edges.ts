import { join } from 'node:path';
import { createEdgeScan } from '#shared/facts/web-graph/graph-bytes.ts';
import { mostTargets } from '#shared/facts/web-graph/graph-items.ts';
import { wholeLines } from '#shared/facts/web-graph/graph-lines.ts';
import type { OpenedInput } from '../open-input.ts';
import { mostDomains } from './read-names.ts';
import { createSpool, keepArray, loadBytes, readPart } from './spool.ts';

export interface EdgesWork {
  readonly folder: string;
  readonly bits: number;
  readonly domains: number;
  onRows(edges: number, share: number | undefined): void;
}

/**
 * Divides all links by the domains they lead to. A link is a byte or two for
 * the source, as the distance from the one before in its part, and two for the
 * place of its target. Beside it what each source with few links leads to, by
 * position. Left in the folder: `inbound` and `targets` by part, `linked` by position.
 */
export async function readEdges(input: OpenedInput, work: EdgesWork): Promise<{ readonly edges: number }> {
  const { folder, domains, onRows } = work;
  const inbound = createInbound(work);
  const targets = createTargets(work);
  const positions = new Uint32Array(loadBytes(join(folder, 'positions')));
  const linked = new Uint32Array(domains + 1);
  let source = -1;
  let links = 0;
  const endSource = () => {
    if (source < 0) return;
    const position = positions[source] ?? 0;
    linked[position] = links;
    if (links <= mostTargets) targets.add(position, links);
  };
  const scan = createEdgeScan(domains, (from, to) => {
    if (from !== source) {
      endSource();
      source = from;
      links = 0;
    }
    if (links < mostTargets) targets.found[links] = positions[to] ?? 0;
    links += 1;
    inbound.add(from, to);
  });
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true })) {
    scan.scan(chunk);
    const size = input.size();
    onRows(scan.edges, size && input.bytesRead() / size);
  }
  endSource();
  inbound.close();
  targets.close();
  keepArray(join(folder, 'linked'), linked);
  return { edges: scan.edges };
}

function createInbound({ folder, bits }: EdgesWork) {
  const places = new Uint32Array(loadBytes(join(folder, 'places')));
  const spool = createSpool(folder, 'inbound', 2 ** bits);
  const { ends } = spool;
  const lastSources = new Uint32Array(2 ** bits);
  return {
    add(from: number, to: number): void {
      const place = places[to] ?? 0;
      const part = place >>> 16;
      const room = spool.room(part);
      let at = ends[part] ?? 0;
      let distance = from - (lastSources[part] ?? 0);
      lastSources[part] = from;
      while (distance > 127) {
        room[at++] = (distance & 127) | 128;
        distance >>>= 7;
      }
      room[at] = distance;
      room[at + 1] = place & 255;
      room[at + 2] = (place >>> 8) & 255;
      ends[part] = at + 3;
    },
    close: spool.close,
  };
}

/** The links that lead to a part: in the order of the places of their targets, then of the positions of their sources. */
export interface Inbound {
  readonly sources: Uint32Array;
  /** Where the sources of a place begin; those of the last one end with the last number. */
  readonly starts: Uint32Array;
}

export function gatherInbound(folder: string, part: number, count: number, positions: Uint32Array): Inbound {
  const bytes = readPart(folder, 'inbound', part);
  const starts = startsOfPlaces(bytes, count);
  const next = starts.slice();
  const sources = new Uint32Array(starts[count] ?? 0);
  const placing = createLinkReader(bytes);
  while (placing.next()) {
    const to = next[placing.place] ?? 0;
    sources[to] = positions[placing.source] ?? 0;
    next[placing.place] = to + 1;
  }
  for (let place = 0; place < count; place += 1)
    sortRange(sources, starts[place] ?? 0, starts[place + 1] ?? 0);
  return { sources, starts };
}

function startsOfPlaces(bytes: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  const links = createLinkReader(bytes);
  while (links.next()) starts[links.place + 1] = (starts[links.place + 1] ?? 0) + 1;
  for (let place = 0; place < count; place += 1)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  return starts;
}

/** Reads what `createInbound` wrote, link by link. */
function createLinkReader(bytes: Buffer) {
  let at = 0;
  const link = {
    /** Id of the source, and place of the target in the part. */
    source: 0,
    place: 0,
    next(): boolean {
      if (at >= bytes.length) return false;
      let byte = bytes[at++] ?? 0;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 127) << shift;
      }
      link.source += distance;
      link.place = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
      at += 2;
      return true;
    },
  };
  return link;
}

const sortedByHand = 32;

/** Most ranges are short, and a call of the built-in sort takes longer than they do. */
function sortRange(numbers: Uint32Array, from: number, to: number): void {
  if (to - from > sortedByHand) {
    numbers.subarray(from, to).sort();
    return;
  }
  for (let end = from + 1; end < to; end += 1) {
    const number = numbers[end] ?? 0;
    let at = end;
    while (at > from && (numbers[at - 1] ?? 0) > number) {
      numbers[at] = numbers[at - 1] ?? 0;
      at -= 1;
    }
    numbers[at] = number;
  }
}

/** Positions of one part of the targets. */
export const targetsOfPart = mostDomains;

function createTargets({ folder, domains }: EdgesWork) {
  const spool = createSpool(folder, 'targets', Math.floor(domains / targetsOfPart) + 1);
  const { ends } = spool;
  const found = new Uint32Array(mostTargets);
  return {
    /** Positions that the source links to, in any order. */
    found,
    add(position: number, links: number): void {
      sortRange(found, 0, links);
      const part = Math.floor((position - 1) / targetsOfPart);
      const room = spool.room(part);
      let at = ends[part] ?? 0;
      const start = at;
      room.writeUInt16LE((position - 1) % targetsOfPart, at);
      room[at + 4] = links;
      at += 5;
      let before = 0;
      for (let link = 0; link < links; link += 1) {
        const target = found[link] ?? 0;
        let distance = target - before;
        before = target;
        while (distance > 127) {
          room[at++] = (distance & 127) | 128;
          distance >>>= 7;
        }
        room[at++] = distance;
      }
      // The size of what follows the place, so that records can be put in order.
      room.writeUInt16LE(at - start - 4, start + 2);
      ends[part] = at;
    },
    close: spool.close,
  };
}

/** What the sources of a part link to, in the order of their positions: each as its count and the distances between the positions. */
export function* gatherTargets(
  folder: string,
  part: number,
): Generator<{ readonly position: number; readonly list: Buffer }> {
  const bytes = readPart(folder, 'targets', part);
  const keys: number[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt16LE(at + 2))
    keys.push(bytes.readUInt16LE(at) * 2 ** 32 + at);
  for (const key of Float64Array.from(keys).sort()) {
    const at = key % 2 ** 32;
    const list = bytes.subarray(at + 4, at + 4 + bytes.readUInt16LE(at + 2));
    yield { position: part * targetsOfPart + Math.floor(key / 2 ** 32) + 1, list };
  }
}
