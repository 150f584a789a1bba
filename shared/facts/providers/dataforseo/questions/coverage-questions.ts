import type { Market } from '#shared/facts/markets/market.ts';
import type { Fact, Notice } from '#shared/facts/sources/fact.ts';
import type { GapRow, KeywordCoverage, LosingRow } from '#shared/facts/sources/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { factOf, newest } from '../client/answer.ts';
import { labsPriceMicroUsd } from '../client/prices.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { keywordRow, placeOf } from '../facts/keyword-rows.ts';
import { type DomainIntersection, domainIntersection } from '../wire/labs-wire.ts';
import { labsQuestion } from './labs-question.ts';
import { indexMarket } from './markets.ts';

/** A rival on the third page or deeper is not a gap worth closing. */
const worthwhilePosition = 20;
const leastRows = 10;
const mostRows = 1_000;

interface Compared {
  readonly competitor: string;
  readonly gaps: Answered<DomainIntersection>;
  readonly losing: Answered<DomainIntersection>;
}

/**
 * Two questions for each rival: where it ranks and the target does not, and
 * where both rank and it is ahead. Rivals that the budget of the call does not
 * cover, or whose questions fail, are named in a notice; where all fail, the
 * first failure is thrown.
 */
export async function coverage(
  upstream: UpstreamClient,
  domain: string,
  competitors: readonly string[],
  market: Market,
  limit: number,
): Promise<Fact<KeywordCoverage>> {
  const { notices } = indexMarket(market);
  const rows = Math.min(mostRows, Math.max(leastRows, Math.ceil((1.5 * limit) / competitors.length)));
  const affordable = competitors.filter((_, at) =>
    upstream.budget.affords((at + 1) * 2 * labsPriceMicroUsd(rows)),
  );
  const settled = await Promise.allSettled(
    affordable.map((competitor) => compare(upstream, { domain, competitor, market, rows })),
  );
  const compared = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failures = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  const unexpected = failures.find((failure) => !(failure instanceof ServiceError));
  if (unexpected !== undefined) throw unexpected;
  if (compared.length === 0) throw failures[0] ?? overBudget();
  const origins = compared.flatMap(({ gaps, losing }) => [gaps, losing]);
  return factOf(mergedCoverage(compared, limit), 'search_index', origins, {
    observedAt: newest(origins.flatMap(({ answer }) => updateTimes(answer))),
    notices: [...notices, ...leftOut(competitors, compared)],
  });
}

interface Comparison {
  readonly domain: string;
  readonly competitor: string;
  readonly market: Market;
  readonly rows: number;
}

async function compare(upstream: UpstreamClient, comparison: Comparison): Promise<Compared> {
  const [gaps, losing] = await Promise.all([
    askIntersection(upstream, comparison, false, [
      'first_domain_serp_element.rank_group',
      '<=',
      worthwhilePosition,
    ]),
    askIntersection(upstream, comparison, true, [
      'first_domain_serp_element.rank_group',
      '<',
      '$item->second_domain_serp_element.rank_group',
    ]),
  ]);
  return { competitor: comparison.competitor, gaps, losing };
}

function askIntersection(
  upstream: UpstreamClient,
  { domain, competitor, market, rows }: Comparison,
  intersections: boolean,
  filter: readonly unknown[],
): Promise<Answered<DomainIntersection>> {
  return upstream.ask({
    ...labsQuestion('domain_intersection', rows),
    task: {
      target1: competitor,
      target2: domain,
      ...indexMarket(market).params,
      intersections,
      item_types: ['organic'],
      filters: filter,
      order_by: ['keyword_data.keyword_info.search_volume,desc'],
      limit: rows,
    },
    schema: domainIntersection,
  });
}

function mergedCoverage(compared: readonly Compared[], limit: number): KeywordCoverage {
  const gaps = new Map<string, GapRow>();
  const losing = new Map<string, LosingRow>();
  for (const { competitor, gaps: gapsOfOne, losing: losingOfOne } of compared) {
    for (const item of gapsOfOne.answer.items) addGap(gaps, competitor, item);
    for (const item of losingOfOne.answer.items) addLosing(losing, competitor, item);
  }
  return {
    gaps: { rows: byVolume(gaps).slice(0, limit), total: totalOf(compared.map((each) => each.gaps)) },
    losing: { rows: byVolume(losing).slice(0, limit), total: totalOf(compared.map((each) => each.losing)) },
  };
}

type Item = DomainIntersection['items'][number];

function addGap(gaps: Map<string, GapRow>, competitor: string, item: Item): void {
  const place = placeOf(item.first_domain_serp_element);
  if (!place) return;
  const { keyword } = item.keyword_data;
  const known = gaps.get(keyword) ?? { ...keywordRow(item.keyword_data), competitor_positions: [] };
  const position = { competitor, position: place.position, url: place.url };
  const positions = [...known.competitor_positions, position].toSorted((a, b) => a.position - b.position);
  gaps.set(keyword, { ...known, competitor_positions: positions });
}

function addLosing(losing: Map<string, LosingRow>, competitor: string, item: Item): void {
  const theirs = placeOf(item.first_domain_serp_element);
  const own = placeOf(item.second_domain_serp_element);
  // The source is asked to leave out the rest; what it sends is checked all the same.
  if (!theirs || !own || theirs.position >= own.position) return;
  const { keyword } = item.keyword_data;
  const known = losing.get(keyword);
  if (known && known.best_competitor.position <= theirs.position) return;
  losing.set(keyword, {
    ...keywordRow(item.keyword_data),
    target_position: own.position,
    target_url: own.url,
    best_competitor: { competitor, position: theirs.position, url: theirs.url },
  });
}

function byVolume<Row extends GapRow | LosingRow>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.values()].toSorted(
    (a, b) => (b.monthly_volume ?? -1) - (a.monthly_volume ?? -1) || (a.keyword < b.keyword ? -1 : 1),
  );
}

/** The lists of several rivals overlap by an unknown amount: only one rival's total is known. */
function totalOf(answers: readonly Answered<DomainIntersection>[]): number | null {
  return answers.length === 1 ? (answers[0]?.answer.total_count ?? null) : null;
}

function updateTimes({ items }: DomainIntersection): (string | null)[] {
  return items.map(({ keyword_data }) => keyword_data.keyword_info?.last_updated_time ?? null);
}

function leftOut(competitors: readonly string[], compared: readonly Compared[]): Notice[] {
  const missing = competitors.filter((name) => !compared.some(({ competitor }) => competitor === name));
  if (missing.length === 0) return [];
  const message = `Not compared in this call: ${missing.join(', ')}. Ask for fewer competitors at a time.`;
  return [{ code: 'partial_answer', message }];
}

function overBudget(): ServiceError {
  return new ServiceError(
    'upstream_quota',
    'This comparison needs more live data than one call may use. Ask for a smaller limit.',
    { reason: 'call budget' },
  );
}
