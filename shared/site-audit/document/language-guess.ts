import { wordHashes } from './words.ts';

/** The commonest short words of languages that share the Latin script. */
const stopwords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'the and of to in is that for it with as was on are this be by at from you your our have not or we',
  ),
  de: words(
    'der die und das ist nicht mit den von ein eine zu auf für im dem des sich auch wir sie ihre oder werden bei',
  ),
  fr: words(
    'le la les des et est une que pour dans qui sur avec pas vous nous votre par plus ce au aux du ou sont',
  ),
  es: words('el la los las de que y en un una para con por es su se del al más no como lo sus pero este'),
  it: words(
    'il la che di e per un una con non sono del della le gli dei nel alla più come si è anche da questo',
  ),
  pt: words('o a os as de que e em um uma para com não por do da dos das no na mais como se é você'),
  nl: words(
    'de het een en van in is dat op te voor met zijn niet aan er om ook als bij naar uit wij onze je',
  ),
  sv: words('och att det som en på är av för med till den har de inte om ett vi du kan eller från så vår'),
  pl: words('i w na z że do się nie jest to o jak od po za przez dla co tak ale lub oraz są nasz być'),
};

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];

/** Languages written in a script that the guess above stands for. */
const relatives: Readonly<Record<string, readonly string[]>> = {
  ru: ['uk', 'be', 'bg', 'sr', 'mk', 'kk', 'mn', 'ky', 'tg'],
  ar: ['fa', 'ur', 'ps', 'ckb'],
  he: ['yi'],
  ja: [],
  zh: ['yue', 'ja'],
  sv: ['no', 'nb', 'nn', 'da'],
  nl: ['af'],
  pt: ['gl'],
  es: ['ca', 'gl'],
};

/** A guess by letters is no more than that. */
const scriptNames: Readonly<Record<string, string>> = {
  ru: 'in Cyrillic letters',
  ar: 'in Arabic letters',
  he: 'in Hebrew letters',
};

export const languageName = (guess: string): string => scriptNames[guess] ?? guess;

const leastCharacters = 120;
/** Share of another script from which a text is of two languages. */
const leastMixed = 0.1;
/** Enough to be sure of; the guess is made for every page. */
const mostCharacters = 5000;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** The language a text is written in, where that is beyond doubt; else undefined. */
export function guessLanguage(text: string): string | undefined {
  if (text.length < leastCharacters) return undefined;
  const sample = text.slice(0, mostCharacters);
  const [script, share] = commonestScript(sample);
  if (share > (script === 'ja' ? 0.08 : 0.3)) return script;
  // Among words of another script, an English notice says nothing of the page.
  return share > leastMixed ? undefined : byWords(sample.toLowerCase());
}

/** Whether a language tag can stand for the guessed language. */
export function fitsLanguage(tag: string, guess: string): boolean {
  const primary = tag.toLowerCase().split('-')[0] ?? '';
  return primary === guess || relatives[guess]?.includes(primary) === true;
}

/** Characters of the scripts above lie here; most texts have none but typographic marks beyond Latin. */
const beyondLatin = /[\u0370-\u1fff\u2070-\uffff]/u;

/** The first script that holds more than its share, else the one with most characters, and the share of these. */
function commonestScript(text: string): readonly [string | undefined, number] {
  if (!beyondLatin.test(text)) return [undefined, 0];
  const shares = scripts.map(
    ([script, pattern]) => [script, (text.match(pattern) ?? []).length / text.length] as const,
  );
  const isKana = (shares[0]?.[1] ?? 0) > 0.08;
  return (isKana ? shares[0] : shares.toSorted(([, a], [, b]) => b - a)[0]) ?? [undefined, 0];
}

/** Places of the languages whose list holds a word, by its hash: a word that is looked up need not be a string. */
const languages = Object.keys(stopwords);
const languagesByHash = new Map<number, number[]>();
for (const [place, list] of Object.values(stopwords).entries())
  for (const hash of wordHashes([...list].join(' ')))
    languagesByHash.set(hash, [...(languagesByHash.get(hash) ?? []), place]);

function byWords(text: string): string | undefined {
  const hashes = wordHashes(text);
  if (hashes.length < 25) return undefined;
  const counts = languages.map(() => 0);
  for (const hash of hashes)
    for (const place of languagesByHash.get(hash) ?? none) counts[place] = (counts[place] ?? 0) + 1;
  const [best, second] = languages
    .map((language, place) => ({ language, score: (counts[place] ?? 0) / hashes.length }))
    .toSorted((a, b) => b.score - a.score);
  // Running text has a fifth or more of such words; kindred languages share some of them.
  const isClear = best !== undefined && best.score > 0.15 && best.score > (second?.score ?? 0) * 1.6;
  return isClear ? best.language : undefined;
}

const none: readonly number[] = [];

/** Regions that people write as if they were languages, with the language they mean. */
const regionsAsLanguages = new Set([
  'gb',
  'us',
  'jp',
  'cn',
  'cz',
  'dk',
  'ua',
  'kr',
  'at',
  'mx',
  'eu',
  'latam',
]);

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Region codes that ISO 3166-1 only reserves; search engines know no such country. */
const reservedRegions = new Set(['AC', 'CP', 'DG', 'EA', 'EU', 'EZ', 'IC', 'TA', 'UN', 'XK']);

/** Whether a text is a well-formed BCP 47 tag whose language, and region if any, exist. */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag);
    const isKnownRegion = region === undefined || /^\d{3}$/u.test(region) || regions.of(region) !== undefined;
    // `en-UK` is read as `en-GB`: what is read otherwise than written is no registered code.
    const isAsWritten = region === undefined || regionOf(tag) === region;
    return names.of(language) !== undefined && isKnownRegion && isAsWritten;
  } catch {
    return false;
  }
}

/** The region subtag as written, in capitals: two letters or three digits after language and script. */
function regionOf(tag: string): string | undefined {
  return /^[a-z]{2,8}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?:-|$)/iu
    .exec(tag)?.[1]
    ?.toUpperCase();
}

/** Whether search engines take a text as hreflang: x-default, or a two-letter language with script and region. */
export function isHreflang(tag: string): boolean {
  const lower = tag.toLowerCase();
  if (lower === 'x-default') return true;
  const isShaped = /^[a-z]{2}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/u.test(lower);
  const isRegion =
    regionsAsLanguages.has(lower.split('-')[0] ?? '') || reservedRegions.has(regionOf(tag) ?? '');
  return isShaped && isLanguageTag(tag) && !isRegion;
}
