import { hash } from 'node:crypto';
import * as v from 'valibot';
import { listOf, packList, unpack } from './keys.ts';

/** Where a domain stands for a keyword, and how often that is searched. */
export interface Place {
  readonly position: number;
  readonly volume: number | null;
}

/**
 * The keywords of a domain in a market, for laying domains side by side
 * without reading their rows. `share` is 1 where all of them are here; of a
 * larger domain only those are kept whose hash lies in the lowest `share` of
 * all hashes, so that what two sets keep can be compared.
 */
export interface KeywordSet {
  readonly share: number;
  readonly places: ReadonlyMap<string, Place>;
}

/** Keywords kept of one domain; comparisons up to here are exact. */
export const mostKeywordsInSet = 10_000;
/** An item of the table may have 400 KB, keys included. */
export const mostPackedBytes = 380_000;

export const noKeywords: KeywordSet = { share: 1, places: new Map() };

/** Collects a set; memory stays within twice what is kept, however large the domain. */
export function createKeywordSet(most: number = mostKeywordsInSet) {
  let set: KeywordSet = noKeywords;
  const places = new Map<string, Place>();
  return {
    add(keyword: string, place: Place): void {
      if (set.share < 1 && hashOf(keyword) >= set.share) return;
      places.set(keyword, place);
      if (places.size > most * 2) shrink();
    },
    result(): KeywordSet {
      if (places.size > most) shrink();
      return { share: set.share, places };
    },
  };
  function shrink(): void {
    const hashes = [...places.keys()].map(hashOf).sort((a, b) => a - b);
    const share = hashes[most] ?? 1;
    for (const keyword of places.keys()) if (hashOf(keyword) >= share) places.delete(keyword);
    set = { share, places };
  }
}

/**
 * The set after keywords changed: those with a place have it now, those without
 * are gone. Undefined where only a count of all keywords tells: a sample that
 * loses a keyword would take in another, which it does not know.
 */
export function changedKeywordSet(
  { share, places: known }: KeywordSet,
  changes: ReadonlyMap<string, Place | undefined>,
): KeywordSet | undefined {
  // One that was made smaller to fit an item does not tell what the whole set would keep.
  if (share < 1 && known.size !== mostKeywordsInSet) return undefined;
  const kept = [...changes].filter(([keyword]) => share === 1 || hashOf(keyword) < share);
  const gone = kept.filter(([keyword, place]) => !place && known.has(keyword));
  if (share < 1 && gone.length > 0) return undefined;
  const places = new Map(known);
  for (const [keyword] of gone) places.delete(keyword);
  for (const [keyword, place] of kept) if (place) places.set(keyword, place);
  if (places.size <= mostKeywordsInSet) return { share, places };
  const set = createKeywordSet();
  for (const [keyword, place] of places) set.add(keyword, place);
  return set.result();
}

export function lacks({ share, places }: KeywordSet, keyword: string): boolean {
  return !places.has(keyword) && (share === 1 || hashOf(keyword) < share);
}

/** What two sets have in common, as far as both hold it. */
export interface Overlap {
  readonly found: number;
  /** Positions of the second domain on these, added up. */
  readonly positionSum: number;
  /** Share of all keywords that was compared; 1 where the count is exact. */
  readonly share: number;
}

export function overlapOf(own: KeywordSet, other: KeywordSet): Overlap {
  const [smaller, larger] = own.places.size <= other.places.size ? [own, other] : [other, own];
  let [found, positionSum] = [0, 0];
  // A set that keeps less than all has nothing beyond its own share, so what both hold lies within the smaller one.
  for (const [keyword, place] of smaller.places) {
    const there = larger.places.get(keyword);
    if (!there) continue;
    found += 1;
    positionSum += (larger === other ? there : place).position;
  }
  return { found, positionSum, share: Math.min(own.share, other.share) };
}

/** The keywords of a set that also one with a smaller share would keep. */
export function within(set: KeywordSet, share: number): KeywordSet {
  if (share >= set.share) return set;
  return { share, places: new Map([...set.places].filter(([keyword]) => hashOf(keyword) < share)) };
}

/** Where a keyword lies among all hashes, 0-1. */
function hashOf(keyword: string): number {
  return hash('sha1', keyword, 'buffer').readUInt32BE(0) / 2 ** 32;
}

const packedSet = v.object({
  s: v.number(),
  k: listOf((value): value is string => typeof value === 'string'),
  p: listOf((value): value is number => typeof value === 'number'),
  v: listOf((value): value is number | null => value === null || typeof value === 'number'),
});

/** The set as bytes; sorted, because neighbours that begin alike pack well. Keeps less where it would not fit an item. */
export function packKeywordSet(set: KeywordSet): Uint8Array {
  const sorted = [...set.places].sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = packList({
    s: set.share,
    k: sorted.map(([keyword]) => keyword),
    p: sorted.map(([, { position }]) => position),
    v: sorted.map(([, { volume }]) => volume),
  });
  return bytes.length <= mostPackedBytes ? bytes : packKeywordSet(halved(set));
}

function halved(set: KeywordSet): KeywordSet {
  const half = createKeywordSet(Math.floor(set.places.size / 2));
  for (const [keyword, place] of set.places) half.add(keyword, place);
  return half.result();
}

export function unpackKeywordSet(bytes: Uint8Array): KeywordSet {
  const { s, k, p, v: volumes } = v.parse(packedSet, unpack(bytes));
  const places = new Map(
    k.map((keyword, index) => [keyword, { position: p[index] ?? 0, volume: volumes[index] ?? null }]),
  );
  return { share: s, places };
}
