import type { GapRow, SharedRow } from '#shared/facts/ports/search-index.ts';
import { type KeywordFacts, type Posting, wireFacts } from '../items/posting.ts';

type Placement = GapRow['competitor_positions'][number];

/** Where the compared domains stand for one keyword. */
export interface KeywordPositions {
  readonly keyword: string;
  readonly facts: KeywordFacts;
  readonly target: { readonly position: number; readonly url: string } | undefined;
  /** Best first. */
  readonly rivals: readonly Placement[];
}

/** Rows of a rival. */
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
