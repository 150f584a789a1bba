import type { CurvePoint } from '#shared/contract/own-rows.ts';
import { sameMeaningKey, wordsOf } from '#shared/facts/intent/words.ts';
import { curveDepth, expectedCtr, isAnsweredElsewhere, isPassedBy, isWanted } from './click-curve.ts';
import type { StoredQuery } from './console-items.ts';
import { type NameTeller, squashed } from './name-teller.ts';

interface SeenQueries {
  readonly queries: readonly StoredQuery[];
  readonly curve: readonly CurvePoint[];
  readonly names: NameTeller;
}

/** A query with all that say the same, their figures added up. */
export interface SpelledQuery extends StoredQuery {
  readonly spellings: number;
}

/** Mean position from which on a page cannot be brought among the first results. */
export const farthest = 20.5;

/** Queries of an export that a site can win clicks of: those of its own subjects, each meaning once. */
export function workableQueries({ queries, curve, names }: SeenQueries): SpelledQuery[] {
  const advisable = queries.filter((row) => row.position !== null && isAdvice({ names }, row.query));
  const isKnown = knownSubject(queries);
  return onePerMeaning(
    wanted(curve, advisable).filter(
      (row) => (row.position ?? 0) <= farthest && isKnown(row) && !isAnsweredElsewhere(curve, row),
    ),
  );
}

/** Whether a query is one that can be worked on: not a name, a sum that somebody typed or what a program asks. */
export function isAdvice({ names }: Pick<SeenQueries, 'names'>, query: string): boolean {
  if (isArithmetic(query) || hasOperator.test(query) || isConversion.test(query)) return false;
  return !names.isOwn(query) && !names.isOther(query);
}

/** Quotation marks, signs, conditions and paths, which programs and searchers by trade write. */
const hasOperator =
  /"|:\/\/|(?:^|\s)[+/]\p{L}|(?:^|\s)-?(?:site|inurl|intitle|intext|filetype|related|cache):/iu;

/** `1 acre to decimal`, `half acre in hectares`: the page of results has the number at once. */
const isConversion =
  /(?:\d|\bhalf|\bquarter)\s*\p{L}+\s+(?:to|into|in|is|equals?)\s+(?:how many\s+|[\d.,]+\s*)?(?:mm|cm|km|inch(?:es)?|ft|f[eo]{2}t|yards?|miles?|acres?|ha|hectares?|decimals?|sq ?(?:ft|m)|kg|lbs?|pounds?|oz|ounces?|ml|lit(?:er|re)s?|gallons?|cups?|usd|eur|gbp|inr|dollars?|euros?|rupees?|mb|gb|tb)\b/iu;

/** `5 + 11 + (-5) =`, `-6n+5<11` and `5' 11"`, which searches for names and sizes of digits bring along. */
function isArithmetic(query: string): boolean {
  return !/\p{L}/u.test(query) || /[=<>^]|[\d)]\s*[+*×÷]\s*[-(\d]/u.test(query);
}

/** Queries with a word from which on they tell about it. */
const fewestOfWord = 3;

/** Queries without those whose people want something else, by their own clicks or, where these are too few to say, by those of all queries with one of their words. */
function wanted(curve: readonly CurvePoint[], queries: readonly StoredQuery[]): StoredQuery[] {
  const words = new Map<string, { clicks: number; expected: number; queries: number }>();
  const expectedOf = ({ impressions, position }: StoredQuery) =>
    impressions * expectedCtr(curve, position ?? curveDepth);
  for (const row of queries)
    for (const word of new Set(wordsOf(row.query))) {
      const sum = words.get(word) ?? { clicks: 0, expected: 0, queries: 0 };
      words.set(word, {
        clicks: sum.clicks + row.clicks,
        expected: sum.expected + expectedOf(row),
        queries: sum.queries + 1,
      });
    }
  const unwanted = new Set(
    [...words]
      .filter(([, sum]) => sum.queries >= fewestOfWord && isPassedBy(sum.clicks, sum.expected))
      .map(([word]) => word),
  );
  return queries.filter((row) => {
    if (isPassedBy(row.clicks, expectedOf(row))) return false;
    return isWanted(row.clicks, expectedOf(row)) || !wordsOf(row.query).some((word) => unwanted.has(word));
  });
}

