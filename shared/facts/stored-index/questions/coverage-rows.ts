import * as v from 'valibot';
import type { GapRow, IndexList, SharedRow } from '#shared/facts/ports/search-index.ts';
import { readRow } from '#shared/facts/stored-index/items/index-items.ts';
import type { Market } from '../../ports/fact.ts';
import { domainPartition, rowPrefix } from '../items/keys.ts';
import { type KeywordFacts, type Posting, unpackPosting, wireFacts } from '../items/posting.ts';
import { type IndexReader, partsOf } from '../table/index-reads.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';

type Placement = GapRow['competitor_positions'][number];

export interface KeywordPositions {
  readonly keyword: string;
  readonly facts: KeywordFacts;
  readonly target: { readonly position: number; readonly url: string } | undefined;
  /** Best first. */
  readonly rivals: readonly Placement[];
}

export interface RivalRows {
  readonly rival: string;
  readonly postings: readonly Posting[];
}

/** The keywords of the rivals' rows, with where each of them and the target stands. */
export function sideBySide(target: readonly Posting[], others: readonly RivalRows[]): KeywordPositions[] {
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

export function isGap({ target, rivals }: KeywordPositions): boolean {
  return target === undefined && rivals.length > 0;
}

export function gapRow({ keyword, facts, rivals }: KeywordPositions): GapRow {
  return { keyword, ...wireFacts(facts), competitor_positions: rivals };
}

/** One row, or none where no rival stands before the target. */
export function losingRows(keyword: KeywordPositions): SharedRow[] {
  return sharedRows(keyword).filter(isLosing);
}

/** One row, or none where a rival stands before the target. */
export function strongRows(keyword: KeywordPositions): SharedRow[] {
  return sharedRows(keyword).filter((row) => !isLosing(row));
}

function sharedRows({ keyword, facts, target, rivals }: KeywordPositions): SharedRow[] {
  const best = rivals[0];
  if (!target || !best) return [];
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

/** A rival that is a part of the target's own site may stand at the same place: it is not before the target. */
function isLosing({ target_position, best_competitor }: SharedRow): boolean {
  return best_competitor.position < target_position;
}

/** Most searched first, then the alphabet. */
export function byVolume(a: KeywordPositions, b: KeywordPositions): number {
  return (b.facts.volume ?? -1) - (a.facts.volume ?? -1) || (a.keyword < b.keyword ? -1 : 1);
}

export function byPosition(a: Placement, b: Placement): number {
  return a.position - b.position || (a.competitor < b.competitor ? -1 : 1);
}

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
    for await (const { items } of partsOf(table, { pk, prefix: rowPrefix }))
      yield items.map((item) => {
        const { keyword, d } = readRow(item);
        return { group: keyword, data: [domain, d] };
      });
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
