import { guessLanguage } from './language-guess.ts';
import type { PageClass } from './page-class.ts';
import type { PageMarkup, Prose, WholePage } from './page-document.ts';
import { readStructuredData } from './structured-data.ts';
import { countWords, wordsOf } from './words.ts';

export function readProse(page: WholePage, kind: PageClass): Prose {
  const { mainText, otherText } = page;
  const texts = [mainText, otherText];
  const language = guessLanguage(mainText);
  const isJudged = page.mainWordCount >= leastReadWords && (kind === 'article' || kind === 'docs');
  return {
    bytes: Buffer.byteLength(mainText) + Buffer.byteLength(otherText),
    loremIpsum: texts.map(loremIpsumIn).find(isFound),
    placeholder: texts.map((text) => placeholderIn(text, page.codeText)).find(isFound),
    hiddenText: longHiddenText(page.hiddenText),
    language,
    readingEase: isJudged && language === 'en' ? readingEase(mainText) : undefined,
    prices: statesOffer(page) ? texts.flatMap(pricesIn).slice(0, mostPrices * 2) : [],
    titleShare: page.wordCount < leastTitledWords ? 1 : titleShare(titleOf(page) ?? '', texts),
  };
}

const mostPrices = 200;
const leastReadWords = 200;
const leastTitledWords = 100;
const leastHiddenWords = 100;
const longestSentence = 40;
const stemCharacters = 5;

export const titleOf = ({ titles }: Pick<PageMarkup, 'titles'>): string | undefined =>
  titles.find(({ inHead, text }) => inHead && text !== '')?.text;

function longHiddenText(text: string): string | undefined {
  const words = countWords(text);
  return words < leastHiddenWords ? undefined : `${words} words: ${text.slice(0, 100)}`;
}

const isFound = (found: string | undefined): boolean => found !== undefined;

const loremIpsumIn = (text: string): string | undefined => /lorem ipsum dolor.{0,80}/iu.exec(text)?.[0];

const placeholder =
  /\byour (?:text|content|title|headline) (?:goes )?here\b|\binsert (?:your )?(?:text|content) here\b|\[(?:insert|your) [^\]]{1,30}\]|\b(?-i:TODO): /iu;

/** A programmer's note in an example of code is no placeholder. */
function placeholderIn(text: string, codeText: string): string | undefined {
  const found = placeholder.exec(text);
  return found === null || codeText.includes(found[0])
    ? undefined
    : text.slice(Math.max(0, found.index - 40), found.index + 80);
}

const currency = String.raw`(?:[$€£¥₹₺₽₩₪฿₫₴]|zł|Kč|kr\.?|Ft|lei|лв\.?|EUR|USD|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK|DKK|PLN|BRL|R\$)`;
const figure = String.raw`\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?`;
/** Apart, since a sign may stand between two figures: in "Pack of 3 € 12.90" it belongs to the second. */
const priced = [
  new RegExp(`${currency}\\s?(${figure})(?!\\d)`, 'gu'),
  new RegExp(`(?<![\\d.,])(${figure})(?:[.,]?-)?\\s?${currency}`, 'gu'),
];

/** Prices that are shown are compared with those that are stated. */
const statesOffer = (page: WholePage): boolean =>
  readStructuredData(page).nodes.some(({ types }) => types.includes('Offer'));

/** Prices as people write them; the last separator is the decimal one where one or two digits follow it. */
function pricesIn(text: string): readonly number[] {
  const start = text.slice(0, 200_000);
  return priced
    .flatMap((pattern) => start.matchAll(pattern).take(mostPrices).toArray())
    .map(([, digits = '']) => {
      const [, whole = digits, cents = ''] = /^(.*)[.,](\d{1,2})$/u.exec(digits) ?? [];
      return Number(`${whole.replaceAll(/\D/gu, '')}.${cents || '0'}`);
    });
}

/**
 * Flesch reading ease of English text: 206.835 − 1.015 · words/sentence − 84.6 · syllables/word. Undefined for text
 * that is hardly parted into sentences: lists, tables and code are read in another way.
 */
function readingEase(text: string): number | undefined {
  const tokens = wordsOf(text.slice(0, 20_000).toLowerCase());
  const sentences = Math.max(1, (text.slice(0, 20_000).match(/[.!?]+(?:\s|$)/gu) ?? []).length);
  const syllables = tokens.reduce(
    (sum, word) => sum + Math.max(1, (word.replace(/e$/u, '').match(/[aeiouy]+/gu) ?? []).length),
    0,
  );
  if (tokens.length / sentences > longestSentence) return undefined;
  return 206.835 - 1.015 * (tokens.length / sentences) - 84.6 * (syllables / Math.max(1, tokens.length));
}

/** The start of a word stands for its other forms and for what is compounded with it. */
function titleShare(title: string, texts: readonly string[]): number {
  const words = wordsOf(title.toLowerCase()).filter((word) => word.length > 3);
  if (words.length < 3) return 1;
  const bodies = texts.map((text) => text.toLowerCase());
  const isUsed = (word: string) => bodies.some((body) => body.includes(word.slice(0, stemCharacters)));
  return words.filter(isUsed).length / words.length;
}
