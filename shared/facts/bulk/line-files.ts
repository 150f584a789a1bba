import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const chunkBytes = 64 * 1024;
const piece = 256 * 1024;

/** Writes lines to a file, one byte to a character; tells where each begins. Blocking, as all of the bulk work: its processes do nothing else. */
export function createLineWriter(path: string) {
  const file = openSync(path, 'w');
  let waiting: string[] = [];
  let size = 0;
  let offset = 0;
  const flush = () => {
    if (waiting.length === 0) return;
    const bytes = Buffer.from(`${waiting.join('\n')}\n`, 'latin1');
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    waiting = [];
    size = 0;
  };
  return {
    /** Byte at which the line begins. */
    add(line: string): number {
      const start = offset;
      waiting.push(line);
      size += line.length + 1;
      offset += line.length + 1;
      if (size > piece) flush();
      return start;
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}

/** The lines of a file, from its first to its last. */
export function* linesIn(path: string): Generator<string, undefined> {
  let cut: string[] = [];
  for (const text of chunksOf(path)) {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield cut.length > 0 ? [...cut, line].join('') : line;
      cut = [];
    }
    if (last !== '') cut.push(last);
  }
  if (cut.length > 0) yield cut.join('');
}

function* chunksOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  try {
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk))
      yield chunk.toString('latin1', 0, bytes);
  } finally {
    closeSync(file);
  }
}

/** Reads the text of single lines by where they lie. */
export function createLineReader(path: string) {
  const file = openSync(path, 'r');
  let buffer = Buffer.allocUnsafe(chunkBytes);
  return {
    read(offset: number, length: number): Buffer {
      if (buffer.length < length) buffer = Buffer.allocUnsafe(length * 2);
      const bytes = readSync(file, buffer, 0, length, offset);
      if (bytes !== length) throw new Error('An intermediate file is shorter than it was written.');
      return buffer.subarray(0, length);
    },
    close: () => closeSync(file),
  };
}
