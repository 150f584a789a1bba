import * as v from 'valibot';
import { described, keywordAtRow } from './rows.ts';

/** Rows about a site of the caller's own, from Search Console. No other account is shown them. */

const count = v.number();
const nullableText = v.nullable(v.string());

/** What Search Console counted over a period; the position is a mean over impressions, not one that was seen. */
export const ownFigures = v.object({
  clicks: count,
  impressions: count,
  ctr: described(v.nullable(v.number()), 'Clicks for each impression, 0-1.'),
  average_position: described(
    v.nullable(v.number()),
    'Mean over all impressions; not a place that was seen.',
  ),
  from: described(nullableText, 'First day of the period, `YYYY-MM-DD`; null where the export does not say.'),
  to: described(nullableText, 'Last day of the period.'),
});
export type OwnFigures = v.InferOutput<typeof ownFigures>;

export const opportunityKinds = [
  'striking_distance',
  'low_ctr',
  'cannibalisation',
  'decay',
  'growth',
] as const;

/** One thing to do next on a site of the caller's own. */
export const searchOpportunity = v.object({
  kind: v.picklist(opportunityKinds),
  query: nullableText,
  page: nullableText,
  clicks: count,
  impressions: count,
  ctr: v.nullable(v.number()),
  average_position: v.nullable(v.number()),
  from: nullableText,
  to: nullableText,
  seen: described(v.string(), 'What was seen, in a sentence.'),
  estimated_clicks: described(
    v.nullable(v.number()),
    'Clicks that it might bring over a period of this length.',
  ),
  estimated_clicks_per_month: described(v.nullable(v.number()), 'Null where the period is not known.'),
  computed: described(v.string(), 'How the estimate was computed.'),
  next_call: described(
    v.object({ tool: v.picklist(['inspect_serp', 'audit_site']), args: v.record(v.string(), v.unknown()) }),
    'The call that looks closer, ready to send.',
  ),
});
export type SearchOpportunity = v.InferOutput<typeof searchOpportunity>;

/** A ranked keyword beside which the console's own figures may stand. */
export const ownKeywordAtRow = v.object({
  ...keywordAtRow.entries,
  position: described(
    v.nullable(count),
    'Best place of the target; of a row with basis `average` a rounded mean.',
  ),
  url: described(nullableText, 'The page that ranks; null where only the site is known.'),
  basis: described(
    v.optional(v.picklist(['observed', 'average'])),
    '`observed`: the place was seen; `average`: only the mean that Search Console reports is known.',
  ),
  own: described(
    v.optional(ownFigures),
    'What Search Console counts for the keyword, on sites of the caller.',
  ),
});
export type OwnKeywordAt = v.InferOutput<typeof ownKeywordAtRow>;

/** A site of the caller as its own console counts it. */
export const ownSite = v.object({
  ...ownFigures.entries,
  counted_from: described(
    v.picklist(['dates', 'countries', 'devices', 'pages', 'queries']),
    'The table that the totals are from; that of queries leaves out rare ones.',
  ),
  queries: count,
  pages: count,
  brand: described(
    v.object({ queries: count, clicks: count, impressions: count }),
    'Queries that name the site; they are in no opportunity and not in the curve.',
  ),
  country: described(nullableText, 'Where the export is of one country only.'),
  device: nullableText,
  click_curve: described(
    v.array(v.object({ position: count, ctr: count, queries: count, impressions: count })),
    'Clicks for each impression at each position, of this site without its brand queries, and how many queries stand behind it.',
  ),
  opportunities: described(
    v.object({ counts: v.record(v.string(), count), best: v.array(searchOpportunity) }),
    'The three best; all of them are in the dataset `search-opportunities`.',
  ),
});
export type OwnSiteFigures = v.InferOutput<typeof ownSite>;
