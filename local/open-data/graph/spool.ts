import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { NotAGraphFile } from '#shared/facts/web-graph/graph-lines.ts';
import { hashFactor, hashStart, spreadHash } from '#shared/facts/web-graph/open-lists.ts';

/** Memory for the ends of all files of a spool together. */
const bufferedBytes = 64 * 1024 * 1024;

/** Largest record of a spool. */
export const mostRecordBytes = 2_048;

/**
 * Files that are written side by side, record by record: what belongs together
 * comes together, in the order in which it came. Blocking, as the command does
 * nothing else meanwhile.
 */
export function createSpool(folder: string, name: string, parts: number) {
  const size = Math.max(2 * mostRecordBytes, Math.min(256 * 1024, Math.floor(bufferedBytes / parts)));
  const buffers = Array.from({ length: parts }, () => Buffer.allocUnsafe(size));
  const ends = new Uint32Array(parts);
  const flush = (part: number) => {
    const buffer = buffers[part];
    const end = ends[part] ?? 0;
    if (!buffer || end === 0) return;
    appendFileSync(spoolFile(folder, name, part), buffer.subarray(0, end));
    ends[part] = 0;
  };
  return {
    /** Where to write a record of the part, with room for the largest; `ends` says from where on. */
    room(part: number): Buffer {
      if ((ends[part] ?? 0) + mostRecordBytes > size) flush(part);
      const buffer = buffers[part];
      if (!buffer) throw new RangeError(`The spool has no part ${part}.`);
      return buffer;
    },
    ends,
    close(): void {
      for (let part = 0; part < parts; part += 1) flush(part);
    },
  };
}

const spoolFile = (folder: string, name: string, part: number) => join(folder, `${name}-${part}`);

/** The records of a part; none where nothing came to it. */
export function readPart(folder: string, name: string, part: number): Buffer {
  const path = spoolFile(folder, name, part);
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

export function removePart(folder: string, name: string, part: number): void {
  rmSync(spoolFile(folder, name, part), { force: true });
}

const pieceBytes = 64 * 1024 * 1024;

export function keepArray(path: string, { buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < byteLength; at += pieceBytes) {
      const piece = new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at));
      for (let written = 0; written < piece.length; ) written += writeSync(file, piece, written);
    }
  } finally {
    closeSync(file);
  }
}

/** The bytes of a file of any size; `readFileSync` ends at two gigabytes. */
export function loadBytes(path: string): ArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = new ArrayBuffer(size);
    for (let at = 0; at < size; ) {
      const read = readSync(file, new Uint8Array(bytes, at, Math.min(pieceBytes, size - at)));
      if (read === 0) throw new Error(`${path} is shorter than it was written.`);
      at += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

export function createByteFile(path: string) {
  const file = openSync(path, 'w');
  const piece = Buffer.allocUnsafe(1 << 20);
  let end = 0;
  let size = 0;
  const flush = () => {
    for (let written = 0; written < end; ) written += writeSync(file, piece, written, end - written);
    end = 0;
  };
  return {
    add(from: Buffer, start: number, stop: number): void {
      if (end + stop - start > piece.length) flush();
      end += from.copy(piece, end, start, stop);
      size += stop - start;
    },
    get size(): number {
      return size;
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const zero = 48;
const dot = 46;
const hyphen = 45;
const longestLabel = 63;
const longestDomain = 253;
/** What no name of a host can reach; a line with more is no line of such a file. */
const longestName = 1_000;

/** Whether a byte may stand in a label. */
const isOfLabel = new Uint8Array(256);
for (const text of 'abcdefghijklmnopqrstuvwxyz0123456789_-') isOfLabel[text.charCodeAt(0)] = 1;

/** Reads cells of whole lines by bytes: a release has hundreds of millions of them. */
export function createLineScan(what: string) {
  const scan = {
    /** Of the name that was read last: its hash, and whether it can be a domain. */
    hash: 0,
    isDomain: false,
    number(chunk: Buffer, start: number): number {
      let value = 0;
      let at = start;
      let digit = (chunk[at] ?? 0) - zero;
      while (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        at += 1;
        digit = (chunk[at] ?? 0) - zero;
      }
      if (at === start || at - start > 10) throw scan.fault(chunk, start);
      scan.at = at;
      return value;
    },
    /** Where the cell ended that was read last. */
    at: 0,
    tab(chunk: Buffer): number {
      if (chunk[scan.at] !== tab) throw scan.fault(chunk, scan.at);
      return scan.at + 1;
    },
    /** Ends the line; where the next begins. */
    line(chunk: Buffer): number {
      const end = chunk[scan.at] === carriageReturn ? scan.at + 1 : scan.at;
      if (chunk[end] !== lineFeed) throw scan.fault(chunk, scan.at);
      return end + 1;
    },
    /** Goes over a cell of any text. */
    skip(chunk: Buffer, start: number): void {
      let at = start;
      while (chunk[at] !== tab && chunk[at] !== lineFeed && at < chunk.length) at += 1;
      scan.at = at;
    },
    cell(chunk: Buffer, start: number): string {
      scan.skip(chunk, start);
      return chunk.toString('latin1', start, scan.at);
    },
    /** A reversed name, with its hash and whether it can be a domain. */
    name(chunk: Buffer, start: number): void {
      let hash = hashStart;
      let at = start;
      let byte = chunk[at] ?? lineFeed;
      while (byte !== tab && byte !== lineFeed) {
        hash = Math.imul(hash ^ byte, hashFactor);
        at += 1;
        byte = chunk[at] ?? lineFeed;
      }
      if (at === start || at - start > longestName) throw scan.fault(chunk, start);
      scan.isDomain = isDomainName(chunk, start, at);
      scan.hash = spreadHash(hash);
      scan.at = at;
    },
    fault(chunk: Buffer, at: number): NotAGraphFile {
      const start = chunk.lastIndexOf(lineFeed, Math.max(0, at - 1)) + 1;
      const end = chunk.indexOf(lineFeed, at);
      const line = chunk.toString(
        'latin1',
        Math.min(start, at),
        Math.min(end < 0 ? chunk.length : end, start + 80),
      );
      return new NotAGraphFile(`${what}: ${line}`);
    },
  };
  return scan;
}

function isDomainName(chunk: Buffer, start: number, end: number): boolean {
  if (end - start > longestDomain) return false;
  let label = start;
  for (let at = start; at < end; at += 1) {
    const byte = chunk[at] ?? 0;
    if (isOfLabel[byte] === 1) continue;
    if (byte !== dot || !isLabel(chunk, label, at)) return false;
    label = at + 1;
  }
  return isLabel(chunk, label, end);
}

function isLabel(chunk: Buffer, start: number, end: number): boolean {
  const length = end - start;
  return length > 0 && length <= longestLabel && chunk[start] !== hyphen && chunk[end - 1] !== hyphen;
}
