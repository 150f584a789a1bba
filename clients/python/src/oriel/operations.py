"""Written by "npm run generate" from the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .transport import UNSET, CallOptions

if TYPE_CHECKING:
    from typing import Literal

    from . import types as api_types
    from .pages import Pages

CLIENT_VERSION = "1.0.0"


class Operations:
    """One method for each tool and each endpoint that a key can ask."""

    def _ask(self, method: str, path: str, **request: Any) -> Any:
        raise NotImplementedError

    def _list(
        self, method: str, path: str, *, options: CallOptions | None = None, query: dict[str, Any], **request: Any
    ) -> Pages[Any]:
        raise NotImplementedError

    def inspect_domain(
        self,
        domain: str,
        *,
        location: str = UNSET,
        language: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectDomainAnswer:
        """Compact snapshot of one domain in organic search: keywords, traffic, pages, rivals, intent. Start here for an unknown site. For one URL use inspect_page. Costs 3 credits."""
        answer: api_types.InspectDomainAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_domain",
            body={"domain": domain, "location": location, "language": language},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def discover_competitors(
        self,
        *,
        domain: str = UNSET,
        seed_keywords: list[str] = UNSET,
        location: str = UNSET,
        language: str = UNSET,
        limit: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.DiscoverCompetitorsAnswer:
        """Organic rivals of a domain by shared keywords, or the domains that own a set of seed keywords. Send domain or seed_keywords; seeds suit new sites and win when both are sent. Then compare_keyword_coverage. Costs 5 credits."""
        answer: api_types.DiscoverCompetitorsAnswer = self._ask(
            "POST",
            "/v1/tools/discover_competitors",
            body={"domain": domain, "seed_keywords": seed_keywords, "location": location, "language": language, "limit": limit},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def research_keywords(
        self,
        seed: str,
        *,
        location: str = UNSET,
        language: str = UNSET,
        mode: Literal["ideas", "suggestions", "related"] = UNSET,
        limit: int = UNSET,
        min_volume: int = UNSET,
        intent: Literal["informational", "navigational", "commercial", "transactional"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ResearchKeywordsAnswer:
        """Expand a seed term to a ranked list of keywords with volume, cost per click, difficulty, intent. To find what people search for around a topic. For one known keyword use inspect_keyword. Costs 3 credits."""
        answer: api_types.ResearchKeywordsAnswer = self._ask(
            "POST",
            "/v1/tools/research_keywords",
            body={"seed": seed, "location": location, "language": language, "mode": mode, "limit": limit, "min_volume": min_volume, "intent": intent},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def compare_keyword_coverage(
        self,
        domain: str,
        competitors: list[str],
        *,
        location: str = UNSET,
        language: str = UNSET,
        limit: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.CompareKeywordCoverageAnswer:
        """Keywords of competitors: the domain does not rank (gaps), ranks worse (losing) or leads (strong). When the rivals are known; discover_competitors finds them. Costs 5 credits."""
        answer: api_types.CompareKeywordCoverageAnswer = self._ask(
            "POST",
            "/v1/tools/compare_keyword_coverage",
            body={"domain": domain, "competitors": competitors, "location": location, "language": language, "limit": limit},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_serp(
        self,
        query: str,
        *,
        location: str = UNSET,
        language: str = UNSET,
        depth: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectSerpAnswer:
        """The search listing of one query: organic results, AI overview, ads, local pack, questions. To see a listing as it is now (newest stored one without a live source). For one domain over many keywords use inspect_search_visibility. Costs 2 credits."""
        answer: api_types.InspectSerpAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_serp",
            body={"query": query, "location": location, "language": language, "depth": depth},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_search_visibility(
        self,
        domain: str,
        keywords: list[str],
        *,
        location: str = UNSET,
        language: str = UNSET,
        device: Literal["desktop", "mobile"] = UNSET,
        mode: Literal["auto", "index", "live", "newest"] = UNSET,
        rivals: list[str] = UNSET,
        serp_features: bool = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectSearchVisibilityAnswer:
        """Where a domain ranks for each of up to 100 keywords, from the index or from live listings. To check known keywords. Same price in every mode and for any number; free where every live look-up failed. Costs 3 credits."""
        answer: api_types.InspectSearchVisibilityAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_search_visibility",
            body={"domain": domain, "keywords": keywords, "location": location, "language": language, "device": device, "mode": mode, "rivals": rivals, "serp_features": serp_features},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def audit_site(
        self,
        domain: str,
        *,
        max_pages: int = UNSET,
        urls: list[str] = UNSET,
        recheck: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.AuditSiteAnswer:
        """Technical and content faults of a site, on a sample of its pages. To learn what to fix first. Raw HTML: no scripts, no web vitals. Costs 10 credits."""
        answer: api_types.AuditSiteAnswer = self._ask(
            "POST",
            "/v1/tools/audit_site",
            body={"domain": domain, "max_pages": max_pages, "urls": urls, "recheck": recheck},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_keyword(
        self,
        keyword: str,
        *,
        location: str = UNSET,
        language: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectKeywordAnswer:
        """One keyword in depth: volume, cost per click, competition, intent, trend, and who ranks for it. For one known keyword. To find keywords use research_keywords; for the whole listing inspect_serp. Costs 2 credits."""
        answer: api_types.InspectKeywordAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_keyword",
            body={"keyword": keyword, "location": location, "language": language},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_page(
        self,
        url: str,
        *,
        location: str = UNSET,
        language: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectPageAnswer:
        """What one exact URL ranks for: keyword count, estimated traffic, strongest keywords. For one page. For the whole site use inspect_domain; for its HTML use audit_site. Costs 2 credits."""
        answer: api_types.InspectPageAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_page",
            body={"url": url, "location": location, "language": language},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_search_performance(
        self,
        domain: str,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        compare: str = UNSET,
        dimensions: str = UNSET,
        filter: str = UNSET,
        search_type: Literal["web", "image", "video", "news", "discover", "googleNews"] = UNSET,
        sort: Literal["clicks", "impressions", "ctr", "position", "clicks_change", "key", "-clicks_change"] = UNSET,
        property: str = UNSET,
        limit: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectSearchPerformanceAnswer:
        """Clicks of a site that you have connected to Search Console, sliced any way, and its index status. For your own connected site. For any other use inspect_domain. Every row is in the dataset. Costs 0 credits."""
        answer: api_types.InspectSearchPerformanceAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_search_performance",
            body={"domain": domain, "from": from_, "to": to, "compare": compare, "dimensions": dimensions, "filter": filter, "search_type": search_type, "sort": sort, "property": property, "limit": limit},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def explain_change(
        self,
        site: str,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        compare_from: str = UNSET,
        compare_to: str = UNSET,
        scope: api_types.ExplainChangeInputScope = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ExplainChangeAnswer:
        """Why clicks of your own site changed between two periods, in parts that add up to the change. For a rise or fall of a site you connected or uploaded. For bare figures use inspect_search_performance. Costs 0 credits."""
        answer: api_types.ExplainChangeAnswer = self._ask(
            "POST",
            "/v1/tools/explain_change",
            body={"site": site, "from": from_, "to": to, "compare_from": compare_from, "compare_to": compare_to, "scope": scope},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def export_dataset(
        self,
        uri: str,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        offset: int = UNSET,
        fields: list[str] = UNSET,
        where: list[api_types.ExportDatasetInputWhere] = UNSET,
        sort: list[str] = UNSET,
        format: Literal["csv", "ndjson"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ExportDatasetAnswer:
        """Rows of a dataset that an answer named in resources. When a list was cut. With format also a download link. Costs 0 credits."""
        answer: api_types.ExportDatasetAnswer = self._ask(
            "POST",
            "/v1/tools/export_dataset",
            body={"uri": uri, "limit": limit, "cursor": cursor, "offset": offset, "fields": fields, "where": where, "sort": sort, "format": format},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def inspect_backlinks(
        self,
        domain: str,
        *,
        view: Literal["summary", "referring_domains", "anchors", "backlinks"] = UNSET,
        limit: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.InspectBacklinksAnswer:
        """Who links to a domain: authority, referring domains, anchors, or single links. For links that only rivals have use compare_backlink_gap. Costs 4 credits."""
        answer: api_types.InspectBacklinksAnswer = self._ask(
            "POST",
            "/v1/tools/inspect_backlinks",
            body={"domain": domain, "view": view, "limit": limit},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def compare_backlink_gap(
        self,
        domain: str,
        competitors: list[str],
        *,
        limit: int = UNSET,
        max_spam_score: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.CompareBacklinkGapAnswer:
        """Sites that link to competitors but not to the domain, best rank first. To find link prospects. For the links of one domain use inspect_backlinks. Costs 5 credits."""
        answer: api_types.CompareBacklinkGapAnswer = self._ask(
            "POST",
            "/v1/tools/compare_backlink_gap",
            body={"domain": domain, "competitors": competitors, "limit": limit, "max_spam_score": max_spam_score},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_capabilities(
        self,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetCapabilitiesAnswer:
        """Tools, prices, sources and limits. Without a credential it lists the tools every account has; with one also those enabled for that account."""
        answer: api_types.GetCapabilitiesAnswer = self._ask(
            "GET",
            "/v1/capabilities",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_credits(
        self,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetCreditsAnswer:
        """What the account can still spend. Credits held by running calls are already taken off. A key with limits of its own is refused."""
        answer: api_types.GetCreditsAnswer = self._ask(
            "GET",
            "/v1/me/credits",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_api_credentials(
        self,
        *,
        limit: str = UNSET,
        options: CallOptions | None = None,
    ) -> Pages[api_types.ApiCredential]:
        """API credentials of the account, newest first, revoked ones included. `Link: …; rel="next"` leads to the next page. A key with limits of its own sees itself only. Keys are never shown again."""
        answer: Pages[api_types.ApiCredential] = self._list(
            "GET",
            "/v1/me/api-credentials",
            query={"limit": limit},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def create_api_credential(
        self,
        name: str,
        *,
        mode: Literal["live", "test"] = UNSET,
        expires_at: str | None = UNSET,
        spend_limit: int | None = UNSET,
        rate_limits: api_types.RateLimitsInput | None = UNSET,
        may_create_keys: bool = UNSET,
        tools: list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.CreateApiCredentialAnswer:
        """A new API key. `key` is shown in this answer only; a replay of the call shows null instead. A key that a key makes is its child: it has no more tools, credits, rate or life than its maker, spends from the same limit, and ends with it. A session needs a sign-in of the last ten minutes for a live key without a spend limit; the owner is told of every new key by mail."""
        answer: api_types.CreateApiCredentialAnswer = self._ask(
            "POST",
            "/v1/me/api-credentials",
            body={"name": name, "mode": mode, "expires_at": expires_at, "spend_limit": spend_limit, "rate_limits": rate_limits, "may_create_keys": may_create_keys, "tools": tools},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def change_api_credential(
        self,
        credential_id: str,
        *,
        name: str = UNSET,
        expires_at: str | None = UNSET,
        spend_limit: int | None = UNSET,
        rate_limits: api_types.RateLimitsInput | None = UNSET,
        tools: list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None = UNSET,
        may_create_keys: bool = UNSET,
        end_previous_key: Literal[True] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ApiCredential:
        """Changes name and limits of a key while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in of the last ten minutes to take a spend limit away. What was spent this month counts against a new limit as far as the key had one before."""
        answer: api_types.ApiCredential = self._ask(
            "PATCH",
            f"/v1/me/api-credentials/{quote(credential_id, safe='')}",
            body={"name": name, "expires_at": expires_at, "spend_limit": spend_limit, "rate_limits": rate_limits, "tools": tools, "may_create_keys": may_create_keys, "end_previous_key": end_previous_key},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def rotate_api_credential(
        self,
        credential_id: str,
        *,
        overlap_hours: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.RotateApiCredentialAnswer:
        """Gives an API credential a new key: same id, name, limits and children, and what was spent stays counted. The old key works for the hours you choose, then no longer; any key before it ends at once. `key` is shown in this answer only; a replay of the call shows null instead. A key may rotate itself, a signed-in person any key; a live key without a spend limit needs a sign-in of the last ten minutes. The owner is told by mail."""
        answer: api_types.RotateApiCredentialAnswer = self._ask(
            "POST",
            f"/v1/me/api-credentials/{quote(credential_id, safe='')}/rotate",
            body={"overlap_hours": overlap_hours},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def revoke_api_credential(
        self,
        credential_id: str,
        *,
        with_children: bool = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ApiCredential:
        """Revokes a key permanently, from the next request on; keys that it made end with it. `{"with_children": true}` revokes those by name as well and frees their places. Revoking it again gives the same answer."""
        answer: api_types.ApiCredential = self._ask(
            "POST",
            f"/v1/me/api-credentials/{quote(credential_id, safe='')}/revoke",
            body={"with_children": with_children},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def list_usage(
        self,
        *,
        limit: int = UNSET,
        since: str = UNSET,
        until: str = UNSET,
        tool: str = UNSET,
        credential_id: str = UNSET,
        auth_source: Literal["api_key", "session", "oauth", "schedule"] = UNSET,
        request_id: str = UNSET,
        run: str = UNSET,
        status: Literal["answered", "failed"] = UNSET,
        asked: str = UNSET,
        options: CallOptions | None = None,
    ) -> Pages[api_types.ListUsageRow]:
        """Every authenticated call of the account, newest first; refused calls of one credential with one error share records of a minute or a second, whose `calls` counts them and whose `created_at` is its start. A key with limits of its own and a test key see their own calls only. `Link: …; rel="next"` leads to the next page; `format=csv` gives a spreadsheet."""
        answer: Pages[api_types.ListUsageRow] = self._list(
            "GET",
            "/v1/me/usage",
            query={"limit": limit, "since": since, "until": until, "tool": tool, "credential_id": credential_id, "auth_source": auth_source, "request_id": request_id, "run": run, "status": status, "asked": asked},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def summarize_usage(
        self,
        *,
        since: str = UNSET,
        until: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.SummarizeUsageAnswer:
        """Tool calls of the account added up by day (UTC), tool and caller: calls, failures, credits, response times. `complete: false` says that a long log is still being added up; ask again to go on."""
        answer: api_types.SummarizeUsageAnswer = self._ask(
            "GET",
            "/v1/me/usage/summary",
            query={"since": since, "until": until},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_call(
        self,
        request_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetCallAnswer:
        """Any authenticated call of the account by the `X-Request-Id` of its answer, refused ones too: who made it, how it ended, what it was charged. 404 two minutes after a call says that nothing was charged. A key with limits of its own and a test key see their own calls only."""
        answer: api_types.GetCallAnswer = self._ask(
            "GET",
            f"/v1/me/calls/{quote(request_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_answer(
        self,
        request_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetAnswerAnswer:
        """An answer that was paid for, with its arguments, free, for as long as its usage record is kept. A key with limits of its own opens its own answers only."""
        answer: api_types.GetAnswerAnswer = self._ask(
            "GET",
            f"/v1/me/answers/{quote(request_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def share_answer(
        self,
        request_id: str,
        *,
        days: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ShareAnswerAnswer:
        """Makes a link that opens one kept answer for anybody who has it, without an account, until it expires or is withdrawn. The link has the question and the answer, without balance, credential and datasets. It is shown this once."""
        answer: api_types.ShareAnswerAnswer = self._ask(
            "POST",
            f"/v1/me/answers/{quote(request_id, safe='')}/shares",
            body={"days": days},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_shares(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.Share]:
        """Links to answers of the account that are live, newest first. The links themselves are never shown again."""
        answer: list[api_types.Share] = self._ask(
            "GET",
            "/v1/me/shares",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def withdraw_share(
        self,
        share_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.WithdrawShareAnswer:
        """Ends a link to an answer: from the next request on it opens nothing."""
        answer: api_types.WithdrawShareAnswer = self._ask(
            "POST",
            f"/v1/me/shares/{quote(share_id, safe='')}/withdraw",
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def open_shared_answer(
        self,
        token: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.OpenSharedAnswerAnswer:
        """The answer that a shared link leads to, with its question. The token is what stands behind # in the link; it is sent in the body, so that no log has it."""
        answer: api_types.OpenSharedAnswerAnswer = self._ask(
            "POST",
            "/v1/shared-answers",
            body={"token": token},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def create_tracker(
        self,
        name: str,
        *,
        kind: Literal["question", "rank"] = UNSET,
        tool: Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"] = UNSET,
        args: dict[str, Any] = UNSET,
        site: str = UNSET,
        keywords: list[api_types.RankKeywordInput] = UNSET,
        markets: list[api_types.CreateTrackerInputMarket] = UNSET,
        rivals: list[str] = UNSET,
        schedule: api_types.TrackerTimes = UNSET,
        monthly_budget: int = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.Tracker:
        """Keeps a question under a name and asks it again each day, week or month, at the price of its tool and within a monthly budget; with `kind: rank` it watches the places of a site for up to 1,000 keywords, in one call of `inspect_search_visibility` for each hundred and market. Without a schedule it is only kept. The arguments are checked as the tool checks them; nothing is asked and nothing is charged now. One answer is charged a day, week (Monday to Sunday) or month. A question that fails is tried again within its period; one without credits or budget waits in it."""
        answer: api_types.Tracker = self._ask(
            "POST",
            "/v1/me/trackers",
            body={"name": name, "kind": kind, "tool": tool, "args": args, "site": site, "keywords": keywords, "markets": markets, "rivals": rivals, "schedule": schedule, "monthly_budget": monthly_budget},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_trackers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.Tracker]:
        """The trackers of the account with what they have spent and found last, newest first."""
        answer: list[api_types.Tracker] = self._ask(
            "GET",
            "/v1/me/trackers",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_tracker(
        self,
        tracker_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.Tracker:
        """One tracker with what it has spent and found last."""
        answer: api_types.Tracker = self._ask(
            "GET",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def change_tracker(
        self,
        tracker_id: str,
        *,
        name: str = UNSET,
        schedule: api_types.TrackerTimes | None = UNSET,
        monthly_budget: int = UNSET,
        keywords: list[api_types.RankKeywordInput] = UNSET,
        rivals: list[str] = UNSET,
        status: Literal["active", "paused"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.Tracker:
        """Gives a tracker another name, schedule, budget, keywords or rivals, or pauses it. What is left out stays; a list that is sent takes the place of the one before, and the history of what it names goes on. A period that has its answer asks no second time."""
        answer: api_types.Tracker = self._ask(
            "PATCH",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}",
            body={"name": name, "schedule": schedule, "monthly_budget": monthly_budget, "keywords": keywords, "rivals": rivals, "status": status},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def remove_tracker(
        self,
        tracker_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.RemoveTrackerAnswer:
        """Removes a tracker with its history. Its answers stay in the usage log."""
        answer: api_types.RemoveTrackerAnswer = self._ask(
            "DELETE",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def run_tracker(
        self,
        tracker_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.Tracker:
        """Has an active tracker asked once more within a minute, at the price of its tool and within its monthly budget, beside its schedule. `last` says what came of it."""
        answer: api_types.Tracker = self._ask(
            "POST",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}/run",
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_tracker_history(
        self,
        tracker_id: str,
        *,
        limit: int = UNSET,
        options: CallOptions | None = None,
    ) -> list[api_types.GetTrackerHistoryRow]:
        """What came of each day, week or month of a tracker, newest first, kept for 400 days. `GET /v1/me/answers/{request_id}` opens an answer again, free."""
        answer: list[api_types.GetTrackerHistoryRow] = self._ask(
            "GET",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}/history",
            query={"limit": limit},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_ranks(
        self,
        tracker_id: str,
        *,
        market: str = UNSET,
        tag: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        keyword: str = UNSET,
        search_console: Literal["true", "false"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.GetRanksAnswer:
        """Places of a rank tracker in one market: figures of the newest day and of each day before, share of voice with that of rivals, and a row for each keyword with its change, best place, page, features and AI citation. With `keyword` the days are those of that keyword. `format=csv` gives the rows as a spreadsheet. Free."""
        answer: api_types.GetRanksAnswer = self._ask(
            "GET",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}/ranks",
            query={"market": market, "tag": tag, "from": from_, "to": to, "keyword": keyword, "search_console": search_console},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def keep_rank_dataset(
        self,
        tracker_id: str,
        *,
        market: str = UNSET,
        tag: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.KeepRankDatasetAnswer:
        """Keeps the history of a rank tracker as a dataset, a row for each keyword and day in one market, at most 100,000. `export_dataset` gives it as CSV, JSON or JSON lines, free. A free call itself."""
        answer: api_types.KeepRankDatasetAnswer = self._ask(
            "POST",
            f"/v1/me/trackers/{quote(tracker_id, safe='')}/ranks/dataset",
            body={"market": market, "tag": tag, "from": from_, "to": to},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def list_events(
        self,
        *,
        before: int = UNSET,
        limit: int = UNSET,
        type: Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"] = UNSET,
        order: Literal["oldest", "newest"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ListEventsAnswer:
        """What the account was told of: answers of trackers, changes, failures. Events never change, are numbered without gaps, and are kept for 400 days. To hear of each once, ask with `after` set to the `next` of the answer before."""
        answer: api_types.ListEventsAnswer = self._ask(
            "GET",
            "/v1/me/events",
            query={"before": before, "limit": limit, "type": type, "order": order},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def add_destination(
        self,
        kind: Literal["webhook", "slack", "mail"],
        *,
        url: str = UNSET,
        address: str = UNSET,
        rhythm: Literal["at_once", "daily", "weekly"] = UNSET,
        types: list[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]] | None = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.AddDestinationAnswer:
        """Adds where events go: a webhook (Standard Webhooks, signed), a Slack-compatible incoming webhook, or a mail address. It gets events once it is verified. `secret` verifies the signatures of a webhook and is shown this once."""
        answer: api_types.AddDestinationAnswer = self._ask(
            "POST",
            "/v1/me/destinations",
            body={"kind": kind, "url": url, "address": address, "rhythm": rhythm, "types": types},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_destinations(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.Destination]:
        """Where the events of the account go, newest first."""
        answer: list[api_types.Destination] = self._ask(
            "GET",
            "/v1/me/destinations",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def change_destination(
        self,
        destination_id: str,
        *,
        types: list[Literal["rank.changed", "tracker.answered", "tracker.failed", "tracker.paused", "site.changed", "change.measured", "audit.finding", "crawl.finished", "import.failed", "sync.failed", "link.lost", "balance.low", "limit.near"]] | None = UNSET,
        rhythm: Literal["at_once", "daily", "weekly"] = UNSET,
        status: Literal["active", "off"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.Destination:
        """Changes which events go there and when, or switches it off and on again. What is left out stays."""
        answer: api_types.Destination = self._ask(
            "PATCH",
            f"/v1/me/destinations/{quote(destination_id, safe='')}",
            body={"types": types, "rhythm": rhythm, "status": status},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def remove_destination(
        self,
        destination_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.RemoveDestinationAnswer:
        """Removes a destination with its deliveries. Events stay."""
        answer: api_types.RemoveDestinationAnswer = self._ask(
            "DELETE",
            f"/v1/me/destinations/{quote(destination_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def verify_destination(
        self,
        destination_id: str,
        *,
        code: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.VerifyDestinationAnswer:
        """Proves that who owns the destination wants events. A webhook is sent a signed `destination.verify` with `data.challenge`, and answers 2xx with that text in its body, within ten seconds. To mail and Slack a code is sent; call again with `code` from there."""
        answer: api_types.VerifyDestinationAnswer = self._ask(
            "POST",
            f"/v1/me/destinations/{quote(destination_id, safe='')}/verify",
            body={"code": code},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def rotate_destination(
        self,
        destination_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.RotateDestinationAnswer:
        """Makes a new secret, shown this once. For 24 hours the one before signs too: a message has then two signatures, and either is good."""
        answer: api_types.RotateDestinationAnswer = self._ask(
            "POST",
            f"/v1/me/destinations/{quote(destination_id, safe='')}/rotate",
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_deliveries(
        self,
        destination_id: str,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.Delivery]:
        """What was sent to a destination and what it answered, newest first, kept for 30 days. At most 500."""
        answer: list[api_types.Delivery] = self._ask(
            "GET",
            f"/v1/me/destinations/{quote(destination_id, safe='')}/deliveries",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def replay_delivery(
        self,
        destination_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.Delivery:
        """Sends what a delivery holds once more, under the same id, within a minute."""
        answer: api_types.Delivery = self._ask(
            "POST",
            f"/v1/me/destinations/{quote(destination_id, safe='')}/deliveries/{quote(delivery_id, safe='')}/replay",
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def create_upload(
        self,
        files: list[api_types.CreateUploadInputFile],
        *,
        domain: str = UNSET,
        location: str = UNSET,
        language: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.CreateUploadAnswer:
        """Begins an upload of Search Console exports or files of links: gives an address for each file, to which it is sent as the body of a PUT within an hour. Files of one export belong into one upload. Then start it."""
        answer: api_types.CreateUploadAnswer = self._ask(
            "POST",
            "/v1/me/uploads",
            body={"files": files, "domain": domain, "location": location, "language": language},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def start_upload(
        self,
        upload_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.Upload:
        """Starts the import of an upload, once its files are sent, and answers at once; ask for the upload to see how far it is. One upload of an account is imported at a time. One that failed may be started again within a day."""
        answer: api_types.Upload = self._ask(
            "POST",
            f"/v1/me/uploads/{quote(upload_id, safe='')}/start",
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def get_upload(
        self,
        upload_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.Upload:
        """How far the import of an upload is and, once it is done, the outcome for each file: rows taken, rows skipped by reason, bad rows."""
        answer: api_types.Upload = self._ask(
            "GET",
            f"/v1/me/uploads/{quote(upload_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_imports(
        self,
        *,
        options: CallOptions | None = None,
    ) -> api_types.ListImportsAnswer:
        """What the account has brought: its sites, its imports and its latest uploads, newest first."""
        answer: api_types.ListImportsAnswer = self._ask(
            "GET",
            "/v1/me/imports",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def undo_import(
        self,
        import_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.UndoImportAnswer:
        """Takes an import back with everything that it brought. It cannot be undone; import the files again."""
        answer: api_types.UndoImportAnswer = self._ask(
            "POST",
            f"/v1/me/imports/{quote(import_id, safe='')}/undo",
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def get_own_site(
        self,
        site: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetOwnSiteAnswer:
        """What the account's own Search Console figures say about a site: totals, clicks by day, the site's own click curve, and its opportunities with the calls that look closer and their prices. Free."""
        answer: api_types.GetOwnSiteAnswer = self._ask(
            "GET",
            f"/v1/me/sites/{quote(site, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def update_own_site(
        self,
        site: str,
        *,
        own_names: list[str] | None = UNSET,
        other_names: list[str] | None = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.UpdateOwnSiteAnswer:
        """Sets the names by which people look for the site, and names of others that it is shown for. Brand queries, the click curve and the opportunities of all its exports are counted again at once. A member that is left out stays as it is."""
        answer: api_types.UpdateOwnSiteAnswer = self._ask(
            "PATCH",
            f"/v1/me/sites/{quote(site, safe='')}",
            body={"own_names": own_names, "other_names": other_names},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def get_search_console(
        self,
        *,
        options: CallOptions | None = None,
    ) -> api_types.GetSearchConsoleAnswer:
        """Whether the account is connected to Search Console, its properties, how far the sync of each is, and what Google refused last. Free."""
        answer: api_types.GetSearchConsoleAnswer = self._ask(
            "GET",
            "/v1/me/search-console",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def connect_search_console(
        self,
        *,
        redirect_uri: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.ConnectSearchConsoleAnswer:
        """Begins a sign-in at Google: open `authorize_url` within ten minutes in a browser that is signed in to the account. Only reading is asked for. With the service account of one machine there is nothing to sign in to, and the address is null."""
        answer: api_types.ConnectSearchConsoleAnswer = self._ask(
            "POST",
            "/v1/me/search-console",
            body={"redirect_uri": redirect_uri},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def disconnect_search_console(
        self,
        *,
        keep_history: Literal["true", "false"] = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.DisconnectSearchConsoleAnswer:
        """Withdraws the grant at Google and forgets it. With `keep_history=true` what was synced stays and is answered from; else it is deleted."""
        answer: api_types.DisconnectSearchConsoleAnswer = self._ask(
            "DELETE",
            "/v1/me/search-console",
            query={"keep_history": keep_history},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def choose_search_console_properties(
        self,
        properties: list[str],
        *,
        options: CallOptions | None = None,
    ) -> api_types.ChooseSearchConsolePropertiesAnswer:
        """Syncs these properties from now on and no others: totals of sixteen months at once, rows from the newest day back. What was kept of others stays."""
        answer: api_types.ChooseSearchConsolePropertiesAnswer = self._ask(
            "POST",
            "/v1/me/search-console/properties",
            body={"properties": properties},
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer

    def get_site_performance(
        self,
        site: str,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        compare: str = UNSET,
        dimensions: str = UNSET,
        filter: str = UNSET,
        search_type: Literal["web", "image", "video", "news", "discover", "googleNews"] = UNSET,
        sort: Literal["clicks", "impressions", "ctr", "position", "clicks_change", "key", "-clicks_change"] = UNSET,
        property: str = UNSET,
        limit: int = UNSET,
        cursor: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.GetSitePerformanceAnswer:
        """Clicks and impressions of a connected site over any period and against any other, by query, page, both, country, device, folder, brand, day, week or month. Totals are Google's own; `withheld` says how much of them Google tells in no row. Of a site that is not connected the uploaded exports answer: by query, page, country, device or date, of their own period, beside the newest earlier one. Free."""
        answer: api_types.GetSitePerformanceAnswer = self._ask(
            "GET",
            f"/v1/me/sites/{quote(site, safe='')}/performance",
            query={"from": from_, "to": to, "compare": compare, "dimensions": dimensions, "filter": filter, "search_type": search_type, "sort": sort, "property": property, "limit": limit, "cursor": cursor},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def record_site_change(
        self,
        site: str,
        what: str,
        pages: list[str],
        *,
        at: str = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.SiteChange:
        """Records what was changed on which pages. Its effect on clicks and impressions is measured against pages that were not changed, after 14 and after 28 days, where the site is connected. Free."""
        answer: api_types.SiteChange = self._ask(
            "POST",
            f"/v1/me/sites/{quote(site, safe='')}/changes",
            body={"what": what, "pages": pages, "at": at},
            is_keyed=True,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_site_changes(
        self,
        site: str,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.SiteChange]:
        """The recorded changes of a site with their effects, the newest first. Free."""
        answer: list[api_types.SiteChange] = self._ask(
            "GET",
            f"/v1/me/sites/{quote(site, safe='')}/changes",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def remove_site_change(
        self,
        site: str,
        change_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.RemoveSiteChangeAnswer:
        """Removes a recorded change with its effect."""
        answer: api_types.RemoveSiteChangeAnswer = self._ask(
            "DELETE",
            f"/v1/me/sites/{quote(site, safe='')}/changes/{quote(change_id, safe='')}",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def list_connections(
        self,
        *,
        options: CallOptions | None = None,
    ) -> list[api_types.Connection]:
        """Every agent that may act for the account, newest first, with lately revoked ones."""
        answer: list[api_types.Connection] = self._ask(
            "GET",
            "/v1/me/connections",
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def change_connection(
        self,
        connection_id: str,
        *,
        spend_limit: int | None = UNSET,
        rate_limits: api_types.RateLimitsInput | None = UNSET,
        tools: list[Literal["inspect_domain", "discover_competitors", "research_keywords", "compare_keyword_coverage", "inspect_serp", "inspect_search_visibility", "audit_site", "inspect_keyword", "inspect_page", "inspect_search_performance", "explain_change", "export_dataset", "inspect_backlinks", "compare_backlink_gap"]] | None = UNSET,
        ends_at: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> api_types.Connection:
        """Changes the limits of a connection while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in of the last ten minutes to take a spend limit away."""
        answer: api_types.Connection = self._ask(
            "PATCH",
            f"/v1/me/connections/{quote(connection_id, safe='')}",
            body={"spend_limit": spend_limit, "rate_limits": rate_limits, "tools": tools, "ends_at": ends_at},
            is_keyed=False,
            is_repeatable=True,
            options=options,
        )
        return answer

    def revoke_connection(
        self,
        connection_id: str,
        *,
        options: CallOptions | None = None,
    ) -> api_types.RevokeConnectionAnswer:
        """Ends an agent's access permanently, from its next request on. Repeating it gives the same answer."""
        answer: api_types.RevokeConnectionAnswer = self._ask(
            "POST",
            f"/v1/me/connections/{quote(connection_id, safe='')}/revoke",
            is_keyed=False,
            is_repeatable=False,
            options=options,
        )
        return answer
