import { type CompetitionLevel, type Intent, type IntentBasis, intents } from '#shared/contract/rows.ts';
import { isGiant, isMarketplace, wordsOf } from './words.ts';

/** What a searcher most likely wants, and how that was found; both null where nothing speaks for anything. */
interface FoundIntent {
  readonly intent: Intent | null;
  readonly basis: IntentBasis | null;
}

/**
 * Finds the intent of a keyword from its words and its listing: an address or
 * the name of a site that everybody knows, the home page of the site that is
 * named on top of the listing, what the model makes of the words, and what the
 * listing shows where the words leave it open. A keyword that is the name of
 * that site and no more is navigational whatever its words mean.
 */
export type FindIntent = (keyword: string, evidence?: SearchEvidence) => FoundIntent;

const noEvidence: SearchEvidence = { features: [], top: [] };

/** The finder by words and listing, with a model of the words. */
export function intentFinder(ofWords: (words: readonly string[]) => Intent | null): FindIntent {
  return (keyword, evidence = noEvidence) => {
    const words = wordsOf(keyword);
    if (isNameOfSite(keyword, words)) return { intent: 'navigational', basis: 'words' };
    const said = ofWords(words);
    const named = namesSite(words, evidence.top);
    const isOpen = said === null || said === 'commercial';
    if (named === 'alone' || (named && isOpen)) return { intent: 'navigational', basis: 'listing' };
    if (said !== null) return { intent: said, basis: 'words' };
    const shown = intentOfListing(evidence);
    return { intent: shown, basis: shown && 'listing' };
  };
}

/** An address (`notion.so`), one with what is wanted there (`vrbo.com login`), or the bare name of a site that everybody knows. */
function isNameOfSite(keyword: string, words: readonly string[]): boolean {
  const [first = '', ...others] = keyword.trim().toLowerCase().split(/\s+/u);
  const isAddress = (others.length === 0 ? address : commonAddress).test(first);
  return (isAddress && !namesWithDots.has(first)) || isGiant(`${words.join('')}.com`);
}

const address = /^(?:https?:\/\/)?(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/u;
/** Beside other words only what cannot be an abbreviation, as `st.louis` is. */
const commonAddress =
  /^(?:https?:\/\/)?(?:www\.)?[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu|mil|info|io|co\.\w\w|gov\.\w\w|de|fr|es|it|nl|ca|au)(?:\/\S*)?$/u;

/** Names of frameworks that look like an address. */
const namesWithDots = new Set(['node.js', 'next.js', 'vue.js', 'three.js', 'd3.js', 'asp.net', 'socket.io']);

/** What the listing of a keyword, and those who advertise on it, tell about what people want. */
interface SearchEvidence {
  /** Item types of the listing, such as `shopping` or `local_pack`. */
  readonly features: readonly string[];
  /** First organic results, best first. */
  readonly top: readonly { readonly url: string; readonly root: string }[];
  /** Competition among advertisers, and what a click costs them in US dollars. */
  readonly level?: CompetitionLevel | null;
  readonly cpc?: number | null;
}

const productFeatures = ['shopping', 'popular_products', 'google_shopping', 'product_grid', 'paid_shopping'];
const localFeatures = ['local_pack', 'map'];
const adFeatures = ['paid', 'ads', 'top_ads'];
const knowledgeFeatures = ['featured_snippet', 'knowledge_graph'];

/** Parts of addresses that say what kind of page stands there. */
const pathWords: readonly (readonly [Intent, RegExp])[] = [
  [
    'commercial',
    /^https?:\/\/[^/]+\/(?:.*\/)?(?:reviews?|best|top-\d+|compare|comparison|alternatives)(?:[/-]|$)/u,
  ],
  [
    'transactional',
    /^https?:\/\/[^/]+\/(?:.*\/)?(?:shop|store|products?|collections?|category|cart|dp|buy)(?:\/|$)/u,
  ],
  [
    'informational',
    /^https?:\/\/(?:blog\.|[^/]+\/(?:.*\/)?(?:how-to|guides?|wiki|blog|learn|articles?)(?:[/-]|$))/u,
  ],
];
/** As many results of a kind as say more than chance. */
const speakingResults = 2;

/** A click that advertisers pay this much for leads to a sale often enough, where competition is not low. */
const payingCpcUsd = 1;

/**
 * What the listing says where the words of the keyword say nothing: the surest
 * signs first, which are items for buying, then what kinds of pages rank, then
 * who pays to be seen.
 */
function intentOfListing(evidence: SearchEvidence): Intent | null {
  const { features, top } = evidence;
  const shows = (types: readonly string[]) => types.some((type) => features.includes(type));
  if (shows(localFeatures) || shows(productFeatures)) return 'transactional';
  const kind = kindOfResults(top);
  if (kind !== null) return kind;
  if (shows(adFeatures) || isFoughtOver(evidence)) return 'commercial';
  if (shows(knowledgeFeatures)) return 'informational';
  return top.some(({ root }) => isMarketplace(root)) ? 'transactional' : null;
}

/** Whether the first result is the home page of a site that the keyword names: alone, or with what is wanted there. */
function namesSite(words: readonly string[], [first]: SearchEvidence['top']): 'alone' | 'among' | null {
  if (!first || !/^https?:\/\/[^/]+\/?$/u.test(first.url)) return null;
  const label = (first.root.split('.')[0] ?? '').replaceAll('-', '');
  if (label.length < 3) return null;
  if (words.join('') === label) return 'alone';
  return words.some((_, end) => words.slice(0, end).join('') === label) ? 'among' : null;
}

/** The kind of page that most of the results are which say what they are. */
function kindOfResults(top: SearchEvidence['top']): Intent | null {
  const counts = pathWords
    .map(([kind, pattern]) => ({ kind, count: top.filter(({ url }) => pattern.test(url)).length }))
    .sort((a, b) => b.count - a.count);
  const [most, next] = counts;
  return most && most.count >= speakingResults && most.count > (next?.count ?? 0) ? most.kind : null;
}

function isFoughtOver({ level, cpc }: SearchEvidence): boolean {
  return level === 'high' || (level === 'medium' && (cpc ?? 0) >= payingCpcUsd);
}

/** A trained model as it is stored; `npm run bench -- train-intents` writes it. */
interface PackedIntentModel {
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

export function sharesOf(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

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
