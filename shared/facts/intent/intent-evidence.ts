import type { CompetitionLevel, Intent } from '#shared/contract/rows.ts';
import { isMarketplace } from './giants.ts';

/** What the listing of a keyword, and those who advertise on it, tell about what people want. */
export interface SearchEvidence {
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
export function intentOfListing(evidence: SearchEvidence): Intent | null {
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
export function namesSite(
  words: readonly string[],
  [first]: SearchEvidence['top'],
): 'alone' | 'among' | null {
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
