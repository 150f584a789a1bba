import type { Intent, IntentBasis } from '#shared/contract/rows.ts';
import { isGiant } from './giants.ts';
import { intentOfListing, namesSite, type SearchEvidence } from './intent-evidence.ts';
import { createIntentModel } from './intent-model.ts';
import { wordsOf } from './words.ts';

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
