import * as v from 'valibot';
import type { Market } from '#shared/facts/ports/market.ts';
import type { IndexList } from '#shared/facts/ports/search-index.ts';
import { domainPartition, type ItemKey, rowPrefix } from '../items/keys.ts';
import { unpackPosting } from '../items/posting.ts';
import { readRow } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { byPosition, gapRow, isGap, type KeywordPositions, losingRows, strongRows } from './coverage-rows.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';

type CoverageList = Extract<
  IndexList,
  { readonly list: 'keyword-gaps' | 'losing-keywords' | 'strong-keywords' }
>;

/** That one of the compared domains, by its number, ranks for a keyword: the row as it is stored. */
const place = v.tuple([v.number(), v.string()]);
type Place = v.InferOutput<typeof place>;

/**
 * Every gap, losing or strong keyword of a domain against its rivals, most searched
 * first. All rankings of all domains are read once, brought together by
 * keyword, and what comes of them is sorted by volume, both in little memory.
 */
export async function* wholeCoverage(
  table: IndexReader,
  { list, domain, competitors }: CoverageList,
  market: Market,
): AsyncGenerator<readonly object[]> {
  const rivals = [...new Set(competitors)].filter((rival) => rival !== domain);
  const names = [domain, ...rivals];
  const keywords = groupsOf(placesOf(table, names, market), place);
  yield* rankedRows(comparedRows(keywords, names, rowsOf[list]));
}

const rowsOf: Readonly<Record<CoverageList['list'], (keyword: KeywordPositions) => readonly object[]>> = {
  'keyword-gaps': (keyword) => (isGap(keyword) ? [gapRow(keyword)] : []),
  'losing-keywords': losingRows,
  'strong-keywords': strongRows,
};

async function* placesOf(
  table: IndexReader,
  domains: readonly string[],
  market: Market,
): AsyncGenerator<readonly Member<Place>[]> {
  for (const [domain, name] of domains.entries()) {
    const pk = domainPartition(market, name);
    let after: ItemKey | undefined;
    do {
      const range = await table.range({ pk, prefix: rowPrefix, after });
      yield range.items.map((item) => {
        const { keyword, d } = readRow(item);
        return { group: keyword, data: [domain, d] };
      });
      after = range.next;
    } while (after);
  }
}

async function* comparedRows(
  parts: AsyncIterable<readonly Group<Place>[]>,
  domains: readonly string[],
  rowsOf: (keyword: KeywordPositions) => readonly object[],
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups.flatMap((group) => {
      const positions = positionsOf(group, domains);
      if (!positions) return [];
      const { keyword, facts } = positions;
      return rowsOf(positions).map((row) => ({ rank: [facts.volume ?? -1], name: keyword, row }));
    });
}

/** Undefined for a keyword of the target alone. */
function positionsOf(
  { group: keyword, members }: Group<Place>,
  domains: readonly string[],
): KeywordPositions | undefined {
  const postings = members.map(([domain, d]) => {
    const name = domains[domain] ?? '';
    return { domain, name, posting: unpackPosting(d, keyword, name) };
  });
  const rivals = postings.filter(({ domain }) => domain > 0);
  const facts = rivals[0]?.posting;
  if (!facts) return undefined;
  return {
    keyword,
    facts,
    target: postings.find(({ domain }) => domain === 0)?.posting,
    rivals: rivals
      .map(({ name, posting: { position, url } }) => ({ competitor: name, position, url }))
      .sort(byPosition),
  };
}
