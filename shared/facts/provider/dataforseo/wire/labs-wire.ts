import * as v from 'valibot';
import {
  count,
  flag,
  number,
  optionalRows,
  part,
  requiredText,
  rows,
  text,
  time,
  webAddress,
} from './wire.ts';

/** Answers of the keyword and domain database, reduced to the members that are used. */

const organicMetrics = part({
  organic: part({
    pos_1: count,
    pos_2_3: count,
    pos_4_10: count,
    etv: number,
    count,
    estimated_paid_traffic_cost: number,
    is_new: count,
    is_up: count,
    is_down: count,
    is_lost: count,
  }),
});
export type OrganicMetrics = NonNullable<v.InferOutput<typeof organicMetrics>>['organic'];

const keywordData = v.object({
  keyword: requiredText,
  keyword_info: part({
    search_volume: count,
    cpc: number,
    competition_level: text,
    last_updated_time: time,
    monthly_searches: optionalRows(
      v.object({ year: v.number(), month: v.number(), search_volume: count }),
      24,
    ),
  }),
  keyword_properties: part({ keyword_difficulty: number }),
  serp_info: part({ serp_item_types: optionalRows(requiredText), last_updated_time: time }),
  search_intent_info: part({ main_intent: text }),
});
export type KeywordData = v.InferOutput<typeof keywordData>;

const serpElement = part({
  rank_group: count,
  rank_absolute: count,
  domain: text,
  url: webAddress,
  etv: number,
});
export type SerpElement = v.InferOutput<typeof serpElement>;

/** How many there are in all; null where the answer does not say. */
const total = count;

export const rankedKeywords = v.object({
  total_count: total,
  metrics: organicMetrics,
  items: rows(
    v.object({
      keyword_data: keywordData,
      ranked_serp_element: part({ serp_item: serpElement, is_lost: flag, last_updated_time: time }),
    }),
  ),
});
export type RankedKeywords = v.InferOutput<typeof rankedKeywords>;

export const relevantPages = v.object({
  total_count: total,
  items: rows(v.object({ page_address: requiredText, metrics: organicMetrics })),
});

export const competitorsDomain = v.object({
  total_count: total,
  items: rows(
    v.object({
      domain: requiredText,
      avg_position: number,
      intersections: count,
      full_domain_metrics: organicMetrics,
    }),
  ),
});

export const serpCompetitors = v.object({
  total_count: total,
  items: rows(
    v.object({
      domain: requiredText,
      avg_position: number,
      keywords_count: count,
      rating: number,
      etv: number,
    }),
  ),
});

/** Ideas and suggestions carry the keyword data itself, related keywords one level deeper. */
export const keywordList = v.object({ total_count: total, items: rows(keywordData) });
export const relatedKeywords = v.object({
  total_count: total,
  items: rows(v.object({ keyword_data: keywordData })),
});
export const keywordOverview = v.object({ items: rows(keywordData) });

export const domainIntersection = v.object({
  total_count: total,
  items: rows(
    v.object({
      keyword_data: keywordData,
      first_domain_serp_element: serpElement,
      second_domain_serp_element: serpElement,
    }),
  ),
});
export type DomainIntersection = v.InferOutput<typeof domainIntersection>;
