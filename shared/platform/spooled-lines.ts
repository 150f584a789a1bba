import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip, gzipSync } from 'node:zlib';

/** Characters of lines that are compressed together: little beside what a process has, and enough to compress well. */
const packedCharacters = 1_000_000;
/** Up to here a millisecond of work: less than handing it to another thread and back. */
const packedAtOnceCharacters = 256 * 1024;

/** Bytes of text that are unpacked at once, where it is read piece by piece. */
const unpackedBytes = 256 * 1024;

/** Lines that are kept compressed until they are read: a quarter of a million rows take some ten megabytes. */
export interface SpooledLines {
  add(line: string): void;
  /** Compresses what has gathered; to be called every few thousand lines. */
  pack(): Promise<void>;
  /** The lines in their order, some thousand at a time. */
  lines(): AsyncIterable<readonly string[]>;
}

/** `atOnce`: characters that are compressed, and so read again, together. */
export function spoolLines(atOnce = packedCharacters): SpooledLines {
  const packed: Uint8Array[] = [];
  let open: string[] = [];
  let characters = 0;
  return {
    add(line) {
      open.push(line);
      characters += line.length;
    },
    async pack() {
      if (characters < atOnce) return;
      const full = open;
      open = [];
      characters = 0;
      packed.push(await packLines(full));
    },
    async *lines() {
      for (const piece of packed) yield await unpackLines(piece);
      yield open;
    },
  };
}

/** Lines as gzipped text, at the quickest level: kept for a week, a sixth more bytes cost less than the time to save them. */
export async function packLines(lines: readonly string[]): Promise<Uint8Array> {
  const text = lines.map((line) => `${line}\n`).join('');
  const isSmall = text.length <= packedAtOnceCharacters;
  return isSmall ? gzipSync(text, { level: 1 }) : promisify(gzip)(text, { level: 1 });
}

/** Any number of lines as one gzipped text, of which a piece at a time is held. */
export async function* packPieces(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let open: string[] = [];
  let characters = 0;
  for (const line of lines) {
    open.push(line);
    characters += line.length;
    if (characters < packedCharacters) continue;
    yield await packLines(open);
    open = [];
    characters = 0;
  }
  yield await packLines(open);
}

export async function unpackLines(packed: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

/** The lines of a gzipped text that comes piece by piece, some at a time: never all of them. */
export async function* linesIn(packed: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let open = '';
  const text = createGunzip({ chunkSize: unpackedBytes }).setEncoding('utf8');
  // What goes wrong on the way is thrown where the lines are read.
  pipeline(Readable.from(packed), text, () => {});
  for await (const piece of text) {
    const lines = `${open}${piece}`.split('\n');
    open = lines.pop() ?? '';
    yield lines;
  }
  if (open !== '') yield [open];
}
