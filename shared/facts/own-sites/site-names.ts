import type { SiteNames } from '#shared/contract/own-rows.ts';
import { isPassedBy } from './click-curve.ts';
import {
  gluedName,
  isMistyped,
  matcherOf,
  runsOf,
  shortestInside,
  shortestMistyped,
  shortestName,
  squashed,
  wellKnown,
  wordsIn,
} from './name-teller.ts';

/** The figures of a query that tell whether people who type it want this very site. */
interface SeenQuery {
  readonly query: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
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
  const starts = [label, ...shortNames(label, queries)];
  const names = [...starts, ...endings(label, starts, queries), ...spelledOut(label, queries)];
  const own = [...names, ...misspelled(names, queries), ...joined(names, queries)];
  return { own_names: own, other_names: otherNames(own, queries) };
}

/** Queries that a misspelling has in common with the name, which make it one: `dou login`, `dou app`, `dou admin` beside those of `duo`. */
const fewestShared = 3;

/**
 * Short names with one letter wrong, which are told by what stands beside them:
 * long ones are told by their letters alone.
 */
function misspelled(names: readonly string[], queries: readonly SeenQuery[]): string[] {
  const short = names.filter((name) => name.length < shortestMistyped);
  const beside = new Map<string, Set<string>>();
  const sums = new Map<string, { clicks: number; impressions: number }>();
  for (const row of queries) {
    const words = wordsIn(row.query);
    for (const [place, word] of words.entries()) {
      if (!short.some((name) => word === name || isMistyped(word, name))) continue;
      const rest = words.with(place, '').join(' ');
      beside.set(word, (beside.get(word) ?? new Set()).add(rest));
      const sum = sums.get(word) ?? { clicks: 0, impressions: 0 };
      sums.set(word, { clicks: sum.clicks + row.clicks, impressions: sum.impressions + row.impressions });
    }
  }
  const all = sumOf(queries);
  return [...beside].flatMap(([word, rests]) => {
    const isAlike = short.some((name) => (beside.get(name)?.intersection(rests).size ?? 0) >= fewestShared);
    const { clicks = 0, impressions = 1 } = sums.get(word) ?? {};
    const isClicked = clicks * all.impressions > all.clicks * impressions;
    return !short.includes(word) && isAlike && isClicked ? [word] : [];
  });
}

/** Short names written together with what stands beside them, or its beginning: `duomobile`, `duosec`. */
function joined(names: readonly string[], queries: readonly SeenQuery[]): string[] {
  const short = names.filter((name) => name.length < shortestInside);
  const words = queries.map(({ query }) => wordsIn(query));
  const after = new Set(
    words.flatMap((list) => list.flatMap((word, at) => (short.includes(word) ? [list[at + 1] ?? ''] : []))),
  );
  const isBeside = (rest: string) =>
    rest.length >= shortestName && [...after].some((word) => word.startsWith(rest));
  return [...new Set(words.flat())]
    .filter(
      (word) =>
        !names.includes(word) &&
        short.some((name) => word.startsWith(name) && isBeside(word.slice(name.length))),
    )
    .slice(0, mostJoined);
}
const mostJoined = 12;

function sumOf(queries: readonly SeenQuery[]) {
  return {
    clicks: queries.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: queries.reduce((sum, { impressions }) => sum + impressions, 0),
  };
}

/** A beginning is a name where its queries are clicked as only names are: of a site that is hardly clicked at all, no word is. */
const nameShare = 0.1;
const timesClicked = 3;
const leastClicked = 0.02;
const fewestImpressions = 50;
/** A beginning of which this part of the queries goes on with the rest of the name is the name cut short: `tjm` of tjmautocare.id. */
const goesOn = { part: 0.5, queries: 10 };
/** A query of the beginning alone that stands on top and is clicked this often. */
const onTop = { position: 1.8, ctr: 0.15 };
/** Words that begin the names of many sites and name none. */
const commonStarts = new Set(
  'all art auto baby best big bike book buy car cars city click club coin cook cool credit data deal deals digital direct dream easy eco fast find fit food free get global go gold good great green health help home hotel house info insta inter job jobs kid kids land learn life live local love luxury mail map market max media mega mini mobile money music my new news one online open outdoor own party pet pets photo pic play plus post power price print pro quick real red rent sale save search sell shop shopping simple smart soft sport star start stock store super swift tech the top total toy trade travel true ultra uni use video view vip web wine work world you your'.split(
    ' ',
  ),
);

function shortNames(label: string, queries: readonly SeenQuery[]): string[] {
  const all = sumOf(queries);
  const sums = beginningsIn(label, queries);
  return [...sums].flatMap(([start, sum]) =>
    standsAsName(sum.alone) || isClickedAsName(sum, all) || isCutShort(sum) ? [start] : [],
  );
}

