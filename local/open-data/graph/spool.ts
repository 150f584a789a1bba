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
