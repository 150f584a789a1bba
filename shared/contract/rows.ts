import * as v from 'valibot';

/** Row shapes that several tools share. Unknown is `null`, never 0. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

export const intents = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export const intent = v.picklist(intents);
export type Intent = v.InferOutput<typeof intent>;

/** How an intent was found: a source gave it, the words of the keyword say it, or its listing shows it. */
export const intentBases = ['reported', 'words', 'listing'] as const;
const intentBasis = v.picklist(intentBases);
export type IntentBasis = v.InferOutput<typeof intentBasis>;

export const competitionLevel = v.picklist(['low', 'medium', 'high']);
export type CompetitionLevel = v.InferOutput<typeof competitionLevel>;

/** Searches in one month; `month` is `YYYY-MM`. */
export const monthVolume = v.object({
  month: v.string(),
  volume: nullable(count),
});
export type MonthVolume = v.InferOutput<typeof monthVolume>;

export const keywordEntries = {
  keyword: v.string(),
  monthly_volume: nullable(count),
  cpc_usd: nullable(v.number()),
  competition_level: nullable(competitionLevel),
  difficulty: nullable(v.number()),
  intent: nullable(intent),
  intent_basis: v.optional(intentBasis),
};
/** A keyword with its metrics: searches a month, cost per click in US dollars, difficulty 0-100. */
export const keywordRow = v.object(keywordEntries);
export type Keyword = v.InferOutput<typeof keywordRow>;

/** A keyword for which a page ranks; `estimated_traffic` is visits a month. */
export const keywordAtRow = v.object({
  ...keywordEntries,
  position: count,
  url: v.string(),
  estimated_traffic: nullable(v.number()),
});
export type KeywordAt = v.InferOutput<typeof keywordAtRow>;

export const pageRow = v.object({
  url: v.string(),
  organic_keywords: nullable(count),
  estimated_organic_traffic_per_month: nullable(v.number()),
});
export type PageRow = v.InferOutput<typeof pageRow>;

/** `relevance` is 0-1; `is_giant` marks encyclopedias, social networks and marketplaces. */
export const competitorRow = v.object({
  competitor: v.string(),
  shared_keywords: count,
  shared_keywords_basis: v.optional(v.picklist(['exact', 'estimate'])),
  shared_keywords_margin: v.optional(count),
  avg_position: nullable(v.number()),
  organic_keywords: nullable(count),
  estimated_organic_traffic_per_month: nullable(v.number()),
  relevance: nullable(v.number()),
  is_giant: v.boolean(),
});
export type Competitor = v.InferOutput<typeof competitorRow>;

/** One organic result of a listing. `position` counts organic results, `rank_absolute` all items. */
export const organicRow = v.object({
  position: count,
  rank_absolute: nullable(count),
  domain: v.string(),
  url: v.string(),
  title: nullable(v.string()),
  snippet: nullable(v.string()),
});
export type OrganicRow = v.InferOutput<typeof organicRow>;

const nullableText = nullable(v.string());
const link = { domain: v.string(), url: v.string(), title: nullableText };

/** A search result listing as it was seen at one moment, which is null where it is unknown. `depth` is how many organic results were asked for. */
export const listing = v.object({
  query: v.string(),
  fetched_at: nullableText,
  depth: v.number(),
  item_types_present: v.array(v.string()),
  organic: v.array(organicRow),
  ai_overview: nullable(v.object({ text: nullableText, references: v.array(v.object(link)) })),
  paid: v.array(
    v.object({ position: v.number(), domain: v.string(), url: nullableText, title: nullableText }),
  ),
  local_pack: v.array(
    v.object({
      position: v.number(),
      title: v.string(),
      domain: nullableText,
      url: nullableText,
      rating: nullable(v.object({ value: nullable(v.number()), votes_count: nullable(v.number()) })),
      is_paid: v.boolean(),
    }),
  ),
  featured_snippet: nullable(v.object({ ...link, text: nullableText })),
  people_also_ask: v.array(v.string()),
  related_searches: v.array(v.string()),
});
export type Listing = Immutable<v.InferOutput<typeof listing>>;

/** The links to a domain, added up. `dofollow_share` is 0-1; `rank_scale` is what the largest `domain_rank` is, such as 1000. */
/** Links that were first seen, and that were lost, in a month. */
export const linkMonth = v.object({ month: v.string(), gained: v.number(), lost: v.number() });

export const linkProfile = v.object({
  backlinks: nullable(v.number()),
  referring_domains: nullable(v.number()),
  referring_main_domains: nullable(v.number()),
  dofollow_share: nullable(v.number()),
  broken_backlinks: nullable(v.number()),
  domain_rank: nullable(v.number()),
  rank_scale: v.number(),
  spam_score: nullable(v.number()),
  /** Where the source names lost links with their days; those that live are counted above. */
  lost_backlinks: v.optional(v.number()),
  lost_main_domains: v.optional(v.number()),
  months: v.optional(v.array(linkMonth)),
});
export type LinkProfile = Immutable<v.InferOutput<typeof linkProfile>>;

/** A parsed value as its readers see it: nothing of it may be written to. */
export type Immutable<Value> = Value extends readonly (infer Entry)[]
  ? readonly Immutable<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;

/** At the 75th percentile of visits; null where the source tells none. */
const measured = v.nullable(v.number());

export const deviceVitals = v.object({
  /** Core Web Vitals: LCP, INP and CLS are all good; null where LCP or CLS is unknown. */
  passes: v.nullable(v.boolean()),
  lcp_ms: measured,
  inp_ms: measured,
  cls: measured,
  fcp_ms: measured,
  ttfb_ms: measured,
});

const subjectVitals = v.object({
  url: v.string(),
  /** First and last day of the visits. */
  from: v.string(),
  to: v.string(),
  all: deviceVitals,
  phone: v.nullable(deviceVitals),
  desktop: v.nullable(deviceVitals),
});

export const fieldVitals = v.object({
  /** All pages of the origin together; null where `reason` says why. */
  origin: v.nullable(subjectVitals),
  reason: v.optional(v.picklist(['not_connected', 'no_data', 'no_answer'])),
  home_page: v.optional(subjectVitals),
  pages_with_data: v.optional(count),
  /** Pages that do not pass, at most five. */
  slow_pages: v.optional(v.array(v.string())),
  /** Addresses that the source gave no answer for. */
  unanswered: v.optional(count),
  attribution: v.optional(v.string()),
});

const figure = v.nullable(v.number());

/** A domain in a public graph of links between domains. Positions figure from 1, the most central; shares and dates as `functions/reference/words` says. */
export const webGraphAuthority = v.object({
  position: v.number(),
  of: figure,
  percentile: figure,
  harmonic: v.number(),
  pagerank_position: v.number(),
  referring_domains: figure,
  linked_domains: figure,
  hosts: v.number(),
  release: v.string(),
  crawled_until: v.string(),
  trend: v.array(v.object({ release: v.string(), position: v.number(), referring_domains: figure })),
});
export type WebGraphAuthority = v.InferOutput<typeof webGraphAuthority>;

/** A domain in a public list of popular sites: in one of its bands (the best 1,000, 5,000 …), or at its position. */
export const domainPopularity = v.object({
  list: v.picklist(['crux', 'majestic']),
  country: v.nullable(v.string()),
  band: figure,
  position: figure,
  month: v.string(),
});
export type DomainPopularity = v.InferOutput<typeof domainPopularity>;
