import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { KeywordCoverage, SearchIndex } from '#shared/facts/ports/search-index.ts';
import { mostKeywordsInSet } from '../items/keyword-set.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { type Comparison, coverageBySets, fromListings, wholeSets } from './coverage-by-sets.ts';
import {
  byVolume,
  gapRow,
  isGap,
  type KeywordPositions,
  losingRows,
  sideBySide,
  strongRows,
} from './coverage-rows.ts';
import { rankedPostings, unknownSubject } from './domain-questions.ts';
import { createPostingOrigin } from './posting-origin.ts';
import { storedFact } from './stored-facts.ts';

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
export function createCoverageQuestions(table: IndexReader): Pick<SearchIndex, 'coverage'> {
  return {
    async coverage(domain, competitors, market, limit) {
      const rivals = [...new Set(competitors)].filter((rival) => rival !== domain);
      return coverage(table, { domain, rivals, market, limit });
    },
  };
}

async function coverage(table: IndexReader, comparison: Comparison): Promise<Fact<KeywordCoverage>> {
  const { domain, rivals, market, limit } = comparison;
  const window = (rows: number) => (limit > mostShownRows ? everyRow : rows);
  const [target, ...others] = await Promise.all([
    rankedPostings(table, { domain }, market, window(targetWindow)),
    ...rivals.map((rival) => rankedPostings(table, { domain: rival }, market, window(rivalWindow))),
  ]);
  const read = [target, ...others];
  const rows = rivals.map((rival, index) => ({ rival, postings: others[index]?.postings ?? [] }));
  const isWhole = read.every(({ postings, total }) => total === postings.length);
  // Of a larger domain a part is kept, which tells nothing here: its set is not read.
  const mayCount = read.every(({ total }) => total !== null && total <= mostKeywordsInSet);
  const sets = isWhole || !mayCount ? undefined : await wholeSets(table, market, [domain, ...rivals]);
  const value = sets
    ? await coverageBySets(table, comparison, sets, { target: target.postings, others: rows })
    : await coverageByRows(table, comparison, sideBySide(target.postings, rows), isWhole);
  const postings = read.flatMap((part) => part.postings);
  if (postings.length === 0) return storedFact({ value, ...unknownSubject('these domains', market) }, market);
  return storedFact(
    {
      value,
      origin: await createPostingOrigin(table)(postings),
      notices: unknownDomains(read, comparison, market),
    },
    market,
  );
}

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
