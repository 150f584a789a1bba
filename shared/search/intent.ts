import type { Intent } from '#shared/contract/rows.ts';
import { isGiant } from './giants.ts';
import { wordsOf } from './words.ts';

/** What a listing tells about what people want. */
export interface ListingEvidence {
  /** Item types of the listing, such as `shopping` or `local_pack`. */
  readonly features: readonly string[];
  /** First organic results, best first. */
  readonly top: readonly { readonly url: string; readonly root: string }[];
}

const noEvidence: ListingEvidence = { features: [], top: [] };

const phrases = (text: string) => new Set(text.split('|'));

/** Wanting to buy, book, download or be served now. */
const transactional = phrases(
  'buy|price|prices|pricing|cost|cheap|cheapest|order|coupon|coupons|deal|deals|discount|sale|promo|voucher|shop|shops|store|stores|for sale|purchase|rent|rental|hire|book|booking|bookings|reserve|download|subscribe|subscription|quote|quotes|delivery|delivered|near me|free trial|sign up|clearance|wholesale|installation|repair service|repairs near|tickets|ticket|appointment|apply|financing|lease|in stock|refill|plumber|electrician|kaufen|bestellen|preis|günstig|acheter|prix|comprar|precio',
);

/** Weighing what to buy. */
const commercial = phrases(
  'best|top|review|reviews|vs|versus|compare|comparison|compared|alternative|alternatives|rated|ranking|recommended|recommendations|worth it|worth buying|brands|brand|under|affordable|budget|luxury|premium|professional|pros and cons|better than|which|lightweight|waterproof|most|highest|quietest|durable|comfortable|vergleich|beste|meilleur|avis|mejor|mejores|opiniones',
);

/** Comparing, whatever else is said. */
const comparing = phrases(
  'vs|versus|review|reviews|alternative|alternatives|comparison|worth it|worth buying|worth the money',
);

/** Wanting to know or to do. */
const informational = phrases(
  'how|what|why|when|where|who|can|does|do|is|are|should|guide|tutorial|tips|ideas|meaning|definition|examples|example|learn|history|benefits|benefit|recipe|recipes|diy|symptoms|causes|cause|facts|explained|vs meaning|template|templates|calculator|chart|diagram|instructions|steps|ways|signs|side effects|dose|dosage|difference|differences|types|rules|exercises|exercise|training plan|schedule|checklist|temperature|ratio|calories|statistics|wie|was|warum|anleitung|comment|pourquoi|cómo|qué|clean|cleaning|fix|make|wash|remove|grow|tie|measure|convert|list|stages|phases|population|formula|by year|troubleshooting|poses|for beginners|capital of|point of|symptom|comprehension',
);

/** Wanting one site or one part of it. */
const navigational = phrases(
  'login|log in|sign in|signin|account|portal|website|official site|official|homepage|customer service|contact|phone number|app|dashboard|webmail|careers|com|opening hours|hours|support|status|my account|track order|tracking|help center|download center|web player|check in|anmelden',
);

const productFeatures = ['shopping', 'popular_products', 'google_shopping', 'product_grid', 'paid_shopping'];
const localFeatures = ['local_pack', 'map'];
const adFeatures = ['paid', 'ads', 'top_ads'];

/**
 * What a searcher most likely wants, by rules over the words of the keyword
 * and over its listing; null where nothing speaks for anything. The strongest
 * words win: buying words over comparing words over question words, because
 * `best price for …` is about buying. `npm run intent-accuracy` measures the
 * rules on a labelled set.
 */
export function classifyIntent(keyword: string, evidence: ListingEvidence = noEvidence): Intent | null {
  const words = wordsOf(keyword);
  if (isNameOfSite(keyword, words) || has(words, navigational)) return 'navigational';
  if (has(words, comparing)) return 'commercial';
  if (startsAsQuestion(words)) return 'informational';
  if (has(words, transactional)) return 'transactional';
  if (has(words, commercial)) return 'commercial';
  if (has(words, informational)) return 'informational';
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

const questionWords = new Set(
  'how what why when who whose can does do is are should will did wie was warum comment pourquoi'.split(' '),
);

function startsAsQuestion(words: readonly string[]): boolean {
  return words.length > 1 && questionWords.has(words[0] ?? '');
}

/** An address (`notion.so`) or the bare name of a site that everybody knows. */
function isNameOfSite(keyword: string, words: readonly string[]): boolean {
  return /^(?:www\.)?[\w-]+(?:\.[a-z]{2,})+$/iu.test(keyword.trim()) || isGiant(`${words.join('')}.com`);
}
