import { type Intent, intents } from '#shared/contract/rows.ts';

/** A trained model as it is stored; `npm run train-intents` writes it. */
interface PackedIntentModel {
  /** What one step of a stored weight is worth. */
  readonly step: number;
  /** The probability from which on an intent is given, by intent. */
  readonly least: Readonly<Record<Intent, number>>;
  /** The buckets that have weights, ascending, each as the distance from the one before. */
  readonly gaps: string;
  /** For each bucket the weight of every intent but the first, whose weights are 0. */
  readonly weights: string;
}

/** One character for each number from 0 to 63. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valueOfDigit: ReadonlyMap<string, number> = new Map([...digits].map((digit, value) => [digit, value]));

/** Weights reach from -32 to 31 steps; gaps are written in groups of five bits, the sixth says that more follow. */
const zeroWeight = 32;
const groupBits = 5;
const more = 1 << groupBits;

const weighted = intents.slice(1);

/**
 * The intent that the words of a keyword speak for, by a logistic regression
 * over its features; null where no intent is likely enough. Takes words as
 * `wordsOf` gives them.
 */
export function createIntentModel(packed: PackedIntentModel): (words: readonly string[]) => Intent | null {
  const places = placesOf(packed.gaps);
  const weightAt = (place: number, index: number) =>
    ((valueOfDigit.get(packed.weights[place * weighted.length + index] ?? '') ?? zeroWeight) - zeroWeight) *
    packed.step;
  return (words) => {
    const known = intentFeatures(words).flatMap((feature) => places.get(feature) ?? []);
    const scores = intents.map((_, intent) =>
      intent === 0 ? 0 : known.reduce((sum, place) => sum + weightAt(place, intent - 1), 0),
    );
    const shares = sharesOf(scores);
    const best = shares.indexOf(Math.max(...shares));
    const given = intents[best];
    return given && (shares[best] ?? 0) >= packed.least[given] ? given : null;
  };
}

/** Probabilities of the classes from their scores. */
export function sharesOf(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Which place among the weights each bucket has. */
function placesOf(gaps: string): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let bucket = -1;
  let gap = 0;
  let shift = 0;
  for (const digit of gaps) {
    const value = valueOfDigit.get(digit) ?? 0;
    gap += (value & (more - 1)) << shift;
    shift += groupBits;
    if (value >= more) continue;
    bucket += gap + 1;
    places.set(bucket, places.size);
    gap = 0;
    shift = 0;
  }
  return places;
}

/** Packs buckets and their weights, in the order of `intents`; those of the first intent become 0. */
export function packWeights(
  rows: readonly { readonly bucket: number; readonly weights: readonly number[] }[],
  step: number,
): Pick<PackedIntentModel, 'gaps' | 'weights' | 'step'> {
  const sorted = [...rows].sort((a, b) => a.bucket - b.bucket);
  const gaps = sorted.map(({ bucket }, index) => packGap(bucket - (sorted[index - 1]?.bucket ?? -1) - 1));
  const weights = sorted.flatMap(({ weights: [base = 0, ...others] }) =>
    others.map((weight) => {
      const steps = Math.round((weight - base) / step);
      return digits[Math.min(63, Math.max(0, steps + zeroWeight))] ?? '';
    }),
  );
  return { step, gaps: gaps.join(''), weights: weights.join('') };
}

function packGap(gap: number): string {
  const group = gap & (more - 1);
  const rest = gap >> groupBits;
  return rest === 0 ? (digits[group] ?? '') : `${digits[group + more] ?? ''}${packGap(rest)}`;
}

/** How many numbers a feature can hash to: enough that two that are known seldom meet. */
const featureBuckets = 524_288;

/**
 * What the model looks at in a keyword, each as the number of a bucket, each
 * bucket once: its words, pairs of neighbours, first and last words, pieces of
 * four letters, and its shape. All digits are one, so that a size that was not
 * seen looks like one that was. Words are as `wordsOf` gives them; training
 * and answering go through this one function.
 */
export function intentFeatures(given: readonly string[]): readonly number[] {
  const words = given.map((word) => word.replaceAll(/\d/gu, '0'));
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  const marks = [
    `n:${Math.min(words.length, 8)}`,
    `f:${first}`,
    `l:${last}`,
    `e:${first} ${last}`,
    `o:${first} ${words[1] ?? ''}`,
    `z:${words.at(-2) ?? ''} ${last}`,
    `s:${last.slice(-3)}`,
    ...(words.some((word) => word.includes('0')) ? ['d'] : []),
    ...words.map((word) => `w:${word}`),
    ...words.slice(1).map((word, index) => `b:${words[index]} ${word}`),
    ...words.flatMap(piecesOf),
  ];
  return [...new Set(marks.map(bucketOf))];
}

const pieceLength = 4;

/** Pieces of a word with its ends marked, so that a plural or an unknown name looks like those that are known. */
function piecesOf(word: string): string[] {
  const marked = `<${word}>`;
  if (marked.length <= pieceLength) return [];
  return Array.from(
    { length: marked.length - pieceLength + 1 },
    (_, start) => `c:${marked.slice(start, start + pieceLength)}`,
  );
}

/** FNV-1a over UTF-16 units, folded so that the low bits depend on all of them. */
function bucketOf(mark: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < mark.length; index += 1)
    hash = Math.imul(hash ^ mark.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % featureBuckets;
}
