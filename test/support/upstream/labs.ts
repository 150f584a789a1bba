import { chance } from './chance.ts';
import { filtered, isFilter, ordered } from './filters.ts';
import { ok, refused, type TaskAnswer } from './wire.ts';
import {
  domains,
  keywords,
  knownKeyword,
  type Ranking,
  rankingsOf,
  traffic,
  type WorldKeyword,
} from './world.ts';

type Task = Readonly<Record<string, unknown>>;
type Item = Record<string, unknown>;

const seen = '2026-10-28 06:14:09 +00:00';
/** Markets with an index; others are answered with nothing. */
const markets = new Set(['2840 en', '2826 en']);

/** Fields each endpoint knows beside those of every list. An unknown one is refused, as the provider does. */
const ownFields: Readonly<Record<string, string>> = {
  ranked_keywords: 'target item_types historical_serp_mode load_rank_absolute',
  relevant_pages: 'target item_types historical_serp_mode',
  competitors_domain:
    'target item_types max_rank_group exclude_top_domains exclude_domains intersecting_domains',
  serp_competitors: 'keywords item_types include_subdomains',
  keyword_ideas: 'keywords closely_variants include_serp_info',
  keyword_suggestions: 'keyword include_seed_keyword exact_match include_serp_info',
  related_keywords: 'keyword depth include_seed_keyword include_serp_info replace_with_core_keyword',
  domain_intersection: 'target1 target2 intersections item_types include_serp_info',
  keyword_overview: 'keywords include_serp_info',
};
const listFields =
  'location_code location_name language_code language_name filters order_by limit offset tag';

/** Answers a task of the keyword and domain database. */
export function answerLabs(endpoint: string, task: Task): TaskAnswer {
  const fields = ownFields[endpoint];
  if (fields === undefined) return refused(40_400, 'Not Found.');
  const known = new Set(`${fields} ${listFields}`.split(' '));
  const unknown = Object.keys(task).find((name) => !known.has(name));
  if (unknown) return refused(40_506, `Unknown Fields in POST data: '${unknown}'.`);
  const limit = Number(task.limit ?? 100);
  const invalid = invalidField(task, limit);
  if (invalid) return refused(40_501, `Invalid Field: '${invalid}'.`);
  const hasIndex = markets.has(`${task.location_code} ${task.language_code}`);
  return listAnswer(endpoint, task, hasIndex ? itemsOf(endpoint, task) : [], limit);
}

/** The first field that the provider would not take. Codes of cities mean nothing to this API. */
function invalidField(task: Task, limit: number): string | undefined {
  if (typeof task.location_code !== 'number' || task.location_code > 9_999) return 'location_code';
  if (typeof task.language_code !== 'string') return 'language_code';
  if (task.filters !== undefined && !isFilter(task.filters)) return 'filters';
  return limit < 1 || limit > 1_000 ? 'limit' : undefined;
}

function listAnswer(endpoint: string, task: Task, all: readonly Item[], limit: number): TaskAnswer {
  const matching = ordered(filtered(all, task.filters), task.order_by);
  const items = matching.slice(0, limit);
  const paid = endpoint === 'keyword_overview' ? ((task.keywords as unknown[])?.length ?? 0) : items.length;
  const result = {
    se_type: 'google',
    location_code: task.location_code,
    language_code: task.language_code,
    ...(endpoint === 'ranked_keywords' && {
      target: task.target,
      metrics: { organic: metricsOf(rankingsOf(String(task.target))), paid: null },
      metrics_absolute: null,
    }),
    ...(endpoint !== 'keyword_overview' && { total_count: matching.length === 0 ? null : matching.length }),
    items_count: items.length,
    items: items.length === 0 ? null : items,
  };
  return ok(result, 12_000 + 120 * paid);
}

function itemsOf(endpoint: string, task: Task): Item[] {
  const target = String(task.target);
  switch (endpoint) {
    case 'ranked_keywords':
      return rankingsOf(target).map(rankedItem);
    case 'relevant_pages':
      return pages(target);
    case 'competitors_domain':
      return competitors(target);
    case 'serp_competitors':
      return serpCompetitors(task.keywords as string[]);
    case 'keyword_ideas':
      return around((task.keywords as string[])[0] ?? '').map(keywordData);
    case 'keyword_suggestions':
      return keywords.filter(({ keyword }) => keyword.includes(String(task.keyword))).map(keywordData);
    case 'related_keywords':
      return around(String(task.keyword))
        .slice(0, [1, 8, 72, 584, 4_680][Number(task.depth ?? 1)])
        .map((each, at) => ({
          keyword_data: keywordData(each),
          depth: at === 0 ? 0 : 1,
          related_keywords: null,
        }));
    case 'keyword_overview':
      return (task.keywords as string[]).flatMap((keyword) => {
        const found = knownKeyword(keyword);
        return found ? [{ ...keywordData(found), search_partners: false }] : [];
      });
    default:
      return intersection(String(task.target1), String(task.target2), task.intersections !== false);
  }
}

/** Keywords that share a topic with the seed. */
function around(seed: string): WorldKeyword[] {
  const topic = knownKeyword(seed)?.topic ?? keywords.find(({ keyword }) => keyword.includes(seed))?.topic;
  return keywords.filter((each) => each.topic === topic);
}