/**
 * Whether a query is about what the site is clicked for: written as hardly any
 * of its clicked queries are, it is not (`米其林` of an English site). One that
 * nobody clicked is, where at least half of its words are in queries that somebody
 * did: what programs ask (`fox plumbing honolulu reviews` of a foundation) is not.
 */
function knownSubject(queries: readonly StoredQuery[]): (row: StoredQuery) => boolean {
  const clicked = new Set(queries.filter(({ clicks }) => clicks > 0).flatMap(({ query }) => wordsOf(query)));
  const all = queries.reduce((sum, { clicks }) => sum + clicks, 0);
  const written = new Map<boolean, number>();
  for (const { query, clicks } of queries)
    written.set(scriptOf(query), (written.get(scriptOf(query)) ?? 0) + clicks);
  return ({ query, clicks }) => {
    const words = wordsOf(query);
    const isOurs = clicks > 0 || words.filter((word) => clicked.has(word)).length * 2 >= words.length;
    return isOurs && (written.get(scriptOf(query)) ?? 0) >= all * leastOfScript;
  };
}

/** Part of a site's clicks from which on a script is one of its own. */
const leastOfScript = 0.02;
/** Latin, or another one. */
const scriptOf = (query: string) => /(?!\p{Script=Latin})\p{L}/u.test(query);

/**
 * Queries that say the same (`2fa`, `2 fa`; `cockpit simulator`, `simulator cockpits`; `auvent bois`, `auvent en bois`; `scanner`, `scaner`)
 * as one, under the spelling that is shown most: what is done for one is done for all of them.
 */
function onePerMeaning(queries: readonly StoredQuery[]): SpelledQuery[] {
  const meaningOf = (query: string) =>
    sameMeaningKey(
      spellings.reduce((text, [from, to]) => text.replaceAll(from, to), query.replaceAll(functionWords, ' ')),
    ).replaceAll(/(\p{L})\1/gu, '$1');
  const shown = queries.toSorted((a, b) => b.impressions - a.impressions);
  const squeezed = Map.groupBy(shown, ({ query }) => squashed(query));
  const meanings = Map.groupBy([...squeezed.values()], ([first]) => meaningOf(first?.query ?? ''));
  return [...meanings.values()].flatMap((rows) => together(rows.flat()));
}

/** Spellings of one word on both sides of the Atlantic, and endings of one in the languages written in Cyrillic. */
const spellings = [
  [
    /(?<=\p{Script=Cyrillic}{3})(?:[аяи]ми|[оеыи]го|[оеыи]му|[ыи]ми|[оеёыиая][вйемх]|ую|юю|ая|яя|[оеыи]е|[аеиоуыьюяії])(?!\p{L})/giu,
    '',
  ],
  [/(?<=col|flav|harb|hon|lab|neighb)our/giu, 'or'],
  [/\bgrey/giu, 'gray'],
  [/(?<=cent|theat|lit|fib)re\b/giu, 'er'],
  [/(?<=organ|optim|custom|personal|real|recogn)is(?=e|ing|ation)/giu, 'iz'],
  [/\btyre/giu, 'tire'],
  [/jewellery/giu, 'jewelry'],
  [/aluminium/giu, 'aluminum'],
  [/\bgoes\b/giu, 'go'],
] as const;

/** Words between words, of languages whose queries have many; English ones are in every key already. */
const functionWords =
  /(?<![\p{L}\p{N}])(?:en|de|du|des|le|les|pour|et|à|au|aux|avec|für|mit|und|van|voor|met|het|een|para|con|el|los|las|di|il)(?![\p{L}\p{N}])/giu;

function together(rows: readonly StoredQuery[]): SpelledQuery[] {
  const [most] = rows.toSorted((a, b) => b.impressions - a.impressions);
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0);
  const places = rows.reduce((sum, row) => sum + (row.position ?? 0) * row.impressions, 0);
  if (!most) return [];
  return [
    {
      ...most,
      clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions,
      position: impressions > 0 ? places / impressions : most.position,
      spellings: rows.length,
    },
  ];
}
