import type { Market } from '#shared/facts/markets/market.ts';
import type {
  Fact,
  GapRow,
  KeywordCoverage,
  List,
  LosingRow,
  SearchIndex,
} from '#shared/facts/sources/ports.ts';
import { domainsOf, keywordFacts } from '../items/derived-rows.ts';
import { keywordPartition, stateSort } from '../items/keys.ts';
import { type KeywordFacts, type Posting, wireFacts } from '../items/posting.ts';
import { readState } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import { rankedPostings, unknownSubject } from './domain-questions.ts';
import { originOf, storedFact } from './stored-facts.ts';

/** Keywords read of each rival and of the target: those with the most traffic. */
const rivalWindow = 250;
const targetWindow = 500;

type Placement = GapRow['competitor_positions'][number];

/** Where the compared domains stand for one keyword. */
interface KeywordPositions {
  readonly keyword: string;
  readonly facts: KeywordFacts;
  readonly target: { readonly position: number; readonly url: string } | undefined;
  /** Best first. */
  readonly rivals: readonly Placement[];
}

/**
 * Gaps and losing keywords between a domain and its rivals. Their best
 * keywords are read and laid side by side; where a domain has more than were
 * read, what would be shown is checked against each keyword's own listing, so
 * that no row claims an absence that was only not read.
 */
export function createCoverageQuestions(table: IndexTable): Pick<SearchIndex, 'coverage'> {
  return {
    coverage: (domain, competitors, market, limit) => coverage(table, domain, competitors, market, limit),
  };
}

async function coverage(
  table: IndexTable,
  domain: string,
  competitors: readonly string[],
  market: Market,
  limit: number,
): Promise<Fact<KeywordCoverage>> {
  const rivals = [...new Set(competitors)].filter((rival) => rival !== domain);
  const [target, ...others] = await Promise.all([
    rankedPostings(table, { domain }, market, targetWindow),
    ...rivals.map((rival) => rankedPostings(table, { domain: rival }, market, rivalWindow)),
  ]);
  const read = [target, ...others];
  const isWhole = read.every(({ postings, total }) => total === postings.length);
  const seen = sideBySide(
    target.postings,
    rivals.map((rival, index) => ({ rival, postings: others[index]?.postings ?? [] })),
  );
  const keywords = isWhole ? seen : await checked(table, { domain, rivals, market, limit }, seen);
  const value = {
    gaps: listOf(keywords.filter(isGap).sort(byVolume).map(gapRow), limit, isWhole),
    losing: listOf([...keywords].sort(byVolume).flatMap(losingRow), limit, isWhole),
  };
  const postings = read.flatMap((part) => part.postings);
  if (postings.length === 0) return storedFact({ value, ...unknownSubject('these domains', market) }, market);
  const unknown = [domain, ...rivals].filter((_, index) => read[index]?.postings.length === 0);
  const notices = unknown.map(
    (name) => ({ code: 'no_data', message: unknownSubject(name, market).nothingKnown }) as const,
  );
  return storedFact({ value, origin: originOf(postings), notices }, market);
}

function sideBySide(
  target: readonly Posting[],
  others: readonly { readonly rival: string; readonly postings: readonly Posting[] }[],
): KeywordPositions[] {
  const own = new Map(target.map((posting) => [posting.keyword, posting]));
  const rivals = new Map<string, { facts: KeywordFacts; placements: Placement[] }>();
  for (const { rival, postings } of others) {
    for (const posting of postings) {
      const known = rivals.get(posting.keyword) ?? { facts: posting, placements: [] };
      known.placements.push({ competitor: rival, position: posting.position, url: posting.url });
      rivals.set(posting.keyword, known);
    }
  }
  return [...rivals].map(([keyword, { facts, placements }]) => ({
    keyword,
    facts,
    target: own.get(keyword),
    rivals: placements.sort(byPosition),
  }));
}

interface Comparison {
  readonly domain: string;
  readonly rivals: readonly string[];
  readonly market: Market;
  readonly limit: number;
}

/** The first gaps and losing keywords again, from each keyword's own listing. */
async function checked(
  table: IndexTable,
  { domain, rivals, market, limit }: Comparison,
  seen: readonly KeywordPositions[],
): Promise<readonly KeywordPositions[]> {
  const gaps = seen.filter(isGap).sort(byVolume).slice(0, limit);
  const losing = seen.filter((keyword) => losingRow(keyword).length > 0);
  const shown = gaps.map(({ keyword }) => keyword);
  const keys = shown.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort }));
  const items = await table.getMany(keys);
  const rechecked = items.flatMap((item, index): KeywordPositions[] => {
    if (!item) return [];
    const { state } = readState(item);
    const keyword = shown[index] ?? '';
    const placeOf = (name: string) => state.rows.find((row) => domainsOf(row).includes(name));
    const placements = rivals.flatMap((rival) => {
      const row = placeOf(rival);
      return row ? [{ competitor: rival, position: row.position, url: row.url }] : [];
    });
    const facts = keywordFacts(keyword, state);
    return [{ keyword, facts, target: placeOf(domain), rivals: placements.sort(byPosition) }];
  });
  return [...rechecked, ...losing];
}

function isGap({ target, rivals }: KeywordPositions): boolean {
  return target === undefined && rivals.length > 0;
}

function gapRow({ keyword, facts, rivals }: KeywordPositions): GapRow {
  return { keyword, ...wireFacts(facts), competitor_positions: rivals };
}

function losingRow({ keyword, facts, target, rivals }: KeywordPositions): LosingRow[] {
  const best = rivals[0];
  if (!target || !best || best.position >= target.position) return [];
  return [
    {
      keyword,
      ...wireFacts(facts),
      target_position: target.position,
      target_url: target.url,
      best_competitor: best,
    },
  ];
}

/** How many there are is known only where everything was read. */
function listOf<Row>(rows: readonly Row[], limit: number, isWhole: boolean): List<Row> {
  return { rows: rows.slice(0, limit), total: isWhole ? rows.length : null };
}

function byVolume(a: KeywordPositions, b: KeywordPositions): number {
  return (b.facts.volume ?? -1) - (a.facts.volume ?? -1) || (a.keyword < b.keyword ? -1 : 1);
}

function byPosition(a: Placement, b: Placement): number {
  return a.position - b.position || (a.competitor < b.competitor ? -1 : 1);
}
