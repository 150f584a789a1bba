import { join } from 'node:path';
import { createByteWriter } from '#shared/facts/web-graph/graph-bytes.ts';
import {
  createBlockPacker,
  createNamePacker,
  fitsSharedBlock,
  mostKept,
  namedInAll,
  namedInHead,
  ownListItems,
  placeInTargets,
  targetBlockKey,
  writeHead,
} from '#shared/facts/web-graph/graph-items.ts';
import type { ListFile } from '../open-place.ts';
import { gatherInbound, gatherTargets, targetsOfPart } from './read-edges.ts';
import { figureBytes } from './read-names.ts';
import { keepArray, loadBytes, readPart, removePart } from './spool.ts';

export interface PackWork {
  readonly folder: string;
  readonly bits: number;
  readonly domains: number;
  onParts(done: number, all: number): void;
}

const partsAtOnce = 8;

/**
 * Makes the items of a release of what is in the folder, part by part; goes on
 * behind the last part that the file has whole.
 */
export function packGraph(file: ListFile, work: PackWork): void {
  const { folder, bits, domains } = work;
  const parts = 2 ** bits;
  const targetParts = Math.floor(domains / targetsOfPart) + 1;
  const all = parts + targetParts + 1;
  const tables = loadTables(folder);
  const referringOf = referringCounts(file, work);
  let done = file.done('parts');
  const endPart = (step: () => void) => {
    file.commit('parts', done);
    step();
    work.onParts(done, all);
  };
  while (done < parts) {
    const from = done;
    done = Math.min(parts, from + partsAtOnce);
    for (let part = from; part < done; part += 1) packPart(file, part, { work, tables, referringOf });
    endPart(() => {
      for (let part = from; part < done; part += 1)
        for (const name of ['inbound', 'figures']) removePart(folder, name, part);
    });
  }
  while (done < parts + targetParts) {
    const part = done - parts;
    packTargets(file, folder, part);
    done += 1;
    endPart(() => removePart(folder, 'targets', part));
  }
  if (done < all) {
    packNames(file, domains, tables, referringOf);
    done += 1;
    endPart(() => {});
  }
}

type Tables = ReturnType<typeof loadTables>;

function loadTables(folder: string) {
  const numbers = (name: string) => new Uint32Array(loadBytes(join(folder, name)));
  return {
    positions: numbers('positions'),
    linked: numbers('linked'),
    ends: numbers('ends'),
    names: Buffer.from(loadBytes(join(folder, 'names'))),
  };
}

const referringFile = (folder: string, part: number) => join(folder, `referring-${part}`);

/** How many link to each domain, by position, as far as parts are packed. */
function referringCounts(file: ListFile, { folder, bits, domains }: PackWork): Uint32Array {
  const counts = new Uint32Array(domains + 1);
  for (let part = 0; part < Math.min(file.done('parts'), 2 ** bits); part += 1) {
    const pairs = new Uint32Array(loadBytes(referringFile(folder, part)));
    for (let at = 0; at < pairs.length; at += 2) counts[pairs[at] ?? 0] = pairs[at + 1] ?? 0;
  }
  return counts;
}

interface Packing {
  readonly work: PackWork;
  readonly tables: Tables;
  readonly referringOf: Uint32Array;
}

const entry = createByteWriter();
const list = createByteWriter();

