import type { CurvePoint, SearchOpportunity, SiteNames } from '#shared/contract/own-rows.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import { fitClickCurve } from './click-curve.ts';
import type { ConsoleRows } from './console-blocks.ts';
import type { ConsoleHead, EditedNames, StoredPage } from './console-items.ts';
import { nameTeller } from './name-teller.ts';
import { opportunitiesOf } from './opportunities.ts';

export const noEdits: EditedNames = { own_names: null, other_names: null };

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
    ),
    brand: {
      queries: named.length,
      clicks: named.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions: named.reduce((sum, { impressions }) => sum + impressions, 0),
    },
  };
}

export const judgedHead = ({ brand, opportunities }: Judged) => ({
  brand,
  opportunities: countsOf(opportunities),
});

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
 * of those whose address says most of what the query is about, the one with most clicks.
 */
function withLikelyPages(
  rows: readonly SearchOpportunity[],
  pages: readonly StoredPage[],
): SearchOpportunity[] {
  const urls = pages.slice(0, mostLikelyPages).flatMap(({ url }) => (isFile.test(url) ? [] : [url]));
  const byStem = new Map<string, string[]>();
  for (const url of urls)
    for (const stem of stemsOf(pathOf(url))) byStem.set(stem, [...(byStem.get(stem) ?? []), url]);
  const weightOf = (stem: string) => Math.log(1 + urls.length / (byStem.get(stem)?.length ?? 0.5));
  return rows.map((row) => {
    const { query, page, seen } = row;
    const found = query === null || page !== null ? undefined : likelyPage(stemsOf(query), byStem, weightOf);
    return found === undefined
      ? row
      : { ...row, page: found, seen: `${seen} By the words of its address, ${found} is the page for it.` };
  });
}

const isFile = /\.(?:jpe?g|png|gif|webp|svg|avif|mp4|css|js|xml|json)$/iu;
const pathOf = (url: string) => (URL.parse(url)?.pathname ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
/** `insulate`, `insulating` and `insulation` begin alike. */
const stemsOf = (text: string) => [...new Set(subjectStems(text).map((stem) => stem.slice(0, 6)))];

function likelyPage(
  stems: readonly string[],
  byStem: ReadonlyMap<string, readonly string[]>,
  weightOf: (stem: string) => number,
): string | undefined {
  const said = new Map<string, number>();
  for (const stem of stems)
    for (const url of byStem.get(stem) ?? []) said.set(url, (said.get(url) ?? 0) + weightOf(stem));
  const whole = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
  const [best] = [...said].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= whole * leastSaid ? best[0] : undefined;
}
