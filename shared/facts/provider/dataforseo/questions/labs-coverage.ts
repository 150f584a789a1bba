import type { Fact, Market, Notice } from '#shared/facts/ports/fact.ts';
import type { GapRow, KeywordCoverage, SharedRow } from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { keywordRow, placeOf } from '../facts/keyword-rows.ts';
import { type DomainIntersection, domainIntersection } from '../wire/labs-wire.ts';
import { factOf, newest } from '../wire/wire.ts';
import { indexMarket, labsPriceMicroUsd, labsQuestion } from './requests.ts';

/** A rival on the third page or deeper is not a gap worth closing. */
const worthwhilePosition = 20;
const leastRows = 10;
const mostRows = 1_000;

interface Compared {
  readonly competitor: string;
  readonly gaps: Answered<DomainIntersection>;
  readonly shared: Answered<DomainIntersection>;
}

/**
 * Two questions for each rival: where it ranks and the target does not, and
 * where both rank, which is told apart here by who is ahead. Rivals that the
 * budget of the call does not cover, or whose questions fail, are named in a
 * notice; where all fail, the first failure is thrown.
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
  const affords = (rivals: number, sharedRows: number) =>
    upstream.budget.affords(rivals * (labsPriceMicroUsd(rows) + labsPriceMicroUsd(sharedRows)));
  // Two lists are cut from the shared keywords, so there are twice as many where that costs no rival.
  const twice = Math.min(mostRows, 2 * rows);
  const sharedRows = affords(competitors.length, twice) ? twice : rows;
  const affordable = competitors.filter((_, at) => affords(at + 1, sharedRows));
  const settled = await Promise.allSettled(
    affordable.map((competitor) => compare(upstream, { domain, competitor, market, rows, sharedRows })),
  );
  const compared = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failures = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  const unexpected = failures.find((failure) => !(failure instanceof ServiceError));
  if (unexpected !== undefined) throw unexpected;
  if (compared.length === 0) throw failures[0] ?? overBudget();
  const origins = compared.flatMap(({ gaps, shared }) => [gaps, shared]);
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
  readonly sharedRows: number;
}

async function compare(
  upstream: UpstreamClient,
  { rows, sharedRows, ...comparison }: Comparison,
): Promise<Compared> {
  const worthwhile = ['first_domain_serp_element.rank_group', '<=', worthwhilePosition];
  const [gaps, shared] = await Promise.all([
    askIntersection(upstream, comparison, { rows, intersections: false, filters: worthwhile }),
    askIntersection(upstream, comparison, { rows: sharedRows, intersections: true }),
  ]);
  return { competitor: comparison.competitor, gaps, shared };
}

interface Which {
  readonly rows: number;
  readonly intersections: boolean;
  readonly filters?: readonly unknown[];
}

function askIntersection(
  upstream: UpstreamClient,
  { domain, competitor, market }: Pick<Comparison, 'domain' | 'competitor' | 'market'>,
  { rows, ...which }: Which,
): Promise<Answered<DomainIntersection>> {
  return upstream.ask({
    ...labsQuestion('domain_intersection', rows),
    task: {
      target1: competitor,
      target2: domain,
      ...indexMarket(market).params,
      item_types: ['organic'],
      ...which,
      order_by: ['keyword_data.keyword_info.search_volume,desc'],
      limit: rows,
    },
    schema: domainIntersection,
  });
}

function mergedCoverage(compared: readonly Compared[], limit: number): KeywordCoverage {
  const gaps = new Map<string, GapRow>();
  const shared = new Map<string, SharedRow>();
  for (const { competitor, gaps: gapsOfOne, shared: sharedWithOne } of compared) {
    for (const item of gapsOfOne.answer.items) addGap(gaps, competitor, item);
    for (const item of sharedWithOne.answer.items) addShared(shared, competitor, item);
  }
  const isLosing = ({ best_competitor, target_position }: SharedRow) =>
    best_competitor.position < target_position;
  const mayBeBehind = unreadBy(compared.map((each) => each.shared.answer));
  const rows = byVolume(shared);
  const losing = rows.filter(isLosing);
  const strong = rows.filter((row) => !isLosing(row) && !mayBeBehind(row));
  const isWhole = compared.every((each) => !isCut(each.shared.answer));
  return {
    gaps: { rows: byVolume(gaps).slice(0, limit), total: totalOf(compared.map((each) => each.gaps)) },
    losing: { rows: losing.slice(0, limit), total: isWhole ? losing.length : null },
    strong: { rows: strong.slice(0, limit), total: isWhole ? strong.length : null },
  };
}

/**
 * Whether a keyword may be shared with a rival whose answer ended before it: all
 * come most searched first, so that what is searched more than the last was read.
 */
function unreadBy(answers: readonly DomainIntersection[]): (row: SharedRow) => boolean {
  const cut = answers.filter(isCut).map(({ items }) => ({
    keywords: new Set(items.map(({ keyword_data }) => keyword_data.keyword)),
    end: items.at(-1)?.keyword_data.keyword_info?.search_volume ?? -1,
  }));
  return ({ keyword, monthly_volume }) =>
    cut.some(({ keywords, end }) => !keywords.has(keyword) && (monthly_volume ?? -1) <= end);
}

function isCut({ items, total_count: total }: DomainIntersection): boolean {
  return (total ?? 0) > items.length;
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

function addShared(shared: Map<string, SharedRow>, competitor: string, item: Item): void {
  const theirs = placeOf(item.first_domain_serp_element);
  const own = placeOf(item.second_domain_serp_element);
  if (!theirs || !own) return;
  const { keyword } = item.keyword_data;
  const known = shared.get(keyword);
  if (known && known.best_competitor.position <= theirs.position) return;
  shared.set(keyword, {
    ...keywordRow(item.keyword_data),
    target_position: own.position,
    target_url: own.url,
    best_competitor: { competitor, position: theirs.position, url: theirs.url },
  });
}

function byVolume<Row extends GapRow | SharedRow>(rows: ReadonlyMap<string, Row>): Row[] {
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
