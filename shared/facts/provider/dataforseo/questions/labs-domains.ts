import type { Competitor, Intent, PageRow } from '#shared/contract/rows.ts';
import { isGiant } from '#shared/facts/intent/words.ts';
import type { Fact, List, Market } from '#shared/facts/ports/fact.ts';
import type { DomainOverview, SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { UpstreamClient } from '../client/upstream-client.ts';
import { bareDomain, intentOf, pagesIn, rankedRows, ranksNowhere, rounded } from '../facts/keyword-rows.ts';
import {
  competitorsDomain,
  type OrganicMetrics,
  type RankedKeywords,
  relevantPages,
  serpCompetitors,
} from '../wire/labs-wire.ts';
import { factOf, newest } from '../wire/wire.ts';
import { createRankings, indexMarket, labsQuestion, type Rankings } from './requests.ts';

/** The largest `limit` and the most keywords in one task. */
const mostRows = 1_000;
const mostSeedKeywords = 200;

type DomainQuestions = Pick<
  SearchIndex,
  'domainOverview' | 'rankedKeywords' | 'pageOverview' | 'topPages' | 'competitors' | 'competitorsForKeywords'
>;

export function domainQuestions(upstream: UpstreamClient): DomainQuestions {
  const rankings = createRankings(upstream);
  return { ...rankingQuestions(rankings), ...listQuestions(upstream, rankings) };
}

function rankingQuestions(
  rankings: Rankings,
): Pick<DomainQuestions, 'domainOverview' | 'rankedKeywords' | 'pageOverview'> {
  return {
    async domainOverview(domain, market) {
      const { notices } = indexMarket(market);
      const answered = await rankings.of({ domain }, market, 0);
      const observedAt = observedIn(answered.answer);
      const overview = overviewOf(answered.answer);
      const nothingAbout = overview.organic_keywords === null ? domain : undefined;
      return factOf(overview, 'search_index', [answered], { observedAt, notices, nothingAbout });
    },

    async rankedKeywords(target, market, limit) {
      const { notices } = indexMarket(market);
      const answered = await rankings.of(target, market, limit);
      const { total_count, metrics } = answered.answer;
      const rows = rankedRows(answered.answer).slice(0, limit);
      const value = listOf(rows, total_count ?? metrics?.organic?.count ?? null);
      const observedAt = observedIn(answered.answer);
      const nothingAbout = ifEmpty(value, 'url' in target ? target.url : target.domain);
      return factOf(value, 'search_index', [answered], { observedAt, notices, nothingAbout });
    },

    async pageOverview(url, market) {
      const { notices } = indexMarket(market);
      const answered = await rankings.of({ url }, market, 0);
      const page = { url, ...countsOf(answered.answer.metrics?.organic) };
      const observedAt = observedIn(answered.answer);
      const nothingAbout = page.organic_keywords === null ? url : undefined;
      return factOf(page, 'search_index', [answered], { observedAt, notices, nothingAbout });
    },
  };
}

function listQuestions(
  upstream: UpstreamClient,
  rankings: Rankings,
): Pick<DomainQuestions, 'topPages' | 'competitors' | 'competitorsForKeywords'> {
  return {
    async topPages(domain, market, limit) {
      const ranked = await rankings.besides({ domain }, market);
      const pages = ranked && pagesIn(ranked.answer);
      if (!pages) return topPages(upstream, domain, market, limit);
      const list = listOf(pages.slice(0, limit), pages.length);
      const { notices } = indexMarket(market);
      return factOf(list, 'search_index', [ranked], { notices, nothingAbout: ifEmpty(list, domain) });
    },

    async competitors(domain, market, limit) {
      const ranked = await rankings.besides({ domain }, market);
      if (!ranked || !ranksNowhere(ranked.answer)) return competitors(upstream, domain, market, limit);
      const { notices } = indexMarket(market);
      return factOf(listOf([], 0), 'search_index', [ranked], { notices, nothingAbout: domain });
    },

    competitorsForKeywords: (keywords, market, limit) =>
      competitorsForKeywords(upstream, keywords, market, limit),
  };
}

async function topPages(
  upstream: UpstreamClient,
  domain: string,
  market: Market,
  limit: number,
): Promise<Fact<List<PageRow>>> {
  const { params, notices } = indexMarket(market);
  const wanted = Math.min(limit, mostRows);
  const answered = await upstream.ask({
    ...labsQuestion('relevant_pages', wanted),
    task: {
      target: domain,
      ...params,
      item_types: ['organic'],
      order_by: ['metrics.organic.etv,desc'],
      limit: wanted,
    },
    schema: relevantPages,
  });
  const { items, total_count } = answered.answer;
  const pages = items.map(({ page_address, metrics }) => ({
    url: page_address,
    ...countsOf(metrics?.organic),
  }));
  const list = listOf(pages.slice(0, limit), total_count);
  return factOf(list, 'search_index', [answered], { notices, nothingAbout: ifEmpty(list, domain) });
}

async function competitors(
  upstream: UpstreamClient,
  domain: string,
  market: Market,
  limit: number,
): Promise<Fact<List<Competitor>>> {
  const { params, notices } = indexMarket(market);
  // The target is normally the first of its own competitors: one more row, and its total for comparison.
  const wanted = Math.min(limit + 1, mostRows);
  const answered = await upstream.ask({
    ...labsQuestion('competitors_domain', wanted),
    task: { target: domain, ...params, item_types: ['organic'], limit: wanted },
    schema: competitorsDomain,
  });
  const { items, total_count } = answered.answer;
  const isTarget = (row: { readonly domain: string }) => bareDomain(row.domain) === domain;
  const own = items.find(isTarget);
  const most = own?.intersections ?? Math.max(0, ...items.map(({ intersections }) => intersections ?? 0));
  const rivals = items
    .filter((row) => !isTarget(row))
    .map((row) => ({
      competitor: bareDomain(row.domain),
      shared_keywords: row.intersections ?? 0,
      avg_position: rounded(row.avg_position),
      ...countsOf(row.full_domain_metrics?.organic),
      relevance: overlap(row.intersections, most, row.full_domain_metrics?.organic?.count),
      is_giant: isGiant(siteOf(row.domain)),
    }));
  const total = total_count === null ? null : total_count - (own ? 1 : 0);
  const list = listOf(rivals.slice(0, limit), total);
  return factOf(list, 'search_index', [answered], { notices, nothingAbout: ifEmpty(list, domain) });
}

async function competitorsForKeywords(
  upstream: UpstreamClient,
  keywords: readonly string[],
  market: Market,
  limit: number,
): Promise<Fact<List<Competitor>>> {
  const { params, notices } = indexMarket(market);
  const asked = [...new Set(keywords.map((keyword) => keyword.toLowerCase()))].slice(0, mostSeedKeywords);
  const wanted = Math.min(limit, mostRows);
  const answered = await upstream.ask({
    ...labsQuestion('serp_competitors', wanted),
    task: { keywords: asked.toSorted(), ...params, item_types: ['organic'], limit: wanted },
    schema: serpCompetitors,
  });
  const { items, total_count } = answered.answer;
  const rivals = items.map(({ domain, keywords_count: shared, avg_position, etv }) => ({
    competitor: bareDomain(domain),
    shared_keywords: shared ?? 0,
    avg_position: rounded(avg_position),
    // What this answer counts are the seeds alone: of the whole domain nothing is known.
    organic_keywords: null,
    estimated_organic_traffic_per_month: rounded(etv),
    relevance: shared === null ? null : rounded(Math.min(1, shared / Math.max(1, asked.length))),
    is_giant: isGiant(siteOf(domain)),
  }));
  const list = listOf(rivals.slice(0, limit), total_count);
  const nothingAbout = ifEmpty(list, 'these keywords');
  return factOf(list, 'search_index', [answered], { notices, nothingAbout });
}

function overviewOf({ metrics, items }: RankedKeywords): DomainOverview {
  const organic = metrics?.organic;
  return {
    organic_keywords: organic?.count ?? null,
    top_3_keywords: sum([organic?.pos_1, organic?.pos_2_3]),
    top_10_keywords: sum([organic?.pos_1, organic?.pos_2_3, organic?.pos_4_10]),
    estimated_organic_traffic_per_month: rounded(organic?.etv),
    traffic_value_usd: rounded(organic?.estimated_paid_traffic_cost),
    movement: {
      new: organic?.is_new ?? null,
      up: organic?.is_up ?? null,
      down: organic?.is_down ?? null,
      lost: organic?.is_lost ?? null,
    },
    intent_mix: intentMix(items),
  };
}

/** Shares among the strongest keywords that were read: no answer gives them for the whole domain. */
function intentMix(items: RankedKeywords['items']): DomainOverview['intent_mix'] {
  const labels = items.map(
    ({ keyword_data }) => intentOf(keyword_data.search_intent_info?.main_intent) ?? 'unknown',
  );
  const shareOf = (label: Intent | 'unknown') =>
    labels.length === 0 ? null : labels.filter((each) => each === label).length / labels.length;
  return {
    informational: shareOf('informational'),
    navigational: shareOf('navigational'),
    commercial: shareOf('commercial'),
    transactional: shareOf('transactional'),
    unknown: shareOf('unknown'),
  };
}

function countsOf(
  organic: OrganicMetrics | undefined,
): Pick<PageRow, 'organic_keywords' | 'estimated_organic_traffic_per_month'> {
  return {
    organic_keywords: organic?.count ?? null,
    estimated_organic_traffic_per_month: rounded(organic?.etv),
  };
}

/** Shared keywords among all that either ranks for (Jaccard); null where a total is unknown. */
function overlap(shared: number | null, own: number, theirs: number | null | undefined): number | null {
  if (shared === null || theirs === null || theirs === undefined) return null;
  const union = own + theirs - shared;
  return union <= 0 ? null : Math.min(1, Math.round((shared / union) * 1_000) / 1_000);
}

function sum(counts: readonly (number | null | undefined)[]): number | null {
  const known = counts.filter((count) => typeof count === 'number');
  return known.length === counts.length ? known.reduce((total, count) => total + count, 0) : null;
}

/** The registrable part of a host, by the shape of its suffix: `en.wikipedia.org`, `www.amazon.co.uk`. */
function siteOf(host: string): string {
  const labels = host.toLowerCase().split('.');
  const hasCountrySuffix =
    labels.length > 2 && labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(hasCountrySuffix ? -3 : -2).join('.');
}

function ifEmpty({ rows }: List<unknown>, subject: string): string | undefined {
  return rows.length === 0 ? subject : undefined;
}

/** A total is never less than what it is the total of. */
function listOf<Row>(rows: Row[], total: number | null): List<Row> {
  return { rows, total: total === null ? null : Math.max(total, rows.length) };
}

function observedIn({ items }: RankedKeywords): string | null {
  return newest(items.map((item) => item.ranked_serp_element?.last_updated_time));
}
