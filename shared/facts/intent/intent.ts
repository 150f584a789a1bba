import type { CompetitionLevel, Intent, IntentBasis } from '#shared/contract/rows.ts';
import { createIntentModel } from './intent-model.ts';
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

let loading: Promise<FindIntent> | undefined;

/** The finder of intents. Its weights are loaded once, by the first caller. */
export function loadIntents(): Promise<FindIntent> {
  loading ??= import('./intent-weights.json', { with: { type: 'json' } }).then(({ default: packed }) =>
    intentFinder(createIntentModel(packed)),
  );
  return loading;
}

const noEvidence: SearchEvidence = { features: [], top: [] };

function intentFinder(ofWords: (words: readonly string[]) => Intent | null): FindIntent {
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
