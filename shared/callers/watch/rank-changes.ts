import type { RankReason } from '#shared/contract/rule-choices.ts';
import { defaultSettings } from '#shared/contract/rules.ts';
import type { AiOverview } from '#shared/contract/watch.ts';

/** What a check found; undefined in place of it: the keyword was not checked. */
export interface RankCheck {
  readonly position: number | null;
  /** Results that were looked at, where the site is not among them. */
  readonly depth: number | null;
  readonly aiOverview: AiOverview;
}

export interface RankChange {
  readonly reasons: readonly RankReason[];
  readonly before: number | null;
  readonly after: number | null;
  /** `at_once`: places moved by as many as its rule says; `twice`: two checks in a row said so. */
  readonly told: 'at_once' | 'twice';
}

const bands = [3, 10, 20] as const;

/**
 * What is told of the newest check. A move of as many places as the rule says, into the results or out of
 * them included, is told at once. A smaller change of standing is told when two checks in a row say
 * so: into or out of the first 3, 10 or 20, lost, new, cited or no longer cited. Places waver by one or two
 * from look to look, which is never told. `earlier` is the check before `before`; without it nothing
 * is told twice. Checks that did not look as deep say nothing of what lies deeper. The three checks decide
 * alone, so that the same history gives the same changes however often it is looked at.
 */
export function rankChange(
  earlier: RankCheck | undefined,
  before: RankCheck | undefined,
  now: RankCheck | undefined,
  places = defaultSettings.places,
): RankChange | undefined {
  if (!before || !now) return undefined;
  const ends = { before: before.position, after: now.position };
  if (isFar(before, now, places)) {
    const standing = standingReasons(before, now);
    return { reasons: standing.length > 0 ? standing : ['moved'], ...ends, told: 'at_once' };
  }
  // What was told at once is not told again because it stayed.
  if (!earlier) return undefined;
  const moved = isFar(earlier, before, places) ? [] : lasting(standingReasons, earlier, before, now);
  const reasons = [...moved, ...lasting(citedReasons, earlier, before, now)];
  return reasons.length === 0
    ? undefined
    : { reasons, before: earlier.position, after: now.position, told: 'twice' };
}

/** Reasons that hold from the earliest check to both that came after it. */
function lasting(
  reasonsOf: (from: RankCheck, to: RankCheck) => readonly RankReason[],
  earlier: RankCheck,
  before: RankCheck,
  now: RankCheck,
): RankReason[] {
  const second = new Set(reasonsOf(earlier, now));
  return reasonsOf(earlier, before).filter((reason) => second.has(reason));
}

/** The fewest places that a site can have moved; one that is not found stands behind all that was looked at. */
function isFar(from: RankCheck, to: RankCheck, places: number): boolean {
  if (from.position === null && to.position === null) return false;
  const place = ({ position, depth }: RankCheck) => position ?? (depth ?? 0) + 1;
  const [a, b] = [place(from), place(to)];
  // Found beyond where the other check looked: it may have been there all along.
  if (from.position === null && b > a) return false;
  if (to.position === null && a > b) return false;
  return Math.abs(a - b) >= places;
}

function standingReasons(from: RankCheck, to: RankCheck): RankReason[] {
  const reasons = bands.flatMap((band): RankReason[] => {
    const [was, is] = [isWithin(from, band), isWithin(to, band)];
    if (was === undefined || is === undefined || was === is) return [];
    return [is ? `entered_top_${band}` : `left_top_${band}`];
  });
  if (isGone(from, to)) reasons.push('lost');
  if (isGone(to, from)) reasons.push('new');
  return reasons;
}

/** Whether a place of one check is empty in the other, which looked as deep. */
function isGone(there: RankCheck, gone: RankCheck): boolean {
  return gone.position === null && there.position !== null && there.position <= (gone.depth ?? 0);
}

/** Undefined where the check did not look as deep. */
function isWithin({ position, depth }: RankCheck, band: number): boolean | undefined {
  if (position !== null) return position <= band;
  return (depth ?? 0) >= band ? false : undefined;
}

function citedReasons(from: RankCheck, to: RankCheck): RankReason[] {
  if (from.aiOverview === 'not_checked' || to.aiOverview === 'not_checked') return [];
  const [was, is] = [from.aiOverview === 'cited', to.aiOverview === 'cited'];
  if (was === is) return [];
  return [is ? 'cited' : 'no_longer_cited'];
}
