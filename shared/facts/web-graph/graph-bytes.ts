import { NotAGraphFile } from './graph-lines.ts';

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const zero = 48;
const mostDigits = 10;

/**
 * Goes over the edges of a release, `from` and `to` by the ids of vertices,
 * and refuses what is not in the order of such a file: by `from`, then `to`,
 * each pair once, no domain to itself. Told chunk by chunk.
 */
export function createEdgeScan(vertices: number, visit: (from: number, to: number) => void) {
  let lastFrom = -1;
  let lastTo = -1;
  let edges = 0;
  let value = 0;
  /** Where the number that begins at `start` ends; it is in `value` then. */
  function endOfNumber(chunk: Buffer, start: number): number {
    let at = start;
    value = 0;
    let digit = (chunk[at] ?? 0) - zero;
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (chunk[at] ?? 0) - zero;
    }
    if (at === start || at - start > mostDigits) throw notAnEdge(chunk, start);
    return at;
  }
  function take(from: number, to: number): void {
    if (from >= vertices || to >= vertices)
      throw new NotAGraphFile(`The edge ${from} ${to} names a domain beyond the ${vertices} of the release.`);
    if (from < lastFrom || (from === lastFrom && to <= lastTo))
      throw new NotAGraphFile(`Edges are not in order: ${from} ${to} after ${lastFrom} ${lastTo}.`);
    if (from === to) throw new NotAGraphFile(`The edge ${from} ${to} links a domain to itself.`);
    lastFrom = from;
    lastTo = to;
    edges += 1;
    visit(from, to);
  }
  return {
    scan(chunk: Buffer): void {
      let at = 0;
      while (at < chunk.length) {
        const start = at;
        at = endOfNumber(chunk, at);
        const from = value;
        if (chunk[at] !== tab) throw notAnEdge(chunk, start);
        at = endOfNumber(chunk, at + 1);
        at = endOfLine(chunk, at, start);
        take(from, value);
      }
    },
    get edges(): number {
      return edges;
    },
  };
}

function endOfLine(chunk: Buffer, at: number, start: number): number {
  const end = chunk[at] === carriageReturn ? at + 1 : at;
  if (chunk[end] !== lineFeed) throw notAnEdge(chunk, start);
  return end + 1;
}

function notAnEdge(chunk: Buffer, start: number): NotAGraphFile {
  const end = chunk.indexOf(lineFeed, start);
  return new NotAGraphFile(
    `An edge is two ids with a tab: ${chunk.toString('latin1', start, Math.min(end, start + 80))}`,
  );
}

/**
 * Numbers and names as bytes: whole numbers in groups of seven bits, the
 * lowest first; names with their length before them.
 */
export function createByteWriter(capacity = 1 << 16) {
  let bytes = Buffer.allocUnsafe(capacity);
  let end = 0;
  const reserve = (more: number) => {
    if (end + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, end + more));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  function number(value: number): void {
    reserve(mostNumberBytes);
    let left = value;
    // Bitwise operators would cut what is beyond 31 bits.
    while (left > 0x7f_ff_ff_ff) {
      bytes[end++] = (left % 128) + 128;
      left = Math.floor(left / 128);
    }
    while (left > 127) {
      bytes[end++] = (left & 127) | 128;
      left >>>= 7;
    }
    bytes[end++] = left;
  }
  return {
    number,
    /** A float or double: as a whole number where it is one, else with its eight bytes. */
    real(value: number): void {
      const isWhole = Number.isSafeInteger(value) && value >= 0;
      number(isWhole ? value + 1 : 0);
      if (isWhole) return;
      reserve(8);
      end = bytes.writeDoubleLE(value, end);
    },
    name(from: Buffer, start: number, stop: number): void {
      number(stop - start);
      reserve(stop - start);
      // A call of the runtime takes longer than the few bytes of a name.
      for (let at = start; at < stop; at += 1) bytes[end++] = from[at] ?? 0;
    },
    slice(from: Uint8Array, start: number, stop: number): void {
      reserve(stop - start);
      const to = bytes;
      const shift = end - start;
      for (let at = start; at < stop; at += 1) to[at + shift] = from[at] ?? 0;
      end += stop - start;
    },
    copy(from: Uint8Array): void {
      reserve(from.length);
      bytes.set(from, end);
      end += from.length;
    },
    get length(): number {
      return end;
    },
    /** What was written since `start`; good until the next write. */
    bytes: (start = 0): Buffer => bytes.subarray(start, end),
    rewind(to = 0): void {
      end = to;
    },
  };
}
export type ByteWriter = ReturnType<typeof createByteWriter>;

const mostNumberBytes = 8;

/** Reads what the writer wrote; a `RangeError` where the bytes end before. */
export function createByteReader(bytes: Buffer, start = 0) {
  let at = start;
  function number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError('An item of the graph ends before it is read.');
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }
  return {
    number,
    real(): number {
      const whole = number();
      if (whole > 0) return whole - 1;
      at += 8;
      return bytes.readDoubleLE(at - 8);
    },
    name(): string {
      const length = number();
      at += length;
      return bytes.toString('latin1', at - length, at);
    },
    skip(length: number): void {
      at += length;
    },
    get at(): number {
      return at;
    },
    get hasMore(): boolean {
      return at < bytes.length;
    },
  };
}
export type ByteReader = ReturnType<typeof createByteReader>;
