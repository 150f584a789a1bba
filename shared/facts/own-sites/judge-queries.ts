import type { CurvePoint, SearchOpportunity, SiteNames } from '#shared/contract/own-rows.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import { fitClickCurve } from './click-curve.ts';
import type { ConsoleRows } from './console-blocks.ts';
import type { ConsoleHead, EditedNames, StoredPage, StoredQuery } from './console-items.ts';
import { nameTeller } from './name-teller.ts';
import { opportunitiesOf } from './opportunities.ts';

/** Names of both kinds, each as its owner has edited it, or as it was found. */
export function appliedNames(edited: EditedNames, found: SiteNames): SiteNames {
  return {
    own_names: edited.own_names ?? found.own_names,
    other_names: edited.other_names ?? found.other_names,
  };
}

/** Everything about a site that rests on which queries name it. */
export interface Judged {
  readonly curve: readonly CurvePoint[];
  readonly opportunities: readonly SearchOpportunity[];
  readonly brand: ConsoleHead['brand'];
}

/** Queries from which on some are without a click, unless they were left out. */
const fewestOfWhole = 100;

/** Judges the queries of an import, which come most clicks first. */
export function judgedBy(
  names: SiteNames,
  { site, from, to }: Pick<ConsoleHead, 'site' | 'from' | 'to'>,
  { queries, pages, pairs }: ConsoleRows,
): Judged {
  const teller = nameTeller(names);
  const named = queries.filter(({ query }) => teller.isOwn(query));
  const others = queries.filter(({ query }) => !teller.isOwn(query) && !teller.isOther(query));
  // A list of some length that ends before queries without a click was cut by clicks.
  const cutClicks = queries.length >= fewestOfWhole ? (queries.at(-1)?.clicks ?? 0) : 0;
  const curve = fitClickCurve(others, cutClicks);
  return {
    curve,
    opportunities: withLikelyPages(
      opportunitiesOf({
        ...{ domain: site, from, to, queries, pairs, curve, names: teller },
        cutAt: cutClicks > 0 ? queries.length : undefined,
      }),
      pages,
      queries,
    ),
    brand: {
      queries: named.length,
      clicks: named.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions: named.reduce((sum, { impressions }) => sum + impressions, 0),
    },
  };
}

export function countsOf(found: readonly SearchOpportunity[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Pages that are looked through, most clicks first. */
const mostLikelyPages = 5_000;
/** Part of what a query is about that an address must say; words that few addresses have weigh more. */
const leastSaid = 0.9;

/**
 * Opportunities with the page that most likely answers the query, where the export does not say:
 * that whose address says most of what the query is about and least else, and that is clicked most.
 */
function withLikelyPages(
  rows: readonly SearchOpportunity[],
  pages: readonly StoredPage[],
  queries: readonly StoredQuery[],
): SearchOpportunity[] {
  const all = pages.slice(0, mostLikelyPages).flatMap(({ url }) => (isPage(url) ? [url] : []));
  const here = all.filter((url) => !ofCountry.test(url));
  // Of a site of many countries those pages that are of none.
  const urls = here.length * 2 > all.length ? here : all;
  const stems = new Map(urls.map((url) => [url, new Set(stemsOf(pathOf(url)))]));
  const byStem = new Map<string, string[]>();
  for (const [url, ofUrl] of stems)
    for (const stem of ofUrl) byStem.set(stem, [...(byStem.get(stem) ?? []), url]);
  const asked = new Map<string, number>();
  for (const { query } of queries)
    for (const stem of stemsOf(query)) asked.set(stem, (asked.get(stem) ?? 0) + 1);
  // What most queries or most addresses say, tells no page from another.
  const weightOf = (stem: string) =>
    Math.log(
      1 +
        Math.min(urls.length / (byStem.get(stem)?.length ?? 0.5), queries.length / (asked.get(stem) ?? 0.5)),
    );
  const weighed = (list: Iterable<string>) => [...list].reduce((sum, stem) => sum + weightOf(stem), 0);
  // Ten times the clicks speak as loud as a tenth more of the words.
  const clicked = new Map(pages.map(({ url, clicks }) => [url, 1 + Math.log10(1 + clicks) / 10]));
  const weights = new Map([...stems].map(([url, ofUrl]) => [url, weighed(ofUrl)]));
  const likelyPage = (ofQuery: readonly string[]): string | undefined => {
    const scores = [...new Set(ofQuery.flatMap((stem) => byStem.get(stem) ?? []))].flatMap((url) => {
      const said = weighed(ofQuery.filter((stem) => stems.get(url)?.has(stem)));
      return said >= weighed(ofQuery) * leastSaid
        ? [{ url, score: said * (1 + said / (weights.get(url) ?? said)) * (clicked.get(url) ?? 1) }]
        : [];
    });
    return scores.toSorted((a, b) => b.score - a.score)[0]?.url;
  };
  return rows.map((row) => {
    const { query, page, seen } = row;
    const found = query === null || page !== null ? undefined : likelyPage(stemsOf(query));
    return found === undefined
      ? row
      : { ...row, page: found, seen: `${seen} By the words of its address, ${found} is the page for it.` };
  });
}

const isPage = (url: string) => !/\?|\.(?:jpe?g|png|gif|webp|svg|avif|mp4|css|js|xml|json)$/iu.test(url);
const ofCountry = /^https?:\/\/[^/]+\/[a-z]{2}[-_][a-z]{2}\//iu;
const pathOf = (url: string) => (URL.parse(url)?.pathname ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
/** `insulate`, `insulating` and `insulation` begin alike; `philips` and `philippines` do not. */
const stemsOf = (text: string) => [...new Set(subjectStems(text).map((stem) => stem.slice(0, 7)))];