function packPart(file: ListFile, part: number, { work, tables, referringOf }: Packing): void {
  const { folder } = work;
  const figures = readPart(folder, 'figures', part);
  const count = figures.length / figureBytes;
  const { sources, starts } = gatherInbound(folder, part, count, tables.positions);
  const heads = createBlockPacker('h', part, file.put);
  const lists = createBlockPacker('l', part, file.put);
  const pairs = new Uint32Array(2 * count);
  for (let place = 0; place < count; place += 1) {
    const at = place * figureBytes;
    const hash = figures.readUInt32LE(at);
    const position = figures.readUInt32LE(at + 4);
    const links = sources.subarray(starts[place] ?? 0, starts[place + 1] ?? 0);
    referringOf[position] = links.length;
    pairs.set([position, links.length], 2 * place);
    const [start, end] = nameAt(tables, position);
    // No name of a domain: counted as a source, but nobody can ask for it.
    if (start === end) continue;
    const hasOwnList = packList(file, { tables, start, end, links }, (bytes) => lists.add(hash, bytes));
    entry.rewind();
    entry.name(tables.names, start, end);
    const head = {
      position,
      harmonic: figures.readDoubleLE(at + 16),
      pagerankPosition: figures.readUInt32LE(at + 8),
      hosts: figures.readUInt32LE(at + 12),
      referringDomains: links.length,
      linkedDomains: tables.linked[position] ?? 0,
    };
    writeHead(entry, head, hasOwnList ? 1 : 0);
    writeNamed(entry, tables, links.subarray(0, namedInHead));
    heads.add(hash, entry.bytes());
  }
  heads.end();
  lists.end();
  keepArray(referringFile(folder, part), pairs);
}

/** Where the name of a position stands; its length is before it, in one byte or two. */
function nameAt({ ends, names }: Tables, position: number): readonly [start: number, end: number] {
  const at = ends[position - 1] ?? 0;
  const [first = 0, second = 0] = [names[at], names[at + 1]];
  return first < 128 ? [at + 1, at + 1 + first] : [at + 2, at + 2 + first - 128 + second * 128];
}

function writeNamed(to: typeof entry, { ends, names }: Tables, links: Uint32Array): void {
  let before = 0;
  for (let at = 0; at < links.length; at += 1) {
    const position = links[at] ?? 0;
    to.number(position - before);
    before = position;
    to.slice(names, ends[position - 1] ?? 0, ends[position] ?? 0);
  }
}

interface ListOf {
  readonly tables: Tables;
  readonly start: number;
  readonly end: number;
  readonly links: Uint32Array;
}

/** What the head has no room for: in a block with the lists of others where it is short, else in items of its own. */
function packList(
  file: ListFile,
  { tables, start, end, links }: ListOf,
  share: (bytes: Uint8Array) => void,
): boolean {
  if (links.length <= namedInHead) return false;
  list.rewind();
  list.name(tables.names, start, end);
  const named = links.subarray(namedInHead, namedInAll);
  const from = list.length;
  list.number(named.length);
  writeNamed(list, tables, named);
  const namedEnd = list.length;
  const others = links.subarray(namedInAll, mostKept);
  // A longer one is too long for a block, whatever its positions are.
  const mayShare = others.length < 2_000;
  if (mayShare) writePositions(list, others);
  if (mayShare && fitsSharedBlock(list.bytes())) {
    share(list.bytes());
    return false;
  }
  const reversed = tables.names.toString('latin1', start, end);
  list.rewind(namedEnd);
  for (const item of ownListItems(reversed, list.bytes(from), others)) file.put(item);
  return true;
}

function writePositions(to: typeof entry, positions: Uint32Array): void {
  let before = 0;
  for (const position of positions) {
    to.number(position - before);
    before = position;
  }
}

function packTargets(file: ListFile, folder: string, part: number): void {
  const block = createByteWriter();
  let first = 0;
  const flush = () => {
    if (block.length > 0) file.put({ ...targetBlockKey(first), d: new Uint8Array(block.bytes()) });
    block.rewind();
  };
  for (const { position, list: targets } of gatherTargets(folder, part)) {
    if (first === 0 || targetBlockKey(first).pk !== targetBlockKey(position).pk) {
      flush();
      first = position;
    }
    block.number(placeInTargets(position));
    block.copy(targets);
  }
  flush();
}

function packNames(file: ListFile, domains: number, tables: Tables, referringOf: Uint32Array): void {
  const names = createNamePacker(file.put);
  for (let position = 1; position <= domains; position += 1) {
    const [start, end] = [tables.ends[position - 1] ?? 0, tables.ends[position] ?? 0];
    names.add(tables.names, start, end, referringOf[position] ?? 0);
  }
  names.end();
}
