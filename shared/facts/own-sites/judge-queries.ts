import type { CurvePoint, SearchOpportunity, SiteNames } from '#shared/contract/own-rows.ts';
import { fitClickCurve } from './click-curve.ts';
import type { ConsoleRows } from './console-blocks.ts';
import type { ConsoleHead, EditedNames } from './console-items.ts';
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
  { queries, pairs }: Pick<ConsoleRows, 'queries' | 'pairs'>,
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
    opportunities: opportunitiesOf({
      ...{ domain: site, from, to, queries, pairs, curve, names: teller },
      cutAt: cutClicks > 0 ? cut : undefined,
    }),
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
