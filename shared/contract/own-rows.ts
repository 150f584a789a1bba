import * as v from 'valibot';
import { keywordAtRow } from './rows.ts';

/** Rows about a site of the caller's own, from Search Console. No other account is shown them. */

const count = v.number();
const nullableText = v.nullable(v.string());

/** What Search Console counted over a period; the position is a mean over impressions, not one that was seen. */
export const ownFigures = v.object({
  clicks: count,
  impressions: count,
  ctr: v.nullable(v.number()),
  average_position: v.nullable(v.number()),
  from: nullableText,
  to: nullableText,
});
export type OwnFigures = v.InferOutput<typeof ownFigures>;

export const filterOperators = ['equals', 'contains', 'excludes', 'matches'] as const;

/** A condition under which an export was made: its figures are of a part of the site. */
export const scopeFilter = v.object({
  dimension: v.string(),
  operator: v.picklist(filterOperators),
  value: v.string(),
});
export type ScopeFilter = v.InferOutput<typeof scopeFilter>;

/** What figures are of: everything that shows them says it. */
export const siteScope = v.object({
  property: v.string(),
  period: v.object({ from: nullableText, to: nullableText }),
  countries: v.union([v.literal('all'), v.array(v.string())]),
  device: v.string(),
  search_type: v.string(),
  filters: v.array(scopeFilter),
  rows: v.string(),
  source: v.picklist(['export', 'connection']),
});
export type SiteScope = v.InferOutput<typeof siteScope>;

/** Names by which people look for the site itself, and names of others that it is shown for. */
export const siteNames = v.object({ own_names: v.array(v.string()), other_names: v.array(v.string()) });
export type SiteNames = Readonly<v.InferOutput<typeof siteNames>>;

export const opportunityKinds = [
  'striking_distance',
  'low_ctr',
  'cannibalisation',
  'decay',
  'growth',
  'not_indexed',
  'canonical_mismatch',
  'page_fault',
] as const;

/** One thing to do next on a site of the caller's own: a query or page stands in one row, with all that can be done about it. */
export const searchOpportunity = v.object({
  kind: v.picklist(opportunityKinds),
  /** Beside the kind, which is worth most; the estimate is that of the best, never a sum. */
  levers: v.optional(v.array(v.picklist(opportunityKinds)), []),
  query: nullableText,
  page: nullableText,
  ...ownFigures.entries,
  seen: v.string(),
  estimated_clicks: v.nullable(v.number()),
  estimated_clicks_per_month: v.nullable(v.number()),
  computed: v.string(),
  next_call: v.object({
    tool: v.picklist(['inspect_serp', 'inspect_keyword', 'audit_site']),
    args: v.record(v.string(), v.unknown()),
  }),
});
export type SearchOpportunity = v.InferOutput<typeof searchOpportunity>;

/** A ranked keyword beside which the console's own figures may stand. */
export const ownKeywordAtRow = v.object({
  ...keywordAtRow.entries,
  position: v.nullable(count),
  url: nullableText,
  basis: v.optional(v.picklist(['observed', 'average'])),
  own: v.optional(ownFigures),
});
export type OwnKeywordAt = v.InferOutput<typeof ownKeywordAtRow>;

/** Clicks for each impression at a place, as the site's own queries show it; queries and impressions are those behind it, 0 where it follows from its neighbours. */
export const curvePoint = v.object({ position: count, ctr: count, queries: count, impressions: count });
export type CurvePoint = Readonly<v.InferOutput<typeof curvePoint>>;

/** A site of the caller as its own console counts it. */
export const ownSite = v.object({
  ...ownFigures.entries,
  counted_from: v.picklist(['dates', 'countries', 'devices', 'pages', 'queries']),
  queries: count,
  pages: count,
  scope: siteScope,
  brand: v.object({ queries: count, clicks: count, impressions: count }),
  click_curve: v.array(curvePoint),
  opportunities: v.object({ counts: v.record(v.string(), count), best: v.array(searchOpportunity) }),
});
export type OwnSiteFigures = v.InferOutput<typeof ownSite>;
