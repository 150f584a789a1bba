import type { Fact, Market } from '#shared/facts/ports/fact.ts';
import {
  type AiCitation,
  aiCitation,
  type IndexedPosition,
  type RivalPlace,
} from '#shared/facts/ports/search-index.ts';
import type { UpstreamClient } from '../client/upstream-client.ts';
import { placeOf } from '../facts/keyword-rows.ts';
import { type KeywordData, type RankedKeywords, rankedKeywords } from '../wire/labs-wire.ts';
import { factOf, newest } from '../wire/wire.ts';
import { askOverview } from './labs-keywords.ts';
import { indexMarket, labsQuestion } from './requests.ts';

/** How deep the provider's index looks into a listing. */
const indexedDepth = 100;
const mostRows = 1_000;

/**
 * Where a domain stands for some keywords: one question for those it ranks
 * for, and one for the metrics of the others, which also tells keywords whose
 * listing is known from those of which nothing is.
 */
export async function positions(
  upstream: UpstreamClient,
  domain: string,
  keywords: readonly string[],
  market: Market,
  rivals: readonly string[] = [],
): Promise<Fact<readonly IndexedPosition[]>> {
  const { notices } = indexMarket(market);
  const [ranked, ...ofRivals] = await Promise.all([
    askRanked(upstream, domain, keywords, market),
    ...rivals.map((rival) => askRanked(upstream, rival, keywords, market)),
  ]);
  const places = ofRivals.map(({ answer }) => bestByKeyword(answer));
  const placesOf = (keyword: string) =>
    rivals.flatMap((rival, at): RivalPlace[] => {
      const { position, url } = places[at]?.get(keyword) ?? {};
      return position && url ? [{ domain: rival, position, url }] : [];
    });
  const best = bestByKeyword(ranked.answer);
  const others = keywords.filter((keyword) => !best.has(keyword.toLowerCase()));
  const overview = others.length === 0 ? undefined : await askOverview(upstream, others, market);
  const metrics = new Map(overview?.answer.items.map((row) => [row.keyword.toLowerCase(), row]));
  const rows = keywords.map(
    (keyword) => best.get(keyword.toLowerCase()) ?? absent(keyword, metrics.get(keyword.toLowerCase())),
  );
  return factOf(
    rows.map((row, at) => {
      const keyword = keywords[at] ?? row.keyword;
      return { ...row, keyword, rivals: placesOf(keyword.toLowerCase()) };
    }),
    'search_index',
    [ranked, ...ofRivals, ...(overview ? [overview] : [])],
    { observedAt: newest(rows.map((row) => row.observed_at)), notices },
  );
}

function askRanked(upstream: UpstreamClient, domain: string, keywords: readonly string[], market: Market) {
  const asked = [...new Set(keywords.map((keyword) => keyword.toLowerCase()))].toSorted();
  // A domain can stand in a listing with several pages; the best is kept.
  const limit = Math.min(2 * asked.length, mostRows);
  return upstream.ask({
    ...labsQuestion('ranked_keywords', limit),
    task: {
      target: domain,
      ...indexMarket(market).params,
      item_types: ['organic'],
      filters: ['keyword_data.keyword', 'in', asked],
      order_by: ['ranked_serp_element.serp_item.rank_group,asc'],
      limit,
    },
    schema: rankedKeywords,
  });
}

function bestByKeyword({ items }: RankedKeywords): Map<string, IndexedPosition> {
  const best = new Map<string, IndexedPosition>();
  for (const { keyword_data: data, ranked_serp_element: element } of items) {
    const place = placeOf(element?.serp_item);
    const keyword = data.keyword.toLowerCase();
    if (!place || (best.get(keyword)?.position ?? Number.POSITIVE_INFINITY) <= place.position) continue;
    best.set(keyword, {
      keyword,
      status: 'ranked',
      position: place.position,
      url: place.url,
      monthly_volume: data.keyword_info?.search_volume ?? null,
      checked_depth: indexedDepth,
      observed_at: element?.last_updated_time ?? null,
      ai_overview: citationOf(data),
      features: featuresOf(data),
      rivals: [],
    });
  }
  return best;
}

/** The provider's index names a listing's items, not who its AI overview refers to. */
function citationOf(data: KeywordData | undefined): AiCitation {
  return aiCitation('', featuresOf(data), []);
}

function featuresOf(data: KeywordData | undefined): readonly string[] | null {
  const features = data?.serp_info?.serp_item_types ?? [];
  return features.length > 0 ? features : null;
}

/** A keyword without a ranking: not in the listing where one is known, else nothing can be said. */
function absent(keyword: string, data: KeywordData | undefined): IndexedPosition {
  const hasListing = (data?.serp_info?.serp_item_types.length ?? 0) > 0;
  return {
    keyword,
    status: hasListing ? 'not_in_top_n' : 'unknown',
    position: null,
    url: null,
    monthly_volume: data?.keyword_info?.search_volume ?? null,
    checked_depth: hasListing ? indexedDepth : null,
    observed_at: hasListing ? (data?.serp_info?.last_updated_time ?? null) : null,
    ai_overview: citationOf(data),
    features: featuresOf(data),
    rivals: [],
  };
}
