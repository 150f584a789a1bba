import type { KeywordCoverage, SearchIndex } from '#shared/facts/ports/search-index.ts';
import { loadIntents } from '../../intent/intent.ts';
import type { Fact, List, Market } from '../../ports/fact.ts';
import { readState } from '../items/index-items.ts';
import { keywordPartition, stateSort } from '../items/keys.ts';
import { type KeywordSet, mostKeywordsInSet } from '../items/keyword-set.ts';
import { domainsOf, keywordFacts } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { estimatedCounts, type Found, type Size, splitSets, wholeSets } from './compared-sets.ts';
import {
  byPosition,
  byVolume,
  gapRow,
  isGap,
  type KeywordPositions,
  losingRows,
  type RivalRows,
  sideBySide,
  strongRows,
} from './coverage-rows.ts';
import { createPostingOrigin, storedFact } from './domain-head.ts';
import { rankedPostings, unknownSubject } from './domain-questions.ts';

/** Keywords read of each rival and of the target: those with the most traffic. */
const rivalWindow = 250;
const targetWindow = 500;
/** Who asks for more rows than any answer shows wants all of them, and everything is read. */
const mostShownRows = 200;
const everyRow = 1_000_000;

/**
 * Gaps, losing and strong keywords between a domain and its rivals. Their best
 * keywords are read and laid side by side; where a domain has more than were
 * read, all are counted over the domains' whole keyword sets. Where even these
 * are not whole, what would be shown is checked against each keyword's own
 * listing, so that no row claims an absence, of the domain or of a rival before
 * it, that was only not read.
 */
export function createCoverageQuestions(
  table: IndexReader,
  { mostKeywords = 200_000 }: ComparisonBounds = {},
): Pick<SearchIndex, 'coverage'> {
  return {
    async coverage(domain, competitors, market, limit) {
      const rivals = [...new Set(competitors)].filter((rival) => rival !== domain);
      return coverage(table, { domain, rivals, market, limit, mostKeywords });
    },
  };
}

/** Keywords of a site up to which a comparison is exact. */
export interface ComparisonBounds {
  readonly mostKeywords?: number;
}

async function coverage(
  table: IndexReader,
  comparison: Comparison & Required<ComparisonBounds>,
): Promise<Fact<KeywordCoverage>> {
  const { domain, rivals, market, limit, mostKeywords } = comparison;
  const window = (rows: number) => (limit > mostShownRows ? everyRow : rows);
  const [target, ...others] = await Promise.all([
    rankedPostings(table, { domain }, market, window(targetWindow)),
    ...rivals.map((rival) => rankedPostings(table, { domain: rival }, market, window(rivalWindow))),
  ]);
  const read = [target, ...others];
  const rows = rivals.map((rival, index) => ({ rival, postings: others[index]?.postings ?? [] }));
  const isWhole = read.every(({ postings, total }) => total === postings.length);
  const sizes = [domain, ...rivals].map((name, index) => ({ domain: name, keywords: read[index]?.total }));
  const sets = isWhole ? undefined : await wholeSets(table, market, sizes, mostKeywords);
  const estimate = isWhole || sets ? undefined : await estimatedCounts(table, market, sizes);
  const value = sets
    ? await coverageBySets(table, comparison, sets, { target: target.postings, others: rows })
    : {
        ...(await coverageByRows(table, comparison, sideBySide(target.postings, rows), isWhole)),
        ...(estimate && { estimate }),
      };
  const postings = read.flatMap((part) => part.postings);
  if (postings.length === 0) return storedFact({ value, ...unknownSubject('these domains', market) }, market);
  return storedFact(
    {
      value,
      origin: await createPostingOrigin(table)(postings),
      notices: [
        ...unknownDomains(read, comparison, market),
        ...(isWhole || sets ? [] : [partOf(sizes, mostKeywords, value)]),
      ],
    },
    market,
  );
}

/** Says that the lists are a part, where whole ones are beyond what is read. */
function partOf(sizes: readonly Size[], mostKeywords: number, { estimate }: KeywordCoverage) {
  const large = sizes
    .filter(({ keywords }) => (keywords ?? 0) > mostKeywordsInSet)
    .map(({ domain }) => domain);
  const counts = estimate
    ? `counts are estimated from ${number(estimate.compared)} keywords, drawn by their hash, and true within their margins in 95 of 100 cases`
    : 'there are no counts';
  return {
    code: 'partial_answer',
    message: `${large.join(', ')} ${large.length === 1 ? 'has' : 'have'} more keywords than a comparison reads (${number(mostKeywords)} a site): ${counts}. The lists hold what the best ${number(rivalWindow)} keywords of each rival show.`,
  } as const;
}

const number = (count: number) => count.toLocaleString('en-US');

