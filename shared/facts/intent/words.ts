/** Words that carry no subject; dropped when keywords are compared, unless nothing else is left. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the this to vs was what when where which who why will with you your'.split(
    ' ',
  ),
);

const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** A keyword as the index keys it: lower case, composed Unicode, single spaces. */
export function keywordKey(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}

/** The words of a keyword in order, lower case, punctuation dropped. */
export function wordsOf(text: string): string[] {
  const key = keywordKey(text);
  if (!writtenWithoutSpaces.test(key)) return key.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(key);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/**
 * The stems that say what a keyword is about: words in the singular, without
 * stop words (kept when there is nothing else), each once, in order.
 */
export function subjectStems(text: string): string[] {
  const words = wordsOf(text);
  const subjects = words.filter((word) => !stopWords.has(word));
  return [...new Set((subjects.length > 0 ? subjects : words).map(singular))];
}

/** The same for keywords that say the same thing: same stems in any order and number. */
export function sameMeaningKey(text: string): string {
  return subjectStems(text).sort().join(' ');
}

/** English plurals folded by rule. Wrong for some words, but the same for both sides of a comparison. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|sses|xes|zes)$/u.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** First labels of sites that rank for nearly everything: encyclopedias, social networks, marketplaces, app stores. */
const giantLabels = new Set(
  (
    'wikipedia wikihow wiktionary fandom britannica youtube vimeo facebook instagram pinterest reddit quora linkedin ' +
    'twitter x tiktok medium tumblr threads snapchat amazon ebay walmart target etsy aliexpress alibaba temu ' +
    'google apple microsoft bing yahoo yelp tripadvisor imdb craigslist github stackoverflow indeed glassdoor ' +
    // Their stand-ins in the sample market.
    'openlexicon clipstream everymart'
  ).split(' '),
);

/** Those of them that sell nearly everything. */
const marketplaceLabels = new Set(
  'amazon ebay walmart target etsy aliexpress alibaba temu everymart'.split(' '),
);

/** Whether a registrable domain is a marketplace in any of its countries. */
export function isMarketplace(root: string): boolean {
  return marketplaceLabels.has(root.split('.')[0] ?? '');
}

/** Whether a registrable domain is such a site in any of its countries (`amazon.co.uk` as `amazon.com`). */
export function isGiant(root: string): boolean {
  return giantLabels.has(root.split('.')[0] ?? '');
}
