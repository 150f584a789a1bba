/** Written by "npm run generate" from the OpenAPI document. */

/** The answer of a tool. */
export interface Answer<Data> {
  /** Version of the envelope. Within a version members are only ever added. */
  schema_version: "ofe/1.0";
  /** Family of the tool. */
  domain: "seo" | "serp" | "audit" | "backlinks" | "core";
  /** What was asked for; its members are the endpoint’s own. */
  data: Data;
  /** The key rows of `data` as statements that can be quoted by themselves, best first, at most 25. Of a type, members are only ever added; so are types. */
  facts: Fact[];
  /** Every subject of `facts`, once. */
  entities: Entity[];
  /** Values that differ from the last answer of the same question to the same account. */
  deltas: Delta[];
  /** How much of what there is the answer shows. */
  coverage: Coverage;
  /** Datasets with the whole lists behind the shortened ones; `export_dataset` reads them, free. */
  resources: Resource[];
  /** Calls that follow from the answer, each ready to send. */
  next_actions: NextAction[];
  /** What should be known before the answer is used. */
  warnings: Warning[];
  /** What the call cost. */
  usage: Usage;
}

/** A failure as the service tells it (RFC 9457). */
export interface Problem {
  /** Address of the explanation of the code. */
  type: string;
  /** What is wrong, in general; the same for every problem of a code. */
  title: string;
  /** HTTP status. */
  status: number;
  /** What is wrong here and what to do. */
  detail: string;
  /** The path that was called. */
  instance: string;
  /** Stable code of the problem; /docs/errors lists all. */
  code: string;
  /** True where the same request may succeed later. */
  retryable: boolean;
  /** Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log. */
  request_id: string;
  /** 0; null where it is not known yet whether the call was charged. */
  credits_charged: number | null;
  /** Each fault of the request; empty where the request is not the cause. */
  errors: ProblemError[];
  /** Credits that the call needs; only where they are missing. */
  credits_required?: number;
  /** Credits that the account can spend; those held by running calls are taken off. */
  balance?: number;
  /** Page on which a person can remove the cause, such as buying credits. */
  action_url?: string;
  [detail: string]: unknown;
}

/** Codes of failures; a later version of the service may have more. */
export type ErrorCode =
  | 'invalid_json'
  | 'malformed_request'
  | 'invalid_idempotency_key'
  | 'ambiguous_credentials'
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'insufficient_credits'
  | 'spend_limit_reached'
  | 'run_budget_exceeded'
  | 'tool_not_enabled'
  | 'insufficient_scope'
  | 'sign_in_again'
  | 'forbidden_origin'
  | 'account_suspended'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'validation_error'
  | 'unknown_location'
  | 'unknown_language'
  | 'unsupported_market'
  | 'invalid_dataset_uri'
  | 'unsafe_target'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'too_many_concurrent_calls'
  | 'internal_error'
  | 'upstream_error'
  | 'upstream_unavailable'
  | 'upstream_quota'
  | 'service_starting'
  | 'service_busy'
  | 'no_live_source'
  | 'upstream_timeout';

/** What a test key can have played; `slow=SECONDS` as well. */
export type TestFault =
  | 'slow'
  | 'cut_stream'
  | 'answer_lost'
  | 'low_balance'
  | 'invalid_json'
  | 'malformed_request'
  | 'invalid_idempotency_key'
  | 'ambiguous_credentials'
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'insufficient_credits'
  | 'spend_limit_reached'
  | 'run_budget_exceeded'
  | 'tool_not_enabled'
  | 'insufficient_scope'
  | 'sign_in_again'
  | 'forbidden_origin'
  | 'account_suspended'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'validation_error'
  | 'unknown_location'
  | 'unknown_language'
  | 'unsupported_market'
  | 'invalid_dataset_uri'
  | 'unsafe_target'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'too_many_concurrent_calls'
  | 'internal_error'
  | 'upstream_error'
  | 'upstream_unavailable'
  | 'upstream_quota'
  | 'service_starting'
  | 'service_busy'
  | 'no_live_source'
  | 'upstream_timeout'
  | `slow=${number}`;

export interface ProblemError {
  /** Where the fault is, as a JSON Pointer (RFC 6901). */
  pointer: string;
  /** The same place as a list of names and indexes. */
  loc: (string | number)[];
  /** Kind of the fault. */
  type: string;
  /** What to change, in a sentence. */
  message: string;
}

export interface Subject {
  /** Domain, keyword or URL, normalized. */
  id: string;
  /** `domain`, `keyword` or `page`. */
  kind: string;
}

export interface Provenance {
  /** `live_serp`: a listing fetched from the search engine; `crawl`: pages read by this service; `search_index` and `backlink_index`: stored or provider’s index; `ai_answer`: an AI overview; `modeled`: computed; `webmaster_console`: the search engine’s own console, of a site of the caller; `web_graph`: a public graph of links between domains; `popularity_list`: public lists of popular sites. */
  source_class: "live_serp" | "crawl" | "search_index" | "backlink_index" | "ai_answer" | "modeled" | "webmaster_console" | "web_graph" | "popularity_list";
  /** Whether it was seen, read from an index, computed, or reported by the search engine. */
  method: "observed" | "indexed" | "modeled" | "reported";
  /** When it was seen at its source, ISO 8601, UTC; null where the source does not tell. */
  observed_at: string | null;
  /** How far it can be relied on, 0-1. */
  confidence: number;
  /** `measured`: the share of stored places of this age that live listings later found within one position; `assumed`: the usual value of the class, as where it is absent. */
  confidence_basis?: "measured" | "assumed";
  /** The import or named data set that it comes from, such as `import:imp_…` or `sample-market`; null for shared sources. */
  connection_id: string | null;
  /** True where it was answered from the shared cache of facts. */
  cache_hit: boolean;
}

