import * as v from 'valibot';

/** Row shapes that several tools share. Unknown is `null`, never 0. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

/** A field of an answer with its description in the reference. */
export function described<Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description(text));
}

export const intents = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export const intent = v.picklist(intents);
export type Intent = v.InferOutput<typeof intent>;

export const competitionLevel = v.picklist(['low', 'medium', 'high']);
export type CompetitionLevel = v.InferOutput<typeof competitionLevel>;

/** Searches in one month; `month` is `YYYY-MM`. */
export const monthVolume = v.object({
  month: described(v.string(), '`YYYY-MM`'),
  volume: described(nullable(count), 'Searches in that month.'),
});
export type MonthVolume = v.InferOutput<typeof monthVolume>;

export const keywordEntries = {
  keyword: v.string(),
  monthly_volume: described(nullable(count), 'Searches a month, twelve-month average; null where unknown.'),
  cpc_usd: described(nullable(v.number()), 'Cost per click in US dollars.'),
  competition_level: described(nullable(competitionLevel), 'Competition among advertisers.'),
  difficulty: described(nullable(v.number()), 'How hard it is to rank, 0-100; null where unknown.'),
  intent: described(nullable(intent), 'What most searchers are after.'),
};
/** A keyword with its metrics: searches a month, cost per click in US dollars, difficulty 0-100. */
export const keywordRow = v.object(keywordEntries);
export type Keyword = v.InferOutput<typeof keywordRow>;

/** A keyword for which a page ranks; `estimated_traffic` is visits a month. */
export const keywordAtRow = v.object({
  ...keywordEntries,
  position: described(count, 'Best place of the target among the organic results, from 1.'),
  url: described(v.string(), 'The page that ranks.'),
  estimated_traffic: described(
    nullable(v.number()),
    'Visits a month: volume times the click rate of the place.',
  ),
});
export type KeywordAt = v.InferOutput<typeof keywordAtRow>;

export const pageRow = v.object({
  url: v.string(),
  organic_keywords: described(nullable(count), 'Keywords for which it ranks in all.'),
  estimated_organic_traffic_per_month: described(nullable(v.number()), 'Visits a month.'),
});
export type PageRow = v.InferOutput<typeof pageRow>;

/** `relevance` is 0-1; `is_giant` marks encyclopedias, social networks and marketplaces. */
export const competitorRow = v.object({
  competitor: v.string(),
  shared_keywords: described(
    count,
    'Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for.',
  ),
  shared_keywords_basis: described(
    v.optional(v.picklist(['exact', 'estimate'])),
    'Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell.',
  ),
  shared_keywords_margin: described(
    v.optional(count),
    'How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases.',
  ),
  avg_position: described(
    nullable(v.number()),
    'Mean place of the competitor on the shared keywords, from 1.',
  ),
  organic_keywords: described(nullable(count), 'Keywords for which it ranks in all.'),
  estimated_organic_traffic_per_month: described(nullable(v.number()), 'Visits a month.'),
  relevance: described(
    nullable(v.number()),
    '0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for.',
  ),
  is_giant: described(
    v.boolean(),
    'Encyclopedias, social networks, marketplaces: they compete with everyone.',
  ),
});
export type Competitor = v.InferOutput<typeof competitorRow>;

/** One organic result of a listing. `position` counts organic results, `rank_absolute` all items. */
export const organicRow = v.object({
  position: described(count, 'Place among the organic results, from 1.'),
  rank_absolute: described(nullable(count), 'Place among all items of the listing.'),
  domain: v.string(),
  url: v.string(),
  title: nullable(v.string()),
  snippet: nullable(v.string()),
});
export type OrganicRow = v.InferOutput<typeof organicRow>;
