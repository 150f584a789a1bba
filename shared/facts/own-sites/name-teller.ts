import type { SiteNames } from '#shared/contract/own-rows.ts';

/** Which queries name the site itself, and which name others. */
export interface NameTeller {
  isOwn(query: string): boolean;
  isOther(query: string): boolean;
}

export const shortestName = 3;
/** Names from this length on are also found inside of words. */
export const shortestInside = 5;
export const shortestMistyped = 6;
/** Words that one name can be written as: `university of arizona global campus`. */
const mostWords = 7;

/** A name, query or word without case, accents and separators. */
export function squashed(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export const wordsIn = (query: string): string[] =>
  query
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(squashed)
    .filter((word) => word !== '');

/** Tells queries by names, with or without separators; from six letters on one wrong letter does not matter. */
export function nameTeller({ own_names, other_names }: SiteNames): NameTeller {
  const own = matcherOf(own_names);
  const other = matcherOf(other_names);
  return { isOwn: own, isOther: (query) => (other(query) || isAddress(query)) && !own(query) };
}

/** Queries that are an address or a well-known name alone: who types them wants that very site. */
function isAddress(query: string): boolean {
  return addressTyped.test(query) || wellKnown.has(squashed(query));
}

const addressTyped =
  /(?:^|\s)[\w-]+\s?\.\s?(?:com|net|org|gov|edu|io|co\.uk|de|fr|nl|be|it|es|pl)(?:[/\s]|$)/u;

export function matcherOf(names: readonly string[]): (query: string) => boolean {
  const wanted = new Set(names.map(squashed).filter((name) => name !== ''));
  if (wanted.size === 0) return () => false;
  const inside = [...wanted].filter((name) => name.length >= shortestInside);
  const mistyped = inside.filter((name) => name.length >= shortestMistyped);
  return (query) => {
    const words = wordsIn(query);
    const whole = words.join('');
    if (inside.some((name) => whole.includes(name))) return true;
    return runsOf(words).some((run) => wanted.has(run) || mistyped.some((name) => isMistyped(run, name)));
  };
}

/** Words that follow one another, joined: `5.11 pants` has `5`, `511`, `511pants`, `11`, `11pants`, `pants`. */
export function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(mostWords, words.length - start) }, (__, more) =>
      words.slice(start, start + more + 1).join(''),
    ),
  );
}

/** Names from this length on may have two letters wrong: `michlen`. */
const shortestMistypedTwice = 8;

/** One letter wrong, missing, doubled or swapped; in long names two. */
export function isMistyped(text: string, name: string): boolean {
  if (isOneOff(text, name)) return true;
  const isLong = name.length >= shortestMistypedTwice && Math.abs(text.length - name.length) <= 2;
  if (!isLong || text.slice(0, 2) !== name.slice(0, 2)) return false;
  const names = withoutALetter(name);
  return withoutALetter(text).some((one) => names.some((other) => isOneOff(one, other)));
}

function isOneOff(text: string, name: string): boolean {
  if (Math.abs(text.length - name.length) > 1 || text[0] !== name[0]) return false;
  let start = 0;
  while (start < text.length && text[start] === name[start]) start += 1;
  let end = 0;
  while (end < Math.min(text.length, name.length) - start && text.at(-1 - end) === name.at(-1 - end))
    end += 1;
  const [left, right] = [text.length - start - end, name.length - start - end];
  if (Math.max(left, right) <= 1) return true;
  return left === 2 && right === 2 && text[start] === name[start + 1] && text[start + 1] === name[start];
}

const withoutALetter = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
];

/** Marketplaces, networks and chains that sites of many kinds are shown for. */
export const wellKnown = new Map(
  'amazon|ebay|etsy|walmart|costco|best buy|home depot|lowes|ikea|wayfair|aliexpress|alibaba|temu|shein|zalando|bol com|marktplaats|allegro|mercado libre|rakuten|flipkart|argos|john lewis|tesco|asda|aldi|lidl|carrefour|leroy merlin|decathlon|bunnings|kmart|kohls|macys|nordstrom|sams club|tractor supply|harbor freight|dicks sporting goods|cabelas|bass pro|lululemon|nike|adidas|under armour|youtube|facebook|instagram|tiktok|pinterest|reddit|linkedin|twitter|whatsapp|netflix|spotify|wikipedia|gmail|craigslist|yelp|tripadvisor|booking com|airbnb|expedia|glassdoor|discount tire|tire rack|town fair tire|mavis tire|pep boys|jiffy lube|autozone|advance auto|oreilly auto|napa auto|firestone|goodyear|bridgestone|pirelli|google|microsoft|windows|azure|apple|iphone|android|samsung|outlook|paypal|github|chatgpt|openai|adobe|salesforce|shopify|wordpress'
    .split('|')
    .map((name) => [squashed(name), name]),
);