export interface DomainVisibilityFact {
  /** What is stated. */
  type: "domain_visibility";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Keywords with a position from 1 to 3; null where unknown. */
  top_3_keywords: number | null;
  /** Keywords with a position from 1 to 10; null where unknown. */
  top_10_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** What the same clicks would cost as ads, US dollars a month; null where unknown. */
  traffic_value_usd: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface PageVisibilityFact {
  /** What is stated. */
  type: "page_visibility";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface RanksForFact {
  /** What is stated. */
  type: "ranks_for";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Place among the organic results, from 1; null where not known. */
  position: number | null;
  /** Address of the page. */
  url?: string | null;
  /** Title of the result, or of the issue. */
  title?: string | null;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume?: number | null;
  /** Organic results looked at; null where no listing was. */
  checked_depth?: number | null;
  /** `links` where the rivals were found by links, else absent. */
  basis?: "observed" | "average";
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface KeywordMetricsFact {
  /** What is stated. */
  type: "keyword_metrics";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level?: "low" | "medium" | "high" | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface OwnSearchFiguresFact {
  /** What is stated. */
  type: "own_search_figures";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** Its page with the most clicks, where the export tells; else null. */
  page?: string | null;
  /** Impressions scaled to a mean month: a floor of demand, never a search volume. Null where the period is not known. */
  impressions_per_month?: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface CompetesWithFact {
  /** What is stated. */
  type: "competes_with";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for. */
  shared_keywords: number;
  /** 0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown. */
  relevance: number | null;
  /** Mean place of the competitor on the shared keywords, from 1; null where unknown. */
  avg_position?: number | null;
  /** True for encyclopedias, social networks and marketplaces, which compete with everyone. */
  is_giant?: boolean;
  /** `links` where the rivals were found by links, else absent. */
  basis?: "links";
  /** Referring domains that both have, of the best 1,000 of the domain; of rows by links. */
  shared_referrers?: number;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface KeywordGapFact {
  /** What is stated. */
  type: "keyword_gap";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Domain of the competitor with the best position. */
  best_competitor: string | null;
  /** Its position among the organic results, from 1. */
  best_position: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface LosingKeywordFact {
  /** What is stated. */
  type: "losing_keyword";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Position of the domain, from 1. */
  target_position: number;
  /** Its position among the organic results, from 1. */
  best_position: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface HoldsFeaturedSnippetFact {
  /** What is stated. */
  type: "holds_featured_snippet";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Address of the page. */
  url: string;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface CitedInAiOverviewFact {
  /** What is stated. */
  type: "cited_in_ai_overview";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Address of the page. */
  url?: string;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface LinkProfileFact {
  /** What is stated. */
  type: "link_profile";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Single links to the subject; null where unknown. */
  backlinks: number | null;
  /** Linking hosts; null where unknown. From an import, hosts whose links are lost count too. */
  referring_domains: number | null;
  /** Linking registrable domains; null where unknown. */
  referring_main_domains: number | null;
  /** Share 0-1 of the links that pass authority (no `nofollow`); null where unknown. */
  dofollow_share: number | null;
  /** Links to pages of the domain that do not work; null where unknown. */
  broken_backlinks: number | null;
  /** Authority of the linking domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** Largest `domain_rank` of the source, such as 1000. */
  rank_scale: number | null;
  /** How much the links look bought or generated, 0-100; null where unknown. */
  spam_score: number | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface WebGraphAuthorityFact {
  /** What is stated. */
  type: "web_graph_authority";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Place among the organic results, from 1; null where not known. */
  position: number;
  /** Domains in the whole graph; null where not known. */
  of: number | null;
  /** Percent of these that stand behind it; null where not known. */
  percentile: number | null;
  /** Harmonic centrality, as the release gives it. */
  harmonic: number;
  /** Place by PageRank, from 1. */
  pagerank_position: number;
  /** Linking hosts; null where unknown. From an import, hosts whose links are lost count too. */
  referring_domains: number | null;
  /** Domains it links to; null where only ranks are loaded. 0 proves nothing: it may never have been crawled. */
  linked_domains: number | null;
  /** Hosts of the domain that were seen. */
  hosts: number;
  /** Release of the graph. */
  release: string;
  /** Month of its last crawl. */
  crawled_until: string;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface PopularityFact {
  /** What is stated. */
  type: "popularity";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** `crux`: Chrome UX Report, by visits of Chrome users; `majestic`: Majestic Million, by referring subnets. */
  list: "crux" | "majestic";
  /** Country of the list, ISO 3166-1; null for the whole world. */
  country: string | null;
  /** The best 1,000, 5,000, 10,000 … of the list that it is among; null where the list has positions. */
  band: number | null;
  /** Place among the organic results, from 1; null where not known. */
  position: number | null;
  /** The month, `YYYY-MM`. */
  month: string;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface LinksToFact {
  /** What is stated. */
  type: "links_to";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Authority of the linking domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** Single links to the subject; null where unknown. */
  backlinks: number | null;
  /** When the first of the links was seen, ISO 8601; null where unknown. */
  first_seen: string | null;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface BacklinkGapFact {
  /** What is stated. */
  type: "backlink_gap";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Authority of the linking domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** How many of the competitors it links to. */
  competitors_linked: number;
  /** Up to three of the competitors that it links to. */
  links_to: string[];
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface SiteScoredFact {
  /** What is stated. */
  type: "site_scored";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Score of the site, or of the page, 0-100. */
  onpage_score: number;
  /** Pages that were read and judged, at most `max_pages`. */
  pages_audited: number;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface SiteHasIssueFact {
  /** What is stated. */
  type: "site_has_issue";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Id of the check; /docs/checks explains each. */
  issue: string;
  /** How much it matters: `high`, `medium` or `low`. */
  severity: "high" | "medium" | "low";
  /** Title of the result, or of the issue. */
  title: string;
  /** Pages that have the fault. */
  affected_pages: number;
  /** Points of 100 by which `onpage_score` would rise. */
  gain: number;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface PageScoredFact {
  /** What is stated. */
  type: "page_scored";
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Score of the site, or of the page, 0-100. */
  onpage_score: number;
  /** Location in which the statement holds; absent where it holds everywhere. */
  location?: string;
  /** Search language in which the statement holds; absent where it holds everywhere. */
  language?: string;
  /** Where the statement comes from. */
  provenance: Provenance;
}

export type Fact =
  | DomainVisibilityFact
  | PageVisibilityFact
  | RanksForFact
  | KeywordMetricsFact
  | OwnSearchFiguresFact
  | CompetesWithFact
  | KeywordGapFact
  | LosingKeywordFact
  | HoldsFeaturedSnippetFact
  | CitedInAiOverviewFact
  | LinkProfileFact
  | WebGraphAuthorityFact
  | PopularityFact
  | LinksToFact
  | BacklinkGapFact
  | SiteScoredFact
  | SiteHasIssueFact
  | PageScoredFact;

export interface Entity {
  /** Domain, keyword or URL, normalized. */
  id: string;
  /** `domain`, `keyword` or `page`. */
  kind: string;
  /** Name to show: a domain with its letters, where `id` has their `xn--` form. */
  label: string;
}

export interface Delta {
  /** Type of the statement that changed. */
  type: string;
  /** What it is about. */
  subject: Subject;
  /** Member that changed. */
  field: string;
  /** Value in the earlier answer; null where it was unknown. */
  previous: string | number | boolean | null;
  /** Value in this answer; null where it is unknown. */
  current: string | number | boolean | null;
  /** When the earlier value was noted, ISO 8601, UTC; what stays the same is noted anew once a day. */
  previous_observed_at: string;
}

export interface Coverage {
  /** Rows of the main list in this answer. */
  returned: number;
  /** Rows that there are in all; null where the source cannot tell. */
  total_available: number | null;
  /** True where there are, or may be, more rows than the answer shows. */
  truncated: boolean;
  /** Time of the oldest fact in the answer, ISO 8601, UTC; a total over many listings is as new as the newest of them. Null where unknown. */
  as_of: string | null;
  /** What the answer covers and what it does not, in a sentence. */
  scope_note: string | null;
}

export interface Resource {
  /** Address of the dataset, `oriel://dataset/<name>/<id>`. */
  uri: string;
  /** Name of the list, such as `ranked-keywords`. */
  name: string;
  /** What the rows are, in a sentence. */
  description: string;
  /** Media type in which the dataset can be read. */
  mime_type: string;
  /** Rows of the whole list; the fewest there are where the description says at least. */
  rows: number;
  /** When the dataset ends, ISO 8601, UTC. */
  expires_at: string;
}

export interface NextAction {
  /** Name of the tool. */
  tool: string;
  /** Its arguments. */
  args: { [name: string]: unknown };
  /** What it is good for, in a sentence. */
  use_when: string;
  /** Its price in credits. */
  credits: number;
}

export interface Warning {
  /** Stable code, such as `sample_data`, `no_data`, `partial_answer`, `unknown_field`. */
  code: string;
  /** The same in a sentence. */
  message: string;
}

export interface Run {
  /** The run, as the call named it. */
  id: string;
  /** Credits that the run has spent, this call included. */
  spent: number;
  /** Credits that the run may spend. */
  budget: number;
}

export interface Usage {
  /** Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log. */
  request_id: string;
  /** Name of the tool. */
  tool: string;
  /** Credits that this call cost; 0 for a replay. */
  credits_charged: number;
  /** Credits left after the call; null where no account called. */
  balance_after: number | null;
  /** True where all facts came from the shared cache. */
  cache_hit: boolean;
  /** True where this is the first answer given again: nothing was charged, and `request_id` is that of the call that was paid. */
  replayed: boolean;
  /** Always `test`: a test key called, and nothing was charged; absent of live calls. */
  mode?: "test";
  /** Credits that a live key would have paid; absent of live calls. */
  would_have_cost?: number;
  /** The run that the call named; absent where it named none. */
  run?: Run;
}

export interface InspectDomainInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
}

export interface InspectDomainSummaryMovement {
  /** Keywords for which it ranks, and did not in the listing before. */
  new: number | null;
  /** Keywords with a better position than in the listing before. */
  up: number | null;
  /** Keywords with a worse position than in the listing before. */
  down: number | null;
  /** Keywords for which it ranked in the listing before, and no longer does. */
  lost: number | null;
}

export interface InspectDomainSummary {
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Keywords with a position from 1 to 3; null where unknown. */
  top_3_keywords: number | null;
  /** Keywords with a position from 1 to 10; null where unknown. */
  top_10_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** What the same clicks would cost as ads, US dollars a month; null where unknown. */
  traffic_value_usd: number | null;
  /** Keywords that moved since the source looked before; null where it does not tell. */
  movement: InspectDomainSummaryMovement;
}

export interface OwnFigures {
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
}

export interface KeywordAt {
  /** Keyword, lower case, single spaces. */
  keyword: string;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level: "low" | "medium" | "high" | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing. */
  intent_basis?: "reported" | "words" | "listing";
  /** Best place of the target, from 1; of a row with basis `average` a rounded mean. */
  position: number | null;
  /** The page that ranks; null where only the site is known. */
  url: string | null;
  /** Visits a month: volume times the click rate of the place; null where the volume is unknown. */
  estimated_traffic: number | null;
  /** `observed`: the place was seen; `average`: the rounded mean that Search Console reports. */
  basis?: "observed" | "average";
  /** What Search Console counts, on a site of the caller; absent where the caller has brought nothing. */
  own?: OwnFigures;
}

export interface InspectDomainTopPage {
  /** Address of the page. */
  url: string;
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** What Search Console counts, on a site of the caller; absent where the caller has brought nothing. */
  own?: OwnFigures;
}

export interface ScopePeriod {
  /** First day, `YYYY-MM-DD`; null of an export that does not say. */
  from: string | null;
  /** Last day; null of an export that does not say. */
  to: string | null;
}

export interface ScopeFilter {
  /** `query`, `page` or what else is filtered by. */
  dimension: string;
  /** `equals`, `contains`, `excludes` or `matches`. */
  operator: "equals" | "contains" | "excludes" | "matches";
  /** What is compared with. */
  value: string;
}

export interface SiteScope {
  /** The property, as Search Console names it; the site where the export does not say. */
  property: string;
  /** First and last day; null where the export does not say. */
  period: ScopePeriod;
  /** `all`, or the names of the countries that the figures are of. */
  countries: "all" | string[];
  /** `all`, or the device. */
  device: string;
  /** `web`, `image`, `video`, `news`, `discover` or another kind of search. */
  search_type: string;
  /** Filters of the export: then its figures are of a part of the site. */
  filters: ScopeFilter[];
  /** `all`, or where the list was cut: `cut at 1,000`. */
  rows: string;
  /** `export` of a person, or `connection` to Search Console. */
  source: "export" | "connection";
}

export interface Brand {
  /** Queries of the export that name the site. */
  queries: number;
  /** Their clicks over the period. */
  clicks: number;
  /** Their impressions over the period. */
  impressions: number;
}

export interface ClickCurve {
  /** Mean position in Google Search, from 1, rounded. */
  position: number;
  /** Clicks for each impression at this position, 0-1. */
  ctr: number;
  /** Queries behind the figure. */
  queries: number;
  /** Impressions behind the figure. */
  impressions: number;
}

export interface NextCall {
  /** Name of the tool. */
  tool: "inspect_serp" | "inspect_keyword" | "audit_site";
  /** Its arguments. */
  args: { [name: string]: unknown };
}

export interface InspectDomainOwnOpportunitiesBest {
  /** `striking_distance`: just below the first places; `low_ctr`: fewer clicks than its position gives; `cannibalisation`: two pages share a query; `decay`, `growth`: clicks changed between two periods. */
  kind: "striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch";
  /** All that can be done, what is worth most first; the estimate is of that one alone. */
  levers?: ("striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch")[];
  /** The query; null where the opportunity is about a page. */
  query: string | null;
  /** The page; null where the export does not name it. */
  page: string | null;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** What was seen, in a sentence. */
  seen: string;
  /** Clicks that it might bring over a period of this length; null where that cannot be estimated. */
  estimated_clicks: number | null;
  /** The same for a mean month; null where the period is not known. */
  estimated_clicks_per_month: number | null;
  /** How the estimate was computed. */
  computed: string;
  /** The call that looks closer, ready to send. */
  next_call: NextCall;
}

export interface InspectDomainOwnOpportunities {
  /** How many there are, by kind. */
  counts: { [name: string]: number };
  /** The three that might bring most. */
  best: InspectDomainOwnOpportunitiesBest[];
}

export interface InspectDomainOwn {
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** The table that the totals are from; that of queries leaves out rare ones. */
  counted_from: "dates" | "countries" | "devices" | "pages" | "queries";
  /** Queries that the export holds. */
  queries: number;
  /** Pages that the export holds. */
  pages: number;
  /** What the figures are of. */
  scope: SiteScope;
  /** Queries that name the site; they are in no opportunity and not in the curve. */
  brand: Brand;
  /** Clicks for each impression at each position, of this site without its brand queries, and how many queries stand behind it. */
  click_curve: ClickCurve[];
  /** Things to do next; all of them are in the dataset `search-opportunities`. */
  opportunities: InspectDomainOwnOpportunities;
}

export interface InspectDomainLikelyCompetitor {
  /** Domain of the competitor. */
  competitor: string;
  /** Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for. */
  shared_keywords: number;
  /** Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell. */
  shared_keywords_basis?: "exact" | "estimate";
  /** How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases. */
  shared_keywords_margin?: number;
  /** Mean place of the competitor on the shared keywords, from 1; null where unknown. */
  avg_position: number | null;
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** 0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown. */
  relevance: number | null;
  /** True for encyclopedias, social networks and marketplaces, which compete with everyone. */
  is_giant: boolean;
}

export interface InspectDomainIntentMix {
  /** Share 0-1 of keywords that look for an answer. */
  informational: number | null;
  /** Share 0-1 of keywords that look for a certain site. */
  navigational: number | null;
  /** Share 0-1 of keywords that compare before buying. */
  commercial: number | null;
  /** Share 0-1 of keywords that mean to act or buy. */
  transactional: number | null;
  /** Share 0-1 of keywords whose intent is not known. */
  unknown: number | null;
}

export interface WebGraphPlace {
  /** Release of the graph. */
  release: string;
  /** Place by harmonic centrality. */
  position: number;
  /** Domains that link to it; null where not known. */
  referring_domains: number | null;
}

export interface WebGraphAuthority {
  /** Place by harmonic centrality, from 1, the most central. */
  position: number;
  /** Domains in the whole graph; null where not known. */
  of: number | null;
  /** Percent of these that stand behind it; null where not known. */
  percentile: number | null;
  /** Harmonic centrality, as the release gives it. */
  harmonic: number;
  /** Place by PageRank, from 1. */
  pagerank_position: number;
  /** Domains that link to it in the graph; null where only ranks are loaded. */
  referring_domains: number | null;
  /** Domains it links to; null where only ranks are loaded. 0 proves nothing: it may never have been crawled. */
  linked_domains: number | null;
  /** Hosts of the domain that were seen. */
  hosts: number;
  /** Release of the graph. */
  release: string;
  /** Month of its last crawl. */
  crawled_until: string;
  /** The same in releases before, newest first, as far as they are loaded and have the domain. */
  trend: WebGraphPlace[];
}

export interface InspectDomainAuthority {
  /** Authority of the domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** Largest `domain_rank` of the source, such as 1000; null where unknown. */
  rank_scale: number | null;
  /** Linking hosts; null where unknown. From an import, hosts whose links are lost count too. */
  referring_domains: number | null;
  /** Links in all; null where unknown. From an import, lost links count too. */
  backlinks: number | null;
  /** Share 0-1 of the links that pass authority (no `nofollow`); null where unknown. */
  dofollow_share: number | null;
  /** How much the links look bought or generated, 0-100; null where unknown. */
  spam_score: number | null;
  /** Links to pages of the domain that do not work; null where unknown. */
  broken_backlinks: number | null;
  /** Its place in Common Crawl’s graph of links between domains, beside the link index and never mixed with it. A link there is any reference that a crawl saw: pages, images, scripts, redirects. */
  web_graph?: WebGraphAuthority;
}

export interface InspectDomainPopularity {
  /** `crux`: Chrome UX Report, by visits of Chrome users; `majestic`: Majestic Million, by referring subnets. */
  list: "crux" | "majestic";
  /** Country of the list, ISO 3166-1; null for the whole world. */
  country: string | null;
  /** The best 1,000, 5,000, 10,000 … of the list that it is among; null where the list has positions. */
  band: number | null;
  /** Position in the list; null where the list has bands. */
  position: number | null;
  /** Month of the list. */
  month: string;
}

export interface InspectDomainData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** Search language in which the answer holds, by its full name. */
  language: string;
  /** Totals of the domain in the market, from the stored index or the live provider; `provenance` says which. */
  summary: InspectDomainSummary;
  /** Ranked keywords: best traffic first, else most clicks and impressions; at most 10 of a domain, 25 of a page. */
  top_keywords: KeywordAt[];
  /** Best traffic first, at most 10. A keyword counts for each page that ranks for it and once for the site, so that pages may add up to more than `summary`. */
  top_pages: InspectDomainTopPage[];
  /** What Search Console counts of this site; only where the caller has brought its figures. */
  own?: InspectDomainOwn;
  /** Rivals, closest first, at most 8. */
  likely_competitors: InspectDomainLikelyCompetitor[];
  /** Ranked keywords by intent, as shares of 0-1 that add up to 1; null where unknown. */
  intent_mix: InspectDomainIntentMix;
  /** What is known of the links to it; absent where nothing is. Values of the link index are null where it was not asked. */
  authority?: InspectDomainAuthority;
  /** Its place in public lists of popular sites; absent where none has it. */
  popularity?: InspectDomainPopularity[];
}

export interface DiscoverCompetitorsInput {
  /** Such as example.com; a URL will do. */
  domain?: string;
  /** Keywords whose listings decide who competes. */
  seed_keywords?: string[];
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  /** Competitors wanted. */
  limit?: number;
}

export interface DiscoverCompetitorsCompetitor {
  /** Domain of the competitor. */
  competitor: string;
  /** Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for. */
  shared_keywords: number;
  /** Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell. */
  shared_keywords_basis?: "exact" | "estimate";
  /** How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases. */
  shared_keywords_margin?: number;
  /** Mean place of the competitor on the shared keywords, from 1; null where unknown. */
  avg_position: number | null;
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** 0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown. */
  relevance: number | null;
  /** True for encyclopedias, social networks and marketplaces, which compete with everyone. */
  is_giant: boolean;
  /** `links` where listings know no rival and these sites are linked by the same domains in the web graph; `shared_keywords` is 0 then. */
  basis?: "links";
  /** Referring domains that both have, of the best 1,000 of the domain; of rows by links. */
  shared_referrers?: number;
  /** Place of the domain in the web graph; of rows by links. */
  position?: number;
}

export interface DiscoverCompetitorsExcluded {
  /** Domain that was left out. */
  competitor: string;
  /** Why: `target` is the domain itself. */
  reason: string;
}

export interface DiscoverCompetitorsData {
  /** The domain asked about; null where only seed keywords were sent. */
  domain: string | null;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** Whether rivals of the domain or owners of the seed keywords are listed. */
  mode: "domain" | "seed_keywords";
  /** Rivals, closest first. */
  competitors: DiscoverCompetitorsCompetitor[];
  /** Domains left out, such as the domain itself. */
  excluded: DiscoverCompetitorsExcluded[];
}

export interface ResearchKeywordsInput {
  seed: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  /** ideas: same topic; suggestions: contain the seed; related: searched along with it. */
  mode?: "ideas" | "suggestions" | "related";
  /** Keywords wanted. */
  limit?: number;
  /** Least searches a month. */
  min_volume?: number;
  intent?: "informational" | "navigational" | "commercial" | "transactional";
}

export interface MonthVolume {
  /** The month, `YYYY-MM`. */
  month: string;
  /** Searches in that month; null where unknown. */
  volume: number | null;
}

export interface ResearchKeywordsKeywordOwn {
  /** The site of the caller. */
  domain: string;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
}

export interface ResearchKeywordsKeyword {
  /** Keyword, lower case, single spaces. */
  keyword: string;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level: "low" | "medium" | "high" | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing. */
  intent_basis?: "reported" | "words" | "listing";
  /** Searches by month: the newest months, oldest first; all twelve are in the dataset. */
  trend: MonthVolume[];
  /** Near-duplicates folded into this row. */
  variants: string[];
  /** What Search Console counts, on a site of the caller; absent where the caller has brought nothing. */
  own?: ResearchKeywordsKeywordOwn;
}

export interface ResearchKeywordsFilteredOut {
  /** Candidates with a smaller volume; null where unknown. */
  min_volume: number | null;
  /** Candidates of another intent; null where unknown. */
  intent: number | null;
}

export interface ResearchKeywordsData {
  /** The term that was expanded. */
  seed: string;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** How it was expanded, as asked. */
  mode: "ideas" | "suggestions" | "related";
  /** Keywords, most searched first. */
  keywords: ResearchKeywordsKeyword[];
  /** Candidates that each filter dropped; null where the source cannot tell. */
  filtered_out: ResearchKeywordsFilteredOut;
}

export interface CompareKeywordCoverageInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  /** Domains to compare with. */
  competitors: string[];
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  /** Rows wanted in each list. Left out: 50, the first 6 inline and all in a dataset. */
  limit?: number;
}

export interface CompareKeywordCoverageGapCompetitorPosition {
  /** Domain of the competitor. */
  competitor: string;
  /** Place among the organic results, from 1; null where not known. */
  position: number;
  /** Page of the competitor that ranks. */
  url: string;
}

export interface CompareKeywordCoverageGap {
  /** Keyword, lower case, single spaces. */
  keyword: string;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level: "low" | "medium" | "high" | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing. */
  intent_basis?: "reported" | "words" | "listing";
  /** Competitors that rank for the keyword, with their positions. */
  competitor_positions: CompareKeywordCoverageGapCompetitorPosition[];
}

export interface CompareKeywordCoverageLosing {
  /** Keyword, lower case, single spaces. */
  keyword: string;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level: "low" | "medium" | "high" | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing. */
  intent_basis?: "reported" | "words" | "listing";
  /** Position of the domain, from 1. */
  target_position: number;
  /** Page of the domain that ranks; null where only the site is known. */
  target_url: string | null;
  /** `observed`: the place was seen; `average`: the rounded mean that Search Console reports. */
  basis?: "observed" | "average";
  /** What Search Console counts, on a site of the caller; absent where the caller has brought nothing. */
  own?: OwnFigures;
  /** The competitor with the best position. */
  best_competitor: CompareKeywordCoverageGapCompetitorPosition;
}

export interface CompareKeywordCoverageIntentCluster {
  /** One of the four intents, or `unknown`. */
  intent: string;
  /** How many of these rows have the intent. */
  keywords: number;
  /** Searches a month: the sum of the volumes that are known; null where none is. */
  total_volume: number | null;
  /** Keywords of the cluster. */
  examples: string[];
}

export interface CompareKeywordCoverageData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** Domains compared with, each once, without the domain itself. */
  competitors: string[];
  /** Keywords for which a competitor ranks and the domain does not, most searched first. */
  gaps: CompareKeywordCoverageGap[];
  /** Keywords for which a competitor ranks above the domain, most searched first. */
  losing: CompareKeywordCoverageLosing[];
  /** Keywords for which a competitor ranks and none above the domain, most searched first. Each keyword is in one list. */
  strong: CompareKeywordCoverageLosing[];
  /** Keywords of `gaps` and `losing` by intent: the first rows of each, as many as `limit`, or 50. */
  intent_clusters: CompareKeywordCoverageIntentCluster[];
}

export interface InspectSerpInput {
  query: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  /** Organic results wanted. */
  depth?: number;
}

export interface OrganicResult {
  /** Place among the organic results, from 1; null where not known. */
  position: number;
  /** Place among all items of the listing, from 1; null where unknown. */
  rank_absolute: number | null;
  /** Host of the result, without `www.`. */
  domain: string;
  /** Address of the page. */
  url: string;
  /** Title as shown; null where there is none. */
  title: string | null;
  /** Text below the title as shown; null where there is none. */
  snippet: string | null;
}

export interface InspectSerpAiOverviewReference {
  /** Host of the page cited, without `www.`. */
  domain: string;
  /** Address of the page. */
  url: string;
  /** Title as shown; null where there is none. */
  title: string | null;
}

export interface InspectSerpAiOverview {
  /** Its text; null where it was not read. */
  text: string | null;
  /** Pages that it cites, in order. */
  references: InspectSerpAiOverviewReference[];
}

export interface InspectSerpPaid {
  /** Place among the ads, from 1. */
  position: number;
  /** Host of the advertiser, without `www.`. */
  domain: string;
  /** Address that the ad leads to; null where unknown. */
  url: string | null;
  /** Title as shown; null where there is none. */
  title: string | null;
}

export interface InspectSerpLocalPackRating {
  /** Mean rating on the scale of the listing, usually 1-5. */
  value: number | null;
  /** How many people rated it, as the listing says. */
  votes_count: number | null;
}

export interface InspectSerpLocalPack {
  /** Place in the box, from 1. */
  position: number;
  /** Name of the place. */
  title: string;
  /** Host of its site, without `www.`; null where it has none. */
  domain: string | null;
  /** Address of its site; null where it has none. */
  url: string | null;
  /** Its rating; null where it has none. */
  rating: InspectSerpLocalPackRating | null;
  /** True for an ad in the box. */
  is_paid: boolean;
}

export interface InspectSerpFeaturedSnippet {
  /** Host of the page it is taken from, without `www.`. */
  domain: string;
  /** The page it is taken from. */
  url: string;
  /** Title as shown; null where there is none. */
  title: string | null;
  /** Its text; null where it was not read. */
  text: string | null;
}

export interface InspectSerpData {
  /** The query asked about. */
  query: string;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** When the listing was seen, ISO 8601, UTC. */
  fetched_at: string;
  /** Organic results looked at; fewer may exist. */
  depth: number;
  /** Types of all items of the listing, as the source names them, such as `people_also_ask`. */
  item_types_present: string[];
  /** Organic results, in order, as many as `depth` where the listing has them. */
  organic: OrganicResult[];
  /** The AI overview of the listing; absent where there was none. */
  ai_overview?: InspectSerpAiOverview;
  /** Ads, in order. */
  paid: InspectSerpPaid[];
  /** Places of the map box, in order. */
  local_pack: InspectSerpLocalPack[];
  /** The answer above the first result; absent where there was none. */
  featured_snippet?: InspectSerpFeaturedSnippet;
  /** Questions that the listing shows. */
  people_also_ask: string[];
  /** Queries that the listing suggests. */
  related_searches: string[];
}

export interface InspectSearchVisibilityInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  keywords: string[];
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  /** Default desktop. */
  device?: "desktop" | "mobile";
  /** auto: index, then live for what it does not know, where the domain ranks for less than a fifth of the keywords there. newest: live, or index without a live source. */
  mode?: "auto" | "index" | "live" | "newest";
  /** Their best places beside, same price. */
  rivals?: string[];
  /** Adds the item types of each listing. */
  serp_features?: boolean;
}

export interface InspectSearchVisibilityPositionRival {
  /** Domain of the rival. */
  domain: string;
  /** Place among the organic results, from 1; null where not known. */
  position: number;
  /** Address of the page. */
  url: string;
}

export interface InspectSearchVisibilityPosition {
  /** The keyword as asked. */
  keyword: string;
  /** `ranked`; `not_in_top_n`: not among `checked_depth` results; `not_checked`: nothing is known of whether the domain ranks. */
  status: "ranked" | "not_in_top_n" | "not_checked";
  /** Best organic position of the domain and its subdomains, from 1; null where not ranked or not checked. */
  position: number | null;
  /** The page that ranks; null where not ranked or not known. */
  url: string | null;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Where the position is from; null where not checked. */
  source: "index" | "live" | null;
  /** Organic results looked at, the n of `not_in_top_n`; null where not checked. */
  checked_depth: number | null;
  /** When the position was seen, ISO 8601, UTC; null where not checked. */
  observed_at: string | null;
  /** Whether the AI overview of the listing refers to the domain; `none`: it has no overview; `not_checked`: its sources are not known. */
  ai_overview: "cited" | "not_cited" | "none" | "not_checked";
  /** The rivals that were asked about, in the same listing. */
  rivals?: InspectSearchVisibilityPositionRival[];
  /** Types of its items, such as `people_also_ask`. */
  serp_features?: string[] | null;
  /** `observed`: seen in a listing or by a tracker; `average`: the mean that Search Console reports, rounded. */
  basis?: "observed" | "average";
  /** The mean to one decimal, where `basis` is `average`. */
  average_position?: number | null;
  /** Countries that a mean position is of; absent where a place was seen. */
  market?: string;
  /** What Search Console counts, on a site of the caller; absent where the caller has brought nothing. */
  own?: OwnFigures;
}

export interface InspectSearchVisibilitySummary {
  /** Keywords asked about, one row each. */
  keywords_requested: number;
  /** Keywords whose listing is known or was fetched. */
  checked: number;
  /** Keywords for which the domain ranks. */
  ranked: number;
  /** Keywords with a position from 1 to 3. */
  top_3: number;
  /** Keywords with a position from 1 to 10. */
  top_10: number;
  /** Keywords with a position from 1 to 20. */
  top_20: number;
  /** Mean over the ranked keywords, to one decimal; null where none ranks. */
  avg_position: number | null;
  /** Keywords of which nothing can be said. */
  not_checked: number;
  /** Keywords whose AI overview refers to the domain. */
  ai_cited: number;
  /** Keywords whose AI overview was read: the whole of `ai_cited`. */
  ai_overviews: number;
  /** True where `auto` asked live listings for what the index did not know. */
  fell_back_to_live: boolean;
}

export interface InspectSearchVisibilityData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** When the newest listing in the answer was seen, ISO 8601, UTC. */
  fetched_at: string;
  /** What the listings were fetched for: `desktop` or `mobile`. */
  device?: "desktop" | "mobile";
  /** Mode as asked. */
  mode: "auto" | "index" | "live" | "newest";
  /** `live` where at least one listing was fetched. */
  mode_used: "index" | "live";
  /** One row for each keyword, in the order asked. */
  positions: InspectSearchVisibilityPosition[];
  /** Counts over the rows. */
  summary: InspectSearchVisibilitySummary;
}

export interface AuditSiteInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  /** Pages to audit. */
  max_pages?: number;
  /** These and the home page, not a sample. */
  urls?: string[];
  /** An audit_id of the last seven days: what is fixed? */
  recheck?: string;
}

export interface AuditSiteRecheck {
  /** Id of the check; /docs/checks explains each. */
  issue: string;
  /** Page that has, or had, the fault. */
  url: string;
  /** `fixed`: the page was read and no longer has it; `still`: it has; `gone`: the page is not there to have it; `new`: it did not have it before. */
  verdict: "fixed" | "still" | "gone" | "new";
}

export interface AuditSiteRecheckSummary {
  /** Faults that are mended. */
  fixed: number;
  /** Faults that are still there. */
  still: number;
  /** Faults whose page is no longer there. */
  gone: number;
  /** Faults that were not there before. */
  new: number;
}

export interface AuditSiteScoreBreakdown {
  /** Id of the check, or `base`. */
  issue: string;
  /** Points on a scale of 100; negative for what takes some away. */
  points: number;
}

export interface AuditSiteIssuesSummary {
  /** Findings of high severity. */
  high: number;
  /** Findings of medium severity. */
  medium: number;
  /** Findings of low severity. */
  low: number;
}

export interface AuditSiteAiCrawlers {
  /** Agents that read for answers with links, by product token. */
  search: { [name: string]: "allowed" | "partly" | "blocked" | "unknown" };
  /** Agents that read a page because a user asked, by product token. */
  user_fetch: { [name: string]: "allowed" | "partly" | "blocked" | "unknown" };
  /** Agents that read to train models, by product token. */
  training: { [name: string]: "allowed" | "partly" | "blocked" | "unknown" };
}

export interface AuditSiteContentSignal {
  /** Agents that the line is for. */
  agents: string[];
  /** What it says, by use, as written. */
  uses: { [name: string]: string };
}

export interface AuditSiteRecommendationOwn {
  /** Clicks of these pages over the period of `own`. */
  clicks: number;
  /** Times these pages were shown over the period of `own`. */
  impressions: number;
}

export interface AuditSiteRecommendation {
  /** Id of the check; /docs/checks explains each. */
  issue: string;
  /** How much it matters: `high`, `medium` or `low`. */
  severity: "high" | "medium" | "low";
  /** What to do, in a sentence. */
  action: string;
  /** Pages that have the fault. */
  affected_pages: number;
  /** One of them. */
  example_url: string;
  /** Points of 100 by which `onpage_score` would rise. */
  gain: number;
  /** Other issues that the same work ends; absent where there are none. */
  also_mends?: string[];
  /** True where the fault keeps the whole site out of search; else absent. */
  keeps_site_out_of_search?: boolean;
  /** What search brings to these pages, by the same figures. */
  own?: AuditSiteRecommendationOwn;
}

export interface AuditSiteIssueClusterEvidence {
  /** CSS selector of the element, or what was looked at. */
  selector: string;
  /** What stands there, shortened. */
  excerpt: string;
}

export interface AuditSiteIssueCluster {
  /** Id of the check; /docs/checks explains each. */
  issue: string;
  /** How much it matters: `high`, `medium` or `low`. */
  severity: "high" | "medium" | "low";
  /** What is wrong, in a few words. */
  title: string;
  /** Pages that have the fault. */
  affected_pages: number;
  /** One of the pages that have it. */
  sample_urls: string[];
  /** Where it was seen on that page. */
  evidence: AuditSiteIssueClusterEvidence;
  /** Path of the page that explains the check: what, why, threshold, remedy, source. */
  explained: string;
}

export interface AuditSiteOwn {
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
}

export interface AuditSiteOrphan {
  /** Address of the page. */
  url: string;
  /** Its clicks over the period of `own`. */
  clicks: number;
}

export interface AuditSitePage {
  /** Address of the page. */
  url: string;
  /** HTTP status; null where there was no answer. */
  status_code: number | null;
  /** Kind of the page, told from its address, markup and text. */
  page_class: "home" | "article" | "product" | "category" | "pricing" | "about" | "contact" | "legal" | "login" | "search" | "docs" | "media" | "error" | "other";
  /** Its title; null where it has none. */
  title: string | null;
  /** Words outside navigation, header and footer, as `thin_content` counts; null where nothing was read. */
  word_count: number | null;
  /** Score of the page, 0-100. */
  onpage_score: number;
  /** Ids of its five most severe issues. */
  issues: string[];
  /** Issues of the page, where there are more than `issues` lists. */
  issues_total?: number;
  /** Why it gave no answer; only where it gave none. */
  reason?: string;
}

export interface AuditSiteData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Names this audit to a later `recheck`, for seven days. */
  audit_id: string;
  /** Of a re-check: the state of each earlier fault, errors first, at most 25; the dataset `audit-recheck` has all. */
  recheck?: AuditSiteRecheck[];
  /** Of a re-check: verdicts by kind, of all faults. */
  recheck_summary?: AuditSiteRecheckSummary;
  /** What to know first, in one or two sentences; says so where no fault was found. */
  summary: string;
  /** Where the addresses are from: sitemaps, links, both, or the home page alone. */
  discovery_source: "robots_sitemap" | "default_sitemap" | "links" | "mixed" | "home_only";
  /** Addresses found: those audited, excluded and failed together. */
  pages_discovered: number;
  /** Pages that were read and judged, at most `max_pages`. */
  pages_audited: number;
  /** Addresses that were left out; `excluded_summary` says why. */
  pages_excluded: number;
  /** Addresses that gave no answer. */
  fetch_failures: number;
  /** True where pages seem to need scripts, which this audit does not run. */
  render_warning: boolean;
  /** Patterns of the addresses that were read, such as `/blog/{slug}`. */
  templates_sampled: string[];
  /** 0-100: the mean of the pages, times what faults of the whole site leave, times the share of addresses that work. */
  onpage_score: number;
  /** The same with the dead addresses left out, 0-100. */
  working_pages_score: number;
  /** Addresses on the site that gave no page, visited or referred to; each once. */
  dead_addresses: number;
  /** How the score comes about: begins with `base`, and the points add up to `onpage_score`. */
  score_breakdown: AuditSiteScoreBreakdown[];
  /** Findings by severity. */
  issues_summary: AuditSiteIssuesSummary;
  /** Addresses left out, by reason: `noindex`, `redirected`, `non_html`, `robots_disallowed`, `canonicalised`, `duplicate`, `off_site`, `unsafe_address`, `auth_gate`, `http_error`, `over_budget`. */
  excluded_summary: { [name: string]: number };
  /** Audited pages by kind. */
  page_class_summary: { [name: string]: number };
  /** The page with the lowest score; null where no page lost a point. */
  worst_page: string | null;
  /** What robots.txt lets each known AI agent read of the pages looked at, by what it reads for. */
  ai_crawlers: AuditSiteAiCrawlers;
  /** Content-Signal and Content-Usage lines of robots.txt, at most five. */
  content_signals: AuditSiteContentSignal[];
  /** What to do, at most six: first what keeps the site out of search, then what loses pages that have clicks, then in order of `gain`. */
  recommendations: AuditSiteRecommendation[];
  /** The four most severe issues; all are in the dataset `audit-issues`. */
  issue_clusters: AuditSiteIssueCluster[];
  /** What search brought to the site by the account’s own figures; absent without any. */
  own?: AuditSiteOwn;
  /** Pages with clicks that no link leads to, most clicks first, at most ten; absent where pages of the site were left unread. */
  orphans?: AuditSiteOrphan[];
  /** Audited pages in the order they were read, then up to ten addresses that do not work. */
  pages: AuditSitePage[];
  /** What `pages` lists, in a sentence. */
  pages_note: string;
}

export interface InspectKeywordInput {
  keyword: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
}

export interface InspectKeywordOwn {
  /** The site of the caller. */
  domain: string;
  /** Countries that the figures are of; `all countries` whatever market was asked about. */
  market: string;
  /** Its page with the most clicks, where the export tells; else null. */
  page: string | null;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** Impressions scaled to a mean month: a floor of demand, never a search volume. Null where the period is not known. */
  impressions_per_month: number | null;
}

export interface InspectKeywordData {
  /** The keyword asked about, lower case, single spaces. */
  keyword: string;
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** Cost per click of search ads in US dollars; null where unknown. */
  cpc_usd: number | null;
  /** Competition among advertisers; null where unknown. */
  competition_level: "low" | "medium" | "high" | null;
  /** How hard it is to rank, 0-100 as the source rates it; null where unknown. */
  difficulty: number | null;
  /** What most searchers are after; null where unknown. */
  intent: "informational" | "navigational" | "commercial" | "transactional" | null;
  /** How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing. */
  intent_basis?: "reported" | "words" | "listing";
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** The same in releases before, newest first, as far as they are loaded and have the domain. */
  trend: MonthVolume[];
  /** First results of the newest known listing, at most 10. */
  serp_top: OrganicResult[];
  /** What Search Console counts for the keyword on each site of the caller; only where it does. */
  own?: InspectKeywordOwn[];
  /** Types of its items, such as `people_also_ask`. */
  serp_features: string[];
}

export interface InspectPageInput {
  /** Whole http(s) URL of the page. */
  url: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
}

export interface InspectPageOwn {
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** Countries that the figures are of; `all countries` whatever market was asked about. */
  market: string;
}

export interface InspectPageData {
  /** The page asked about, normalized. */
  url: string;
  /** Keywords for which it ranks in all; null where unknown. */
  organic_keywords: number | null;
  /** Visits a month, estimated from volume and position; null where unknown. */
  estimated_organic_traffic_per_month: number | null;
  /** Location in which the answer holds, by its full name. */
  location: string;
  /** Ranked keywords: best traffic first, else most clicks and impressions; at most 10 of a domain, 25 of a page. */
  top_keywords: KeywordAt[];
  /** What Search Console counts of this page; only where the caller has brought its figures. */
  own?: InspectPageOwn;
}

export interface InspectSearchPerformanceInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  from?: string;
  to?: string;
  /** `previous_period`, `previous_year` or `2026-08-01..2026-08-31`. */
  compare?: string;
  /** query, page, country, device, folder, brand, date, week, month; with commas. */
  dimensions?: string;
  /** `query:contains:shoes;…`; equals, notEquals, contains, notContains, startsWith. */
  filter?: string;
  search_type?: "web" | "image" | "video" | "news" | "discover" | "googleNews";
  sort?: "clicks" | "impressions" | "ctr" | "position" | "clicks_change" | "key" | "-clicks_change";
  property?: string;
  /** Rows. */
  limit?: number;
}

export interface ComparedPeriod {
  /** Its first day. */
  from: string;
  /** Its last day. */
  to: string;
}

export interface SearchTotals {
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
}

export interface WithheldCounts {
  /** Clicks. */
  clicks: number;
  /** Impressions; null where rows are of pages, which count a listing of two pages twice. */
  impressions: number | null;
}

export interface InspectSearchPerformancePeriod {
  /** The property that answers, as Google names it. */
  property: string;
  /** First day, `YYYY-MM-DD`. */
  from: string | null;
  /** Last day, `YYYY-MM-DD`. */
  to: string | null;
  /** The other period; null where none was asked for. */
  compared_with: ComparedPeriod | null;
  /** Google's own totals of the property in the period. */
  totals: SearchTotals;
  /** The same in the other period; null where none was asked for. */
  totals_before: SearchTotals | null;
  /** Part of the totals that is in no row, as of queries too rare to be told; null where rows are filtered, or not all here. */
  withheld: WithheldCounts | null;
  /** What to know of the answer, in sentences. */
  notes: string[];
}

export interface InspectSearchPerformanceIndexStatus {
  /** Pages that were looked at. */
  inspected: number;
  /** How many there are of each verdict of Google. */
  by_verdict: { [name: string]: number };
  /** Pages that Google does not have, and that declare no other address. */
  not_indexed: number;
  /** Pages that Google has under another address than they declare. */
  canonical_mismatch: number;
  /** When the last one was looked at, ISO 8601, UTC. */
  last_inspected_at: string | null;
}

export interface InspectSearchPerformanceData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Whether the account has connected the site to Search Console. */
  connected: boolean;
  /** Where a person connects it; null where it is connected. */
  connect_at: string | null;
  /** What the rows are of; null of a site that is not connected. */
  period: InspectSearchPerformancePeriod | null;
  /** The rows, in the order asked for: the dimensions and what was counted. */
  rows: { [name: string]: unknown }[];
  /** What URL Inspection says of the pages that matter; null before the first were looked at. */
  index_status: InspectSearchPerformanceIndexStatus | null;
  /** Pages with a problem that had the most clicks; all pages are in the dataset `index-status`. */
  index_problems: { [name: string]: unknown }[];
}

export interface ExplainChangeInputScope {
  folder?: string;
  page?: string;
  query?: string;
  country?: string;
  device?: string;
}

export interface ExplainChangeInput {
  /** Such as example.com; a URL will do. */
  site: string;
  from?: string;
  to?: string;
  compare_from?: string;
  compare_to?: string;
  /** One of `folder` (`/blog/`), `page`, `query`, `country` (`de`), `device`. */
  scope?: ExplainChangeInputScope;
}

export interface ExplainChangePeriod {
  /** First day, `YYYY-MM-DD`. */
  from: string | null;
  /** Last day, `YYYY-MM-DD`. */
  to: string | null;
}

export interface ExplainChangeClicks {
  /** Clicks of the period that is compared with. */
  before: number;
  /** Clicks of the period that is explained. */
  after: number;
  /** The difference, to which the parts add up. */
  change: number;
}

export interface ExplainChangePartCarriedBy {
  /** The query; null of a whole page, or of rare queries together. */
  query: string | null;
  /** The page; null of a whole query, or of rare pages together. */
  page: string | null;
  /** Its clicks of the part. */
  clicks: number;
}

export interface ExplainChangePartEvidence {
  /** `index_status`, `recorded_change`, `search_update`, `listing`, `country_shift` or `device_shift`. */
  kind: string;
  /** In a sentence. */
  text: string;
}

export interface ExplainChangePart {
  /** `demand`: how often its queries are shown; `season`: what that did a year before; `mix`: which pages are shown; `position`; `click_rate` at equal position; `gone` and `new`: pages and queries of one period; `withheld`: in no row. */
  name: "demand" | "season" | "mix" | "position" | "click_rate" | "gone" | "new" | "withheld";
  /** Whole clicks that this part adds or takes. */
  clicks: number;
  /** Lower end of the interval of 95 in 100. */
  low: number;
  /** Its upper end. */
  high: number;
  /** `seen` where the interval leaves out zero, else `cannot_tell`. */
  verdict: "seen" | "cannot_tell";
  /** Queries and pages that carry most of it; the dataset has all. */
  carried_by: ExplainChangePartCarriedBy[];
  /** What happened beside it, which need not be its cause. */
  evidence: ExplainChangePartEvidence[];
}

export interface ExplainChangeData {
  /** The site. */
  site: string;
  /** Where its owner connects it; null where two periods of it are known. */
  connect_at: string | null;
  /** The period that is explained; null where none is known. */
  period: ExplainChangePeriod | null;
  /** The period that it is compared with. */
  compared_with: ScopePeriod | null;
  /** `rows` of queries and pages, `uploads` of queries alone, or `day_totals` where older rows are not kept by these days. */
  explained_by: "rows" | "uploads" | "day_totals" | null;
  /** Of both periods; null where none are known. */
  clicks: ExplainChangeClicks | null;
  /** Demand, season, mix, position, click rate, gone, new and withheld, in this order. */
  parts: ExplainChangePart[];
  /** What to know of the answer, in sentences. */
  notes: string[];
  /** How the parts are computed, and what they do not say. */
  method: string;
}

export interface ExportDatasetInputWhere {
  field: string;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "in";
  value: string | number | boolean | null | (string | number | boolean | null)[];
}

export interface ExportDatasetInput {
  /** Of a `resources` entry. */
  uri: string;
  /** All that fit by default. */
  limit?: number;
  /** A `next_cursor`. */
  cursor?: string;
  /** Rows to skip. */
  offset?: number;
  /** All by default. */
  fields?: string[];
  /** All must hold; `in` takes a list. */
  where?: ExportDatasetInputWhere[];
  /** `-column` descends. */
  sort?: string[];
  format?: "csv" | "ndjson";
}

export interface ExportDatasetData {
  /** The dataset asked for. */
  uri: string;
  /** Rows of the list that the resource named, as selected. */
  items: { [name: string]: unknown }[];
  /** False for a dataset that has expired, never was or is not yours. */
  available: boolean;
  /** What to know of it, such as why it is not available; absent where there is nothing. */
  note?: string;
  /** Downloads all selected rows, beyond `limit` too, without a credential, for an hour. */
  download_url?: string;
  /** Send it as `cursor` for the next rows; null at the end. */
  next_cursor?: string;
}

export interface InspectBacklinksInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  view?: "summary" | "referring_domains" | "anchors" | "backlinks";
  /** Rows wanted; summary shows 10. */
  limit?: number;
}

export interface InspectBacklinksProfile {
  /** Links in all; null where unknown. From an import, lost links count too. */
  backlinks: number | null;
  /** Linking hosts; null where unknown. From an import, hosts whose links are lost count too. */
  referring_domains: number | null;
  /** Linking registrable domains; null where unknown. */
  referring_main_domains: number | null;
  /** Share 0-1 of the links that pass authority (no `nofollow`); null where unknown. */
  dofollow_share: number | null;
  /** Links to pages of the domain that do not work; null where unknown. */
  broken_backlinks: number | null;
}

export interface InspectBacklinksAuthority {
  /** Authority of the domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** Largest `domain_rank` of the source, such as 1000; null where unknown. */
  rank_scale: number | null;
  /** How much the links look bought or generated, 0-100; null where unknown. */
  spam_score: number | null;
  /** Its place in Common Crawl’s graph of links between domains, beside the link index and never mixed with it. A link there is any reference that a crawl saw: pages, images, scripts, redirects. */
  web_graph?: WebGraphAuthority;
}

export interface InspectBacklinksReferringDomain {
  /** The linking domain. */
  domain: string;
  /** Authority of the domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** Its links to the domain; null where unknown. */
  backlinks: number | null;
  /** How much the links look bought or generated, 0-100; null where unknown. */
  spam_score: number | null;
  /** When the first of the links was seen, ISO 8601; null where unknown. */
  first_seen: string | null;
  /** True where every link of it is gone. Lost links are no prospects and close no gap. */
  lost: boolean;
  /** Place of the linking domain in the web graph; where the list is from there. */
  position?: number;
  /** Hosts of the linking domain that the web graph has seen; where the list is from there. */
  hosts?: number;
  /** Of two releases of the web graph without a crawl in common, the first that has the link; of the best fifty rows. */
  first_release?: string;
}

export interface InspectBacklinksChangesNew {
  /** The linking domain. */
  domain: string;
  /** Its place in the newest release. */
  position: number;
}

export interface InspectBacklinksChangesNotSeen {
  /** The linking domain. */
  domain: string;
  /** Its place in the older release. */
  position: number;
}

export interface InspectBacklinksChanges {
  /** The older release. */
  against: string;
  /** Month of its last crawl. */
  crawled_until: string;
  /** In the newest release only. */
  new: InspectBacklinksChangesNew[];
  /** In the older release only: gone, or not crawled. */
  not_seen: InspectBacklinksChangesNotSeen[];
}

export interface InspectBacklinksAnchor {
  /** Text of the link; null where unknown. */
  anchor: string;
  /** Links in all; null where unknown. From an import, lost links count too. */
  backlinks: number | null;
  /** Linking hosts; null where unknown. From an import, hosts whose links are lost count too. */
  referring_domains: number | null;
}

export interface InspectBacklinksBacklink {
  /** Page that links. */
  url_from: string;
  /** Page that is linked. */
  url_to: string;
  /** Text of the link; null where unknown. */
  anchor: string | null;
  /** True where the link passes authority; null where unknown. */
  dofollow: boolean | null;
  /** When the first of the links was seen, ISO 8601; null where unknown. */
  first_seen: string | null;
  /** When the link was last seen, ISO 8601; null where unknown. */
  last_seen: string | null;
}

export interface InspectBacklinksData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** What is listed, as asked. */
  view: "summary" | "referring_domains" | "anchors" | "backlinks";
  /** Totals of all links to the domain and its subdomains; null where unknown. A live source counts links that are there; an import counts every link that its file names, lost ones too. */
  profile: InspectBacklinksProfile;
  /** How much the links weigh, as the source rates it. */
  authority: InspectBacklinksAuthority;
  /** Linking domains, best rank first. */
  referring_domains: InspectBacklinksReferringDomain[];
  /** How the best fifty referring domains differ from those of an older release of the web graph that shares no crawl with the newest; absent where none is loaded. */
  changes?: InspectBacklinksChanges;
  /** Texts of the links, most used first. */
  anchors: InspectBacklinksAnchor[];
  /** Single links, best first. */
  backlinks: InspectBacklinksBacklink[];
}

export interface CompareBacklinkGapInput {
  /** Such as example.com; a URL will do. */
  domain: string;
  /** Domains to compare with. */
  competitors: string[];
  /** Referring domains wanted. */
  limit?: number;
  /** Leaves out sites with a higher spam score. */
  max_spam_score?: number;
}

export interface CompareBacklinkGapGapLink {
  /** Domain of the competitor. */
  competitor: string;
  /** Its links to this competitor; null where unknown. */
  backlinks: number | null;
  /** When the first of the links was seen, ISO 8601; null where unknown. */
  first_seen: string | null;
}

export interface CompareBacklinkGapGap {
  /** The linking domain. */
  referring_domain: string;
  /** Place of the linking domain in the web graph; where the row is from there. */
  position?: number;
  /** Authority of the domain, 0 to the rank scale of the source; null where unknown. */
  domain_rank: number | null;
  /** How much the links look bought or generated, 0-100; null where unknown. */
  spam_score: number | null;
  /** How many of the competitors it links to. */
  competitors_linked: number;
  /** Its links to each of them. */
  links: CompareBacklinkGapGapLink[];
}

export interface CompareBacklinkGapFiltered {
  /** Linking domains above `max_spam_score`; null where the source cannot tell. */
  spam: number | null;
  /** Linking domains that link to the domain as well; null where the source cannot tell. */
  links_to_target: number | null;
}

export interface CompareBacklinkGapData {
  /** The domain asked about, normalized: lower case, punycode, without `www.`. */
  domain: string;
  /** Domains compared with, each once. */
  competitors: string[];
  /** Domains that link to competitors and not to the domain, best rank first. */
  gaps: CompareBacklinkGapGap[];
  /** How many were left out, and why. */
  filtered: CompareBacklinkGapFiltered;
}

export interface GetCapabilitiesDataTool {
  /** Name of the tool. */
  name: string;
  /** Family of the tool. */
  family: string;
  /** Its title. */
  title: string;
  /** What the caller learns, in a sentence. */
  summary: string;
  /** HTTP method. */
  method: "POST";
  /** Path of the tool. */
  path: string;
  /** Price of a call in credits. */
  credits: number;
  /** Whether the account may call it. */
  enabled: boolean;
  /** Feature that the account must have; null for none. */
  requires: string | null;
  /** JSON Schema of the request body. */
  input_schema: { [name: string]: unknown };
  /** A request body that answers with data on a fresh machine. */
  example: { [name: string]: unknown };
  /** Where its facts can come from. */
  source_classes: string[];
}

export interface GetCapabilitiesDataSourceStability {
  /** Least age in days. */
  days_from: number;
  /** The age in days that the group ends before; null for no end. */
  days_to: number | null;
  /** Places that were compared. */
  places: number;
  /** Share 0-1 of them that stood within one position of where they were. */
  within_one_position: number;
}

export interface GetCapabilitiesDataSourceList {
  /** ranks, links of named sites, or a whole graph; crux or majestic. */
  kind: string;
  /** Release, country and month, or day. */
  name: string;
  /** Domains that are loaded. */
  domains: number;
  /** Domains in the whole graph; null where the list does not say. */
  of: number | null;
}

export interface GetCapabilitiesDataSource {
  /** Class of the source, as in `provenance`. */
  source_class: string;
  /** Whether the source can answer here. */
  status: "available" | "unavailable";
  /** Confidence of its facts, 0-1, where it is not measured. */
  typical_confidence: number;
  /** Of the stored index: how well places hold, by their age when a live listing replaced them; ages without a comparison are left out. */
  stability?: GetCapabilitiesDataSourceStability[];
  /** Of the web graph and popularity lists: what is loaded here. */
  lists?: GetCapabilitiesDataSourceList[];
}

export interface GetCapabilitiesDataDefaults {
  /** Its location. */
  location: string;
  /** Its search language. */
  language: string;
}

export interface GetCapabilitiesDataMarkets {
  /** Countries: ISO 3166-1 code to name. */
  locations: { [name: string]: string };
  /** Search languages: code to name. */
  languages: { [name: string]: string };
}

export interface GetCapabilitiesDataLimitsRate {
  /** Calls a minute. */
  minute: number;
  /** Calls an hour. */
  hour: number;
  /** Calls a day. */
  day: number;
}

export interface GetCapabilitiesDataLimits {
  /** Calls allowed in each window. */
  rate: GetCapabilitiesDataLimitsRate;
  /** Paid calls that may run at the same time. */
  concurrent_calls: number;
  /** Largest request body, bytes. */
  body_bytes: number;
  /** How long a dataset can be read, days. */
  dataset_days: number;
}

export interface GetCapabilitiesDataAuth {
  /** Ways to authenticate. */
  schemes: string[];
  /** Header that carries the credential. */
  header: string;
  /** What every API key begins with. */
  key_prefix: string;
  /** Metadata of the sign-in for agents (RFC 8414). */
  authorization_server: string;
}

export interface GetCapabilitiesDataMcp {
  /** Address of the MCP endpoint. */
  url: string;
  /** Its transport. */
  transport: string;
}

export interface GetCapabilitiesDataDocs {
  /** Address of the OpenAPI document. */
  openapi: string;
  /** Address of the guide for language models. */
  llms_txt: string;
  /** Address of the reference for people. */
  reference: string;
}

export interface GetCapabilitiesData {
  /** Version of the API; part of every path. */
  version: string;
  /** The tools that this caller may call. */
  tools: GetCapabilitiesDataTool[];
  /** Price of a call in credits, by tool. */
  credit_cost: { [name: string]: number };
  /** Where facts can come from, and whether they can now. */
  sources: GetCapabilitiesDataSource[];
  /** Market of a request that names none. */
  defaults: GetCapabilitiesDataDefaults;
  /** What `location` and `language` may name; places within a country are accepted beside these. */
  markets: GetCapabilitiesDataMarkets;
  /** Limits of the account, or of every new one. */
  limits: GetCapabilitiesDataLimits;
  /** How to authenticate. */
  auth: GetCapabilitiesDataAuth;
  /** Where agents connect. */
  mcp: GetCapabilitiesDataMcp;
  /** Where the reference is. */
  docs: GetCapabilitiesDataDocs;
}

export interface GetCapabilitiesFact {
  /** What is stated. */
  type: string;
  /** Whom the statement is about, in the order that its type reads. */
  subject: Subject[];
  /** Where the statement comes from. */
  provenance: Provenance;
}

export interface GetCreditsAnswer {
  /** Credits that the account can spend; those held by running calls are taken off. */
  balance: number;
}

export interface PreviousKey {
  /** First characters of the key, to tell keys apart. */
  prefix: string;
  /** When it ends, ISO 8601, UTC. */
  ends_at: string;
}

export interface RateLimits {
  /** Tool calls a minute. */
  minute: number;
  /** Tool calls an hour. */
  hour: number;
  /** Tool calls a day. */
  day: number;
}

export interface ApiCredential {
  /** Id of the key, `cred_…`; not the key itself. */
  id: string;
  /** The account, `acct_…`. */
  account_id: string;
  /** What the key is for, as its maker wrote. */
  name: string;
  /** First characters of the key, to tell keys apart. */
  prefix: string;
  /** A `test` key answers from the sample market and spends nothing. */
  mode: "live" | "test";
  /** False once it was revoked or has expired, or the key that made it has. */
  is_active: boolean;
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** The session or key that made it, or the person (`mem_…`) who did, where that is not who opened the account; null where an operator did. */
  created_by: string | null;
  /** The key that made it, with which it ends and shares its limit; null for a key of its own. */
  parent_id: string | null;
  /** True where it may make keys although it has limits. */
  may_create_keys: boolean;
  /** When it last called, ISO 8601, UTC, noted at intervals; null where it never did. */
  last_used_at: string | null;
  /** When it ends, ISO 8601, UTC; null for never. */
  expires_at: string | null;
  /** The key before the last rotation, while it still works; else null. */
  previous_key: PreviousKey | null;
  /** Credits that may be spent a calendar month (UTC); null for no limit. */
  spend_limit: number | null;
  /** Credits counted against the limit this month, those of running calls included; null without a limit. */
  spent_this_month: number | null;
  /** Tools that the key may call; null for all. */
  tools: string[] | null;
  /** Tool calls it may make, beside the limits of the account; null for no limits of its own. */
  rate_limits: RateLimits | null;
}

export interface RateLimitsInput {
  minute: number;
  hour: number;
  day: number;
}

export interface CreateApiCredentialInput {
  /** What the key is for. */
  name: string;
  /** A `test` key, `or_test_…`, answers from the sample market and spends nothing. */
  mode?: "live" | "test";
  expires_at?: string | null;
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  /** Lets a key with limits make keys for its workers. Set by a signed-in person only. */
  may_create_keys?: boolean;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
}

export interface CreateApiCredentialAnswer {
  /** The key itself, `or_…`, shown this once; null in a replay of the call. */
  key: string | null;
  /** The record of the key. */
  api_credential: ApiCredential;
}

export interface ChangeApiCredentialInput {
  name?: string;
  expires_at?: string | null;
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
  may_create_keys?: boolean;
  /** Ends the key before the last rotation at once. */
  end_previous_key?: true;
}

export interface RotateApiCredentialInput {
  /** Hours for which the old key still works; 0 ends it with this call. */
  overlap_hours?: number;
}

export interface RotateApiCredentialApiCredential {
  /** Id of the key, `cred_…`; the same as before. */
  id: string;
  /** The account, `acct_…`. */
  account_id: string;
  /** What the key is for, as its maker wrote. */
  name: string;
  /** First characters of the key, to tell keys apart. */
  prefix: string;
  /** A `test` key answers from the sample market and spends nothing. */
  mode: "live" | "test";
  /** False once it was revoked or has expired, or the key that made it has. */
  is_active: boolean;
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** The session or key that made it, or the person (`mem_…`) who did, where that is not who opened the account; null where an operator did. */
  created_by: string | null;
  /** The key that made it, with which it ends and shares its limit; null for a key of its own. */
  parent_id: string | null;
  /** True where it may make keys although it has limits. */
  may_create_keys: boolean;
  /** When it last called, ISO 8601, UTC, noted at intervals; null where it never did. */
  last_used_at: string | null;
  /** When it ends, ISO 8601, UTC; null for never. */
  expires_at: string | null;
  /** The key before the last rotation, while it still works; else null. */
  previous_key: PreviousKey | null;
  /** Credits that may be spent a calendar month (UTC); null for no limit. */
  spend_limit: number | null;
  /** Credits counted against the limit this month, those of running calls included; null without a limit. */
  spent_this_month: number | null;
  /** Tools that the key may call; null for all. */
  tools: string[] | null;
  /** Tool calls it may make, beside the limits of the account; null for no limits of its own. */
  rate_limits: RateLimits | null;
}

export interface RotateApiCredentialAnswer {
  /** The new key, `or_…`, shown this once; null in a replay of the call. */
  key: string | null;
  /** The record of the key. */
  api_credential: RotateApiCredentialApiCredential;
}

export interface RevokeApiCredentialInput {
  with_children?: boolean;
}

export interface ListUsageRow {
  /** Id of the record. */
  id: string;
  /** The account, `acct_…`. */
  account_id: string;
  /** The key, session or connection that called, or the tracker that was due. */
  credential_id: string;
  /** How the caller signed in; `schedule` for a tracker that was due. */
  auth_source: "api_key" | "session" | "oauth" | "schedule";
  /** Path that was called, ids and names in it in braces; `/mcp` for a call of an agent. */
  endpoint: string;
  /** HTTP method. */
  method: string;
  /** Name of the tool; null for other endpoints. */
  tool: string | null;
  /** Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log. */
  request_id: string;
  /** HTTP status of the answer. */
  status_code: number;
  /** From the request to the answer, milliseconds. */
  response_time_ms: number;
  /** Size of the request body, bytes. */
  request_bytes: number;
  /** Size of the answer, bytes. */
  response_bytes: number;
  /** What the call cost at the data provider, US dollars. */
  upstream_cost_usd: number;
  /** Credits charged; 0 where the call failed. */
  credits_charged: number;
  /** True where all facts came from the shared cache. */
  cache_hit: boolean;
  /** Code of the problem; null where the call was answered. */
  error_type: string | null;
  /** What was wrong, in a sentence; null where the call was answered. */
  error_message: string | null;
  /** The run that the call named; null where it named none. */
  run_id: string | null;
  /** `test` where a test key called; such calls are in no sum and no export. */
  mode: "live" | "test";
  /** Arguments of the tool as JSON, the first 200 characters; null where none were found good. */
  arguments: string | null;
  /** 1, or how many refused calls of one minute the record stands for. */
  calls: number;
  /** When the call was answered, ISO 8601, UTC. */
  created_at: string;
}

export interface SummarizeUsageResponseTimeMs {
  /** Half of the calls were answered within, milliseconds. */
  median: number;
  /** 95 of 100 calls were answered within, milliseconds. */
  p95: number;
}

export interface SummarizeUsageTool {
  /** Name of the tool. */
  tool: string;
  /** Tool calls, answered or not. */
  calls: number;
  /** Tool calls that ended with a problem; these are free. */
  failed: number;
  /** Credits charged. */
  credits_charged: number;
  /** Response times in milliseconds, within 5 %; null where there was no call. */
  response_time_ms: SummarizeUsageResponseTimeMs | null;
}

export interface SummarizeUsageCaller {
  /** How the caller signed in: `session` adds up all people of the dashboard; null for keys and agents beyond the first 150 of a month. */
  auth_source: "api_key" | "session" | "oauth" | "schedule" | null;
  /** The key, the connection or the tracker; null where the sums are those of several callers. */
  credential_id: string | null;
  /** Tool calls, answered or not. */
  calls: number;
  /** Tool calls that ended with a problem; these are free. */
  failed: number;
  /** Credits charged. */
  credits_charged: number;
}

export interface SummarizeUsageDayTool {
  /** Name of the tool. */
  tool: string;
  /** Tool calls, answered or not. */
  calls: number;
  /** Tool calls that ended with a problem; these are free. */
  failed: number;
  /** Credits charged. */
  credits_charged: number;
}

export interface SummarizeUsageDay {
  /** The day, `YYYY-MM-DD`, UTC. */
  day: string;
  /** Tool calls, answered or not. */
  calls: number;
  /** Tool calls that ended with a problem; these are free. */
  failed: number;
  /** Credits charged. */
  credits_charged: number;
  /** The same by tool, of this day. */
  tools: SummarizeUsageDayTool[];
}

export interface SummarizeUsageAnswer {
  /** First day that is counted, `YYYY-MM-DD`, UTC. */
  since: string;
  /** Last day that is counted, `YYYY-MM-DD`, UTC. */
  until: string;
  /** False while a long log is still being added up; ask again to go on. */
  complete: boolean;
  /** Tool calls, answered or not. */
  calls: number;
  /** Tool calls that ended with a problem; these are free. */
  failed: number;
  /** Credits charged. */
  credits_charged: number;
  /** Response times in milliseconds, within 5 %; null where there was no call. */
  response_time_ms: SummarizeUsageResponseTimeMs | null;
  /** The same by tool. */
  tools: SummarizeUsageTool[];
  /** The same by who called; those that cost most first. */
  callers: SummarizeUsageCaller[];
  /** The same by day, only days with calls. */
  days: SummarizeUsageDay[];
}

export interface GetCallAnswer {
  /** The account, `acct_…`. */
  account_id: string;
  /** The key, session or connection that called, or the tracker that was due. */
  credential_id: string;
  /** How the caller signed in; `schedule` for a tracker that was due. */
  auth_source: "api_key" | "session" | "oauth" | "schedule";
  /** Path that was called, ids and names in it in braces; `/mcp` for a call of an agent. */
  endpoint: string;
  /** HTTP method. */
  method: string;
  /** Name of the tool; null for other endpoints. */
  tool: string | null;
  /** Id of the call, the `X-Request-Id` of its answer. */
  request_id: string;
  /** HTTP status of the answer. */
  status_code: number;
  /** Credits charged; 0 unless it was answered for the first time. */
  credits_charged: number;
  /** True where all facts came from the shared cache. */
  cache_hit: boolean;
  /** Code of the problem; null where the call was answered. */
  error_type: string | null;
  /** What was wrong, in a sentence; null where the call was answered. */
  error_message: string | null;
  /** The run that the call named; null where it named none. */
  run_id: string | null;
  /** `test` where a test key called. */
  mode: "live" | "test";
  /** Arguments of the tool as JSON, the first 200 characters; null where none were found good, and for all but the first of the refused calls that share a record. */
  arguments: string | null;
  /** When the call began, ISO 8601, UTC. */
  created_at: string;
  /** `answered`; `refused` where you can mend what was wrong; `failed` on our side or upstream. */
  outcome: "answered" | "refused" | "failed";
}

export interface GetAnswerAnswer {
  /** Id of the call. */
  request_id: string;
  /** Name of the tool. */
  tool: string;
  /** When the call began, ISO 8601, UTC. */
  created_at: string;
  /** Arguments of the call as they were read. */
  arguments: { [name: string]: unknown };
  /** The answer as it was given. */
  answer: { [name: string]: unknown };
}

export interface ShareAnswerInput {
  /** Days until the link ends, 1-90, default 30. */
  days?: number;
}

export interface Share {
  /** Id of the share, `share_…`; it opens nothing. */
  id: string;
  /** Id of the call whose answer the link opens. */
  request_id: string;
  /** Name of the tool. */
  tool: string;
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** When the link ends, ISO 8601, UTC. */
  expires_at: string;
}

export interface ShareAnswerAnswer {
  /** The link, shown this once; null in a replay of the call. */
  url: string | null;
  /** The record of the link. */
  share: Share;
}

export interface WithdrawShareAnswer {
  /** Id of the share. */
  id: string;
  /** Always `withdrawn`. */
  status: "withdrawn";
}

export interface OpenSharedAnswerInput {
  /** What stands behind # in the link. */
  token: string;
}

export interface OpenSharedAnswerAnswer {
  /** Name of the tool. */
  tool: string;
  /** When the call began, ISO 8601, UTC. */
  created_at: string;
  /** When the link ends, ISO 8601, UTC. */
  expires_at: string;
  /** Arguments of the call as they were read. */
  arguments: { [name: string]: unknown };
  /** The answer as it was given, without its cost and its datasets. */
  answer: { [name: string]: unknown };
}

export interface RankKeywordInput {
  keyword: string;
  tags?: string[];
}

export interface CreateTrackerInputMarket {
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
  device?: "desktop" | "mobile";
}

export interface TrackerTimes {
  /** How often it asks: each `day`, `week` or `month`. */
  every: "day" | "week" | "month";
  /** Hour and minute on the clocks of the time zone, default `08:00`. */
  at?: string;
  /** Of a weekly tracker: on which day, default `monday`. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** Of a monthly tracker: on which day of the month, 1-28, default 1. */
  day?: number;
  /** IANA name such as `Europe/Berlin`, default `UTC`. Daylight saving is followed. */
  time_zone?: string;
}

export interface CreateTrackerInput {
  /** What the tracker is called, at most 80 characters. */
  name: string;
  /** `question` asks a tool, `rank` watches the places of a site. */
  kind?: "question" | "rank";
  /** Of a question: name of the tool. */
  tool?: "inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap";
  /** Of a question: what the tool is sent. */
  args?: { [name: string]: unknown };
  /** Of a rank tracker: the site, subdomains included. */
  site?: string;
  /** Of a rank tracker: its keywords, each with tags to filter by. */
  keywords?: RankKeywordInput[];
  /** Of a rank tracker: where and on what it looks. Each is checked, and paid for, by itself. */
  markets?: CreateTrackerInputMarket[];
  /** Of a rank tracker: sites whose places are kept beside, from the same listings. */
  rivals?: string[];
  /** When it is asked; left out, it is only kept. */
  schedule?: TrackerTimes;
  /** Credits that the tracker may spend a calendar month (UTC), at least the price of one call. Where they are used up it waits for the next month. */
  monthly_budget?: number;
}

export interface RankMarket {
  /** Name of the country or place. */
  location: string;
  /** Code of the language. */
  language: string;
  /** What the search is made on. */
  device: "desktop" | "mobile";
}

export interface WatchedRanks {
  /** The site whose places are watched. */
  site: string;
  /** How many keywords are watched. */
  keywords: number;
  /** Where and on what it looks; each is checked by itself. */
  markets: RankMarket[];
  /** Domains whose places are kept beside. */
  rivals: string[];
  /** Calls of one check, each at `price`. */
  calls: number;
}

export interface TrackerSchedule {
  /** How often it asks: each `day`, `week` or `month`. */
  every: "day" | "week" | "month";
  /** Hour and minute on the clocks of the time zone. */
  at: string;
  /** On which day of the week; null where it does not ask weekly. */
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
  /** On which day of the month; null where it does not ask monthly. */
  day: number | null;
  /** IANA name of the time zone. */
  time_zone: string;
}

export interface LastAsking {
  /** When that was, ISO 8601, UTC. */
  at: string;
  /** `asked`: answered and charged; `running`: begun, its end not known yet; `waiting`: for its turn, credits or budget; `failed`: tried again within its period; `refused`: paused. */
  outcome: "running" | "asked" | "waiting" | "failed" | "refused";
  /** Why it was not asked: `budget_used`, or the code of an error; null where it was. */
  reason: string | null;
  /** The call whose answer is kept; null where there was none. */
  request_id: string | null;
}

export interface Tracker {
  /** Id of the tracker, `trk_…`; `question_…` of older ones. */
  id: string;
  /** `rank`: a rank tracker; `question`: a question of any tool. */
  kind: "question" | "rank";
  /** What the tracker is called. */
  name: string;
  /** Name of the tool. */
  tool: string;
  /** What the tool is sent. */
  args: { [name: string]: unknown };
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** What a rank tracker watches; null for others. */
  rank: WatchedRanks | null;
  /** `active`: asked when it is due; `paused`; `unscheduled`: only kept. */
  status: "active" | "paused" | "unscheduled";
  /** Who or what paused it: its `owner`, three periods in a row without an answer (`missed`), a tool that `refused` the question, or a higher `price`; null while it is active. */
  paused_because: "owner" | "missed" | "refused" | "price" | null;
  /** When it is asked; null where it is only kept. */
  schedule: TrackerSchedule | null;
  /** Credits of one call when the schedule was set; a dearer call is not made. */
  price: number | null;
  /** Credits that it can cost a month at most: the price of as many calls as a month has periods. */
  most_a_month: number | null;
  /** Credits that the tracker may spend a calendar month (UTC). */
  monthly_budget: number | null;
  /** Credits of this calendar month (UTC), those of a running call included. */
  spent_this_month: number;
  /** When it is due next, ISO 8601, UTC; null while it is paused. */
  next_at: string | null;
  /** What came of the latest period; null before the first. */
  last: LastAsking | null;
}

export interface ChangeTrackerInput {
  /** What the tracker is called, at most 80 characters. */
  name?: string;
  /** When it is asked; `null` ends that, and the tracker and its answers stay. */
  schedule?: TrackerTimes | null;
  /** Credits that the tracker may spend a calendar month (UTC), at least the price of one call. Where they are used up it waits for the next month. */
  monthly_budget?: number;
  /** Of a rank tracker: its keywords, each with tags to filter by. */
  keywords?: RankKeywordInput[];
  /** Of a rank tracker: sites whose places are kept beside, from the same listings. */
  rivals?: string[];
  /** `paused` keeps schedule and budget and asks nothing; `active` sets it going, also after the service has paused it. */
  status?: "active" | "paused";
}

export interface RemoveTrackerAnswer {
  /** Id of the tracker. */
  id: string;
  /** Always `removed`. */
  status: "removed";
}

export interface GetTrackerHistoryRow {
  /** First day of the day, week or month, `YYYY-MM-DD`; with `.run_…` behind it, an answer that was asked for beside the schedule. */
  period: string;
  /** When that was, ISO 8601, UTC. */
  at: string;
  /** As in `last` of the tracker. */
  outcome: "running" | "asked" | "waiting" | "failed" | "refused";
  /** Why it was not asked; null where it was. */
  reason: string | null;
  /** The call whose answer is kept; null where there was none. */
  request_id: string | null;
  /** Credits charged. */
  credits_charged: number;
  /** Differences from the last answer to the same question of the account. */
  changes: number;
}

export interface GetRanksMarket {
  /** Name of the country or place. */
  location: string;
  /** Code of the language. */
  language: string;
  /** What the search was made on. */
  device: "desktop" | "mobile";
}

export interface GetRanksSummary {
  /** Keywords of the tracker that fit the filter. */
  keywords: number;
  /** Those whose listing was read; the others are in no other figure. */
  checked: number;
  /** From 0 to 1: clicks that the places of the site bring by a published curve, of those that place 1 for every keyword would; null where nothing was checked. */
  share_of_voice: number | null;
  /** Mean place of the keywords that were found; null where none was. */
  average_position: number | null;
  /** Keywords at place 1 to 3. */
  top_3: number;
  /** Keywords at place 4 to 10. */
  top_4_10: number;
  /** Keywords at place 11 to 20. */
  top_11_20: number;
  /** Keywords at place 21 to 100. */
  top_21_100: number;
  /** Keywords whose listing was read and does not hold the site. */
  not_found: number;
  /** Keywords whose listing has an AI overview that was read. */
  ai_overviews: number;
  /** Those of them whose overview refers to the site. */
  ai_cited: number;
  /** Keywords at a better place than at the check compared with. */
  up: number;
  /** Keywords at a worse place. */
  down: number;
  /** Keywords that were found now and not then. */
  new: number;
  /** Keywords that were found then and not now. */
  lost: number;
}

export interface GetRanksRival {
  /** Domain of the rival. */
  domain: string;
  /** Its share of voice, counted as that of the site. */
  share_of_voice: number | null;
}

export interface GetRanksDay {
  /** Day of the check, `YYYY-MM-DD`, in the time zone of the tracker. */
  day: string;
  /** Keywords of the tracker that fit the filter. */
  keywords: number;
  /** Those whose listing was read; the others are in no other figure. */
  checked: number;
  /** From 0 to 1: clicks that the places of the site bring by a published curve, of those that place 1 for every keyword would; null where nothing was checked. */
  share_of_voice: number | null;
  /** Mean place of the keywords that were found; null where none was. */
  average_position: number | null;
  /** Keywords at place 1 to 3. */
  top_3: number;
  /** Keywords at place 4 to 10. */
  top_4_10: number;
  /** Keywords at place 11 to 20. */
  top_11_20: number;
  /** Keywords at place 21 to 100. */
  top_21_100: number;
  /** Keywords whose listing was read and does not hold the site. */
  not_found: number;
  /** Keywords whose listing has an AI overview that was read. */
  ai_overviews: number;
  /** Those of them whose overview refers to the site. */
  ai_cited: number;
  /** The rivals at that check. */
  rivals: GetRanksRival[];
}

export interface GetRanksRowRival {
  /** Domain of the rival. */
  domain: string;
  /** Best place of the rival, from 1; null where it was not found. */
  position: number | null;
}

export interface GetRanksRow {
  /** Keyword, lower case, single spaces. */
  keyword: string;
  /** Tags of the keyword. */
  tags: string[];
  /** Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown. */
  monthly_volume: number | null;
  /** `ranked`: found; `not_in_top_n`: not among the results that were read; `not_checked`: no listing was read. */
  status: "ranked" | "not_in_top_n" | "not_checked";
  /** Best place of the site among the organic results, from 1; null where it was not found. */
  position: number | null;
  /** Its place at the check compared with; null where not known. */
  previous_position: number | null;
  /** Places won since then, negative where lost; null where either is not known. */
  change: number | null;
  /** How it moved since the check compared with; `unknown` where either was not checked. */
  movement: "up" | "down" | "same" | "new" | "lost" | "unknown";
  /** Its best place in the history; null where it was never found. */
  best_position: number | null;
  /** First day with that place, `YYYY-MM-DD`. */
  best_day: string | null;
  /** Organic results that were read; null where that is not known. */
  checked_depth: number | null;
  /** Page of the site at that place; null where it was not found. */
  url: string | null;
  /** Whether an AI overview of the listing refers to the site; `none` where there is no overview. */
  ai_overview: "cited" | "not_cited" | "none" | "not_checked";
  /** Types of its items, such as `people_also_ask`. */
  serp_features: string[] | null;
  /** Places of the rivals in the same listing. */
  rivals: GetRanksRowRival[];
  /** Mean position that Search Console reports for the site and keyword; null where it is not connected or has none. */
  search_console_position?: number | null;
}

export interface GetRanksAnswer {
  /** Id of the tracker. */
  tracker_id: string;
  /** The site whose places these are. */
  site: string;
  /** Where and on what these places were seen. */
  market: GetRanksMarket;
  /** Every market of the tracker; `market` may ask for one. */
  markets: RankMarket[];
  /** Every tag of the tracker. */
  tags: string[];
  /** Day of the check that is shown, `YYYY-MM-DD`; null before the first. */
  day: string | null;
  /** Day of the check that it is compared with; null where there is none. */
  compared_with: string | null;
  /** All keywords that fit the filter, at the check that is shown. */
  summary: GetRanksSummary;
  /** The rivals of the tracker at the check that is shown. */
  rivals: GetRanksRival[];
  /** Checks of the period, the oldest first. */
  days: GetRanksDay[];
  /** The keywords that fit the filter. */
  rows: GetRanksRow[];
}

export interface KeepRankDatasetInput {
  /** `location,language,device` as the tracker names them, or the number of the market, default 0. */
  market?: string;
  /** Keywords with this tag alone. */
  tag?: string;
  /** First day, default 90 days back; at most 400. */
  from?: string;
  /** Last day, default the newest. */
  to?: string;
}

export interface KeepRankDatasetResource {
  /** What `export_dataset` and MCP resources read it by. */
  uri: string;
  /** What the dataset holds. */
  name: string;
  /** What it holds, in a sentence. */
  description: string;
  /** Media type in which the dataset can be read. */
  mime_type: string;
  /** How many rows it has. */
  rows: number;
  /** When it ends, ISO 8601, UTC; null for never. */
  expires_at: string;
}

export interface KeepRankDatasetAnswer {
  /** The dataset with every row. */
  resource: KeepRankDatasetResource;
}

export interface ListEventsEvent {
  /** Id of the event, `evt_…`: the same each time that it is delivered. */
  id: string;
  /** Its place among the events of the account, from 1. */
  number: number;
  /** What kind of event it is. */
  type: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near";
  /** When it was written, ISO 8601, UTC. */
  at: string;
  /** What happened, in one sentence. */
  summary: string;
  /** Why it is told. */
  why: string;
  /** Id of the tracker or connection, or name of the site, that it is about. */
  subject: string | null;
  /** Page of the dashboard that shows it. */
  link: string;
  /** What the type has beside: `question`, `before`, `after`, figures. */
  data: { [name: string]: unknown };
}

export interface ListEventsAnswer {
  /** The events. */
  events: ListEventsEvent[];
  /** Send it as `after` (`before` with `order=newest`) to go on. */
  next: number;
  /** Whether there may be more now. */
  more: boolean;
}

export interface AddDestinationInput {
  /** What takes the events. */
  kind: "webhook" | "slack" | "mail";
  /** Of `webhook` and `slack`: an https address that the public internet reaches. */
  url?: string;
  /** Of `mail`: the address. The one you signed in with needs no link. */
  address?: string;
  /** Of mail: with each event (`at_once`), or as one mail a day or week at 07:00 UTC. */
  rhythm?: "at_once" | "daily" | "weekly";
  /** Types of events that go there; `null` for all. */
  types?: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
}

export interface Destination {
  /** Id of the destination, `dst_…`. */
  id: string;
  /** What takes the events. */
  kind: "webhook" | "slack" | "mail";
  /** The address that events go to; of a Slack-compatible one its host alone, since the rest is a secret. */
  target: string;
  /** When mails go out; `at_once` of webhooks and Slack. */
  rhythm: "at_once" | "daily" | "weekly";
  /** Types of events that go there; null for all. */
  types: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
  /** Only an active destination gets events. */
  status: "unverified" | "active" | "off";
  /** Why it is off: its `owner` did it, five days of failures (`failing`), status 410 (`gone`), or its person has left the account (`person_left`). */
  off_because: "owner" | "failing" | "gone" | "person_left" | null;
  /** Since when deliveries fail, ISO 8601, UTC; null while they arrive. */
  failing_since: string | null;
  /** When it was added, ISO 8601, UTC. */
  created_at: string;
  /** When its secret was made anew, ISO 8601, UTC; null if never. */
  secret_rotated_at: string | null;
}

export interface AddDestinationAnswer {
  /** The destination. */
  destination: Destination;
  /** Secret of the signatures, `whsec_…`; null where there is none, and in a replay of the call. */
  secret: string | null;
}

export interface ChangeDestinationInput {
  /** Types of events that go there; `null` for all. */
  types?: ("rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near")[] | null;
  /** Of mail: with each event (`at_once`), or as one mail a day or week at 07:00 UTC. */
  rhythm?: "at_once" | "daily" | "weekly";
  /** `off` ends deliveries until it is `active` again; events in between are not sent later. */
  status?: "active" | "off";
}

export interface RemoveDestinationAnswer {
  /** Id of the destination. */
  id: string;
  /** Always `removed`. */
  status: "removed";
}

export interface VerifyDestinationInput {
  /** The code that was sent to a mail address or to Slack; left out, one is sent. */
  code?: string;
}

export interface VerifyDestinationAnswer {
  /** The destination. */
  destination: Destination;
  /** What was done, and what to do next. */
  message: string;
}

export interface RotateDestinationAnswer {
  /** The destination. */
  destination: Destination;
  /** The new secret; null in a replay of the call. */
  secret: string | null;
}

export interface DeliveryTry {
  /** When it was tried, ISO 8601, UTC. */
  at: string;
  /** HTTP status of the answer; null where there was none. */
  status: number | null;
  /** First 500 characters of the answer, or why there was none. */
  answer: string;
  /** How long it took. */
  milliseconds: number;
}

export interface Delivery {
  /** The event, or the digest, that was delivered. */
  id: string;
  /** Type of the event; null of a digest. */
  event_type: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near" | null;
  /** `waiting` for its next try, `delivered`, or `failed` for good after a day of tries. */
  status: "waiting" | "delivered" | "failed";
  /** When it is tried next, ISO 8601, UTC. */
  next_at: string | null;
  /** When it was begun, ISO 8601, UTC. */
  created_at: string;
  /** The latest tries, oldest first. */
  tries: DeliveryTry[];
}

export interface CreateUploadInputFile {
  /** Shown in the report; an export named after its site tells which site it is. */
  name: string;
  /** The size exactly: a body of another is refused. */
  bytes: number;
}

export interface CreateUploadInput {
  files: CreateUploadInputFile[];
  /** Such as example.com; a URL will do. */
  domain?: string;
  /** Market location: name, ISO code or location code. */
  location?: string;
  /** Search language: name or ISO code. */
  language?: string;
}

export interface UploadFile {
  /** Name of the file. */
  name: string;
  /** Its size, bytes. */
  bytes: number;
}

export interface UploadProgress {
  /** `reading`: rows are read; `writing`: what was read is stored; `counting`: the domains of listings are counted. */
  phase: "reading" | "writing" | "counting";
  /** The file that is worked on. */
  file: string;
  /** Rows done in this phase. */
  rows: number;
  /** Of all the work, 0-1; 1 only at the very end. */
  share: number;
}

export interface SkippedRow {
  /** Why these rows were not used. */
  reason: string;
  /** How many rows. */
  rows: number;
  /** The first of their lines. */
  lines: number[];
}

export interface LeftOutRow {
  /** What of the rows was not used, and why. */
  reason: string;
  /** How many rows. */
  rows: number;
  /** The first of their lines. */
  lines: number[];
}

export interface RowProblem {
  /** Line of the file, from 1. */
  line: number;
  /** What is wrong with the row. */
  reason: string;
}

export interface UploadReport {
  /** Name of the file, with the archive that it was in. */
  file: string;
  /** Id of the import that it went into, `imp_…`; null where nothing went in. */
  import_id: string | null;
  /** Format that was recognized; null where none was. */
  format: string | null;
  /** `imported`: something went in; `already_imported`: the same file went in before; `nothing_imported`: nothing in it could be used. */
  status: "imported" | "already_imported" | "nothing_imported";
  /** Rows of the file. */
  rows: number;
  /** Rows that went in. */
  taken: number;
  /** Rows that were understood, and rightly not used. */
  skipped: SkippedRow[];
  /** Parts of rows that were taken without them. */
  left_out: LeftOutRow[];
  /** Rows that could not be understood. */
  bad_rows: number;
  /** The first rows that could not be understood. */
  problems: RowProblem[];
  /** The site that the figures or links are of; null for other data. */
  site: string | null;
  /** First day of the period, `YYYY-MM-DD`; null where the file does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the file does not say. */
  to: string | null;
  /** What to know of the import, in sentences. */
  notes: string[];
}

export interface Upload {
  /** Id of the upload, `upl_…`. */
  id: string;
  /** `done` when every file has its report; `failed` may be started again. */
  status: "awaiting_files" | "queued" | "running" | "done" | "failed";
  /** When it was begun, ISO 8601, UTC. */
  created_at: string;
  /** The files as they were announced. */
  files: UploadFile[];
  /** How far the import is; null before it runs. */
  progress: UploadProgress | null;
  /** Why it failed, and what to do; null where it did not. */
  message: string | null;
  /** The outcome for each file; empty before the import is done. */
  reports: UploadReport[];
}

export interface CreateUploadAddress {
  /** Name of the file. */
  name: string;
  /** Where the file is sent to, as the body of a PUT, within an hour. */
  url: string;
}

export interface CreateUploadAnswer {
  /** The upload as it begins. */
  upload: Upload;
  /** Where each file goes, in the order of the files. */
  addresses: CreateUploadAddress[];
}

export interface ListImportsSite {
  /** The site. */
  site: string;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Queries that the export holds. */
  queries: number;
  /** Pages that the export holds. */
  pages: number;
  /** What the figures are of. */
  scope: SiteScope;
  /** How many there are, by kind. */
  opportunities: { [name: string]: number };
}

export interface ListImportsImport {
  /** Id of the import, `imp_…`. */
  id: string;
  /** Name of its file, the first of several. */
  file: string;
  /** Format that was recognized. */
  format: string;
  /** The site that it is about; null for other data. */
  site: string | null;
  /** Rows that were read. */
  rows: number;
  /** `running` after an interruption too. */
  status: "running" | "complete";
  /** When it was begun, ISO 8601, UTC. */
  started_at: string;
  /** Key or session that brought it; null for what the operator imported. */
  created_by: string | null;
  /** True for data that is for everybody on this machine, and not of this account alone. */
  is_shared: boolean;
}

export interface ListImportsAnswer {
  /** Sites for which the account has brought Search Console figures. */
  sites: ListImportsSite[];
  /** What went in and was not undone, newest first. */
  imports: ListImportsImport[];
  /** The latest uploads, newest first. */
  uploads: Upload[];
}

export interface UndoImportAnswer {
  /** Id of the import that is gone. */
  import_id: string;
  /** Always `undone`. */
  status: "undone";
}

export interface GetOwnSiteFoundNames {
  /** Names by which people look for the site; queries that hold one are brand queries. */
  own_names: string[];
  /** Names of others that the site is shown for; their queries are no opportunity. */
  other_names: string[];
}

export interface GetOwnSiteDay {
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** Clicks of the day. */
  clicks: number;
  /** Impressions of the day. */
  impressions: number;
}

export interface GetOwnSiteCountry {
  /** The country. */
  country: string;
  /** Its clicks over the period. */
  clicks: number;
  /** Its impressions over the period. */
  impressions: number;
  /** Its part of the clicks of all countries, 0-1; null without any. */
  share: number | null;
}

export interface GetOwnSiteOpportunity {
  /** `striking_distance`: just below the first places; `low_ctr`: fewer clicks than its position gives; `cannibalisation`: two pages share a query; `decay`, `growth`: clicks changed between two periods. */
  kind: "striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch";
  /** All that can be done, what is worth most first; the estimate is of that one alone. */
  levers?: ("striking_distance" | "low_ctr" | "cannibalisation" | "decay" | "growth" | "not_indexed" | "canonical_mismatch")[];
  /** The query; null where the opportunity is about a page. */
  query: string | null;
  /** The page; null where the export does not name it. */
  page: string | null;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** What was seen, in a sentence. */
  seen: string;
  /** Clicks that it might bring over a period of this length; null where that cannot be estimated. */
  estimated_clicks: number | null;
  /** The same for a mean month; null where the period is not known. */
  estimated_clicks_per_month: number | null;
  /** How the estimate was computed. */
  computed: string;
  /** The call that looks closer, ready to send. */
  next_call: NextCall;
  /** Price of the call that looks closer, credits. */
  credits: number;
}

export interface GetOwnSiteIndexStatusPage {
  /** The address of the page. */
  page: string;
  /** When it was looked at, ISO 8601, UTC. */
  inspected_at: string;
  /** What Google says: `PASS`, `NEUTRAL` or `FAIL`; null where it did not tell. */
  verdict: string | null;
  /** Why, in words of Google. */
  coverage_state: string | null;
  /** Whether `robots.txt` allows the page, in words of Google. */
  robots_txt_state: string | null;
  /** Whether the page allows to be indexed, in words of Google. */
  indexing_state: string | null;
  /** Whether Google could fetch the page, in words of Google. */
  page_fetch_state: string | null;
  /** When Google last fetched it, ISO 8601. */
  last_crawl: string | null;
  /** The address that the page declares; null where it declares none. */
  declared_canonical: string | null;
  /** The address that Google has it under; null where it has not told. */
  google_canonical: string | null;
  /** `not_indexed`, `canonical_mismatch`, or null. */
  problem: "not_indexed" | "canonical_mismatch" | null;
  /** Clicks of the last four weeks. */
  clicks: number;
  /** Clicks of the four weeks before. */
  clicks_before: number;
}

export interface GetOwnSiteIndexStatus {
  /** Pages that were looked at. */
  inspected: number;
  /** How many there are of each verdict of Google. */
  by_verdict: { [name: string]: number };
  /** Pages that Google does not have, and that declare no other address. */
  not_indexed: number;
  /** Pages that Google has under another address than they declare. */
  canonical_mismatch: number;
  /** When the last one was looked at, ISO 8601, UTC. */
  last_inspected_at: string | null;
  /** Pages with a problem first, then those with most clicks, at most a hundred. */
  pages: GetOwnSiteIndexStatusPage[];
}

export interface GetOwnSiteAnswer {
  /** The site. */
  site: string;
  /** The import that the totals are from, `imp_…`. */
  import_id: string | null;
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** First day of the period, `YYYY-MM-DD`; null where the export does not say. */
  from: string | null;
  /** Last day of the period, `YYYY-MM-DD`; null where the export does not say. */
  to: string | null;
  /** The table that the totals are from; that of queries leaves out rare ones. */
  counted_from: "dates" | "countries" | "devices" | "pages" | "queries";
  /** Queries that the export holds. */
  queries: number;
  /** Pages that the export holds. */
  pages: number;
  /** What the figures are of. */
  scope: SiteScope;
  /** Queries that name the site; they are in no opportunity and not in the curve. */
  brand: Brand;
  /** Clicks for each impression at each position, of this site without its brand queries. */
  click_curve: ClickCurve[];
  /** Names by which people look for the site; queries that hold one are brand queries. */
  own_names: string[];
  /** Names of others that the site is shown for; their queries are no opportunity. */
  other_names: string[];
  /** Names as the queries show them, before anybody edited them. */
  found_names: GetOwnSiteFoundNames;
  /** Clicks by day, oldest first; empty where the export has no table of days. */
  days: GetOwnSiteDay[];
  /** The ten countries with most clicks; empty where the export has no such table. */
  countries: GetOwnSiteCountry[];
  /** How many opportunities there are, by kind. */
  opportunity_counts: { [name: string]: number };
  /** Most clicks to win first, at most 500; the dataset `search-opportunities` has all of them. */
  opportunities: GetOwnSiteOpportunity[];
  /** What URL Inspection says of the pages that matter; null before the first were looked at. */
  index_status: GetOwnSiteIndexStatus | null;
}

export interface SearchConsoleRefusal {
  /** Kind of the refusal. */
  reason: string;
  /** What it means, and what to do. */
  message: string;
  /** Until then Google is not asked, ISO 8601, UTC. */
  until: string;
}

export interface SearchConsoleProperty {
  /** As Google names it: `sc-domain:` and a domain, or the beginning of addresses. */
  property: string;
  /** The domain that it is, or is part of. */
  site: string;
  /** Level of the Google account; `siteUnverifiedUser` can read nothing. */
  permission: string;
  /** Whether it is synced. */
  chosen: boolean;
  /** First day whose rows are kept, `YYYY-MM-DD`; null before there are any. */
  first_day: string | null;
  /** Last day that Google calls final; null before the first answer. */
  last_day: string | null;
  /** Days whose rows are in, over all search types. */
  days_done: number;
  /** Days whose rows are still to come. */
  days_left: number;
  /** When all that there was had come in, ISO 8601, UTC; null before. */
  synced_at: string | null;
  /** What Google refused last; null where the last run went through. */
  refused: SearchConsoleRefusal | null;
}

export interface GetSearchConsoleAnswer {
  /** `unavailable`: the operator has set no client; `paused`: Google has ended the grant, connect again. */
  state: "unavailable" | "not_connected" | "connected" | "paused";
  /** How the place signs in at Google; null where it has no client. */
  sign_in: "google" | "service_account" | null;
  /** What to do where the connection stands still; null where there is nothing. */
  message: string | null;
  /** When the account was connected, ISO 8601, UTC; null where it is not. */
  connected_at: string | null;
  /** Properties that the Google account lists, and those that were synced before. */
  properties: SearchConsoleProperty[];
}

export interface ConnectSearchConsoleInput {
  /** The callback of this service, where another spelling of it is registered at Google. */
  redirect_uri?: string;
}

export interface ConnectSearchConsoleAnswer {
  /** Where to sign in at Google; null with a service account. */
  authorize_url: string | null;
}

export interface ChooseSearchConsolePropertiesInput {
  properties: string[];
}

export interface ChooseSearchConsolePropertiesAnswer {
  /** As of `GET /v1/me/search-console`. */
  state: "unavailable" | "not_connected" | "connected" | "paused";
  /** How the place signs in at Google; null where it has no client. */
  sign_in: "google" | "service_account" | null;
  /** What to do where the connection stands still; null where there is nothing. */
  message: string | null;
  /** When the account was connected, ISO 8601, UTC; null where it is not. */
  connected_at: string | null;
  /** Properties that the Google account lists, and those that were synced before. */
  properties: SearchConsoleProperty[];
}

export interface DisconnectSearchConsoleAnswer {
  /** `not_connected` from now on. */
  state: "not_connected";
  /** Whether what was synced stays. */
  kept_history: boolean;
  /** Whether Google has confirmed that the grant is withdrawn; false where there was none left. */
  revoked: boolean;
}

export interface GetSitePerformanceFreshDay {
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** Clicks so far. */
  clicks: number;
  /** Impressions so far. */
  impressions: number;
}

export interface GetSitePerformanceRow {
  /** The values of the dimensions. */
  keys: { [name: string]: string };
  /** Clicks in Google Search over the period. */
  clicks: number;
  /** Times shown in Google Search over the period. */
  impressions: number;
  /** Clicks for each impression, 0-1; null where there was no impression. */
  ctr: number | null;
  /** Mean position over all impressions, from 1; not a place that was seen. */
  average_position: number | null;
  /** The same in the other period; null where none was asked for. */
  before: SearchTotals | null;
}

export interface GetSitePerformanceAnswer {
  /** The site. */
  site: string;
  /** The property that answers, as Google names it. */
  property: string;
  /** The kind of search that is counted. */
  search_type: string;
  /** First day, `YYYY-MM-DD`. */
  from: string | null;
  /** Last day, `YYYY-MM-DD`. */
  to: string | null;
  /** The other period; null where none was asked for. */
  compared_with: ComparedPeriod | null;
  /** IANA name of the time zone. */
  time_zone: "America/Los_Angeles";
  /** By what the rows are told apart. */
  dimensions: string[];
  /** Google's own totals of the property in the period. */
  totals: SearchTotals;
  /** The same in the other period; null where none was asked for. */
  totals_before: SearchTotals | null;
  /** Of all rows, and not only of those shown; null where there are none. */
  sum_of_rows: SearchTotals | null;
  /** Part of the totals that is in no row, as of queries too rare to be told; null where rows are filtered, or not all here. */
  withheld: WithheldCounts | null;
  /** The last day that Google calls final; null before the first answer. */
  final_until: string | null;
  /** Days behind it, as far as they are counted; in no total. */
  fresh_days: GetSitePerformanceFreshDay[];
  /** Days of the period, and of the other, whose rows are not kept or not here yet. */
  days_without_rows: number;
  /** What to know of the answer, in sentences. */
  notes: string[];
  /** The rows, in the order asked for. */
  rows: GetSitePerformanceRow[];
  /** Rows altogether. */
  total_rows: number;
  /** Send it as `cursor` for the next rows; null at the end. */
  next_cursor: string | null;
}

export interface UpdateOwnSiteInput {
  own_names?: string[] | null;
  other_names?: string[] | null;
}

export interface UpdateOwnSiteAnswer {
  /** The site. */
  site: string;
  /** Names by which people look for the site; queries that hold one are brand queries. */
  own_names: string[];
  /** Names of others that the site is shown for; their queries are no opportunity. */
  other_names: string[];
  /** Queries that name the site. */
  brand: Brand;
  /** How many opportunities there are, by kind. */
  opportunity_counts: { [name: string]: number };
}

export interface RecordSiteChangeInput {
  /** The day of the change; today where it is left out. */
  at?: string;
  /** What was changed. */
  what: string;
  /** Paths (`/blog/*`) or addresses of the changed pages; `*` is any text. */
  pages: string[];
}

export interface MeasuredEffect {
  /** Beyond what the control pages let one expect, over all days after. */
  clicks: number;
  /** Lower end of the interval of 95 in 100. */
  low: number;
  /** Its upper end. */
  high: number;
  /** The effect as a share of what was expected, such as 0.1. */
  share: number;
  /** Share of pages that moved as much without a change. */
  p_value: number;
  /** Control pages with a weight. */
  controls: number;
  /** Chance that an effect of a tenth would have been found. */
  power: number;
  /** `fixed`: the page was read and no longer has it; `still`: it has; `gone`: the page is not there to have it; `new`: it did not have it before. */
  verdict: "effect" | "no_effect_seen" | "cannot_tell";
  /** Days from which on a tenth would be found; null where none are needed, or a year is too short. */
  needs_days: number | null;
}

export interface ChangeEffect {
  /** Days after the change that are counted: 14 or 28. */
  days: number;
  /** When it was measured, ISO 8601, UTC. */
  measured_at: string;
  /** Null where it cannot be told for the reason that `why` gives. */
  clicks: MeasuredEffect | null;
  /** The same of impressions. */
  impressions: MeasuredEffect | null;
  /** Of the clicks. */
  verdict: "effect" | "no_effect_seen" | "cannot_tell";
  /** What the verdict says, in a sentence. */
  why: string;
  /** What else fell into these days. */
  warnings: string[];
}

export interface SiteChange {
  /** Id of the change, `chg_…`. */
  id: string;
  /** The site. */
  site: string;
  /** The day of the change, `YYYY-MM-DD`; the days after it are counted. */
  at: string;
  /** What was changed. */
  what: string;
  /** Paths or addresses of the changed pages; `*` is any text. */
  pages: string[];
  /** When it was recorded, ISO 8601, UTC. */
  recorded_at: string;
  /** Null before 14 days are known; measured again after 28. */
  effect: ChangeEffect | null;
  /** The day from which on it is measured next; null after the last. */
  next_at: string | null;
}

export interface RemoveSiteChangeAnswer {
  /** Id of the change. */
  id: string;
  /** `removed`. */
  status: "removed";
}

export interface Connection {
  /** Id of the connection, `conn_…`. */
  id: string;
  /** The account, `acct_…`. */
  account_id: string;
  /** How the client names itself to the service: an id, or the address of its metadata document. */
  client_id: string;
  /** What the client calls itself; unverified unless `client_id` is an address. */
  client_name: string;
  /** Host to which the sign-in returned. */
  redirect_host: string;
  /** What the client may do for the account. */
  scopes: string[];
  /** False once it was revoked or has expired, or the key that made it has. */
  is_active: boolean;
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** When it last called, ISO 8601, UTC, noted at intervals; null where it never did. */
  last_used_at: string | null;
  /** When it ends unless it is used again, ISO 8601, UTC. */
  expires_at: string;
  /** When its owner lets it end, ISO 8601, UTC; null where it ends only when it is unused. */
  ends_at: string | null;
  /** Credits that may be spent a calendar month (UTC); null for no limit. */
  spend_limit: number | null;
  /** Credits counted against the limit this month, those of running calls included; null without a limit. */
  spent_this_month: number | null;
  /** Tools that the agent may call; null for all. */
  tools: string[] | null;
  /** Tool calls it may make, beside the limits of the account; null for no limits of its own. */
  rate_limits: RateLimits | null;
  /** When it was revoked, ISO 8601, UTC; null while it is not. */
  revoked_at: string | null;
}

export interface ChangeConnectionInput {
  spend_limit?: number | null;
  rate_limits?: RateLimitsInput | null;
  tools?: ("inspect_domain" | "discover_competitors" | "research_keywords" | "compare_keyword_coverage" | "inspect_serp" | "inspect_search_visibility" | "audit_site" | "inspect_keyword" | "inspect_page" | "inspect_search_performance" | "explain_change" | "export_dataset" | "inspect_backlinks" | "compare_backlink_gap")[] | null;
  ends_at?: string | null;
}

export interface RevokeConnectionAnswer {
  /** Id of the connection, `conn_…`. */
  id: string;
  /** The account, `acct_…`. */
  account_id: string;
  /** How the client names itself to the service: an id, or the address of its metadata document. */
  client_id: string;
  /** What the client calls itself; unverified unless `client_id` is an address. */
  client_name: string;
  /** Host to which the sign-in returned. */
  redirect_host: string;
  /** What the client may do for the account. */
  scopes: string[];
  /** False once it was revoked or has expired, or the key that made it has. */
  is_active: boolean;
  /** When it was made, ISO 8601, UTC. */
  created_at: string;
  /** When it last called, ISO 8601, UTC, noted at intervals; null where it never did. */
  last_used_at: string | null;
  /** When it ends, ISO 8601, UTC. */
  expires_at: string;
  /** When its owner lets it end, ISO 8601, UTC; null where it ends only when it is unused. */
  ends_at: string | null;
  /** Credits that may be spent a calendar month (UTC); null for no limit. */
  spend_limit: number | null;
  /** Credits counted against the limit this month, those of running calls included; null without a limit. */
  spent_this_month: number | null;
  /** Tools that the agent may call; null for all. */
  tools: string[] | null;
  /** Tool calls it may make, beside the limits of the account; null for no limits of its own. */
  rate_limits: RateLimits | null;
  /** When it was revoked, ISO 8601, UTC; null while it is not. */
  revoked_at: string | null;
}

export interface ListApiCredentialsInput {
  /** 1-100, default 100; other numbers are clamped. */
  limit?: string;
}

export interface ListUsageInput {
  /** Records on a page; for CSV the default is 5000. Other numbers are clamped. */
  limit?: number;
  /** A moment, or a day for its midnight. UTC, where no zone is given. */
  since?: string;
  /** A moment, or a day for its midnight. UTC, where no zone is given. */
  until?: string;
  /** One tool, or `*` for any: leaves out the calls that read the account itself. */
  tool?: string;
  credential_id?: string;
  auth_source?: "api_key" | "session" | "oauth" | "schedule";
  /** The record of the call with this `X-Request-Id`. */
  request_id?: string;
  /** Calls that named this run. */
  run?: string;
  status?: "answered" | "failed";
  /** Calls whose `arguments` hold this text, such as a domain. */
  asked?: string;
}

export interface SummarizeUsageInput {
  /** First day; default 29 days before the last. */
  since?: string;
  /** Last day; default today. */
  until?: string;
}

export interface GetTrackerHistoryInput {
  /** Periods to give, default 100. Other numbers are clamped. */
  limit?: number;
}

export interface GetRanksInput {
  /** `location,language,device` as the tracker names them, or the number of the market, default 0. */
  market?: string;
  /** Keywords with this tag alone. */
  tag?: string;
  /** First day, default 90 days back; at most 400. */
  from?: string;
  /** Last day, default the newest. */
  to?: string;
  /** One keyword: rows and days are of it alone. */
  keyword?: string;
  /** Adds mean positions of Search Console, where the account has brought the site. */
  search_console?: "true" | "false";
}

export interface ListEventsInput {
  /** Events with a lower number than this. */
  before?: number;
  /** Events to give. Other numbers are clamped. */
  limit?: number;
  /** Events of one type. */
  type?: "rank.changed" | "tracker.answered" | "tracker.failed" | "tracker.paused" | "site.changed" | "change.measured" | "audit.finding" | "crawl.finished" | "import.failed" | "sync.failed" | "link.lost" | "balance.low" | "limit.near";
  /** Which come first; with `newest`, `next` is sent as `before`. */
  order?: "oldest" | "newest";
}

export interface DisconnectSearchConsoleInput {
  keep_history?: "true" | "false";
}

export interface GetSitePerformanceInput {
  from?: string;
  to?: string;
  /** `previous_period`, `previous_year` or `2026-08-01..2026-08-31`. */
  compare?: string;
  /** query, page, country, device, folder, brand, date, week, month; with commas. */
  dimensions?: string;
  /** `query:contains:shoes;…`; equals, notEquals, contains, notContains, startsWith. */
  filter?: string;
  search_type?: "web" | "image" | "video" | "news" | "discover" | "googleNews";
  sort?: "clicks" | "impressions" | "ctr" | "position" | "clicks_change" | "key" | "-clicks_change";
  property?: string;
  limit?: number;
  cursor?: string;
}
