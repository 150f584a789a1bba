import type { Intent } from '#shared/contract/rows.ts';
import { isGiant } from './giants.ts';
import {
  commercial,
  comparing,
  informational,
  navigational,
  questions,
  transactional,
  units,
} from './intent-words.ts';
import { wordsOf } from './words.ts';

/** What a listing tells about what people want. */
export interface ListingEvidence {
  /** Item types of the listing, such as `shopping` or `local_pack`. */
  readonly features: readonly string[];
  /** First organic results, best first. */
  readonly top: readonly { readonly url: string; readonly root: string }[];
}

const noEvidence: ListingEvidence = { features: [], top: [] };

const productFeatures = ['shopping', 'popular_products', 'google_shopping', 'product_grid', 'paid_shopping'];
const localFeatures = ['local_pack', 'map'];
const adFeatures = ['paid', 'ads', 'top_ads'];

/**
 * What a searcher most likely wants, by rules over the words of the keyword
 * and over its listing; null where nothing speaks for anything. The strongest
 * words win: buying words over comparing words over question words, because
 * `best price for …` is about buying. `npm run intent-accuracy` measures the
 * rules on a labeled set.
 */
export function classifyIntent(keyword: string, evidence: ListingEvidence = noEvidence): Intent | null {
  const words = wordsOf(keyword);
  if (isNameOfSite(keyword, words) || has(words, navigational) || isPartOfSite(words)) return 'navigational';
  if (has(words, comparing)) return 'commercial';
  if (startsAsQuestion(words)) return 'informational';
  if (has(words, transactional)) return 'transactional';
  if (has(words, commercial)) return 'commercial';
  if (has(words, informational) || isConversion(words)) return 'informational';
  if (namesAudience(words)) return 'commercial';
  return fromListing(words, evidence);
}

function fromListing(words: readonly string[], { features, top }: ListingEvidence): Intent | null {
  if (isNamedSite(words, top)) return 'navigational';
  const shows = (types: readonly string[]) => types.some((type) => features.includes(type));
  if (shows(localFeatures)) return 'transactional';
  if (shows(productFeatures)) return 'transactional';
  if (shows(adFeatures)) return 'commercial';
  if (features.includes('featured_snippet') || features.includes('knowledge_graph')) return 'informational';
  return null;
}

/** The first result is the home page of a site that the keyword names. */
function isNamedSite(words: readonly string[], top: ListingEvidence['top']): boolean {
  const first = top[0];
  if (!first) return false;
  const label = (first.root.split('.')[0] ?? '').replaceAll('-', '');
  const isHome = /^https?:\/\/[^/]+\/?$/u.test(first.url);
  return isHome && label.length > 2 && words.join('') === label;
}

/** One or two words in a row that are in the set. */
function has(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word, index) => set.has(word) || set.has(`${word} ${words[index + 1] ?? ''}`));
}

function startsAsQuestion(words: readonly string[]): boolean {
  return words.length > 1 && questions.has(words[0] ?? '');
}

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

/** `laptops for students`: things of a kind, and whom or what they should suit. */
function namesAudience(words: readonly string[]): boolean {
  const place = words.indexOf('for');
  return place > 0 && place < words.length - 1 && /[^s]s$/u.test(words[place - 1] ?? '');
}

/** An address (`notion.so`) or the bare name of a site that everybody knows. */
function isNameOfSite(keyword: string, words: readonly string[]): boolean {
  return /^(?:www\.)?[\w-]+(?:\.[a-z]{2,})+$/iu.test(keyword.trim()) || isGiant(`${words.join('')}.com`);
}
