import type { CurvePoint, SearchOpportunity, SiteNames } from '#shared/contract/own-rows.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import { fitClickCurve } from './click-curve.ts';
import type { ConsoleRows } from './console-blocks.ts';
import type { ConsoleHead, EditedNames, StoredPage } from './console-items.ts';
import { cutAt } from './console-row.ts';
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

/** Judges the queries of an import, which come most clicks first. */
export function judgedBy(
  names: SiteNames,
  { site, from, to }: Pick<ConsoleHead, 'site' | 'from' | 'to'>,
  { queries, pages, pairs }: ConsoleRows,
): Judged {
  const teller = nameTeller(names);
  const named = queries.filter(({ query }) => teller.isOwn(query));
  const others = queries.filter(({ query }) => !teller.isOwn(query) && !teller.isOther(query));
  const cut = cutAt(queries.length);
  // Rows that end at no click at all were not cut by their clicks.
  const cutClicks = cut === undefined ? 0 : (queries.at(-1)?.clicks ?? 0);
  const curve = fitClickCurve(others, cutClicks);
  return {
    curve,
    opportunities: withLikelyPages(
      opportunitiesOf({
        ...{ domain: site, from, to, queries, pairs, curve, names: teller },
        cutAt: cutClicks > 0 ? cut : undefined,
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

/**
 * Opportunities with the page that most likely answers the query, where the export does not say: the one
 * whose address has most of its words, and at least half of them.
 */
function withLikelyPages(
  rows: readonly SearchOpportunity[],
  pages: readonly StoredPage[],
): SearchOpportunity[] {
  const byStem = new Map<string, string[]>();
  for (const { url } of pages.slice(0, mostLikelyPages))
    for (const stem of subjectStems(pathOf(url))) byStem.set(stem, [...(byStem.get(stem) ?? []), url]);
  return rows.map((row) => {
    const { query, page, seen } = row;
    const found = query === null || page !== null ? undefined : likelyPage(subjectStems(query), byStem);
    return found === undefined
      ? row
      : { ...row, page: found, seen: `${seen} By the words of its address, ${found} is the page for it.` };
  });
}

const pathOf = (url: string) => (URL.parse(url)?.pathname ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');

function likelyPage(
  stems: readonly string[],
  byStem: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const found = new Map<string, number>();
  for (const stem of stems)
    for (const url of byStem.get(stem) ?? []) found.set(url, (found.get(url) ?? 0) + 1);
  const most = Math.max(0, ...found.values());
  return most * 2 < stems.length ? undefined : [...found].find(([, words]) => words === most)?.[0];
}