function beginningsIn(label: string, queries: readonly SeenQuery[]): Map<string, BeginningSum> {
  const sums = new Map<string, BeginningSum>();
  for (const row of queries) {
    const words = wordsIn(row.query);
    const whole = words.join('');
    for (const start of new Set(runsOf(words).filter((run) => isStart(run, label)))) {
      const sum = sums.get(start) ?? { clicks: 0, impressions: 0, queries: 0, goOn: 0, alone: undefined };
      const isAlone = whole === start && row.clicks > (sum.alone?.clicks ?? -1);
      sums.set(start, {
        clicks: sum.clicks + row.clicks,
        impressions: sum.impressions + row.impressions,
        queries: sum.queries + 1,
        goOn: sum.goOn + Number(whole.includes(label)),
        alone: isAlone ? row : sum.alone,
      });
    }
  }
  return sums;
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

interface BeginningSum extends Sum {
  readonly queries: number;
  /** Of them, those that hold the whole name. */
  readonly goOn: number;
  readonly alone: SeenQuery | undefined;
}

const isCutShort = ({ queries, goOn }: BeginningSum) =>
  goOn >= goesOn.queries && goOn >= queries * goesOn.part;

function isClickedAsName(sum: Sum, all: Sum): boolean {
  if (sum.impressions < fewestImpressions || sum.clicks < all.clicks * nameShare) return false;
  const rest = { clicks: all.clicks - sum.clicks, impressions: all.impressions - sum.impressions };
  const restShare = rest.impressions > 0 ? rest.clicks / rest.impressions : 0;
  return sum.clicks / sum.impressions >= Math.max(leastClicked, timesClicked * restShare);
}

/** An end of the name that few queries have, and those as their beginning, is what it is called for short: `argyll` of workargyll.com. */
const ending = { length: 5, queries: 3, ofAll: 0.02, first: 0.9 };

function endings(label: string, names: readonly string[], queries: readonly SeenQuery[]): string[] {
  const isNamed = matcherOf(names);
  const sums = new Map<string, { queries: number; first: number; alone: boolean }>();
  for (const { query } of queries) {
    const words = wordsIn(query);
    const ends = words.filter((word) => word.length >= ending.length && isEnd(word, label));
    if (ends.length === 0 || isNamed(query)) continue;
    for (const end of new Set(ends)) {
      const sum = sums.get(end) ?? { queries: 0, first: 0, alone: false };
      sums.set(end, {
        queries: sum.queries + 1,
        first: sum.first + Number(words[0] === end),
        alone: sum.alone || words.length === 1,
      });
    }
  }
  return [...sums].flatMap(([end, { queries: count, first, alone }]) =>
    alone &&
    count >= ending.queries &&
    count <= queries.length * ending.ofAll &&
    first >= count * ending.first
      ? [end]
      : [],
  );
}

const isEnd = (word: string, label: string) =>
  word !== label && label.endsWith(word) && !commonStarts.has(word);

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

const mostOthers = 50;
const domainTyped =
  /^(?:https?:\/\/)?(?:www\.)?([a-z0-9][a-z0-9-]{2,40})\.(?:com|net|org|co\.uk|de|fr|nl|be|it|es|pl|io)\/?$/u;

/**
 * Domains that are typed as queries, and what is well known, where the site is seldom
 * clicked for it: of a shop that sells a brand, the brand's queries are its own goods,
 * and what is a word of the site's own queries (`2fa` of `2fa.com`) names nobody.
 */
function otherNames(own: readonly string[], queries: readonly SeenQuery[]): string[] {
  const isOwn = matcherOf(own);
  const others = queries.filter(({ query }) => !isOwn(query));
  const isGlued = gluedName(others);
  const sums = new Map<string, { clicks: number; impressions: number; isDomain: boolean }>();
  const words = new Map<string, number>();
  for (const row of others) {
    for (const word of new Set(wordsIn(row.query))) words.set(word, (words.get(word) ?? 0) + 1);
    for (const [name, isDomain] of namesIn(row.query, own, isGlued)) {
      const sum = sums.get(name) ?? { clicks: 0, impressions: 0, isDomain };
      sum.clicks += row.clicks;
      sum.impressions += row.impressions;
      sums.set(name, sum);
    }
  }
  const all = sumOf(others);
  const usual = all.impressions > 0 ? all.clicks / all.impressions : 0;
  const isWord = (name: string) => (words.get(name) ?? 0) > fewestShared;
  return [...sums]
    .filter(([name, { clicks, impressions, isDomain }]) =>
      isDomain ? !isWord(name) : isPassedBy(clicks, impressions * usual),
    )
    .sort((a, b) => b[1].impressions - a[1].impressions)
    .slice(0, mostOthers)
    .map(([name]) => name);
}

/** Names of others in a query, each with whether it is a domain. */
function namesIn(
  query: string,
  own: readonly string[],
  isGlued: (word: string) => boolean,
): ReadonlyMap<string, boolean> {
  const typed = domainTyped.exec(query.toLowerCase())?.[1];
  const known = runsOf(wordsIn(query)).flatMap((run) => wellKnown.get(run) ?? []);
  const isOther =
    typed !== undefined &&
    !own.some((name) => squashed(typed).includes(name) || name.includes(squashed(typed)));
  const glued = wordsIn(query).filter(isGlued);
  return new Map([
    ...[...known, ...glued].map((name) => [name, false] as const),
    ...(isOther ? [[typed, true] as const] : []),
  ]);
}
