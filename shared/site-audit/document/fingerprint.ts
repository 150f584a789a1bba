import { hash } from 'node:crypto';
import { wordHashes } from './words.ts';

/** What tells equal and nearly equal texts from others. */
export interface TextFingerprint {
  /** SHA-256 of the hashes of the words in lower case. */
  readonly exact: string;
  /** 64-bit SimHash of runs of three words, as two halves of 32 bits. */
  readonly simHash: readonly [number, number];
  readonly wordCount: number;
}

const shingleWords = 3;

/** Fingerprint of a text. SimHash after Charikar (2002): similar texts differ in few bits. */
export function fingerprintText(text: string): TextFingerprint {
  const words = wordHashes(text.toLowerCase());
  return { exact: hash('sha256', words, 'base64url'), simHash: simHashOf(words), wordCount: words.length };
}

function simHashOf(words: Int32Array): readonly [number, number] {
  const seen = new Int32Array(8 * 256);
  // Each word is part of three runs, so what does not depend on the others is done once.
  const lows = new Int32Array(Math.max(shingleWords, words.length));
  const highs = new Int32Array(lows.length);
  for (let index = 0; index < lows.length; index += 1) {
    const word = index < words.length ? (words[index] ?? 0) : 0;
    lows[index] = scatter(word);
    highs[index] = scatter(word ^ 0x5bd1e995);
  }
  for (let index = shingleWords - 1; index < lows.length; index += 1) {
    countBytes(seen, 0, mixRun(0x811c9dc5 | 0, lows, index));
    countBytes(seen, 4, mixRun(0x9747b28c | 0, highs, index));
  }
  return [majorityBits(seen, 0), majorityBits(seen, 4)];
}

/** Hash of the three scattered words up to the one at `last`. */
function mixRun(seed: number, words: Int32Array, last: number): number {
  return mix(mix(mix(seed, words[last - 2] ?? 0), words[last - 1] ?? 0), words[last] ?? 0);
}

/** In how many of 64 bits two hashes differ. */
export function simHashDistance(a: readonly [number, number], b: readonly [number, number]): number {
  return countBits(a[0] ^ b[0]) + countBits(a[1] ^ b[1]);
}

/** The four 16-bit quarters: hashes at most three bits apart share at least one of them. */
export function simHashBands([low, high]: readonly [number, number]): readonly string[] {
  return [`0:${low & 0xffff}`, `1:${low >>> 16}`, `2:${high & 0xffff}`, `3:${high >>> 16}`];
}

/** The half of a round of MurmurHash3 (Appleby) that depends on the value alone. */
function scatter(value: number): number {
  const mixed = Math.imul(value, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

/** The other half: takes a scattered value into the hash. All of it in 32 bits; as floating-point numbers it takes five times as long. */
function mix(hash: number, scattered: number): number {
  let mixed = scattered ^ hash;
  mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

/** Counts the four bytes of a hash by their values: four steps for a hash instead of one for each of its bits. */
function countBytes(seen: Int32Array, place: number, hash: number): void {
  for (let byte = 0; byte < 4; byte += 1) {
    const slot = (place + byte) * 256 + ((hash >>> (8 * byte)) & 0xff);
    seen[slot] = (seen[slot] ?? 0) + 1;
  }
}

/** The 32 bits that more of the counted hashes have than have not. */
function majorityBits(seen: Int32Array, place: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    const first = (place + (bit >>> 3)) * 256;
    let balance = 0;
    for (let value = 0; value < 256; value += 1) {
      const count = seen[first + value] ?? 0;
      balance += (value >>> (bit & 7)) & 1 ? count : -count;
    }
    if (balance > 0) bits |= 1 << bit;
  }
  return bits >>> 0;
}

function countBits(value: number): number {
  let bits = value >>> 0;
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count += 1;
  }
  return count;
}
