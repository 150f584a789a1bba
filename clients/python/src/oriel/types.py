"""Written by "npm run generate" from the OpenAPI document."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

ErrorCode = Literal["invalid_json", "malformed_request", "invalid_idempotency_key", "ambiguous_credentials", "missing_credentials", "invalid_credentials", "insufficient_credits", "spend_limit_reached", "run_budget_exceeded", "tool_not_enabled", "insufficient_scope", "sign_in_again", "forbidden_origin", "account_suspended", "not_found", "method_not_allowed", "request_in_progress", "body_too_large", "unsupported_media_type", "headers_too_large", "validation_error", "unknown_location", "unknown_language", "unsupported_market", "invalid_dataset_uri", "unsafe_target", "idempotency_conflict", "rate_limited", "too_many_concurrent_calls", "internal_error", "upstream_error", "upstream_unavailable", "upstream_quota", "service_starting", "service_busy", "no_live_source", "upstream_timeout"]
"""Codes of failures; a later version of the service may have more."""

TestFault = Literal["slow", "cut_stream", "answer_lost", "low_balance", "invalid_json", "malformed_request", "invalid_idempotency_key", "ambiguous_credentials", "missing_credentials", "invalid_credentials", "insufficient_credits", "spend_limit_reached", "run_budget_exceeded", "tool_not_enabled", "insufficient_scope", "sign_in_again", "forbidden_origin", "account_suspended", "not_found", "method_not_allowed", "request_in_progress", "body_too_large", "unsupported_media_type", "headers_too_large", "validation_error", "unknown_location", "unknown_language", "unsupported_market", "invalid_dataset_uri", "unsafe_target", "idempotency_conflict", "rate_limited", "too_many_concurrent_calls", "internal_error", "upstream_error", "upstream_unavailable", "upstream_quota", "service_starting", "service_busy", "no_live_source", "upstream_timeout"] | str
"""What a test key can have played; slow=SECONDS as well."""

class ProblemError(TypedDict):
    pointer: str
    """Where the fault is, as a JSON Pointer (RFC 6901)."""
    loc: list[str | float]
    """The same place as a list of names and indexes."""
    type: str
    """Kind of the fault."""
    message: str
    """What to change, in a sentence."""

class Subject(TypedDict):
    id: str
    """Domain, keyword or URL, normalized."""
    kind: str
    """`domain`, `keyword` or `page`."""

class Provenance(TypedDict):
    source_class: Literal["live_serp", "crawl", "search_index", "backlink_index", "ai_answer", "modeled", "webmaster_console", "web_graph", "popularity_list"]
    """`live_serp`: a listing fetched from the search engine; `crawl`: pages read by this service; `search_index` and `backlink_index`: stored or provider’s index; `ai_answer`: an AI overview; `modeled`: computed; `webmaster_console`: the search engine’s own console, of a site of the caller; `web_graph`: a public graph of links between domains; `popularity_list`: public lists of popular sites."""
    method: Literal["observed", "indexed", "modeled", "reported"]
    """Whether it was seen, read from an index, computed, or reported by the search engine."""
    observed_at: str | None
    """When it was seen at its source, ISO 8601, UTC; null where the source does not tell."""
    confidence: float
    """How far it can be relied on, 0-1."""
    confidence_basis: NotRequired[Literal["measured", "assumed"]]
    """`measured`: the share of stored places of this age that live listings later found within one position; `assumed`: the usual value of the class, as where it is absent."""
    connection_id: str | None
    """The import or named data set that it comes from, such as `import:imp_…` or `sample-market`; null for shared sources."""
    cache_hit: bool
    """True where it was answered from the shared cache of facts."""

class DomainVisibilityFact(TypedDict):
    type: Literal["domain_visibility"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    organic_keywords: float | None
    """Keywords for which it ranks in all; null where unknown."""
    top_3_keywords: float | None
    """Keywords with a position from 1 to 3; null where unknown."""
    top_10_keywords: float | None
    """Keywords with a position from 1 to 10; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    traffic_value_usd: float | None
    """What the same clicks would cost as ads, US dollars a month; null where unknown."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class PageVisibilityFact(TypedDict):
    type: Literal["page_visibility"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    organic_keywords: int | None
    """Keywords for which it ranks in all; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class RanksForFact(TypedDict):
    type: Literal["ranks_for"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    position: float | None
    """Place among the organic results, from 1; null where not known."""
    url: NotRequired[str | None]
    """Address of the page."""
    title: NotRequired[str | None]
    """Title of the result, or of the issue."""
    monthly_volume: NotRequired[float | None]
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    checked_depth: NotRequired[float | None]
    """Organic results looked at; null where no listing was."""
    basis: NotRequired[Literal["observed", "average"]]
    """`links` where the rivals were found by links, else absent."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class KeywordMetricsFact(TypedDict):
    type: Literal["keyword_metrics"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    competition_level: NotRequired[Literal["low", "medium", "high"] | None]
    """Competition among advertisers; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

OwnSearchFiguresFact = TypedDict("OwnSearchFiguresFact", {
    "type": "Literal[\"own_search_figures\"]",
    "subject": "list[Subject]",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "page": "NotRequired[str | None]",
    "impressions_per_month": "NotRequired[float | None]",
    "location": "NotRequired[str]",
    "language": "NotRequired[str]",
    "provenance": "Provenance",
})

class CompetesWithFact(TypedDict):
    type: Literal["competes_with"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    shared_keywords: int
    """Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for."""
    relevance: float | None
    """0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown."""
    avg_position: NotRequired[float | None]
    """Mean place of the competitor on the shared keywords, from 1; null where unknown."""
    is_giant: NotRequired[bool]
    """True for encyclopedias, social networks and marketplaces, which compete with everyone."""
    basis: NotRequired[Literal["links"]]
    """`links` where the rivals were found by links, else absent."""
    shared_referrers: NotRequired[float]
    """Referring domains that both have, of the best 1,000 of the domain; of rows by links."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class KeywordGapFact(TypedDict):
    type: Literal["keyword_gap"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    monthly_volume: float | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    best_competitor: str | None
    """Domain of the competitor with the best position."""
    best_position: float | None
    """Its position among the organic results, from 1."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class LosingKeywordFact(TypedDict):
    type: Literal["losing_keyword"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    monthly_volume: float | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    target_position: float
    """Position of the domain, from 1."""
    best_position: float | None
    """Its position among the organic results, from 1."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class HoldsFeaturedSnippetFact(TypedDict):
    type: Literal["holds_featured_snippet"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    url: str
    """Address of the page."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class CitedInAiOverviewFact(TypedDict):
    type: Literal["cited_in_ai_overview"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    url: NotRequired[str]
    """Address of the page."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class LinkProfileFact(TypedDict):
    type: Literal["link_profile"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    backlinks: float | None
    """Single links to the subject; null where unknown."""
    referring_domains: float | None
    """Linking hosts; null where unknown. From an import, hosts whose links are lost count too."""
    referring_main_domains: float | None
    """Linking registrable domains; null where unknown."""
    dofollow_share: float | None
    """Share 0-1 of the links that pass authority (no `nofollow`); null where unknown."""
    broken_backlinks: float | None
    """Links to pages of the domain that do not work; null where unknown."""
    domain_rank: float | None
    """Authority of the linking domain, 0 to the rank scale of the source; null where unknown."""
    rank_scale: float | None
    """Largest `domain_rank` of the source, such as 1000."""
    spam_score: float | None
    """How much the links look bought or generated, 0-100; null where unknown."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class WebGraphAuthorityFact(TypedDict):
    type: Literal["web_graph_authority"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    position: float
    """Place among the organic results, from 1; null where not known."""
    of: float | None
    """Domains in the whole graph; null where not known."""
    percentile: float | None
    """Percent of these that stand behind it; null where not known."""
    harmonic: float
    """Harmonic centrality, as the release gives it."""
    pagerank_position: float
    """Place by PageRank, from 1."""
    referring_domains: float | None
    """Linking hosts; null where unknown. From an import, hosts whose links are lost count too."""
    linked_domains: float | None
    """Domains it links to; null where only ranks are loaded. 0 proves nothing: it may never have been crawled."""
    hosts: float
    """Hosts of the domain that were seen."""
    release: str
    """Release of the graph."""
    crawled_until: str
    """Month of its last crawl."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class PopularityFact(TypedDict):
    type: Literal["popularity"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    list: Literal["crux", "majestic"]
    """`crux`: Chrome UX Report, by visits of Chrome users; `majestic`: Majestic Million, by referring subnets."""
    country: str | None
    """Country of the list, ISO 3166-1; null for the whole world."""
    band: float | None
    """The best 1,000, 5,000, 10,000 … of the list that it is among; null where the list has positions."""
    position: float | None
    """Place among the organic results, from 1; null where not known."""
    month: str
    """The month, `YYYY-MM`."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class LinksToFact(TypedDict):
    type: Literal["links_to"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    domain_rank: float | None
    """Authority of the linking domain, 0 to the rank scale of the source; null where unknown."""
    backlinks: float | None
    """Single links to the subject; null where unknown."""
    first_seen: str | None
    """When the first of the links was seen, ISO 8601; null where unknown."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class BacklinkGapFact(TypedDict):
    type: Literal["backlink_gap"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    domain_rank: float | None
    """Authority of the linking domain, 0 to the rank scale of the source; null where unknown."""
    competitors_linked: float
    """How many of the competitors it links to."""
    links_to: list[str]
    """Up to three of the competitors that it links to."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class SiteScoredFact(TypedDict):
    type: Literal["site_scored"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    onpage_score: float
    """Score of the site, or of the page, 0-100."""
    pages_audited: float
    """Pages that were read and judged, at most `max_pages`."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class SiteHasIssueFact(TypedDict):
    type: Literal["site_has_issue"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    issue: str
    """Id of the check; /docs/checks explains each."""
    severity: Literal["high", "medium", "low"]
    """How much it matters: `high`, `medium` or `low`."""
    title: str
    """Title of the result, or of the issue."""
    affected_pages: float
    """Pages that have the fault."""
    gain: float
    """Points of 100 by which `onpage_score` would rise."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

class PageScoredFact(TypedDict):
    type: Literal["page_scored"]
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    onpage_score: float
    """Score of the site, or of the page, 0-100."""
    location: NotRequired[str]
    """Location in which the statement holds; absent where it holds everywhere."""
    language: NotRequired[str]
    """Search language in which the statement holds; absent where it holds everywhere."""
    provenance: Provenance
    """Where the statement comes from."""

Fact = DomainVisibilityFact | PageVisibilityFact | RanksForFact | KeywordMetricsFact | OwnSearchFiguresFact | CompetesWithFact | KeywordGapFact | LosingKeywordFact | HoldsFeaturedSnippetFact | CitedInAiOverviewFact | LinkProfileFact | WebGraphAuthorityFact | PopularityFact | LinksToFact | BacklinkGapFact | SiteScoredFact | SiteHasIssueFact | PageScoredFact

class Entity(TypedDict):
    id: str
    """Domain, keyword or URL, normalized."""
    kind: str
    """`domain`, `keyword` or `page`."""
    label: str
    """Name to show: a domain with its letters, where `id` has their `xn--` form."""

class Delta(TypedDict):
    type: str
    """Type of the statement that changed."""
    subject: Subject
    """What it is about."""
    field: str
    """Member that changed."""
    previous: str | float | bool | None
    """Value in the earlier answer; null where it was unknown."""
    current: str | float | bool | None
    """Value in this answer; null where it is unknown."""
    previous_observed_at: str
    """When the earlier value was noted, ISO 8601, UTC; what stays the same is noted anew once a day."""

class Coverage(TypedDict):
    returned: float
    """Rows of the main list in this answer."""
    total_available: float | None
    """Rows that there are in all; null where the source cannot tell."""
    truncated: bool
    """True where there are, or may be, more rows than the answer shows."""
    as_of: str | None
    """Time of the oldest fact in the answer, ISO 8601, UTC; a total over many listings is as new as the newest of them. Null where unknown."""
    scope_note: str | None
    """What the answer covers and what it does not, in a sentence."""

class Resource(TypedDict):
    uri: str
    """Address of the dataset, `oriel://dataset/<name>/<id>`."""
    name: str
    """Name of the list, such as `ranked-keywords`."""
    description: str
    """What the rows are, in a sentence."""
    mime_type: str
    """Media type in which the dataset can be read."""
    rows: float
    """Rows of the whole list; the fewest there are where the description says at least."""
    expires_at: str
    """When the dataset ends, ISO 8601, UTC."""

class NextAction(TypedDict):
    tool: str
    """Name of the tool."""
    args: dict[str, Any]
    """Its arguments."""
    use_when: str
    """What it is good for, in a sentence."""
    credits: float
    """Its price in credits."""

class Warning(TypedDict):
    code: str
    """Stable code, such as `sample_data`, `no_data`, `partial_answer`, `unknown_field`."""
    message: str
    """The same in a sentence."""

class Run(TypedDict):
    id: str
    """The run, as the call named it."""
    spent: float
    """Credits that the run has spent, this call included."""
    budget: float
    """Credits that the run may spend."""

class Usage(TypedDict):
    request_id: str
    """Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log."""
    tool: str
    """Name of the tool."""
    credits_charged: float
    """Credits that this call cost; 0 for a replay."""
    balance_after: float | None
    """Credits left after the call; null where no account called."""
    cache_hit: bool
    """True where all facts came from the shared cache."""
    replayed: bool
    """True where this is the first answer given again: nothing was charged, and `request_id` is that of the call that was paid."""
    mode: NotRequired[Literal["test"]]
    """Always `test`: a test key called, and nothing was charged; absent of live calls."""
    would_have_cost: NotRequired[float]
    """Credits that a live key would have paid; absent of live calls."""
    run: NotRequired[Run]
    """The run that the call named; absent where it named none."""

class InspectDomainInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""

class InspectDomainSummaryMovement(TypedDict):
    new: float | None
    """Keywords for which it ranks, and did not in the listing before."""
    up: float | None
    """Keywords with a better position than in the listing before."""
    down: float | None
    """Keywords with a worse position than in the listing before."""
    lost: float | None
    """Keywords for which it ranked in the listing before, and no longer does."""

class InspectDomainSummary(TypedDict):
    organic_keywords: float | None
    """Keywords for which it ranks in all; null where unknown."""
    top_3_keywords: float | None
    """Keywords with a position from 1 to 3; null where unknown."""
    top_10_keywords: float | None
    """Keywords with a position from 1 to 10; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    traffic_value_usd: float | None
    """What the same clicks would cost as ads, US dollars a month; null where unknown."""
    movement: InspectDomainSummaryMovement
    """Keywords that moved since the source looked before; null where it does not tell."""

OwnFigures = TypedDict("OwnFigures", {
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
})

class KeywordAt(TypedDict):
    keyword: str
    """Keyword, lower case, single spaces."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    competition_level: Literal["low", "medium", "high"] | None
    """Competition among advertisers; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    intent_basis: NotRequired[Literal["reported", "words", "listing"]]
    """How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing."""
    position: float | None
    """Best place of the target, from 1; of a row with basis `average` a rounded mean."""
    url: str | None
    """The page that ranks; null where only the site is known."""
    estimated_traffic: float | None
    """Visits a month: volume times the click rate of the place; null where the volume is unknown."""
    basis: NotRequired[Literal["observed", "average"]]
    """`observed`: the place was seen; `average`: the rounded mean that Search Console reports."""
    own: NotRequired[OwnFigures]
    """What Search Console counts, on a site of the caller; absent where the caller has brought nothing."""

class InspectDomainTopPage(TypedDict):
    url: str
    """Address of the page."""
    organic_keywords: int | None
    """Keywords for which it ranks in all; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    own: NotRequired[OwnFigures]
    """What Search Console counts, on a site of the caller; absent where the caller has brought nothing."""

ScopePeriod = TypedDict("ScopePeriod", {
    "from": "str | None",
    "to": "str | None",
})

class ScopeFilter(TypedDict):
    dimension: str
    """`query`, `page` or what else is filtered by."""
    operator: Literal["equals", "contains", "excludes", "matches"]
    """`equals`, `contains`, `excludes` or `matches`."""
    value: str
    """What is compared with."""

class SiteScope(TypedDict):
    property: str
    """The property, as Search Console names it; the site where the export does not say."""
    period: ScopePeriod
    """First and last day; null where the export does not say."""
    countries: Literal["all"] | list[str]
    """`all`, or the names of the countries that the figures are of."""
    device: str
    """`all`, or the device."""
    search_type: str
    """`web`, `image`, `video`, `news`, `discover` or another kind of search."""
    filters: list[ScopeFilter]
    """Filters of the export: then its figures are of a part of the site."""
    rows: str
    """`all`, or where the list was cut: `cut at 1,000`."""
    source: Literal["export", "connection"]
    """`export` of a person, or `connection` to Search Console."""

class Brand(TypedDict):
    queries: float
    """Queries of the export that name the site."""
    clicks: float
    """Their clicks over the period."""
    impressions: float
    """Their impressions over the period."""

class ClickCurve(TypedDict):
    position: float
    """Mean position in Google Search, from 1, rounded."""
    ctr: float
    """Clicks for each impression at this position, 0-1."""
    queries: float
    """Queries behind the figure."""
    impressions: float
    """Impressions behind the figure."""

class NextCall(TypedDict):
    tool: Literal["inspect_serp", "inspect_keyword", "audit_site"]
    """Name of the tool."""
    args: dict[str, Any]
    """Its arguments."""

InspectDomainOwnOpportunitiesBest = TypedDict("InspectDomainOwnOpportunitiesBest", {
    "kind": "Literal[\"striking_distance\", \"low_ctr\", \"cannibalisation\", \"decay\", \"growth\", \"not_indexed\", \"canonical_mismatch\"]",
    "levers": "NotRequired[list[Literal[\"striking_distance\", \"low_ctr\", \"cannibalisation\", \"decay\", \"growth\", \"not_indexed\", \"canonical_mismatch\"]]]",
    "query": "str | None",
    "page": "str | None",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "seen": "str",
    "estimated_clicks": "float | None",
    "estimated_clicks_per_month": "float | None",
    "computed": "str",
    "next_call": "NextCall",
})

class InspectDomainOwnOpportunities(TypedDict):
    counts: dict[str, float]
    """How many there are, by kind."""
    best: list[InspectDomainOwnOpportunitiesBest]
    """The three that might bring most."""

InspectDomainOwn = TypedDict("InspectDomainOwn", {
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "counted_from": "Literal[\"dates\", \"countries\", \"devices\", \"pages\", \"queries\"]",
    "queries": "float",
    "pages": "float",
    "scope": "SiteScope",
    "brand": "Brand",
    "click_curve": "list[ClickCurve]",
    "opportunities": "InspectDomainOwnOpportunities",
})

class InspectDomainLikelyCompetitor(TypedDict):
    competitor: str
    """Domain of the competitor."""
    shared_keywords: int
    """Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for."""
    shared_keywords_basis: NotRequired[Literal["exact", "estimate"]]
    """Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell."""
    shared_keywords_margin: NotRequired[int]
    """How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases."""
    avg_position: float | None
    """Mean place of the competitor on the shared keywords, from 1; null where unknown."""
    organic_keywords: int | None
    """Keywords for which it ranks in all; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    relevance: float | None
    """0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown."""
    is_giant: bool
    """True for encyclopedias, social networks and marketplaces, which compete with everyone."""

class InspectDomainIntentMix(TypedDict):
    informational: float | None
    """Share 0-1 of keywords that look for an answer."""
    navigational: float | None
    """Share 0-1 of keywords that look for a certain site."""
    commercial: float | None
    """Share 0-1 of keywords that compare before buying."""
    transactional: float | None
    """Share 0-1 of keywords that mean to act or buy."""
    unknown: float | None
    """Share 0-1 of keywords whose intent is not known."""

class WebGraphPlace(TypedDict):
    release: str
    """Release of the graph."""
    position: float
    """Place by harmonic centrality."""
    referring_domains: float | None
    """Domains that link to it; null where not known."""

class WebGraphAuthority(TypedDict):
    position: float
    """Place by harmonic centrality, from 1, the most central."""
    of: float | None
    """Domains in the whole graph; null where not known."""
    percentile: float | None
    """Percent of these that stand behind it; null where not known."""
    harmonic: float
    """Harmonic centrality, as the release gives it."""
    pagerank_position: float
    """Place by PageRank, from 1."""
    referring_domains: float | None
    """Domains that link to it in the graph; null where only ranks are loaded."""
    linked_domains: float | None
    """Domains it links to; null where only ranks are loaded. 0 proves nothing: it may never have been crawled."""
    hosts: float
    """Hosts of the domain that were seen."""
    release: str
    """Release of the graph."""
    crawled_until: str
    """Month of its last crawl."""
    trend: list[WebGraphPlace]
    """The same in releases before, newest first, as far as they are loaded and have the domain."""

class InspectDomainAuthority(TypedDict):
    domain_rank: float | None
    """Authority of the domain, 0 to the rank scale of the source; null where unknown."""
    rank_scale: float | None
    """Largest `domain_rank` of the source, such as 1000; null where unknown."""
    referring_domains: float | None
    """Linking hosts; null where unknown. From an import, hosts whose links are lost count too."""
    backlinks: float | None
    """Links in all; null where unknown. From an import, lost links count too."""
    dofollow_share: float | None
    """Share 0-1 of the links that pass authority (no `nofollow`); null where unknown."""
    spam_score: float | None
    """How much the links look bought or generated, 0-100; null where unknown."""
    broken_backlinks: float | None
    """Links to pages of the domain that do not work; null where unknown."""
    web_graph: NotRequired[WebGraphAuthority]
    """Its place in Common Crawl’s graph of links between domains, beside the link index and never mixed with it. A link there is any reference that a crawl saw: pages, images, scripts, redirects."""

class InspectDomainPopularity(TypedDict):
    list: Literal["crux", "majestic"]
    """`crux`: Chrome UX Report, by visits of Chrome users; `majestic`: Majestic Million, by referring subnets."""
    country: str | None
    """Country of the list, ISO 3166-1; null for the whole world."""
    band: float | None
    """The best 1,000, 5,000, 10,000 … of the list that it is among; null where the list has positions."""
    position: float | None
    """Position in the list; null where the list has bands."""
    month: str
    """Month of the list."""

class InspectDomainData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    location: str
    """Location in which the answer holds, by its full name."""
    language: str
    """Search language in which the answer holds, by its full name."""
    summary: InspectDomainSummary
    """Totals of the domain in the market, from the stored index or the live provider; `provenance` says which."""
    top_keywords: list[KeywordAt]
    """Ranked keywords: best traffic first, else most clicks and impressions; at most 10 of a domain, 25 of a page."""
    top_pages: list[InspectDomainTopPage]
    """Best traffic first, at most 10. A keyword counts for each page that ranks for it and once for the site, so that pages may add up to more than `summary`."""
    own: NotRequired[InspectDomainOwn]
    """What Search Console counts of this site; only where the caller has brought its figures."""
    likely_competitors: list[InspectDomainLikelyCompetitor]
    """Rivals, closest first, at most 8."""
    intent_mix: InspectDomainIntentMix
    """Ranked keywords by intent, as shares of 0-1 that add up to 1; null where unknown."""
    authority: NotRequired[InspectDomainAuthority]
    """What is known of the links to it; absent where nothing is. Values of the link index are null where it was not asked."""
    popularity: NotRequired[list[InspectDomainPopularity]]
    """Its place in public lists of popular sites; absent where none has it."""

class DiscoverCompetitorsInput(TypedDict):
    domain: NotRequired[str]
    """Such as example.com; a URL will do."""
    seed_keywords: NotRequired[list[str]]
    """Keywords whose listings decide who competes."""
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    limit: NotRequired[int]
    """Competitors wanted."""

class DiscoverCompetitorsCompetitor(TypedDict):
    competitor: str
    """Domain of the competitor."""
    shared_keywords: int
    """Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for."""
    shared_keywords_basis: NotRequired[Literal["exact", "estimate"]]
    """Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell."""
    shared_keywords_margin: NotRequired[int]
    """How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases."""
    avg_position: float | None
    """Mean place of the competitor on the shared keywords, from 1; null where unknown."""
    organic_keywords: int | None
    """Keywords for which it ranks in all; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    relevance: float | None
    """0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown."""
    is_giant: bool
    """True for encyclopedias, social networks and marketplaces, which compete with everyone."""
    basis: NotRequired[Literal["links"]]
    """`links` where listings know no rival and these sites are linked by the same domains in the web graph; `shared_keywords` is 0 then."""
    shared_referrers: NotRequired[float]
    """Referring domains that both have, of the best 1,000 of the domain; of rows by links."""
    position: NotRequired[float]
    """Place of the domain in the web graph; of rows by links."""

class DiscoverCompetitorsExcluded(TypedDict):
    competitor: str
    """Domain that was left out."""
    reason: str
    """Why: `target` is the domain itself."""

class DiscoverCompetitorsData(TypedDict):
    domain: str | None
    """The domain asked about; null where only seed keywords were sent."""
    location: str
    """Location in which the answer holds, by its full name."""
    mode: Literal["domain", "seed_keywords"]
    """Whether rivals of the domain or owners of the seed keywords are listed."""
    competitors: list[DiscoverCompetitorsCompetitor]
    """Rivals, closest first."""
    excluded: list[DiscoverCompetitorsExcluded]
    """Domains left out, such as the domain itself."""

class ResearchKeywordsInput(TypedDict):
    seed: str
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    mode: NotRequired[Literal["ideas", "suggestions", "related"]]
    """ideas: same topic; suggestions: contain the seed; related: searched along with it."""
    limit: NotRequired[int]
    """Keywords wanted."""
    min_volume: NotRequired[int]
    """Least searches a month."""
    intent: NotRequired[Literal["informational", "navigational", "commercial", "transactional"]]

class MonthVolume(TypedDict):
    month: str
    """The month, `YYYY-MM`."""
    volume: int | None
    """Searches in that month; null where unknown."""

ResearchKeywordsKeywordOwn = TypedDict("ResearchKeywordsKeywordOwn", {
    "domain": "str",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
})

class ResearchKeywordsKeyword(TypedDict):
    keyword: str
    """Keyword, lower case, single spaces."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    competition_level: Literal["low", "medium", "high"] | None
    """Competition among advertisers; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    intent_basis: NotRequired[Literal["reported", "words", "listing"]]
    """How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing."""
    trend: list[MonthVolume]
    """Searches by month: the newest months, oldest first; all twelve are in the dataset."""
    variants: list[str]
    """Near-duplicates folded into this row."""
    own: NotRequired[ResearchKeywordsKeywordOwn]
    """What Search Console counts, on a site of the caller; absent where the caller has brought nothing."""

class ResearchKeywordsFilteredOut(TypedDict):
    min_volume: float | None
    """Candidates with a smaller volume; null where unknown."""
    intent: float | None
    """Candidates of another intent; null where unknown."""

class ResearchKeywordsData(TypedDict):
    seed: str
    """The term that was expanded."""
    location: str
    """Location in which the answer holds, by its full name."""
    mode: Literal["ideas", "suggestions", "related"]
    """How it was expanded, as asked."""
    keywords: list[ResearchKeywordsKeyword]
    """Keywords, most searched first."""
    filtered_out: ResearchKeywordsFilteredOut
    """Candidates that each filter dropped; null where the source cannot tell."""

class CompareKeywordCoverageInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    competitors: list[str]
    """Domains to compare with."""
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    limit: NotRequired[int]
    """Rows wanted in each list. Left out: 50, the first 6 inline and all in a dataset."""

class CompareKeywordCoverageGapCompetitorPosition(TypedDict):
    competitor: str
    """Domain of the competitor."""
    position: float
    """Place among the organic results, from 1; null where not known."""
    url: str
    """Page of the competitor that ranks."""

class CompareKeywordCoverageGap(TypedDict):
    keyword: str
    """Keyword, lower case, single spaces."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    competition_level: Literal["low", "medium", "high"] | None
    """Competition among advertisers; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    intent_basis: NotRequired[Literal["reported", "words", "listing"]]
    """How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing."""
    competitor_positions: list[CompareKeywordCoverageGapCompetitorPosition]
    """Competitors that rank for the keyword, with their positions."""

class CompareKeywordCoverageLosing(TypedDict):
    keyword: str
    """Keyword, lower case, single spaces."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    competition_level: Literal["low", "medium", "high"] | None
    """Competition among advertisers; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    intent_basis: NotRequired[Literal["reported", "words", "listing"]]
    """How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing."""
    target_position: float
    """Position of the domain, from 1."""
    target_url: str | None
    """Page of the domain that ranks; null where only the site is known."""
    basis: NotRequired[Literal["observed", "average"]]
    """`observed`: the place was seen; `average`: the rounded mean that Search Console reports."""
    own: NotRequired[OwnFigures]
    """What Search Console counts, on a site of the caller; absent where the caller has brought nothing."""
    best_competitor: CompareKeywordCoverageGapCompetitorPosition
    """The competitor with the best position."""

class CompareKeywordCoverageIntentCluster(TypedDict):
    intent: str
    """One of the four intents, or `unknown`."""
    keywords: float
    """How many of these rows have the intent."""
    total_volume: float | None
    """Searches a month: the sum of the volumes that are known; null where none is."""
    examples: list[str]
    """Keywords of the cluster."""

class CompareKeywordCoverageData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    location: str
    """Location in which the answer holds, by its full name."""
    competitors: list[str]
    """Domains compared with, each once, without the domain itself."""
    gaps: list[CompareKeywordCoverageGap]
    """Keywords for which a competitor ranks and the domain does not, most searched first."""
    losing: list[CompareKeywordCoverageLosing]
    """Keywords for which a competitor ranks above the domain, most searched first."""
    strong: list[CompareKeywordCoverageLosing]
    """Keywords for which a competitor ranks and none above the domain, most searched first. Each keyword is in one list."""
    intent_clusters: list[CompareKeywordCoverageIntentCluster]
    """Keywords of `gaps` and `losing` by intent: the first rows of each, as many as `limit`, or 50."""

class InspectSerpInput(TypedDict):
    query: str
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    depth: NotRequired[int]
    """Organic results wanted."""

class OrganicResult(TypedDict):
    position: int
    """Place among the organic results, from 1; null where not known."""
    rank_absolute: int | None
    """Place among all items of the listing, from 1; null where unknown."""
    domain: str
    """Host of the result, without `www.`."""
    url: str
    """Address of the page."""
    title: str | None
    """Title as shown; null where there is none."""
    snippet: str | None
    """Text below the title as shown; null where there is none."""

class InspectSerpAiOverviewReference(TypedDict):
    domain: str
    """Host of the page cited, without `www.`."""
    url: str
    """Address of the page."""
    title: str | None
    """Title as shown; null where there is none."""

class InspectSerpAiOverview(TypedDict):
    text: str | None
    """Its text; null where it was not read."""
    references: list[InspectSerpAiOverviewReference]
    """Pages that it cites, in order."""

class InspectSerpPaid(TypedDict):
    position: float
    """Place among the ads, from 1."""
    domain: str
    """Host of the advertiser, without `www.`."""
    url: str | None
    """Address that the ad leads to; null where unknown."""
    title: str | None
    """Title as shown; null where there is none."""

class InspectSerpLocalPackRating(TypedDict):
    value: float | None
    """Mean rating on the scale of the listing, usually 1-5."""
    votes_count: float | None
    """How many people rated it, as the listing says."""

class InspectSerpLocalPack(TypedDict):
    position: float
    """Place in the box, from 1."""
    title: str
    """Name of the place."""
    domain: str | None
    """Host of its site, without `www.`; null where it has none."""
    url: str | None
    """Address of its site; null where it has none."""
    rating: InspectSerpLocalPackRating | None
    """Its rating; null where it has none."""
    is_paid: bool
    """True for an ad in the box."""

class InspectSerpFeaturedSnippet(TypedDict):
    domain: str
    """Host of the page it is taken from, without `www.`."""
    url: str
    """The page it is taken from."""
    title: str | None
    """Title as shown; null where there is none."""
    text: str | None
    """Its text; null where it was not read."""

class InspectSerpData(TypedDict):
    query: str
    """The query asked about."""
    location: str
    """Location in which the answer holds, by its full name."""
    fetched_at: str
    """When the listing was seen, ISO 8601, UTC."""
    depth: float
    """Organic results looked at; fewer may exist."""
    item_types_present: list[str]
    """Types of all items of the listing, as the source names them, such as `people_also_ask`."""
    organic: list[OrganicResult]
    """Organic results, in order, as many as `depth` where the listing has them."""
    ai_overview: NotRequired[InspectSerpAiOverview]
    """The AI overview of the listing; absent where there was none."""
    paid: list[InspectSerpPaid]
    """Ads, in order."""
    local_pack: list[InspectSerpLocalPack]
    """Places of the map box, in order."""
    featured_snippet: NotRequired[InspectSerpFeaturedSnippet]
    """The answer above the first result; absent where there was none."""
    people_also_ask: list[str]
    """Questions that the listing shows."""
    related_searches: list[str]
    """Queries that the listing suggests."""

class InspectSearchVisibilityInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    keywords: list[str]
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    device: NotRequired[Literal["desktop", "mobile"]]
    """Default desktop."""
    mode: NotRequired[Literal["auto", "index", "live", "newest"]]
    """auto: index, then live for what it does not know, where the domain ranks for less than a fifth of the keywords there. newest: live, or index without a live source."""
    rivals: NotRequired[list[str]]
    """Their best places beside, same price."""
    serp_features: NotRequired[bool]
    """Adds the item types of each listing."""

class InspectSearchVisibilityPositionRival(TypedDict):
    domain: str
    """Domain of the rival."""
    position: float
    """Place among the organic results, from 1; null where not known."""
    url: str
    """Address of the page."""

class InspectSearchVisibilityPosition(TypedDict):
    keyword: str
    """The keyword as asked."""
    status: Literal["ranked", "not_in_top_n", "not_checked"]
    """`ranked`; `not_in_top_n`: not among `checked_depth` results; `not_checked`: nothing is known of whether the domain ranks."""
    position: float | None
    """Best organic position of the domain and its subdomains, from 1; null where not ranked or not checked."""
    url: str | None
    """The page that ranks; null where not ranked or not known."""
    monthly_volume: float | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    source: Literal["index", "live"] | None
    """Where the position is from; null where not checked."""
    checked_depth: float | None
    """Organic results looked at, the n of `not_in_top_n`; null where not checked."""
    observed_at: str | None
    """When the position was seen, ISO 8601, UTC; null where not checked."""
    ai_overview: Literal["cited", "not_cited", "none", "not_checked"]
    """Whether the AI overview of the listing refers to the domain; `none`: it has no overview; `not_checked`: its sources are not known."""
    rivals: NotRequired[list[InspectSearchVisibilityPositionRival]]
    """The rivals that were asked about, in the same listing."""
    serp_features: NotRequired[list[str] | None]
    """Types of its items, such as `people_also_ask`."""
    basis: NotRequired[Literal["observed", "average"]]
    """`observed`: seen in a listing or by a tracker; `average`: the mean that Search Console reports, rounded."""
    average_position: NotRequired[float | None]
    """The mean to one decimal, where `basis` is `average`."""
    market: NotRequired[str]
    """Countries that a mean position is of; absent where a place was seen."""
    own: NotRequired[OwnFigures]
    """What Search Console counts, on a site of the caller; absent where the caller has brought nothing."""

class InspectSearchVisibilitySummary(TypedDict):
    keywords_requested: float
    """Keywords asked about, one row each."""
    checked: float
    """Keywords whose listing is known or was fetched."""
    ranked: float
    """Keywords for which the domain ranks."""
    top_3: float
    """Keywords with a position from 1 to 3."""
    top_10: float
    """Keywords with a position from 1 to 10."""
    top_20: float
    """Keywords with a position from 1 to 20."""
    avg_position: float | None
    """Mean over the ranked keywords, to one decimal; null where none ranks."""
    not_checked: float
    """Keywords of which nothing can be said."""
    ai_cited: float
    """Keywords whose AI overview refers to the domain."""
    ai_overviews: float
    """Keywords whose AI overview was read: the whole of `ai_cited`."""
    fell_back_to_live: bool
    """True where `auto` asked live listings for what the index did not know."""

class InspectSearchVisibilityData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    location: str
    """Location in which the answer holds, by its full name."""
    fetched_at: str
    """When the newest listing in the answer was seen, ISO 8601, UTC."""
    device: NotRequired[Literal["desktop", "mobile"]]
    """What the listings were fetched for: `desktop` or `mobile`."""
    mode: Literal["auto", "index", "live", "newest"]
    """Mode as asked."""
    mode_used: Literal["index", "live"]
    """`live` where at least one listing was fetched."""
    positions: list[InspectSearchVisibilityPosition]
    """One row for each keyword, in the order asked."""
    summary: InspectSearchVisibilitySummary
    """Counts over the rows."""

class AuditSiteInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    max_pages: NotRequired[int]
    """Pages to audit."""
    urls: NotRequired[list[str]]
    """These and the home page, not a sample."""
    recheck: NotRequired[str]
    """An audit_id of the last seven days: what is fixed?"""

class AuditSiteRecheck(TypedDict):
    issue: str
    """Id of the check; /docs/checks explains each."""
    url: str
    """Page that has, or had, the fault."""
    verdict: Literal["fixed", "still", "gone", "new"]
    """`fixed`: the page was read and no longer has it; `still`: it has; `gone`: the page is not there to have it; `new`: it did not have it before."""

class AuditSiteRecheckSummary(TypedDict):
    fixed: int
    """Faults that are mended."""
    still: int
    """Faults that are still there."""
    gone: int
    """Faults whose page is no longer there."""
    new: int
    """Faults that were not there before."""

class AuditSiteScoreBreakdown(TypedDict):
    issue: str
    """Id of the check, or `base`."""
    points: float
    """Points on a scale of 100; negative for what takes some away."""

class AuditSiteIssuesSummary(TypedDict):
    high: int
    """Findings of high severity."""
    medium: int
    """Findings of medium severity."""
    low: int
    """Findings of low severity."""

class AuditSiteAiCrawlers(TypedDict):
    search: dict[str, Literal["allowed", "partly", "blocked", "unknown"]]
    """Agents that read for answers with links, by product token."""
    user_fetch: dict[str, Literal["allowed", "partly", "blocked", "unknown"]]
    """Agents that read a page because a user asked, by product token."""
    training: dict[str, Literal["allowed", "partly", "blocked", "unknown"]]
    """Agents that read to train models, by product token."""

class AuditSiteContentSignal(TypedDict):
    agents: list[str]
    """Agents that the line is for."""
    uses: dict[str, str]
    """What it says, by use, as written."""

class AuditSiteRecommendationOwn(TypedDict):
    clicks: int
    """Clicks of these pages over the period of `own`."""
    impressions: int
    """Times these pages were shown over the period of `own`."""

class AuditSiteRecommendation(TypedDict):
    issue: str
    """Id of the check; /docs/checks explains each."""
    severity: Literal["high", "medium", "low"]
    """How much it matters: `high`, `medium` or `low`."""
    action: str
    """What to do, in a sentence."""
    affected_pages: int
    """Pages that have the fault."""
    example_url: str
    """One of them."""
    gain: float
    """Points of 100 by which `onpage_score` would rise."""
    also_mends: NotRequired[list[str]]
    """Other issues that the same work ends; absent where there are none."""
    keeps_site_out_of_search: NotRequired[bool]
    """True where the fault keeps the whole site out of search; else absent."""
    own: NotRequired[AuditSiteRecommendationOwn]
    """What search brings to these pages, by the same figures."""

class AuditSiteIssueClusterEvidence(TypedDict):
    selector: str
    """CSS selector of the element, or what was looked at."""
    excerpt: str
    """What stands there, shortened."""

class AuditSiteIssueCluster(TypedDict):
    issue: str
    """Id of the check; /docs/checks explains each."""
    severity: Literal["high", "medium", "low"]
    """How much it matters: `high`, `medium` or `low`."""
    title: str
    """What is wrong, in a few words."""
    affected_pages: int
    """Pages that have the fault."""
    sample_urls: list[str]
    """One of the pages that have it."""
    evidence: AuditSiteIssueClusterEvidence
    """Where it was seen on that page."""
    explained: str
    """Path of the page that explains the check: what, why, threshold, remedy, source."""

AuditSiteOwn = TypedDict("AuditSiteOwn", {
    "clicks": "float",
    "impressions": "float",
    "from": "str | None",
    "to": "str | None",
})

class AuditSiteOrphan(TypedDict):
    url: str
    """Address of the page."""
    clicks: int
    """Its clicks over the period of `own`."""

class AuditSitePage(TypedDict):
    url: str
    """Address of the page."""
    status_code: float | None
    """HTTP status; null where there was no answer."""
    page_class: Literal["home", "article", "product", "category", "pricing", "about", "contact", "legal", "login", "search", "docs", "media", "error", "other"]
    """Kind of the page, told from its address, markup and text."""
    title: str | None
    """Its title; null where it has none."""
    word_count: int | None
    """Words outside navigation, header and footer, as `thin_content` counts; null where nothing was read."""
    onpage_score: float
    """Score of the page, 0-100."""
    issues: list[str]
    """Ids of its five most severe issues."""
    issues_total: NotRequired[int]
    """Issues of the page, where there are more than `issues` lists."""
    reason: NotRequired[str]
    """Why it gave no answer; only where it gave none."""

class AuditSiteData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    audit_id: str
    """Names this audit to a later `recheck`, for seven days."""
    recheck: NotRequired[list[AuditSiteRecheck]]
    """Of a re-check: the state of each earlier fault, errors first, at most 25; the dataset `audit-recheck` has all."""
    recheck_summary: NotRequired[AuditSiteRecheckSummary]
    """Of a re-check: verdicts by kind, of all faults."""
    summary: str
    """What to know first, in one or two sentences; says so where no fault was found."""
    discovery_source: Literal["robots_sitemap", "default_sitemap", "links", "mixed", "home_only"]
    """Where the addresses are from: sitemaps, links, both, or the home page alone."""
    pages_discovered: int
    """Addresses found: those audited, excluded and failed together."""
    pages_audited: int
    """Pages that were read and judged, at most `max_pages`."""
    pages_excluded: int
    """Addresses that were left out; `excluded_summary` says why."""
    fetch_failures: int
    """Addresses that gave no answer."""
    render_warning: bool
    """True where pages seem to need scripts, which this audit does not run."""
    templates_sampled: list[str]
    """Patterns of the addresses that were read, such as `/blog/{slug}`."""
    onpage_score: float
    """0-100: the mean of the pages, times what faults of the whole site leave, times the share of addresses that work."""
    working_pages_score: float
    """The same with the dead addresses left out, 0-100."""
    dead_addresses: int
    """Addresses on the site that gave no page, visited or referred to; each once."""
    score_breakdown: list[AuditSiteScoreBreakdown]
    """How the score comes about: begins with `base`, and the points add up to `onpage_score`."""
    issues_summary: AuditSiteIssuesSummary
    """Findings by severity."""
    excluded_summary: dict[str, int]
    """Addresses left out, by reason: `noindex`, `redirected`, `non_html`, `robots_disallowed`, `canonicalised`, `duplicate`, `off_site`, `unsafe_address`, `auth_gate`, `http_error`, `over_budget`."""
    page_class_summary: dict[str, int]
    """Audited pages by kind."""
    worst_page: str | None
    """The page with the lowest score; null where no page lost a point."""
    ai_crawlers: AuditSiteAiCrawlers
    """What robots.txt lets each known AI agent read of the pages looked at, by what it reads for."""
    content_signals: list[AuditSiteContentSignal]
    """Content-Signal and Content-Usage lines of robots.txt, at most five."""
    recommendations: list[AuditSiteRecommendation]
    """What to do, at most six: first what keeps the site out of search, then what loses pages that have clicks, then in order of `gain`."""
    issue_clusters: list[AuditSiteIssueCluster]
    """The four most severe issues; all are in the dataset `audit-issues`."""
    own: NotRequired[AuditSiteOwn]
    """What search brought to the site by the account’s own figures; absent without any."""
    orphans: NotRequired[list[AuditSiteOrphan]]
    """Pages with clicks that no link leads to, most clicks first, at most ten; absent where pages of the site were left unread."""
    pages: list[AuditSitePage]
    """Audited pages in the order they were read, then up to ten addresses that do not work."""
    pages_note: str
    """What `pages` lists, in a sentence."""

class InspectKeywordInput(TypedDict):
    keyword: str
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""

InspectKeywordOwn = TypedDict("InspectKeywordOwn", {
    "domain": "str",
    "market": "str",
    "page": "str | None",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "impressions_per_month": "float | None",
})

class InspectKeywordData(TypedDict):
    keyword: str
    """The keyword asked about, lower case, single spaces."""
    monthly_volume: int | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    cpc_usd: float | None
    """Cost per click of search ads in US dollars; null where unknown."""
    competition_level: Literal["low", "medium", "high"] | None
    """Competition among advertisers; null where unknown."""
    difficulty: float | None
    """How hard it is to rank, 0-100 as the source rates it; null where unknown."""
    intent: Literal["informational", "navigational", "commercial", "transactional"] | None
    """What most searchers are after; null where unknown."""
    intent_basis: NotRequired[Literal["reported", "words", "listing"]]
    """How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing."""
    location: str
    """Location in which the answer holds, by its full name."""
    trend: list[MonthVolume]
    """The same in releases before, newest first, as far as they are loaded and have the domain."""
    serp_top: list[OrganicResult]
    """First results of the newest known listing, at most 10."""
    own: NotRequired[list[InspectKeywordOwn]]
    """What Search Console counts for the keyword on each site of the caller; only where it does."""
    serp_features: list[str]
    """Types of its items, such as `people_also_ask`."""

class InspectPageInput(TypedDict):
    url: str
    """Whole http(s) URL of the page."""
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""

InspectPageOwn = TypedDict("InspectPageOwn", {
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "market": "str",
})

class InspectPageData(TypedDict):
    url: str
    """The page asked about, normalized."""
    organic_keywords: int | None
    """Keywords for which it ranks in all; null where unknown."""
    estimated_organic_traffic_per_month: float | None
    """Visits a month, estimated from volume and position; null where unknown."""
    location: str
    """Location in which the answer holds, by its full name."""
    top_keywords: list[KeywordAt]
    """Ranked keywords: best traffic first, else most clicks and impressions; at most 10 of a domain, 25 of a page."""
    own: NotRequired[InspectPageOwn]
    """What Search Console counts of this page; only where the caller has brought its figures."""

InspectSearchPerformanceInput = TypedDict("InspectSearchPerformanceInput", {
    "domain": "str",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "compare": "NotRequired[str]",
    "dimensions": "NotRequired[str]",
    "filter": "NotRequired[str]",
    "search_type": "NotRequired[Literal[\"web\", \"image\", \"video\", \"news\", \"discover\", \"googleNews\"]]",
    "sort": "NotRequired[Literal[\"clicks\", \"impressions\", \"ctr\", \"position\", \"clicks_change\", \"key\", \"-clicks_change\"]]",
    "property": "NotRequired[str]",
    "limit": "NotRequired[int]",
})

ComparedPeriod = TypedDict("ComparedPeriod", {
    "from": "str",
    "to": "str",
})

class SearchTotals(TypedDict):
    clicks: float
    """Clicks in Google Search over the period."""
    impressions: float
    """Times shown in Google Search over the period."""
    ctr: float | None
    """Clicks for each impression, 0-1; null where there was no impression."""
    average_position: float | None
    """Mean position over all impressions, from 1; not a place that was seen."""

class WithheldCounts(TypedDict):
    clicks: float
    """Clicks."""
    impressions: float | None
    """Impressions; null where rows are of pages, which count a listing of two pages twice."""

InspectSearchPerformancePeriod = TypedDict("InspectSearchPerformancePeriod", {
    "property": "str",
    "from": "str | None",
    "to": "str | None",
    "compared_with": "ComparedPeriod | None",
    "totals": "SearchTotals",
    "totals_before": "SearchTotals | None",
    "withheld": "WithheldCounts | None",
    "notes": "list[str]",
})

class InspectSearchPerformanceIndexStatus(TypedDict):
    inspected: float
    """Pages that were looked at."""
    by_verdict: dict[str, float]
    """How many there are of each verdict of Google."""
    not_indexed: float
    """Pages that Google does not have, and that declare no other address."""
    canonical_mismatch: float
    """Pages that Google has under another address than they declare."""
    last_inspected_at: str | None
    """When the last one was looked at, ISO 8601, UTC."""

class InspectSearchPerformanceData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    connected: bool
    """Whether the account has connected the site to Search Console."""
    connect_at: str | None
    """Where a person connects it; null where it is connected."""
    period: InspectSearchPerformancePeriod | None
    """What the rows are of; null of a site that is not connected."""
    rows: list[dict[str, Any]]
    """The rows, in the order asked for: the dimensions and what was counted."""
    index_status: InspectSearchPerformanceIndexStatus | None
    """What URL Inspection says of the pages that matter; null before the first were looked at."""
    index_problems: list[dict[str, Any]]
    """Pages with a problem that had the most clicks; all pages are in the dataset `index-status`."""

class ExplainChangeInputScope(TypedDict):
    folder: NotRequired[str]
    page: NotRequired[str]
    query: NotRequired[str]
    country: NotRequired[str]
    device: NotRequired[str]

ExplainChangeInput = TypedDict("ExplainChangeInput", {
    "site": "str",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "compare_from": "NotRequired[str]",
    "compare_to": "NotRequired[str]",
    "scope": "NotRequired[ExplainChangeInputScope]",
})

ExplainChangePeriod = TypedDict("ExplainChangePeriod", {
    "from": "str | None",
    "to": "str | None",
})

class ExplainChangeClicks(TypedDict):
    before: int
    """Clicks of the period that is compared with."""
    after: int
    """Clicks of the period that is explained."""
    change: int
    """The difference, to which the parts add up."""

class ExplainChangePartCarriedBy(TypedDict):
    query: str | None
    """The query; null of a whole page, or of rare queries together."""
    page: str | None
    """The page; null of a whole query, or of rare pages together."""
    clicks: int
    """Its clicks of the part."""

class ExplainChangePartEvidence(TypedDict):
    kind: str
    """`index_status`, `recorded_change`, `search_update`, `listing`, `country_shift` or `device_shift`."""
    text: str
    """In a sentence."""

class ExplainChangePart(TypedDict):
    name: Literal["demand", "season", "mix", "position", "click_rate", "gone", "new", "withheld"]
    """`demand`: how often its queries are shown; `season`: what that did a year before; `mix`: which pages are shown; `position`; `click_rate` at equal position; `gone` and `new`: pages and queries of one period; `withheld`: in no row."""
    clicks: int
    """Whole clicks that this part adds or takes."""
    low: int
    """Lower end of the interval of 95 in 100."""
    high: int
    """Its upper end."""
    verdict: Literal["seen", "cannot_tell"]
    """`seen` where the interval leaves out zero, else `cannot_tell`."""
    carried_by: list[ExplainChangePartCarriedBy]
    """Queries and pages that carry most of it; the dataset has all."""
    evidence: list[ExplainChangePartEvidence]
    """What happened beside it, which need not be its cause."""

class ExplainChangeData(TypedDict):
    site: str
    """The site."""
    connect_at: str | None
    """Where its owner connects it; null where two periods of it are known."""
    period: ExplainChangePeriod | None
    """The period that is explained; null where none is known."""
    compared_with: ScopePeriod | None
    """The period that it is compared with."""
    explained_by: Literal["rows", "uploads", "day_totals"] | None
    """`rows` of queries and pages, `uploads` of queries alone, or `day_totals` where older rows are not kept by these days."""
    clicks: ExplainChangeClicks | None
    """Of both periods; null where none are known."""
    parts: list[ExplainChangePart]
    """Demand, season, mix, position, click rate, gone, new and withheld, in this order."""
    notes: list[str]
    """What to know of the answer, in sentences."""
    method: str
    """How the parts are computed, and what they do not say."""

class ExportDatasetInputWhere(TypedDict):
    field: str
    op: Literal["=", "!=", "<", "<=", ">", ">=", "contains", "in"]
    value: str | float | bool | None | list[str | float | bool | None]

class ExportDatasetInput(TypedDict):
    uri: str
    """Of a `resources` entry."""
    limit: NotRequired[int]
    """All that fit by default."""
    cursor: NotRequired[str]
    """A `next_cursor`."""
    offset: NotRequired[int]
    """Rows to skip."""
    fields: NotRequired[list[str]]
    """All by default."""
    where: NotRequired[list[ExportDatasetInputWhere]]
    """All must hold; `in` takes a list."""
    sort: NotRequired[list[str]]
    """`-column` descends."""
    format: NotRequired[Literal["csv", "ndjson"]]

class ExportDatasetData(TypedDict):
    uri: str
    """The dataset asked for."""
    items: list[dict[str, Any]]
    """Rows of the list that the resource named, as selected."""
    available: bool
    """False for a dataset that has expired, never was or is not yours."""
    note: NotRequired[str]
    """What to know of it, such as why it is not available; absent where there is nothing."""
    download_url: NotRequired[str]
    """Downloads all selected rows, beyond `limit` too, without a credential, for an hour."""
    next_cursor: NotRequired[str]
    """Send it as `cursor` for the next rows; null at the end."""

class InspectBacklinksInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    view: NotRequired[Literal["summary", "referring_domains", "anchors", "backlinks"]]
    limit: NotRequired[int]
    """Rows wanted; summary shows 10."""

class InspectBacklinksProfile(TypedDict):
    backlinks: float | None
    """Links in all; null where unknown. From an import, lost links count too."""
    referring_domains: float | None
    """Linking hosts; null where unknown. From an import, hosts whose links are lost count too."""
    referring_main_domains: float | None
    """Linking registrable domains; null where unknown."""
    dofollow_share: float | None
    """Share 0-1 of the links that pass authority (no `nofollow`); null where unknown."""
    broken_backlinks: float | None
    """Links to pages of the domain that do not work; null where unknown."""

class InspectBacklinksAuthority(TypedDict):
    domain_rank: float | None
    """Authority of the domain, 0 to the rank scale of the source; null where unknown."""
    rank_scale: float | None
    """Largest `domain_rank` of the source, such as 1000; null where unknown."""
    spam_score: float | None
    """How much the links look bought or generated, 0-100; null where unknown."""
    web_graph: NotRequired[WebGraphAuthority]
    """Its place in Common Crawl’s graph of links between domains, beside the link index and never mixed with it. A link there is any reference that a crawl saw: pages, images, scripts, redirects."""

class InspectBacklinksReferringDomain(TypedDict):
    domain: str
    """The linking domain."""
    domain_rank: float | None
    """Authority of the domain, 0 to the rank scale of the source; null where unknown."""
    backlinks: float | None
    """Its links to the domain; null where unknown."""
    spam_score: float | None
    """How much the links look bought or generated, 0-100; null where unknown."""
    first_seen: str | None
    """When the first of the links was seen, ISO 8601; null where unknown."""
    lost: bool
    """True where every link of it is gone. Lost links are no prospects and close no gap."""
    position: NotRequired[float]
    """Place of the linking domain in the web graph; where the list is from there."""
    hosts: NotRequired[float]
    """Hosts of the linking domain that the web graph has seen; where the list is from there."""
    first_release: NotRequired[str]
    """Of two releases of the web graph without a crawl in common, the first that has the link; of the best fifty rows."""

class InspectBacklinksChangesNew(TypedDict):
    domain: str
    """The linking domain."""
    position: float
    """Its place in the newest release."""

class InspectBacklinksChangesNotSeen(TypedDict):
    domain: str
    """The linking domain."""
    position: float
    """Its place in the older release."""

class InspectBacklinksChanges(TypedDict):
    against: str
    """The older release."""
    crawled_until: str
    """Month of its last crawl."""
    new: list[InspectBacklinksChangesNew]
    """In the newest release only."""
    not_seen: list[InspectBacklinksChangesNotSeen]
    """In the older release only: gone, or not crawled."""

class InspectBacklinksAnchor(TypedDict):
    anchor: str
    """Text of the link; null where unknown."""
    backlinks: float | None
    """Links in all; null where unknown. From an import, lost links count too."""
    referring_domains: float | None
    """Linking hosts; null where unknown. From an import, hosts whose links are lost count too."""

class InspectBacklinksBacklink(TypedDict):
    url_from: str
    """Page that links."""
    url_to: str
    """Page that is linked."""
    anchor: str | None
    """Text of the link; null where unknown."""
    dofollow: bool | None
    """True where the link passes authority; null where unknown."""
    first_seen: str | None
    """When the first of the links was seen, ISO 8601; null where unknown."""
    last_seen: str | None
    """When the link was last seen, ISO 8601; null where unknown."""

class InspectBacklinksData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    view: Literal["summary", "referring_domains", "anchors", "backlinks"]
    """What is listed, as asked."""
    profile: InspectBacklinksProfile
    """Totals of all links to the domain and its subdomains; null where unknown. A live source counts links that are there; an import counts every link that its file names, lost ones too."""
    authority: InspectBacklinksAuthority
    """How much the links weigh, as the source rates it."""
    referring_domains: list[InspectBacklinksReferringDomain]
    """Linking domains, best rank first."""
    changes: NotRequired[InspectBacklinksChanges]
    """How the best fifty referring domains differ from those of an older release of the web graph that shares no crawl with the newest; absent where none is loaded."""
    anchors: list[InspectBacklinksAnchor]
    """Texts of the links, most used first."""
    backlinks: list[InspectBacklinksBacklink]
    """Single links, best first."""

class CompareBacklinkGapInput(TypedDict):
    domain: str
    """Such as example.com; a URL will do."""
    competitors: list[str]
    """Domains to compare with."""
    limit: NotRequired[int]
    """Referring domains wanted."""
    max_spam_score: NotRequired[int]
    """Leaves out sites with a higher spam score."""

class CompareBacklinkGapGapLink(TypedDict):
    competitor: str
    """Domain of the competitor."""
    backlinks: float | None
    """Its links to this competitor; null where unknown."""
    first_seen: str | None
    """When the first of the links was seen, ISO 8601; null where unknown."""

class CompareBacklinkGapGap(TypedDict):
    referring_domain: str
    """The linking domain."""
    position: NotRequired[float]
    """Place of the linking domain in the web graph; where the row is from there."""
    domain_rank: float | None
    """Authority of the domain, 0 to the rank scale of the source; null where unknown."""
    spam_score: float | None
    """How much the links look bought or generated, 0-100; null where unknown."""
    competitors_linked: float
    """How many of the competitors it links to."""
    links: list[CompareBacklinkGapGapLink]
    """Its links to each of them."""

class CompareBacklinkGapFiltered(TypedDict):
    spam: float | None
    """Linking domains above `max_spam_score`; null where the source cannot tell."""
    links_to_target: float | None
    """Linking domains that link to the domain as well; null where the source cannot tell."""

class CompareBacklinkGapData(TypedDict):
    domain: str
    """The domain asked about, normalized: lower case, punycode, without `www.`."""
    competitors: list[str]
    """Domains compared with, each once."""
    gaps: list[CompareBacklinkGapGap]
    """Domains that link to competitors and not to the domain, best rank first."""
    filtered: CompareBacklinkGapFiltered
    """How many were left out, and why."""

class GetCapabilitiesDataTool(TypedDict):
    name: str
    """Name of the tool."""
    family: str
    """Family of the tool."""
    title: str
    """Its title."""
    summary: str
    """What the caller learns, in a sentence."""
    method: Literal["POST"]
    """HTTP method."""
    path: str
    """Path of the tool."""
    credits: float
    """Price of a call in credits."""
    enabled: bool
    """Whether the account may call it."""
    requires: str | None
    """Feature that the account must have; null for none."""
    input_schema: dict[str, Any]
    """JSON Schema of the request body."""
    example: dict[str, Any]
    """A request body that answers with data on a fresh machine."""
    source_classes: list[str]
    """Where its facts can come from."""

class GetCapabilitiesDataSourceStability(TypedDict):
    days_from: float
    """Least age in days."""
    days_to: float | None
    """The age in days that the group ends before; null for no end."""
    places: float
    """Places that were compared."""
    within_one_position: float
    """Share 0-1 of them that stood within one position of where they were."""

class GetCapabilitiesDataSourceList(TypedDict):
    kind: str
    """ranks, links of named sites, or a whole graph; crux or majestic."""
    name: str
    """Release, country and month, or day."""
    domains: float
    """Domains that are loaded."""
    of: float | None
    """Domains in the whole graph; null where the list does not say."""

class GetCapabilitiesDataSource(TypedDict):
    source_class: str
    """Class of the source, as in `provenance`."""
    status: Literal["available", "unavailable"]
    """Whether the source can answer here."""
    typical_confidence: float
    """Confidence of its facts, 0-1, where it is not measured."""
    stability: NotRequired[list[GetCapabilitiesDataSourceStability]]
    """Of the stored index: how well places hold, by their age when a live listing replaced them; ages without a comparison are left out."""
    lists: NotRequired[list[GetCapabilitiesDataSourceList]]
    """Of the web graph and popularity lists: what is loaded here."""

class GetCapabilitiesDataDefaults(TypedDict):
    location: str
    """Its location."""
    language: str
    """Its search language."""

class GetCapabilitiesDataMarkets(TypedDict):
    locations: dict[str, str]
    """Countries: ISO 3166-1 code to name."""
    languages: dict[str, str]
    """Search languages: code to name."""

class GetCapabilitiesDataLimitsRate(TypedDict):
    minute: float
    """Calls a minute."""
    hour: float
    """Calls an hour."""
    day: float
    """Calls a day."""

class GetCapabilitiesDataLimits(TypedDict):
    rate: GetCapabilitiesDataLimitsRate
    """Calls allowed in each window."""
    concurrent_calls: float
    """Paid calls that may run at the same time."""
    body_bytes: float
    """Largest request body, bytes."""
    dataset_days: float
    """How long a dataset can be read, days."""

class GetCapabilitiesDataAuth(TypedDict):
    schemes: list[str]
    """Ways to authenticate."""
    header: str
    """Header that carries the credential."""
    key_prefix: str
    """What every API key begins with."""
    authorization_server: str
    """Metadata of the sign-in for agents (RFC 8414)."""

class GetCapabilitiesDataMcp(TypedDict):
    url: str
    """Address of the MCP endpoint."""
    transport: str
    """Its transport."""

class GetCapabilitiesDataDocs(TypedDict):
    openapi: str
    """Address of the OpenAPI document."""
    llms_txt: str
    """Address of the guide for language models."""
    reference: str
    """Address of the reference for people."""

class GetCapabilitiesData(TypedDict):
    version: str
    """Version of the API; part of every path."""
    tools: list[GetCapabilitiesDataTool]
    """The tools that this caller may call."""
    credit_cost: dict[str, float]
    """Price of a call in credits, by tool."""
    sources: list[GetCapabilitiesDataSource]
    """Where facts can come from, and whether they can now."""
    defaults: GetCapabilitiesDataDefaults
    """Market of a request that names none."""
    markets: GetCapabilitiesDataMarkets
    """What `location` and `language` may name; places within a country are accepted beside these."""
    limits: GetCapabilitiesDataLimits
    """Limits of the account, or of every new one."""
    auth: GetCapabilitiesDataAuth
    """How to authenticate."""
    mcp: GetCapabilitiesDataMcp
    """Where agents connect."""
    docs: GetCapabilitiesDataDocs
    """Where the reference is."""

class GetCapabilitiesFact(TypedDict):
    type: str
    """What is stated."""
    subject: list[Subject]
    """Whom the statement is about, in the order that its type reads."""
    provenance: Provenance
    """Where the statement comes from."""

class GetCreditsAnswer(TypedDict):
    balance: int
    """Credits that the account can spend; those held by running calls are taken off."""

class PreviousKey(TypedDict):
    prefix: str
    """First characters of the key, to tell keys apart."""
    ends_at: str
    """When it ends, ISO 8601, UTC."""

class RateLimits(TypedDict):
    minute: int
    """Tool calls a minute."""
    hour: int
    """Tool calls an hour."""
    day: int
    """Tool calls a day."""

class ApiCredential(TypedDict):
    id: str
    """Id of the key, `cred_…`; not the key itself."""
    account_id: str
    """The account, `acct_…`."""
    name: str
    """What the key is for, as its maker wrote."""
    prefix: str
    """First characters of the key, to tell keys apart."""
    mode: Literal["live", "test"]
    """A `test` key answers from the sample market and spends nothing."""
    is_active: bool
    """False once it was revoked or has expired, or the key that made it has."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    created_by: str | None
    """The session or key that made it, or the person (`mem_…`) who did, where that is not who opened the account; null where an operator did."""
    parent_id: str | None
    """The key that made it, with which it ends and shares its limit; null for a key of its own."""
    may_create_keys: bool
    """True where it may make keys although it has limits."""
    last_used_at: str | None
    """When it last called, ISO 8601, UTC, noted at intervals; null where it never did."""
    expires_at: str | None
    """When it ends, ISO 8601, UTC; null for never."""
    previous_key: PreviousKey | None
    """The key before the last rotation, while it still works; else null."""
    spend_limit: float | None
    """Credits that may be spent a calendar month (UTC); null for no limit."""
    spent_this_month: float | None
    """Credits counted against the limit this month, those of running calls included; null without a limit."""
    tools: list[str] | None
    """Tools that the key may call; null for all."""
    rate_limits: RateLimits | None
    """Tool calls it may make, beside the limits of the account; null for no limits of its own."""

class RateLimitsInput(TypedDict):
    minute: int
    hour: int
    day: int

class CreateApiCredentialInput(TypedDict):
    name: str
    """What the key is for."""
    mode: NotRequired[Literal["live", "test"]]
    """A `test` key, `or_test_…`, answers from the sample market and spends nothing."""
    expires_at: NotRequired[str | None]
    spend_limit: NotRequired[int | None]
    rate_limits: NotRequired[RateLimitsInput | None]
    may_create_keys: NotRequired[bool]
    """Lets a key with limits make keys for its workers. Set by a signed-in person only."""
    tools: NotRequired[list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None]

class CreateApiCredentialAnswer(TypedDict):
    key: str | None
    """The key itself, `or_…`, shown this once; null in a replay of the call."""
    api_credential: ApiCredential
    """The record of the key."""

class ChangeApiCredentialInput(TypedDict):
    name: NotRequired[str]
    expires_at: NotRequired[str | None]
    spend_limit: NotRequired[int | None]
    rate_limits: NotRequired[RateLimitsInput | None]
    tools: NotRequired[list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None]
    may_create_keys: NotRequired[bool]
    end_previous_key: NotRequired[Literal[True]]
    """Ends the key before the last rotation at once."""

class RotateApiCredentialInput(TypedDict):
    overlap_hours: NotRequired[int]
    """Hours for which the old key still works; 0 ends it with this call."""

class RotateApiCredentialApiCredential(TypedDict):
    id: str
    """Id of the key, `cred_…`; the same as before."""
    account_id: str
    """The account, `acct_…`."""
    name: str
    """What the key is for, as its maker wrote."""
    prefix: str
    """First characters of the key, to tell keys apart."""
    mode: Literal["live", "test"]
    """A `test` key answers from the sample market and spends nothing."""
    is_active: bool
    """False once it was revoked or has expired, or the key that made it has."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    created_by: str | None
    """The session or key that made it, or the person (`mem_…`) who did, where that is not who opened the account; null where an operator did."""
    parent_id: str | None
    """The key that made it, with which it ends and shares its limit; null for a key of its own."""
    may_create_keys: bool
    """True where it may make keys although it has limits."""
    last_used_at: str | None
    """When it last called, ISO 8601, UTC, noted at intervals; null where it never did."""
    expires_at: str | None
    """When it ends, ISO 8601, UTC; null for never."""
    previous_key: PreviousKey | None
    """The key before the last rotation, while it still works; else null."""
    spend_limit: float | None
    """Credits that may be spent a calendar month (UTC); null for no limit."""
    spent_this_month: float | None
    """Credits counted against the limit this month, those of running calls included; null without a limit."""
    tools: list[str] | None
    """Tools that the key may call; null for all."""
    rate_limits: RateLimits | None
    """Tool calls it may make, beside the limits of the account; null for no limits of its own."""

class RotateApiCredentialAnswer(TypedDict):
    key: str | None
    """The new key, `or_…`, shown this once; null in a replay of the call."""
    api_credential: RotateApiCredentialApiCredential
    """The record of the key."""

class RevokeApiCredentialInput(TypedDict):
    with_children: NotRequired[bool]

class ListUsageRow(TypedDict):
    id: str
    """Id of the record."""
    account_id: str
    """The account, `acct_…`."""
    credential_id: str
    """The key, session or connection that called, or the tracker that was due."""
    auth_source: Literal["api_key", "session", "oauth", "schedule"]
    """How the caller signed in; `schedule` for a tracker that was due."""
    endpoint: str
    """Path that was called, ids and names in it in braces; `/mcp` for a call of an agent."""
    method: str
    """HTTP method."""
    tool: str | None
    """Name of the tool; null for other endpoints."""
    request_id: str
    """Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log."""
    status_code: int
    """HTTP status of the answer."""
    response_time_ms: int
    """From the request to the answer, milliseconds."""
    request_bytes: int
    """Size of the request body, bytes."""
    response_bytes: int
    """Size of the answer, bytes."""
    upstream_cost_usd: float
    """What the call cost at the data provider, US dollars."""
    credits_charged: int
    """Credits charged; 0 where the call failed."""
    cache_hit: bool
    """True where all facts came from the shared cache."""
    error_type: str | None
    """Code of the problem; null where the call was answered."""
    error_message: str | None
    """What was wrong, in a sentence; null where the call was answered."""
    run_id: str | None
    """The run that the call named; null where it named none."""
    mode: Literal["live", "test"]
    """`test` where a test key called; such calls are in no sum and no export."""
    arguments: str | None
    """Arguments of the tool as JSON, the first 200 characters; null where none were found good."""
    calls: int
    """1, or how many refused calls of one minute the record stands for."""
    created_at: str
    """When the call was answered, ISO 8601, UTC."""

class SummarizeUsageResponseTimeMs(TypedDict):
    median: int
    """Half of the calls were answered within, milliseconds."""
    p95: int
    """95 of 100 calls were answered within, milliseconds."""

class SummarizeUsageTool(TypedDict):
    tool: str
    """Name of the tool."""
    calls: int
    """Tool calls, answered or not."""
    failed: int
    """Tool calls that ended with a problem; these are free."""
    credits_charged: int
    """Credits charged."""
    response_time_ms: SummarizeUsageResponseTimeMs | None
    """Response times in milliseconds, within 5 %; null where there was no call."""

class SummarizeUsageCaller(TypedDict):
    auth_source: Literal["api_key", "session", "oauth", "schedule"] | None
    """How the caller signed in: `session` adds up all people of the dashboard; null for keys and agents beyond the first 150 of a month."""
    credential_id: str | None
    """The key, the connection or the tracker; null where the sums are those of several callers."""
    calls: int
    """Tool calls, answered or not."""
    failed: int
    """Tool calls that ended with a problem; these are free."""
    credits_charged: int
    """Credits charged."""

class SummarizeUsageDayTool(TypedDict):
    tool: str
    """Name of the tool."""
    calls: int
    """Tool calls, answered or not."""
    failed: int
    """Tool calls that ended with a problem; these are free."""
    credits_charged: int
    """Credits charged."""

class SummarizeUsageDay(TypedDict):
    day: str
    """The day, `YYYY-MM-DD`, UTC."""
    calls: int
    """Tool calls, answered or not."""
    failed: int
    """Tool calls that ended with a problem; these are free."""
    credits_charged: int
    """Credits charged."""
    tools: list[SummarizeUsageDayTool]
    """The same by tool, of this day."""

class SummarizeUsageAnswer(TypedDict):
    since: str
    """First day that is counted, `YYYY-MM-DD`, UTC."""
    until: str
    """Last day that is counted, `YYYY-MM-DD`, UTC."""
    complete: bool
    """False while a long log is still being added up; ask again to go on."""
    calls: int
    """Tool calls, answered or not."""
    failed: int
    """Tool calls that ended with a problem; these are free."""
    credits_charged: int
    """Credits charged."""
    response_time_ms: SummarizeUsageResponseTimeMs | None
    """Response times in milliseconds, within 5 %; null where there was no call."""
    tools: list[SummarizeUsageTool]
    """The same by tool."""
    callers: list[SummarizeUsageCaller]
    """The same by who called; those that cost most first."""
    days: list[SummarizeUsageDay]
    """The same by day, only days with calls."""

class GetCallAnswer(TypedDict):
    account_id: str
    """The account, `acct_…`."""
    credential_id: str
    """The key, session or connection that called, or the tracker that was due."""
    auth_source: Literal["api_key", "session", "oauth", "schedule"]
    """How the caller signed in; `schedule` for a tracker that was due."""
    endpoint: str
    """Path that was called, ids and names in it in braces; `/mcp` for a call of an agent."""
    method: str
    """HTTP method."""
    tool: str | None
    """Name of the tool; null for other endpoints."""
    request_id: str
    """Id of the call, the `X-Request-Id` of its answer."""
    status_code: int
    """HTTP status of the answer."""
    credits_charged: int
    """Credits charged; 0 unless it was answered for the first time."""
    cache_hit: bool
    """True where all facts came from the shared cache."""
    error_type: str | None
    """Code of the problem; null where the call was answered."""
    error_message: str | None
    """What was wrong, in a sentence; null where the call was answered."""
    run_id: str | None
    """The run that the call named; null where it named none."""
    mode: Literal["live", "test"]
    """`test` where a test key called."""
    arguments: str | None
    """Arguments of the tool as JSON, the first 200 characters; null where none were found good, and for all but the first of the refused calls that share a record."""
    created_at: str
    """When the call began, ISO 8601, UTC."""
    outcome: Literal["answered", "refused", "failed"]
    """`answered`; `refused` where you can mend what was wrong; `failed` on our side or upstream."""

class GetAnswerAnswer(TypedDict):
    request_id: str
    """Id of the call."""
    tool: str
    """Name of the tool."""
    created_at: str
    """When the call began, ISO 8601, UTC."""
    arguments: dict[str, Any]
    """Arguments of the call as they were read."""
    answer: dict[str, Any]
    """The answer as it was given."""

class ShareAnswerInput(TypedDict):
    days: NotRequired[int]
    """Days until the link ends, 1-90, default 30."""

class Share(TypedDict):
    id: str
    """Id of the share, `share_…`; it opens nothing."""
    request_id: str
    """Id of the call whose answer the link opens."""
    tool: str
    """Name of the tool."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    expires_at: str
    """When the link ends, ISO 8601, UTC."""

class ShareAnswerAnswer(TypedDict):
    url: str | None
    """The link, shown this once; null in a replay of the call."""
    share: Share
    """The record of the link."""

class WithdrawShareAnswer(TypedDict):
    id: str
    """Id of the share."""
    status: Literal["withdrawn"]
    """Always `withdrawn`."""

class OpenSharedAnswerInput(TypedDict):
    token: str
    """What stands behind # in the link."""

class OpenSharedAnswerAnswer(TypedDict):
    tool: str
    """Name of the tool."""
    created_at: str
    """When the call began, ISO 8601, UTC."""
    expires_at: str
    """When the link ends, ISO 8601, UTC."""
    arguments: dict[str, Any]
    """Arguments of the call as they were read."""
    answer: dict[str, Any]
    """The answer as it was given, without its cost and its datasets."""

class RankKeywordInput(TypedDict):
    keyword: str
    tags: NotRequired[list[str]]

class CreateTrackerInputMarket(TypedDict):
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""
    device: NotRequired[Literal["desktop", "mobile"]]

class TrackerTimes(TypedDict):
    every: Literal["day", "week", "month"]
    """How often it asks: each `day`, `week` or `month`."""
    at: NotRequired[str]
    """Hour and minute on the clocks of the time zone, default `08:00`."""
    weekday: NotRequired[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
    """Of a weekly tracker: on which day, default `monday`."""
    day: NotRequired[int]
    """Of a monthly tracker: on which day of the month, 1-28, default 1."""
    time_zone: NotRequired[str]
    """IANA name such as `Europe/Berlin`, default `UTC`. Daylight saving is followed."""

class CreateTrackerInput(TypedDict):
    name: str
    """What the tracker is called, at most 80 characters."""
    kind: NotRequired[Literal["question", "rank"]]
    """`question` asks a tool, `rank` watches the places of a site."""
    tool: NotRequired[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]]
    """Of a question: name of the tool."""
    args: NotRequired[dict[str, Any]]
    """Of a question: what the tool is sent."""
    site: NotRequired[str]
    """Of a rank tracker: the site, subdomains included."""
    keywords: NotRequired[list[RankKeywordInput]]
    """Of a rank tracker: its keywords, each with tags to filter by."""
    markets: NotRequired[list[CreateTrackerInputMarket]]
    """Of a rank tracker: where and on what it looks. Each is checked, and paid for, by itself."""
    rivals: NotRequired[list[str]]
    """Of a rank tracker: sites whose places are kept beside, from the same listings."""
    schedule: NotRequired[TrackerTimes]
    """When it is asked; left out, it is only kept."""
    monthly_budget: NotRequired[int]
    """Credits that the tracker may spend a calendar month (UTC), at least the price of one call. Where they are used up it waits for the next month."""

class RankMarket(TypedDict):
    location: str
    """Name of the country or place."""
    language: str
    """Code of the language."""
    device: Literal["desktop", "mobile"]
    """What the search is made on."""

class WatchedRanks(TypedDict):
    site: str
    """The site whose places are watched."""
    keywords: float
    """How many keywords are watched."""
    markets: list[RankMarket]
    """Where and on what it looks; each is checked by itself."""
    rivals: list[str]
    """Domains whose places are kept beside."""
    calls: float
    """Calls of one check, each at `price`."""

class TrackerSchedule(TypedDict):
    every: Literal["day", "week", "month"]
    """How often it asks: each `day`, `week` or `month`."""
    at: str
    """Hour and minute on the clocks of the time zone."""
    weekday: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] | None
    """On which day of the week; null where it does not ask weekly."""
    day: int | None
    """On which day of the month; null where it does not ask monthly."""
    time_zone: str
    """IANA name of the time zone."""

class LastAsking(TypedDict):
    at: str
    """When that was, ISO 8601, UTC."""
    outcome: Literal["running", "asked", "waiting", "failed", "refused"]
    """`asked`: answered and charged; `running`: begun, its end not known yet; `waiting`: for its turn, credits or budget; `failed`: tried again within its period; `refused`: paused."""
    reason: str | None
    """Why it was not asked: `budget_used`, or the code of an error; null where it was."""
    request_id: str | None
    """The call whose answer is kept; null where there was none."""

class Tracker(TypedDict):
    id: str
    """Id of the tracker, `trk_…`; `question_…` of older ones."""
    kind: Literal["question", "rank"]
    """`rank`: a rank tracker; `question`: a question of any tool."""
    name: str
    """What the tracker is called."""
    tool: str
    """Name of the tool."""
    args: dict[str, Any]
    """What the tool is sent."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    rank: WatchedRanks | None
    """What a rank tracker watches; null for others."""
    status: Literal["active", "paused", "unscheduled"]
    """`active`: asked when it is due; `paused`; `unscheduled`: only kept."""
    paused_because: Literal["owner", "missed", "refused", "price"] | None
    """Who or what paused it: its `owner`, three periods in a row without an answer (`missed`), a tool that `refused` the question, or a higher `price`; null while it is active."""
    schedule: TrackerSchedule | None
    """When it is asked; null where it is only kept."""
    price: int | None
    """Credits of one call when the schedule was set; a dearer call is not made."""
    most_a_month: int | None
    """Credits that it can cost a month at most: the price of as many calls as a month has periods."""
    monthly_budget: int | None
    """Credits that the tracker may spend a calendar month (UTC)."""
    spent_this_month: int
    """Credits of this calendar month (UTC), those of a running call included."""
    next_at: str | None
    """When it is due next, ISO 8601, UTC; null while it is paused."""
    last: LastAsking | None
    """What came of the latest period; null before the first."""

class ChangeTrackerInput(TypedDict):
    name: NotRequired[str]
    """What the tracker is called, at most 80 characters."""
    schedule: NotRequired[TrackerTimes | None]
    """When it is asked; `null` ends that, and the tracker and its answers stay."""
    monthly_budget: NotRequired[int]
    """Credits that the tracker may spend a calendar month (UTC), at least the price of one call. Where they are used up it waits for the next month."""
    keywords: NotRequired[list[RankKeywordInput]]
    """Of a rank tracker: its keywords, each with tags to filter by."""
    rivals: NotRequired[list[str]]
    """Of a rank tracker: sites whose places are kept beside, from the same listings."""
    status: NotRequired[Literal["active", "paused"]]
    """`paused` keeps schedule and budget and asks nothing; `active` sets it going, also after the service has paused it."""

class RemoveTrackerAnswer(TypedDict):
    id: str
    """Id of the tracker."""
    status: Literal["removed"]
    """Always `removed`."""

class GetTrackerHistoryRow(TypedDict):
    period: str
    """First day of the day, week or month, `YYYY-MM-DD`; with `.run_…` behind it, an answer that was asked for beside the schedule."""
    at: str
    """When that was, ISO 8601, UTC."""
    outcome: Literal["running", "asked", "waiting", "failed", "refused"]
    """As in `last` of the tracker."""
    reason: str | None
    """Why it was not asked; null where it was."""
    request_id: str | None
    """The call whose answer is kept; null where there was none."""
    credits_charged: int
    """Credits charged."""
    changes: int
    """Differences from the last answer to the same question of the account."""

class GetRanksMarket(TypedDict):
    location: str
    """Name of the country or place."""
    language: str
    """Code of the language."""
    device: Literal["desktop", "mobile"]
    """What the search was made on."""

class GetRanksSummary(TypedDict):
    keywords: float
    """Keywords of the tracker that fit the filter."""
    checked: float
    """Those whose listing was read; the others are in no other figure."""
    share_of_voice: float | None
    """From 0 to 1: clicks that the places of the site bring by a published curve, of those that place 1 for every keyword would; null where nothing was checked."""
    average_position: float | None
    """Mean place of the keywords that were found; null where none was."""
    top_3: float
    """Keywords at place 1 to 3."""
    top_4_10: float
    """Keywords at place 4 to 10."""
    top_11_20: float
    """Keywords at place 11 to 20."""
    top_21_100: float
    """Keywords at place 21 to 100."""
    not_found: float
    """Keywords whose listing was read and does not hold the site."""
    ai_overviews: float
    """Keywords whose listing has an AI overview that was read."""
    ai_cited: float
    """Those of them whose overview refers to the site."""
    up: float
    """Keywords at a better place than at the check compared with."""
    down: float
    """Keywords at a worse place."""
    new: float
    """Keywords that were found now and not then."""
    lost: float
    """Keywords that were found then and not now."""

class GetRanksRival(TypedDict):
    domain: str
    """Domain of the rival."""
    share_of_voice: float | None
    """Its share of voice, counted as that of the site."""

class GetRanksDay(TypedDict):
    day: str
    """Day of the check, `YYYY-MM-DD`, in the time zone of the tracker."""
    keywords: float
    """Keywords of the tracker that fit the filter."""
    checked: float
    """Those whose listing was read; the others are in no other figure."""
    share_of_voice: float | None
    """From 0 to 1: clicks that the places of the site bring by a published curve, of those that place 1 for every keyword would; null where nothing was checked."""
    average_position: float | None
    """Mean place of the keywords that were found; null where none was."""
    top_3: float
    """Keywords at place 1 to 3."""
    top_4_10: float
    """Keywords at place 4 to 10."""
    top_11_20: float
    """Keywords at place 11 to 20."""
    top_21_100: float
    """Keywords at place 21 to 100."""
    not_found: float
    """Keywords whose listing was read and does not hold the site."""
    ai_overviews: float
    """Keywords whose listing has an AI overview that was read."""
    ai_cited: float
    """Those of them whose overview refers to the site."""
    rivals: list[GetRanksRival]
    """The rivals at that check."""

class GetRanksRowRival(TypedDict):
    domain: str
    """Domain of the rival."""
    position: float | None
    """Best place of the rival, from 1; null where it was not found."""

class GetRanksRow(TypedDict):
    keyword: str
    """Keyword, lower case, single spaces."""
    tags: list[str]
    """Tags of the keyword."""
    monthly_volume: float | None
    """Searches a month in the market, twelve-month average, from the stored index or the live provider; `provenance` says which; null where unknown."""
    status: Literal["ranked", "not_in_top_n", "not_checked"]
    """`ranked`: found; `not_in_top_n`: not among the results that were read; `not_checked`: no listing was read."""
    position: float | None
    """Best place of the site among the organic results, from 1; null where it was not found."""
    previous_position: float | None
    """Its place at the check compared with; null where not known."""
    change: float | None
    """Places won since then, negative where lost; null where either is not known."""
    movement: Literal["up", "down", "same", "new", "lost", "unknown"]
    """How it moved since the check compared with; `unknown` where either was not checked."""
    best_position: float | None
    """Its best place in the history; null where it was never found."""
    best_day: str | None
    """First day with that place, `YYYY-MM-DD`."""
    checked_depth: float | None
    """Organic results that were read; null where that is not known."""
    url: str | None
    """Page of the site at that place; null where it was not found."""
    ai_overview: Literal["cited", "not_cited", "none", "not_checked"]
    """Whether an AI overview of the listing refers to the site; `none` where there is no overview."""
    serp_features: list[str] | None
    """Types of its items, such as `people_also_ask`."""
    rivals: list[GetRanksRowRival]
    """Places of the rivals in the same listing."""
    search_console_position: NotRequired[float | None]
    """Mean position that Search Console reports for the site and keyword; null where it is not connected or has none."""

class GetRanksAnswer(TypedDict):
    tracker_id: str
    """Id of the tracker."""
    site: str
    """The site whose places these are."""
    market: GetRanksMarket
    """Where and on what these places were seen."""
    markets: list[RankMarket]
    """Every market of the tracker; `market` may ask for one."""
    tags: list[str]
    """Every tag of the tracker."""
    day: str | None
    """Day of the check that is shown, `YYYY-MM-DD`; null before the first."""
    compared_with: str | None
    """Day of the check that it is compared with; null where there is none."""
    summary: GetRanksSummary
    """All keywords that fit the filter, at the check that is shown."""
    rivals: list[GetRanksRival]
    """The rivals of the tracker at the check that is shown."""
    days: list[GetRanksDay]
    """Checks of the period, the oldest first."""
    rows: list[GetRanksRow]
    """The keywords that fit the filter."""

KeepRankDatasetInput = TypedDict("KeepRankDatasetInput", {
    "market": "NotRequired[str]",
    "tag": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})

class KeepRankDatasetResource(TypedDict):
    uri: str
    """What `export_dataset` and MCP resources read it by."""
    name: str
    """What the dataset holds."""
    description: str
    """What it holds, in a sentence."""
    mime_type: str
    """Media type in which the dataset can be read."""
    rows: float
    """How many rows it has."""
    expires_at: str
    """When it ends, ISO 8601, UTC; null for never."""

class KeepRankDatasetAnswer(TypedDict):
    resource: KeepRankDatasetResource
    """The dataset with every row."""

class ListEventsEvent(TypedDict):
    id: str
    """Id of the event, `evt_…`: the same each time that it is delivered."""
    number: int
    """Its place among the events of the account, from 1."""
    type: Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]
    """What kind of event it is."""
    at: str
    """When it was written, ISO 8601, UTC."""
    summary: str
    """What happened, in one sentence."""
    why: str
    """Why it is told."""
    subject: str | None
    """Id of the tracker or connection, or name of the site, that it is about."""
    link: str
    """Page of the dashboard that shows it."""
    data: dict[str, Any]
    """What the type has beside: `question`, `before`, `after`, figures."""

class ListEventsAnswer(TypedDict):
    events: list[ListEventsEvent]
    """The events."""
    next: int
    """Send it as `after` (`before` with `order=newest`) to go on."""
    more: bool
    """Whether there may be more now."""

class AddDestinationInput(TypedDict):
    kind: Literal["webhook", "slack", "mail"]
    """What takes the events."""
    url: NotRequired[str]
    """Of `webhook` and `slack`: an https address that the public internet reaches."""
    address: NotRequired[str]
    """Of `mail`: the address. The one you signed in with needs no link."""
    rhythm: NotRequired[Literal["at_once", "daily", "weekly"]]
    """Of mail: with each event (`at_once`), or as one mail a day or week at 07:00 UTC."""
    types: NotRequired[list[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]] | None]
    """Types of events that go there; `null` for all."""

class Destination(TypedDict):
    id: str
    """Id of the destination, `dst_…`."""
    kind: Literal["webhook", "slack", "mail"]
    """What takes the events."""
    target: str
    """The address that events go to; of a Slack-compatible one its host alone, since the rest is a secret."""
    rhythm: Literal["at_once", "daily", "weekly"]
    """When mails go out; `at_once` of webhooks and Slack."""
    types: list[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]] | None
    """Types of events that go there; null for all."""
    status: Literal["unverified", "active", "off"]
    """Only an active destination gets events."""
    off_because: Literal["owner", "failing", "gone", "person_left"] | None
    """Why it is off: its `owner` did it, five days of failures (`failing`), status 410 (`gone`), or its person has left the account (`person_left`)."""
    failing_since: str | None
    """Since when deliveries fail, ISO 8601, UTC; null while they arrive."""
    created_at: str
    """When it was added, ISO 8601, UTC."""
    secret_rotated_at: str | None
    """When its secret was made anew, ISO 8601, UTC; null if never."""

class AddDestinationAnswer(TypedDict):
    destination: Destination
    """The destination."""
    secret: str | None
    """Secret of the signatures, `whsec_…`; null where there is none, and in a replay of the call."""

class ChangeDestinationInput(TypedDict):
    types: NotRequired[list[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]] | None]
    """Types of events that go there; `null` for all."""
    rhythm: NotRequired[Literal["at_once", "daily", "weekly"]]
    """Of mail: with each event (`at_once`), or as one mail a day or week at 07:00 UTC."""
    status: NotRequired[Literal["active", "off"]]
    """`off` ends deliveries until it is `active` again; events in between are not sent later."""

class RemoveDestinationAnswer(TypedDict):
    id: str
    """Id of the destination."""
    status: Literal["removed"]
    """Always `removed`."""

class VerifyDestinationInput(TypedDict):
    code: NotRequired[str]
    """The code that was sent to a mail address or to Slack; left out, one is sent."""

class VerifyDestinationAnswer(TypedDict):
    destination: Destination
    """The destination."""
    message: str
    """What was done, and what to do next."""

class RotateDestinationAnswer(TypedDict):
    destination: Destination
    """The destination."""
    secret: str | None
    """The new secret; null in a replay of the call."""

class DeliveryTry(TypedDict):
    at: str
    """When it was tried, ISO 8601, UTC."""
    status: float | None
    """HTTP status of the answer; null where there was none."""
    answer: str
    """First 500 characters of the answer, or why there was none."""
    milliseconds: float
    """How long it took."""

class Delivery(TypedDict):
    id: str
    """The event, or the digest, that was delivered."""
    event_type: Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"] | None
    """Type of the event; null of a digest."""
    status: Literal["waiting", "delivered", "failed"]
    """`waiting` for its next try, `delivered`, or `failed` for good after a day of tries."""
    next_at: str | None
    """When it is tried next, ISO 8601, UTC."""
    created_at: str
    """When it was begun, ISO 8601, UTC."""
    tries: list[DeliveryTry]
    """The latest tries, oldest first."""

class CreateUploadInputFile(TypedDict):
    name: str
    """Shown in the report; an export named after its site tells which site it is."""
    bytes: int
    """The size exactly: a body of another is refused."""

class CreateUploadInput(TypedDict):
    files: list[CreateUploadInputFile]
    domain: NotRequired[str]
    """Such as example.com; a URL will do."""
    location: NotRequired[str]
    """Market location: name, ISO code or location code."""
    language: NotRequired[str]
    """Search language: name or ISO code."""

class UploadFile(TypedDict):
    name: str
    """Name of the file."""
    bytes: float
    """Its size, bytes."""

class UploadProgress(TypedDict):
    phase: Literal["reading", "writing", "counting"]
    """`reading`: rows are read; `writing`: what was read is stored; `counting`: the domains of listings are counted."""
    file: str
    """The file that is worked on."""
    rows: float
    """Rows done in this phase."""
    share: float
    """Of all the work, 0-1; 1 only at the very end."""

class SkippedRow(TypedDict):
    reason: str
    """Why these rows were not used."""
    rows: float
    """How many rows."""
    lines: list[float]
    """The first of their lines."""

class LeftOutRow(TypedDict):
    reason: str
    """What of the rows was not used, and why."""
    rows: float
    """How many rows."""
    lines: list[float]
    """The first of their lines."""

class RowProblem(TypedDict):
    line: float
    """Line of the file, from 1."""
    reason: str
    """What is wrong with the row."""

UploadReport = TypedDict("UploadReport", {
    "file": "str",
    "import_id": "str | None",
    "format": "str | None",
    "status": "Literal[\"imported\", \"already_imported\", \"nothing_imported\"]",
    "rows": "float",
    "taken": "float",
    "skipped": "list[SkippedRow]",
    "left_out": "list[LeftOutRow]",
    "bad_rows": "float",
    "problems": "list[RowProblem]",
    "site": "str | None",
    "from": "str | None",
    "to": "str | None",
    "notes": "list[str]",
})

class Upload(TypedDict):
    id: str
    """Id of the upload, `upl_…`."""
    status: Literal["awaiting_files", "queued", "running", "done", "failed"]
    """`done` when every file has its report; `failed` may be started again."""
    created_at: str
    """When it was begun, ISO 8601, UTC."""
    files: list[UploadFile]
    """The files as they were announced."""
    progress: UploadProgress | None
    """How far the import is; null before it runs."""
    message: str | None
    """Why it failed, and what to do; null where it did not."""
    reports: list[UploadReport]
    """The outcome for each file; empty before the import is done."""

class CreateUploadAddress(TypedDict):
    name: str
    """Name of the file."""
    url: str
    """Where the file is sent to, as the body of a PUT, within an hour."""

class CreateUploadAnswer(TypedDict):
    upload: Upload
    """The upload as it begins."""
    addresses: list[CreateUploadAddress]
    """Where each file goes, in the order of the files."""

ListImportsSite = TypedDict("ListImportsSite", {
    "site": "str",
    "from": "str | None",
    "to": "str | None",
    "clicks": "float",
    "impressions": "float",
    "queries": "float",
    "pages": "float",
    "scope": "SiteScope",
    "opportunities": "dict[str, float]",
})

class ListImportsImport(TypedDict):
    id: str
    """Id of the import, `imp_…`."""
    file: str
    """Name of its file, the first of several."""
    format: str
    """Format that was recognized."""
    site: str | None
    """The site that it is about; null for other data."""
    rows: float
    """Rows that were read."""
    status: Literal["running", "complete"]
    """`running` after an interruption too."""
    started_at: str
    """When it was begun, ISO 8601, UTC."""
    created_by: str | None
    """Key or session that brought it; null for what the operator imported."""
    is_shared: bool
    """True for data that is for everybody on this machine, and not of this account alone."""

class ListImportsAnswer(TypedDict):
    sites: list[ListImportsSite]
    """Sites for which the account has brought Search Console figures."""
    imports: list[ListImportsImport]
    """What went in and was not undone, newest first."""
    uploads: list[Upload]
    """The latest uploads, newest first."""

class UndoImportAnswer(TypedDict):
    import_id: str
    """Id of the import that is gone."""
    status: Literal["undone"]
    """Always `undone`."""

class GetOwnSiteFoundNames(TypedDict):
    own_names: list[str]
    """Names by which people look for the site; queries that hold one are brand queries."""
    other_names: list[str]
    """Names of others that the site is shown for; their queries are no opportunity."""

class GetOwnSiteDay(TypedDict):
    day: str
    """The day, `YYYY-MM-DD`."""
    clicks: float
    """Clicks of the day."""
    impressions: float
    """Impressions of the day."""

class GetOwnSiteCountry(TypedDict):
    country: str
    """The country."""
    clicks: float
    """Its clicks over the period."""
    impressions: float
    """Its impressions over the period."""
    share: float | None
    """Its part of the clicks of all countries, 0-1; null without any."""

GetOwnSiteOpportunity = TypedDict("GetOwnSiteOpportunity", {
    "kind": "Literal[\"striking_distance\", \"low_ctr\", \"cannibalisation\", \"decay\", \"growth\", \"not_indexed\", \"canonical_mismatch\"]",
    "levers": "NotRequired[list[Literal[\"striking_distance\", \"low_ctr\", \"cannibalisation\", \"decay\", \"growth\", \"not_indexed\", \"canonical_mismatch\"]]]",
    "query": "str | None",
    "page": "str | None",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "seen": "str",
    "estimated_clicks": "float | None",
    "estimated_clicks_per_month": "float | None",
    "computed": "str",
    "next_call": "NextCall",
    "credits": "float",
})

class GetOwnSiteIndexStatusPage(TypedDict):
    page: str
    """The address of the page."""
    inspected_at: str
    """When it was looked at, ISO 8601, UTC."""
    verdict: str | None
    """What Google says: `PASS`, `NEUTRAL` or `FAIL`; null where it did not tell."""
    coverage_state: str | None
    """Why, in words of Google."""
    robots_txt_state: str | None
    """Whether `robots.txt` allows the page, in words of Google."""
    indexing_state: str | None
    """Whether the page allows to be indexed, in words of Google."""
    page_fetch_state: str | None
    """Whether Google could fetch the page, in words of Google."""
    last_crawl: str | None
    """When Google last fetched it, ISO 8601."""
    declared_canonical: str | None
    """The address that the page declares; null where it declares none."""
    google_canonical: str | None
    """The address that Google has it under; null where it has not told."""
    problem: Literal["not_indexed", "canonical_mismatch"] | None
    """`not_indexed`, `canonical_mismatch`, or null."""
    clicks: float
    """Clicks of the last four weeks."""
    clicks_before: float
    """Clicks of the four weeks before."""

class GetOwnSiteIndexStatus(TypedDict):
    inspected: float
    """Pages that were looked at."""
    by_verdict: dict[str, float]
    """How many there are of each verdict of Google."""
    not_indexed: float
    """Pages that Google does not have, and that declare no other address."""
    canonical_mismatch: float
    """Pages that Google has under another address than they declare."""
    last_inspected_at: str | None
    """When the last one was looked at, ISO 8601, UTC."""
    pages: list[GetOwnSiteIndexStatusPage]
    """Pages with a problem first, then those with most clicks, at most a hundred."""

GetOwnSiteAnswer = TypedDict("GetOwnSiteAnswer", {
    "site": "str",
    "import_id": "str | None",
    "clicks": "float",
    "impressions": "float",
    "ctr": "float | None",
    "average_position": "float | None",
    "from": "str | None",
    "to": "str | None",
    "counted_from": "Literal[\"dates\", \"countries\", \"devices\", \"pages\", \"queries\"]",
    "queries": "float",
    "pages": "float",
    "scope": "SiteScope",
    "brand": "Brand",
    "click_curve": "list[ClickCurve]",
    "own_names": "list[str]",
    "other_names": "list[str]",
    "found_names": "GetOwnSiteFoundNames",
    "days": "list[GetOwnSiteDay]",
    "countries": "list[GetOwnSiteCountry]",
    "opportunity_counts": "dict[str, float]",
    "opportunities": "list[GetOwnSiteOpportunity]",
    "index_status": "GetOwnSiteIndexStatus | None",
})

class SearchConsoleRefusal(TypedDict):
    reason: str
    """Kind of the refusal."""
    message: str
    """What it means, and what to do."""
    until: str
    """Until then Google is not asked, ISO 8601, UTC."""

class SearchConsoleProperty(TypedDict):
    property: str
    """As Google names it: `sc-domain:` and a domain, or the beginning of addresses."""
    site: str
    """The domain that it is, or is part of."""
    permission: str
    """Level of the Google account; `siteUnverifiedUser` can read nothing."""
    chosen: bool
    """Whether it is synced."""
    first_day: str | None
    """First day whose rows are kept, `YYYY-MM-DD`; null before there are any."""
    last_day: str | None
    """Last day that Google calls final; null before the first answer."""
    days_done: float
    """Days whose rows are in, over all search types."""
    days_left: float
    """Days whose rows are still to come."""
    synced_at: str | None
    """When all that there was had come in, ISO 8601, UTC; null before."""
    refused: SearchConsoleRefusal | None
    """What Google refused last; null where the last run went through."""

class GetSearchConsoleAnswer(TypedDict):
    state: Literal["unavailable", "not_connected", "connected", "paused"]
    """`unavailable`: the operator has set no client; `paused`: Google has ended the grant, connect again."""
    sign_in: Literal["google", "service_account"] | None
    """How the place signs in at Google; null where it has no client."""
    message: str | None
    """What to do where the connection stands still; null where there is nothing."""
    connected_at: str | None
    """When the account was connected, ISO 8601, UTC; null where it is not."""
    properties: list[SearchConsoleProperty]
    """Properties that the Google account lists, and those that were synced before."""

class ConnectSearchConsoleInput(TypedDict):
    redirect_uri: NotRequired[str]
    """The callback of this service, where another spelling of it is registered at Google."""

class ConnectSearchConsoleAnswer(TypedDict):
    authorize_url: str | None
    """Where to sign in at Google; null with a service account."""

class ChooseSearchConsolePropertiesInput(TypedDict):
    properties: list[str]

class ChooseSearchConsolePropertiesAnswer(TypedDict):
    state: Literal["unavailable", "not_connected", "connected", "paused"]
    """As of `GET /v1/me/search-console`."""
    sign_in: Literal["google", "service_account"] | None
    """How the place signs in at Google; null where it has no client."""
    message: str | None
    """What to do where the connection stands still; null where there is nothing."""
    connected_at: str | None
    """When the account was connected, ISO 8601, UTC; null where it is not."""
    properties: list[SearchConsoleProperty]
    """Properties that the Google account lists, and those that were synced before."""

class DisconnectSearchConsoleAnswer(TypedDict):
    state: Literal["not_connected"]
    """`not_connected` from now on."""
    kept_history: bool
    """Whether what was synced stays."""
    revoked: bool
    """Whether Google has confirmed that the grant is withdrawn; false where there was none left."""

class GetSitePerformanceFreshDay(TypedDict):
    day: str
    """The day, `YYYY-MM-DD`."""
    clicks: float
    """Clicks so far."""
    impressions: float
    """Impressions so far."""

class GetSitePerformanceRow(TypedDict):
    keys: dict[str, str]
    """The values of the dimensions."""
    clicks: float
    """Clicks in Google Search over the period."""
    impressions: float
    """Times shown in Google Search over the period."""
    ctr: float | None
    """Clicks for each impression, 0-1; null where there was no impression."""
    average_position: float | None
    """Mean position over all impressions, from 1; not a place that was seen."""
    before: SearchTotals | None
    """The same in the other period; null where none was asked for."""

GetSitePerformanceAnswer = TypedDict("GetSitePerformanceAnswer", {
    "site": "str",
    "property": "str",
    "search_type": "str",
    "from": "str | None",
    "to": "str | None",
    "compared_with": "ComparedPeriod | None",
    "time_zone": "Literal[\"America/Los_Angeles\"]",
    "dimensions": "list[str]",
    "totals": "SearchTotals",
    "totals_before": "SearchTotals | None",
    "sum_of_rows": "SearchTotals | None",
    "withheld": "WithheldCounts | None",
    "final_until": "str | None",
    "fresh_days": "list[GetSitePerformanceFreshDay]",
    "days_without_rows": "float",
    "notes": "list[str]",
    "rows": "list[GetSitePerformanceRow]",
    "total_rows": "float",
    "next_cursor": "str | None",
})

class UpdateOwnSiteInput(TypedDict):
    own_names: NotRequired[list[str] | None]
    other_names: NotRequired[list[str] | None]

class UpdateOwnSiteAnswer(TypedDict):
    site: str
    """The site."""
    own_names: list[str]
    """Names by which people look for the site; queries that hold one are brand queries."""
    other_names: list[str]
    """Names of others that the site is shown for; their queries are no opportunity."""
    brand: Brand
    """Queries that name the site."""
    opportunity_counts: dict[str, float]
    """How many opportunities there are, by kind."""

class RecordSiteChangeInput(TypedDict):
    at: NotRequired[str]
    """The day of the change; today where it is left out."""
    what: str
    """What was changed."""
    pages: list[str]
    """Paths (`/blog/*`) or addresses of the changed pages; `*` is any text."""

class MeasuredEffect(TypedDict):
    clicks: int
    """Beyond what the control pages let one expect, over all days after."""
    low: int
    """Lower end of the interval of 95 in 100."""
    high: int
    """Its upper end."""
    share: float
    """The effect as a share of what was expected, such as 0.1."""
    p_value: float
    """Share of pages that moved as much without a change."""
    controls: int
    """Control pages with a weight."""
    power: float
    """Chance that an effect of a tenth would have been found."""
    verdict: Literal["effect", "no_effect_seen", "cannot_tell"]
    """`fixed`: the page was read and no longer has it; `still`: it has; `gone`: the page is not there to have it; `new`: it did not have it before."""
    needs_days: int | None
    """Days from which on a tenth would be found; null where none are needed, or a year is too short."""

class ChangeEffect(TypedDict):
    days: int
    """Days after the change that are counted: 14 or 28."""
    measured_at: str
    """When it was measured, ISO 8601, UTC."""
    clicks: MeasuredEffect | None
    """Null where it cannot be told for the reason that `why` gives."""
    impressions: MeasuredEffect | None
    """The same of impressions."""
    verdict: Literal["effect", "no_effect_seen", "cannot_tell"]
    """Of the clicks."""
    why: str
    """What the verdict says, in a sentence."""
    warnings: list[str]
    """What else fell into these days."""

class SiteChange(TypedDict):
    id: str
    """Id of the change, `chg_…`."""
    site: str
    """The site."""
    at: str
    """The day of the change, `YYYY-MM-DD`; the days after it are counted."""
    what: str
    """What was changed."""
    pages: list[str]
    """Paths or addresses of the changed pages; `*` is any text."""
    recorded_at: str
    """When it was recorded, ISO 8601, UTC."""
    effect: ChangeEffect | None
    """Null before 14 days are known; measured again after 28."""
    next_at: str | None
    """The day from which on it is measured next; null after the last."""

class RemoveSiteChangeAnswer(TypedDict):
    id: str
    """Id of the change."""
    status: Literal["removed"]
    """`removed`."""

class Connection(TypedDict):
    id: str
    """Id of the connection, `conn_…`."""
    account_id: str
    """The account, `acct_…`."""
    client_id: str
    """How the client names itself to the service: an id, or the address of its metadata document."""
    client_name: str
    """What the client calls itself; unverified unless `client_id` is an address."""
    redirect_host: str
    """Host to which the sign-in returned."""
    scopes: list[str]
    """What the client may do for the account."""
    is_active: bool
    """False once it was revoked or has expired, or the key that made it has."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    last_used_at: str | None
    """When it last called, ISO 8601, UTC, noted at intervals; null where it never did."""
    expires_at: str
    """When it ends unless it is used again, ISO 8601, UTC."""
    ends_at: str | None
    """When its owner lets it end, ISO 8601, UTC; null where it ends only when it is unused."""
    spend_limit: float | None
    """Credits that may be spent a calendar month (UTC); null for no limit."""
    spent_this_month: float | None
    """Credits counted against the limit this month, those of running calls included; null without a limit."""
    tools: list[str] | None
    """Tools that the agent may call; null for all."""
    rate_limits: RateLimits | None
    """Tool calls it may make, beside the limits of the account; null for no limits of its own."""
    revoked_at: str | None
    """When it was revoked, ISO 8601, UTC; null while it is not."""

class ChangeConnectionInput(TypedDict):
    spend_limit: NotRequired[int | None]
    rate_limits: NotRequired[RateLimitsInput | None]
    tools: NotRequired[list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None]
    ends_at: NotRequired[str | None]

class RevokeConnectionAnswer(TypedDict):
    id: str
    """Id of the connection, `conn_…`."""
    account_id: str
    """The account, `acct_…`."""
    client_id: str
    """How the client names itself to the service: an id, or the address of its metadata document."""
    client_name: str
    """What the client calls itself; unverified unless `client_id` is an address."""
    redirect_host: str
    """Host to which the sign-in returned."""
    scopes: list[str]
    """What the client may do for the account."""
    is_active: bool
    """False once it was revoked or has expired, or the key that made it has."""
    created_at: str
    """When it was made, ISO 8601, UTC."""
    last_used_at: str | None
    """When it last called, ISO 8601, UTC, noted at intervals; null where it never did."""
    expires_at: str
    """When it ends, ISO 8601, UTC."""
    ends_at: str | None
    """When its owner lets it end, ISO 8601, UTC; null where it ends only when it is unused."""
    spend_limit: float | None
    """Credits that may be spent a calendar month (UTC); null for no limit."""
    spent_this_month: float | None
    """Credits counted against the limit this month, those of running calls included; null without a limit."""
    tools: list[str] | None
    """Tools that the agent may call; null for all."""
    rate_limits: RateLimits | None
    """Tool calls it may make, beside the limits of the account; null for no limits of its own."""
    revoked_at: str | None
    """When it was revoked, ISO 8601, UTC; null while it is not."""

class ListApiCredentialsInput(TypedDict):
    limit: NotRequired[str]
    """1-100, default 100; other numbers are clamped."""

class ListUsageInput(TypedDict):
    limit: NotRequired[int]
    """Records on a page; for CSV the default is 5000. Other numbers are clamped."""
    since: NotRequired[str]
    """A moment, or a day for its midnight. UTC, where no zone is given."""
    until: NotRequired[str]
    """A moment, or a day for its midnight. UTC, where no zone is given."""
    tool: NotRequired[str]
    """One tool, or `*` for any: leaves out the calls that read the account itself."""
    credential_id: NotRequired[str]
    auth_source: NotRequired[Literal["api_key", "session", "oauth", "schedule"]]
    request_id: NotRequired[str]
    """The record of the call with this `X-Request-Id`."""
    run: NotRequired[str]
    """Calls that named this run."""
    status: NotRequired[Literal["answered", "failed"]]
    asked: NotRequired[str]
    """Calls whose `arguments` hold this text, such as a domain."""

class SummarizeUsageInput(TypedDict):
    since: NotRequired[str]
    """First day; default 29 days before the last."""
    until: NotRequired[str]
    """Last day; default today."""

class GetTrackerHistoryInput(TypedDict):
    limit: NotRequired[int]
    """Periods to give, default 100. Other numbers are clamped."""

GetRanksInput = TypedDict("GetRanksInput", {
    "market": "NotRequired[str]",
    "tag": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "keyword": "NotRequired[str]",
    "search_console": "NotRequired[Literal[\"true\", \"false\"]]",
})

class ListEventsInput(TypedDict):
    before: NotRequired[int]
    """Events with a lower number than this."""
    limit: NotRequired[int]
    """Events to give. Other numbers are clamped."""
    type: NotRequired[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]]
    """Events of one type."""
    order: NotRequired[Literal["oldest", "newest"]]
    """Which come first; with `newest`, `next` is sent as `before`."""

class DisconnectSearchConsoleInput(TypedDict):
    keep_history: NotRequired[Literal["true", "false"]]

GetSitePerformanceInput = TypedDict("GetSitePerformanceInput", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "compare": "NotRequired[str]",
    "dimensions": "NotRequired[str]",
    "filter": "NotRequired[str]",
    "search_type": "NotRequired[Literal[\"web\", \"image\", \"video\", \"news\", \"discover\", \"googleNews\"]]",
    "sort": "NotRequired[Literal[\"clicks\", \"impressions\", \"ctr\", \"position\", \"clicks_change\", \"key\", \"-clicks_change\"]]",
    "property": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

class Problem(TypedDict):
    type: str
    """Address of the explanation of the code."""
    title: str
    """What is wrong, in general; the same for every problem of a code."""
    status: int
    """HTTP status."""
    detail: str
    """What is wrong here and what to do."""
    instance: str
    """The path that was called."""
    code: str
    """Stable code of the problem; /docs/errors lists all."""
    retryable: bool
    """True where the same request may succeed later."""
    request_id: str
    """Id of the call, `req_…`; the same in the header `X-Request-Id` and the usage log."""
    credits_charged: int | None
    """0; null where it is not known yet whether the call was charged."""
    errors: list[ProblemError]
    """Each fault of the request; empty where the request is not the cause."""
    credits_required: NotRequired[float]
    """Credits that the call needs; only where they are missing."""
    balance: NotRequired[float]
    """Credits that the account can spend; those held by running calls are taken off."""
    action_url: NotRequired[str]
    """Page on which a person can remove the cause, such as buying credits."""

class Answer(TypedDict):
    schema_version: Literal["ofe/1.0"]
    """Version of the envelope. Within a version members are only ever added."""
    domain: Literal["seo", "serp", "audit", "backlinks", "core"]
    """Family of the tool."""
    facts: list[Fact]
    """The key rows of `data` as statements that can be quoted by themselves, best first, at most 25. Of a type, members are only ever added; so are types."""
    entities: list[Entity]
    """Every subject of `facts`, once."""
    deltas: list[Delta]
    """Values that differ from the last answer of the same question to the same account."""
    coverage: Coverage
    """How much of what there is the answer shows."""
    resources: list[Resource]
    """Datasets with the whole lists behind the shortened ones; `export_dataset` reads them, free."""
    next_actions: list[NextAction]
    """Calls that follow from the answer, each ready to send."""
    warnings: list[Warning]
    """What should be known before the answer is used."""
    usage: Usage
    """What the call cost."""

class InspectDomainAnswer(Answer):
    data: InspectDomainData

class DiscoverCompetitorsAnswer(Answer):
    data: DiscoverCompetitorsData

class ResearchKeywordsAnswer(Answer):
    data: ResearchKeywordsData

class CompareKeywordCoverageAnswer(Answer):
    data: CompareKeywordCoverageData

class InspectSerpAnswer(Answer):
    data: InspectSerpData

class InspectSearchVisibilityAnswer(Answer):
    data: InspectSearchVisibilityData

class AuditSiteAnswer(Answer):
    data: AuditSiteData

class InspectKeywordAnswer(Answer):
    data: InspectKeywordData

class InspectPageAnswer(Answer):
    data: InspectPageData

class InspectSearchPerformanceAnswer(Answer):
    data: InspectSearchPerformanceData

class ExplainChangeAnswer(Answer):
    data: ExplainChangeData

class ExportDatasetAnswer(Answer):
    data: ExportDatasetData

class InspectBacklinksAnswer(Answer):
    data: InspectBacklinksData

class CompareBacklinkGapAnswer(Answer):
    data: CompareBacklinkGapData

class GetCapabilitiesAnswer(Answer):
    data: GetCapabilitiesData