export function keywordData(each: WorldKeyword): Item {
  return {
    se_type: 'google',
    keyword: each.keyword,
    location_code: 2840,
    language_code: 'en',
    keyword_info: {
      last_updated_time: seen,
      competition: each.competition === null ? null : 0.5,
      competition_level: each.competition,
      cpc: each.cpc,
      search_volume: each.volume,
      categories: null,
      monthly_searches: Array.from({ length: 12 }, (_, back) => ({
        year: back < 9 ? 2026 : 2025,
        month: back < 9 ? 9 - back : 21 - back,
        search_volume: Math.round(each.volume * (0.7 + 0.6 * chance(`month ${back} ${each.keyword}`))),
      })),
      search_volume_trend: { monthly: 0, quarterly: 4, yearly: -3 },
    },
    keyword_properties: { keyword_difficulty: each.difficulty, detected_language: 'en', words_count: 2 },
    serp_info: { serp_item_types: each.itemTypes, se_results_count: 41_800, last_updated_time: seen },
    avg_backlinks_info: null,
    search_intent_info: each.intent === null ? null : { main_intent: each.intent, foreign_intent: null },
  };
}

function element({ keyword, result }: Ranking): Item {
  return {
    se_type: 'google',
    type: 'organic',
    rank_group: result.position,
    rank_absolute: result.absolute,
    domain: result.host,
    main_domain: result.domain,
    url: result.url,
    title: result.title,
    description: result.description,
    etv: Math.fround(traffic(keyword, result)),
    rank_changes: { previous_rank_absolute: null, is_new: false, is_up: false, is_down: false },
  };
}

function rankedItem(ranking: Ranking): Item {
  return {
    se_type: 'google',
    keyword_data: keywordData(ranking.keyword),
    ranked_serp_element: { serp_item: element(ranking), is_lost: false, last_updated_time: seen },
  };
}

function metricsOf(rankings: readonly Ranking[]): Item {
  if (rankings.length === 0) return {};
  const within = (from: number, to: number) =>
    rankings.filter(({ result }) => result.position >= from && result.position <= to).length;
  const etv = rankings.reduce((sum, { keyword, result }) => sum + traffic(keyword, result), 0);
  return {
    pos_1: within(1, 1),
    pos_2_3: within(2, 3),
    pos_4_10: within(4, 10),
    pos_11_20: within(11, 20),
    pos_21_30: within(21, 30),
    etv,
    count: rankings.length,
    estimated_paid_traffic_cost: etv * 1.3,
    is_new: 3,
    is_up: 5,
    is_down: 2,
    is_lost: 1,
  };
}

function pages(target: string): Item[] {
  const byUrl = Map.groupBy(rankingsOf(target), ({ result }) => result.url);
  return [...byUrl].map(([page_address, rankings]) => ({
    se_type: 'google',
    page_address,
    metrics: { organic: metricsOf(rankings), paid: null },
  }));
}

/** The target first: it shares all its keywords with itself. */
function competitors(target: string): Item[] {
  const own = new Set(rankingsOf(target).map(({ keyword }) => keyword.keyword));
  const rows = domains.map((domain) => {
    const theirs = rankingsOf(domain);
    const shared = theirs.filter(({ keyword }) => own.has(keyword.keyword));
    const sum_position = shared.reduce((sum, { result }) => sum + result.position, 0);
    return {
      se_type: 'google',
      domain,
      avg_position: sum_position / shared.length,
      sum_position,
      intersections: new Set(shared.map(({ keyword }) => keyword.keyword)).size,
      full_domain_metrics: { organic: metricsOf(theirs) },
      metrics: { organic: {} },
      competitor_metrics: { organic: metricsOf(shared) },
    };
  });
  return rows
    .filter(({ intersections }) => intersections > 0)
    .toSorted(
      (a, b) => b.intersections - a.intersections || (a.domain === target ? -1 : b.domain === target ? 1 : 0),
    );
}

function serpCompetitors(asked: readonly string[]): Item[] {
  const found = asked.flatMap((keyword) => knownKeyword(keyword) ?? []);
  const rows = domains.map((domain) => {
    const rankings = found.flatMap((keyword) =>
      keyword.results.filter((result) => result.domain === domain).map((result) => ({ keyword, result })),
    );
    const positions = rankings.map(({ result }) => result.position);
    return {
      se_type: 'google',
      domain,
      avg_position: positions.reduce((sum, position) => sum + position, 0) / positions.length,
      median_position: positions[0] ?? null,
      rating: positions.reduce((sum, position) => sum + 100 - position, 0),
      etv: rankings.reduce((sum, { keyword, result }) => sum + traffic(keyword, result), 0),
      keywords_count: new Set(rankings.map(({ keyword }) => keyword.keyword)).size,
      visibility: 1,
      keywords_positions: Object.fromEntries(
        rankings.map(({ keyword, result }) => [keyword.keyword, [result.position]]),
      ),
    };
  });
  return rows.filter((row) => row.keywords_count > 0).toSorted((a, b) => b.rating - a.rating);
}

function intersection(first: string, second: string, bothRank: boolean): Item[] {
  const own = bestByKeyword(rankingsOf(second));
  return [...bestByKeyword(rankingsOf(first))].flatMap(([keyword, ranking]) => {
    const other = own.get(keyword);
    if ((other !== undefined) !== bothRank) return [];
    return [
      {
        se_type: 'google',
        keyword_data: keywordData(ranking.keyword),
        first_domain_serp_element: element(ranking),
        second_domain_serp_element: other ? element(other) : null,
      },
    ];
  });
}

function bestByKeyword(rankings: readonly Ranking[]): Map<string, Ranking> {
  const ordered = rankings.toSorted((a, b) => b.result.position - a.result.position);
  return new Map(ordered.map((ranking) => [ranking.keyword.keyword, ranking]));
}
