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
    /** A few bytes as they are. */
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
