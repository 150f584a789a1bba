import type { Intent } from '#shared/contract/rows.ts';
import { isGiant } from '../answers/giants.ts';
import { intentOfListing, type SearchEvidence } from './intent-evidence.ts';
import {
  audiences,
  commercial,
  comparing,
  informational,
  navigational,
  questions,
  siteNames,
  transactional,
  units,
} from './intent-words.ts';
import { wordsOf } from './words.ts';

const noEvidence: SearchEvidence = { features: [], top: [] };

/**
 * What a searcher most likely wants, by rules over the words of the keyword
 * and over its listing; null where nothing speaks for anything. The strongest
 * words win: buying words over comparing words over question words, because
 * `best price for …` is about buying. `npm run intent-accuracy` measures the
 * rules on a labeled set.
 */
export function classifyIntent(keyword: string, evidence: SearchEvidence = noEvidence): Intent | null {
  const words = wordsOf(keyword);
  const said = wordRules.find(([, holds]) => holds(words, keyword))?.[0];
  return said ?? intentOfListing(words, evidence) ?? likelyIntent(words);
}

/** A last guess, where neither words nor listing speak. */
function likelyIntent(words: readonly string[]): Intent | null {
  if (isForLearners(words)) return 'informational';
  return startsWithSite(words) ? 'navigational' : null;
}

/** What the words say, the strongest rule first. */
const wordRules: readonly (readonly [Intent, (words: readonly string[], keyword: string) => boolean])[] = [
  ['navigational', (words, keyword) => isNameOfSite(keyword, words)],
  ['commercial', (words) => has(words, comparing) || asksForBest(words)],
  ['navigational', (words) => has(words, navigational) || isPartOfSite(words)],
  ['informational', startsAsQuestion],
  ['transactional', (words) => has(words, transactional)],
  ['commercial', (words) => has(words, commercial)],
  ['informational', (words) => has(words, informational) || isConversion(words)],
  ['commercial', namesAudience],
];

/** One or two words in a row that are in the set. */
function has(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word, index) => set.has(word) || set.has(`${word} ${words[index + 1] ?? ''}`));
}

function startsAsQuestion(words: readonly string[]): boolean {
  return words.length > 1 && questions.has(words[0] ?? '');
}

/** `what is the best tent`, but not `what is the best way to pitch one`. */
function asksForBest(words: readonly string[]): boolean {
  const place = words.indexOf('best');
  return words[0] === 'what' && place > 0 && !courses.has(words[place + 1] ?? '');
}

const courses = new Set([
  'way',
  'ways',
  'time',
  'method',
  'practice',
  'practices',
  'age',
  'temperature',
  'day',
]);

/** `my verizon`, `expedia contact`: one part of a site; `contact lenses` are none. */
function isPartOfSite(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 3 || has(words, informational)) return false;
  return words[0] === 'my' || words.at(-1) === 'contact';
}

/** `cm to inches`: what one unit is in another. */
function isConversion(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      /^(?:to|in|into)$/u.test(word) &&
      units.has(words[index - 1] ?? '') &&
      units.has(words[index + 1] ?? ''),
  );
}

/** `laptops for students`, `mattress for side sleepers`: things, and whom or what they should suit. */
function namesAudience(words: readonly string[]): boolean {
  const place = words.indexOf('for');
  if (place < 1 || place === words.length - 1) return false;
  const isPlural = (word: string | undefined) => /[^s]s$/u.test(word ?? '');
  if (isPlural(words[place - 1])) return true;
  const last = words.at(-1) ?? '';
  return !learners.has(last) && (isPlural(last) || has(words.slice(place + 1), audiences));
}

const learners = new Set(['beginners', 'beginner', 'dummies']);

/** `knitting for beginners`: something to learn, where the things of `shoes for beginners` are to buy. */
function isForLearners(words: readonly string[]): boolean {
  return words.at(-2) === 'for' && learners.has(words.at(-1) ?? '');
}

/** `spotify student`: one part of a site that everybody knows. */
function startsWithSite(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  return words.length <= 3 && (has([first, second], siteNames) || isGiant(`${first}.com`));
}

/** An address (`notion.so`) or the bare name of a site that everybody knows. */
function isNameOfSite(keyword: string, words: readonly string[]): boolean {
  return /^(?:www\.)?[\w-]+(?:\.[a-z]{2,})+$/iu.test(keyword.trim()) || isGiant(`${words.join('')}.com`);
}
