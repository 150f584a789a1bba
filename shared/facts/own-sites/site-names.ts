import type { SiteNames } from '#shared/contract/own-rows.ts';

/** The figures of a query that tell whether people who type it want this very site. */
interface SeenQuery {
  readonly query: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}

/** Which queries name the site itself, and which name others. */
export interface NameTeller {
  isOwn(query: string): boolean;
  isOther(query: string): boolean;
}

const shortestName = 3;
/** Names from this length on are also found inside of words, and with one letter wrong. */
const shortestInside = 5;
const shortestMistyped = 6;
/** Words that one name can be written as: `university of arizona global campus`. */
const mostWords = 7;

/** A name, query or word without case, accents and separators. */
export function squashed(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

const wordsIn = (query: string): string[] =>
  query
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(squashed)
    .filter((word) => word !== '');

/** Tells queries by names, with or without separators; from six letters on one wrong letter does not matter. */
export function nameTeller({ own_names, other_names }: SiteNames): NameTeller {
  const own = matcherOf(own_names);
  const other = matcherOf(other_names);
  return { isOwn: own, isOther: (query) => other(query) && !own(query) };
}

function matcherOf(names: readonly string[]): (query: string) => boolean {
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
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(mostWords, words.length - start) }, (__, more) =>
      words.slice(start, start + more + 1).join(''),
    ),
  );
}