function unknownDomains(
  read: readonly { readonly postings: readonly unknown[] }[],
  { domain, rivals }: Comparison,
  market: Market,
) {
  const unknown = [domain, ...rivals].filter((_, index) => read[index]?.postings.length === 0);
  return unknown.map(
    (name) => ({ code: 'partial_answer', message: unknownSubject(name, market).nothingKnown }) as const,
  );
}

async function coverageByRows(
  table: IndexReader,
  comparison: Comparison,
  seen: readonly KeywordPositions[],
  isWhole: boolean,
): Promise<KeywordCoverage> {
  const { limit } = comparison;
  const sorted = [...(isWhole ? seen : await checked(table, comparison, seen))].sort(byVolume);
  return {
    gaps: listOf(sorted.filter(isGap).map(gapRow), limit, isWhole),
    losing: listOf(sorted.flatMap(losingRows), limit, isWhole),
    strong: listOf(sorted.flatMap(strongRows), limit, isWhole),
  };
}

/** Losing keywords, and the first gaps and strong keywords again, from each keyword's own listing. */
async function checked(
  table: IndexReader,
  comparison: Comparison,
  seen: readonly KeywordPositions[],
): Promise<readonly KeywordPositions[]> {
  const { limit } = comparison;
  const sorted = [...seen].sort(byVolume);
  const gaps = sorted.filter(isGap).slice(0, limit);
  const strong = sorted.filter((keyword) => strongRows(keyword).length > 0).slice(0, limit);
  const losing = sorted.filter((keyword) => losingRows(keyword).length > 0);
  const open = [...gaps, ...strong].map(({ keyword }) => keyword);
  return [...(await fromListings(table, comparison, open)), ...losing];
}

/** How many there are is known only where everything was read. */
function listOf<Row>(rows: readonly Row[], limit: number, isWhole: boolean): List<Row> {
  return { rows: rows.slice(0, limit), total: isWhole ? rows.length : null };
}

export interface Comparison {
  readonly domain: string;
  readonly rivals: readonly string[];
  readonly market: Market;
  readonly limit: number;
}

/**
 * Gaps, losing and strong keywords counted over all keywords of all domains. Of the
 * rows that are shown, those that lie among the rows already read need no
 * further read; the others are read from each keyword's own listing.
 */
async function coverageBySets(
  table: IndexReader,
  { domain, rivals, market, limit }: Comparison,
  sets: ReadonlyMap<string, KeywordSet>,
  read: { readonly target: RivalRows['postings']; readonly others: readonly RivalRows[] },
): Promise<KeywordCoverage> {
  const { gaps, losing, strong } = splitSets(
    sets.get(domain),
    rivals.flatMap((rival) => sets.get(rival) ?? []),
  );
  const shown = [gaps, losing, strong].flatMap((found) => found.slice(0, limit));
  const known = new Map(sideBySide(read.target, read.others).map((row) => [row.keyword, row]));
  const isComplete = ({ keyword, isOwn, ranked }: Found) => {
    const row = known.get(keyword);
    return row !== undefined && row.rivals.length === ranked && (row.target !== undefined) === isOwn;
  };
  const open = shown.filter((found) => !isComplete(found)).map(({ keyword }) => keyword);
  for (const row of await fromListings(table, { domain, rivals, market }, open)) known.set(row.keyword, row);
  const rowsOf = (found: readonly Found[]) =>
    found
      .slice(0, limit)
      .flatMap(({ keyword }) => known.get(keyword) ?? [])
      .sort(byVolume);
  return {
    gaps: { rows: rowsOf(gaps).filter(isGap).map(gapRow), total: gaps.length },
    losing: { rows: rowsOf(losing).flatMap(losingRows), total: losing.length },
    strong: { rows: rowsOf(strong).flatMap(strongRows), total: strong.length },
  };
}

/** Where the domains stand, from each keyword's own listing. */
export async function fromListings(
  table: IndexReader,
  { domain, rivals, market }: Omit<Comparison, 'limit'>,
  keywords: readonly string[],
): Promise<readonly KeywordPositions[]> {
  const keys = keywords.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort }));
  const [items, findIntent] = await Promise.all([table.getMany(keys), loadIntents()]);
  return items.flatMap((item, index): KeywordPositions[] => {
    if (!item) return [];
    const { state } = readState(item);
    const keyword = keywords[index] ?? '';
    const placeOf = (name: string) => state.rows.find((row) => domainsOf(row).includes(name));
    const placements = rivals.flatMap((rival) => {
      const row = placeOf(rival);
      return row ? [{ competitor: rival, position: row.position, url: row.url }] : [];
    });
    const facts = keywordFacts(keyword, state, findIntent);
    return [{ keyword, facts, target: placeOf(domain), rivals: placements.sort(byPosition) }];
  });
}
