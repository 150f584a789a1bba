import * as v from 'valibot';
import { ownFigures } from './own-rows.ts';
import {
  competitorRow,
  deviceVitals,
  domainPopularity,
  intent,
  keywordRow,
  linkProfile,
  pageRow,
  webGraphAuthority,
} from './rows.ts';
import { explainedChange } from './site-changes.ts';

const number = v.nullable(v.number());
const text = v.nullable(v.string());

/**
 * What each type of statement says beside its subjects, market and provenance.
 * Optional members are those that not every tool knows. Read by the reference;
 * running code takes the types alone.
 */
export const statementValues = {
  domain_visibility: v.object({
    organic_keywords: number,
    top_3_keywords: number,
    top_10_keywords: number,
    estimated_organic_traffic_per_month: number,
    traffic_value_usd: number,
  }),
  page_visibility: v.pick(pageRow, ['organic_keywords', 'estimated_organic_traffic_per_month']),
  ranks_for: v.object({
    position: number,
    url: v.optional(text),
    title: v.optional(text),
    monthly_volume: v.optional(number),
    checked_depth: v.optional(number),
    basis: v.optional(v.picklist(['observed', 'average'])),
  }),
  keyword_metrics: v.object({
    ...v.pick(keywordRow, ['monthly_volume', 'cpc_usd', 'difficulty']).entries,
    competition_level: v.optional(keywordRow.entries.competition_level),
    intent: v.nullable(intent),
  }),
  own_search_figures: v.object({
    ...ownFigures.entries,
    page: v.optional(text),
    impressions_per_month: v.optional(number),
  }),
  own_clicks_changed: v.object({ ...explainedChange.entries.clicks.entries, from: text, to: text }),
  competes_with: v.object({
    ...v.pick(competitorRow, ['relevance']).entries,
    shared_keywords: number,
    avg_position: v.optional(competitorRow.entries.avg_position),
    is_giant: v.optional(competitorRow.entries.is_giant),
    basis: v.optional(v.literal('links')),
    shared_referrers: v.optional(v.number()),
  }),
  keyword_gap: v.object({ monthly_volume: number, best_competitor: text, best_position: number }),
  losing_keyword: v.object({ monthly_volume: number, target_position: v.number(), best_position: number }),
  holds_featured_snippet: v.object({ url: v.string() }),
  cited_in_ai_overview: v.object({ url: v.optional(v.string()) }),
  link_profile: v.object({ ...linkProfile.entries, rank_scale: number }),
  web_graph_authority: v.omit(webGraphAuthority, ['trend']),
  popularity: domainPopularity,
  field_vitals: v.object({
    level: v.picklist(['origin', 'page']),
    url: v.string(),
    ...deviceVitals.entries,
    from: v.string(),
    to: v.string(),
    attribution: v.string(),
  }),
  links_to: v.object({ domain_rank: number, backlinks: number, first_seen: text }),
  backlink_gap: v.object({
    domain_rank: number,
    competitors_linked: v.number(),
    links_to: v.array(v.string()),
  }),
  site_scored: v.object({ onpage_score: v.number(), pages_audited: v.number() }),
  site_has_issue: v.object({
    issue: v.string(),
    severity: v.picklist(['high', 'medium', 'low']),
    title: v.string(),
    affected_pages: v.number(),
    gain: v.number(),
  }),
  page_scored: v.object({ onpage_score: v.number() }),
} as const;

export type StatementType = keyof typeof statementValues;
export type StatementValues<Type extends StatementType> = v.InferInput<(typeof statementValues)[Type]>;
