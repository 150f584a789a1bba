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
  /(?:^|\s)(?:[\w-]+\.)*[\w-]+\s?\.\s?(?:com|net|org|gov|edu|io|co|co\.uk|de|fr|nl|be|it|es|pl)(?:[/\s]|$)/u;

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

/** A name written as one word, of `the`, a word of the queries and more: `thehomeowl` where people ask for homes. */
export function gluedName(queries: readonly { readonly query: string }[]): (word: string) => boolean {
  const asked = new Set(queries.flatMap(({ query }) => wordsIn(query)).filter((word) => word.length > 3));
  return (word) => {
    const rest = word.startsWith('the') ? word.slice(3) : '';
    return [4, 5, 6, 7].some((length) => rest.length > length + 2 && asked.has(rest.slice(0, length)));
  };
}

/** Names from this length on may have two letters wrong: `michlen`. */
const shortestMistypedTwice = 8;

/** One letter wrong, missing, doubled or swapped; in long names two. */
export function isMistyped(text: string, name: string): boolean {
  const most = name.length >= shortestMistypedTwice ? 2 : 1;
  const isNear = Math.abs(text.length - name.length) <= most && text.slice(0, most) === name.slice(0, most);
  return isNear && lettersApart(text, name) <= most;
}

/** Letters to put in, leave out, change or swap with a neighbour until one word is the other. */
function lettersApart(text: string, name: string): number {
  const rows = [Array.from({ length: name.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= text.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const isSwapped = text[i - 1] === name[j - 2] && text[i - 2] === name[j - 1];
      row[j] = Math.min(
        cell(rows[i - 1], j) + 1,
        cell(row, j - 1) + 1,
        cell(rows[i - 1], j - 1) + Number(text[i - 1] !== name[j - 1]),
        isSwapped ? cell(rows[i - 2], j - 2) + 1 : i + j,
      );
    }
    rows.push(row);
  }
  return cell(rows.at(-1), name.length);
}

const cell = (row: readonly number[] | undefined, at: number) => row?.[at] ?? Number.POSITIVE_INFINITY;

/** Marketplaces, networks and chains that sites of many kinds are shown for. */
export const wellKnown = new Map(
  'amazon|ebay|etsy|walmart|costco|best buy|home depot|lowes|ikea|wayfair|aliexpress|alibaba|temu|shein|zalando|bol com|marktplaats|allegro|mercado libre|rakuten|flipkart|argos|john lewis|tesco|asda|aldi|lidl|carrefour|leroy merlin|decathlon|bunnings|kmart|kohls|macys|nordstrom|sams club|tractor supply|harbor freight|dicks sporting goods|cabelas|bass pro|lululemon|nike|adidas|under armour|youtube|facebook|instagram|tiktok|pinterest|reddit|linkedin|twitter|whatsapp|netflix|spotify|wikipedia|gmail|craigslist|yelp|tripadvisor|booking com|airbnb|expedia|glassdoor|discount tire|tire rack|town fair tire|mavis tire|pep boys|jiffy lube|autozone|advance auto|oreilly auto|napa auto|firestone|goodyear|bridgestone|pirelli|google|microsoft|windows|azure|apple|iphone|android|samsung|outlook|paypal|github|chatgpt|openai|adobe|salesforce|shopify|wordpress'
    .split('|')
    .map((name) => [squashed(name), name]),
);