/** One letter wrong, missing, doubled or swapped. */
function isMistyped(text: string, name: string): boolean {
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

/**
 * The names of a site as its own queries show them: that of the domain, the
 * beginnings of it that people use alone (`5.11` of 511tactical.com, `michelin`
 * of michelinman.com), and what it is the initials of. Others are domains and
 * well-known shops and sites that the queries name.
 */
export function findNames(domain: string, root: string, queries: readonly SeenQuery[]): SiteNames {
  const label = squashed((root === '' ? domain : root).split('.').at(0) ?? '');
  if (label.length < shortestName) return { own_names: [], other_names: otherNames([], queries) };
  const own = [label, ...shortNames(label, queries), ...spelledOut(label, queries)];
  return { own_names: own, other_names: otherNames(own, queries) };
}

/** A beginning is a name where its queries are clicked as only names are. */
const nameShare = 0.1;
const timesClicked = 3;
const fewestImpressions = 50;
/** A query of the beginning alone that stands on top and is clicked this often. */
const onTop = { position: 1.8, ctr: 0.15 };
/** Words that begin the names of many sites and name none. */
const commonStarts = new Set(
  'all art auto baby best big bike book buy car cars city click club coin cook cool credit data deal deals digital direct dream easy eco fast find fit food free get global go gold good great green health help home hotel house info insta inter job jobs kid kids land learn life live local love luxury mail map market max media mega mini mobile money music my new news one online open outdoor own party pet pets photo pic play plus post power price print pro quick real red rent sale save search sell shop shopping simple smart soft sport star start stock store super swift tech the top total toy trade travel true ultra uni use video view vip web wine work world you your'.split(
    ' ',
  ),
);

function shortNames(label: string, queries: readonly SeenQuery[]): string[] {
  const sums = new Map<string, { clicks: number; impressions: number; alone: SeenQuery | undefined }>();
  const all = { clicks: 0, impressions: 0 };
  for (const row of queries) {
    all.clicks += row.clicks;
    all.impressions += row.impressions;
    const words = wordsIn(row.query);
    const whole = words.join('');
    for (const start of new Set(runsOf(words).filter((run) => isStart(run, label)))) {
      const sum = sums.get(start) ?? { clicks: 0, impressions: 0, alone: undefined };
      sum.clicks += row.clicks;
      sum.impressions += row.impressions;
      if (whole === start && row.clicks > (sum.alone?.clicks ?? -1)) sum.alone = row;
      sums.set(start, sum);
    }
  }
  return [...sums].flatMap(([start, { alone, ...sum }]) =>
    standsAsName(alone) || isClickedAsName(sum, all) ? [start] : [],
  );
}

const isStart = (run: string, label: string) =>
  run.length >= shortestName && run !== label && label.startsWith(run) && !commonStarts.has(run);

function standsAsName(alone: SeenQuery | undefined): boolean {
  if (!alone || alone.position === null || alone.position > onTop.position) return false;
  return alone.impressions >= fewestImpressions && alone.clicks / alone.impressions >= onTop.ctr;
}

interface Sum {
  readonly clicks: number;
  readonly impressions: number;
}

function isClickedAsName(sum: Sum, all: Sum): boolean {
  if (sum.impressions < fewestImpressions || sum.clicks < all.clicks * nameShare) return false;
  const rest = { clicks: all.clicks - sum.clicks, impressions: all.impressions - sum.impressions };
  const restShare = rest.impressions > 0 ? rest.clicks / rest.impressions : 0;
  return sum.clicks / sum.impressions >= timesClicked * restShare;
}

/** Words that initials leave out. */
const littleWords = new Set(
  'a an and at by de der des di du el et for i in la le les of on the und y'.split(' '),
);
const initialsLength = { from: 3, to: 6 };

/** Words of queries that the domain is the initials of, where they bring clicks: `university of arizona global campus` of uagc.edu. */
function spelledOut(label: string, queries: readonly SeenQuery[]): string[] {
  if (label.length < initialsLength.from || label.length > initialsLength.to) return [];
  const clicks = new Map<string, number>();
  let all = 0;
  for (const row of queries) {
    all += row.clicks;
    for (const phrase of new Set(phrasesOf(row.query.toLowerCase().split(/\s+/u), label)))
      clicks.set(phrase, (clicks.get(phrase) ?? 0) + row.clicks);
  }
  const least = Math.max(1, (all * nameShare) / 2);
  const phrases = [...clicks].filter(([, count]) => count >= least).map(([phrase]) => phrase);
  return [...new Set(phrases.flatMap((phrase) => [phrase, ...shortened(phrase)]))];
}

/** A long name without its first or its last word, as people write it: `arizona global campus`. */
function shortened(phrase: string): string[] {
  const words = phrase.split(' ');
  const isLong = words.filter((word) => !littleWords.has(word)).length > initialsLength.from;
  if (!isLong) return [];
  const rest = words.slice(1);
  while (littleWords.has(rest[0] ?? '')) rest.shift();
  return [words.slice(0, -1).join(' '), rest.join(' ')];
}

function phrasesOf(words: readonly string[], label: string): string[] {
  return words.flatMap((word, start) => {
    const end = littleWords.has(word) ? start : endOfInitials(words, start, label);
    return end - start > 2 ? [words.slice(start, end).join(' ')] : [];
  });
}

/** Behind the last of the words from a start on whose initials are the label; the start where they are not. */
function endOfInitials(words: readonly string[], start: number, label: string): number {
  let initials = '';
  let end = start;
  while (end < words.length && initials.length < label.length) {
    const next = words[end] ?? '';
    if (!littleWords.has(next)) initials += next.charAt(0);
    end += 1;
  }
  return initials === label ? end : start;
}

/** Marketplaces, networks and chains that sites of many kinds are shown for. */
const wellKnown = new Map(
  'amazon|ebay|etsy|walmart|costco|best buy|home depot|lowes|ikea|wayfair|aliexpress|alibaba|temu|shein|zalando|bol com|marktplaats|allegro|mercado libre|rakuten|flipkart|argos|john lewis|tesco|asda|aldi|lidl|carrefour|leroy merlin|decathlon|bunnings|kmart|kohls|macys|nordstrom|sams club|tractor supply|harbor freight|dicks sporting goods|cabelas|bass pro|lululemon|nike|adidas|under armour|youtube|facebook|instagram|tiktok|pinterest|reddit|linkedin|twitter|whatsapp|netflix|spotify|wikipedia|gmail|craigslist|yelp|tripadvisor|booking com|airbnb|expedia|glassdoor|discount tire|tire rack|town fair tire|mavis tire|pep boys|jiffy lube|autozone|advance auto|oreilly auto|napa auto|firestone|goodyear|bridgestone|pirelli'
    .split('|')
    .map((name) => [squashed(name), name]),
);
const mostOthers = 50;
const domainTyped =
  /^(?:https?:\/\/)?(?:www\.)?([a-z0-9][a-z0-9-]{2,40})\.(?:com|net|org|co\.uk|de|fr|nl|be|it|es|pl|io)\/?$/u;

/**
 * Domains that are typed as queries, and what is well known where the site is seldom
 * clicked for it: of a shop that sells a brand, the brand's queries are its own goods.
 */
function otherNames(own: readonly string[], queries: readonly SeenQuery[]): string[] {
  const isOwn = matcherOf(own);
  const others = queries.filter(({ query }) => !isOwn(query));
  const sums = new Map<string, { clicks: number; impressions: number; isDomain: boolean }>();
  for (const row of others)
    for (const [name, isDomain] of namesIn(row.query, own)) {
      const sum = sums.get(name) ?? { clicks: 0, impressions: 0, isDomain };
      sum.clicks += row.clicks;
      sum.impressions += row.impressions;
      sums.set(name, sum);
    }
  const all = others.reduce((sum, { impressions }) => sum + impressions, 0);
  const usual = all > 0 ? others.reduce((sum, { clicks }) => sum + clicks, 0) / all : 0;
  return [...sums]
    .filter(([, sum]) => sum.isDomain || sum.clicks * timesClicked < sum.impressions * usual)
    .sort((a, b) => b[1].impressions - a[1].impressions)
    .slice(0, mostOthers)
    .map(([name]) => name);
}

/** Names of others in a query, each with whether it is a domain. */
function namesIn(query: string, own: readonly string[]): ReadonlyMap<string, boolean> {
  const typed = domainTyped.exec(query.toLowerCase())?.[1];
  const known = runsOf(wordsIn(query)).flatMap((run) => wellKnown.get(run) ?? []);
  const isOther = typed !== undefined && !own.some((name) => name.includes(squashed(typed)));
  return new Map([
    ...known.map((name) => [name, false] as const),
    ...(isOther ? [[typed, true] as const] : []),
  ]);
}
