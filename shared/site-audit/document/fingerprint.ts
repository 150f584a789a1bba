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
  return [majorityOfRuns(words, 0x811c9dc5 | 0, 0), majorityOfRuns(words, 0x9747b28c | 0, 0x5bd1e995)];
}

/** The 32 bits that more of the runs' hashes have than have not. A text of fewer words is one run. */
function majorityOfRuns(words: Int32Array, seed: number, salt: number): number {
  // A word is part of three runs, and scattered once. No list is kept of them: a list for each page takes as long as the rest.
  let first = scatter((words[0] ?? 0) ^ salt);
  let second = scatter((words[1] ?? 0) ^ salt);
  const counts = noBits();
  const runs = Math.max(1, words.length - shingleWords + 1);
  for (let run = 0; run < runs; run += 1) {
    const third = scatter((words[run + shingleWords - 1] ?? 0) ^ salt);
    addBits(counts, mix(mix(mix(seed, first), second), third));
    first = second;
    second = third;
  }
  return majorityBits(counts);
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

/** More hashes than a page within the body cap can have, as a power of two. */
const planes = 24;

/** How many of the added hashes have each of the 32 bits, counted for all bits at once: plane n holds what weighs 2^n. */
interface BitCounts {
  readonly sums: Int32Array;
  /** Bits that a plane takes in with the next that come, two in one step: of the planes that `added` has a bit for. */
  readonly waiting: Int32Array;
  added: number;
}

const noBits = (): BitCounts => ({
  sums: new Int32Array(planes),
  waiting: new Int32Array(planes),
  added: 0,
});

/** A full adder for 32 bits at each plane that is reached: two for a hash on average, instead of a step for each bit. */
function addBits(counts: BitCounts, hash: number): void {
  const { sums, waiting, added } = counts;
  let carried = hash;
  let plane = 0;
  for (; (added >>> plane) & 1; plane += 1) {
    const sum = sums[plane] ?? 0;
    const first = waiting[plane] ?? 0;
    sums[plane] = sum ^ first ^ carried;
    carried = (sum & first) | (carried & (sum | first));
  }
  waiting[plane] = carried;
  counts.added = added + 1;
}

/** The bits that more of the added hashes have than have not. */
function majorityBits(counts: BitCounts): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit += 1) if (2 * countOf(counts, bit) > counts.added) bits |= 1 << bit;
  return bits >>> 0;
}

function countOf({ sums, waiting, added }: BitCounts, bit: number): number {
  let count = 0;
  for (let plane = 0; plane < planes; plane += 1) {
    const isWaiting = (added >>> plane) & 1;
    count += ((((sums[plane] ?? 0) >>> bit) & 1) + (isWaiting & ((waiting[plane] ?? 0) >>> bit))) << plane;
  }
  return count;
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
