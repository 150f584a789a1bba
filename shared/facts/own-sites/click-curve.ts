import type { CurvePoint } from '#shared/contract/own-rows.ts';
import { trafficUnits } from '#shared/facts/ports/search-index.ts';

interface SeenQuery {
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}

/** Places that the curve has; beyond, clicks are too few to tell places apart. */
export const curveDepth = 20;

/** Expected clicks of a query, in clicks of the last row of a cut list, from which on it would be in the list whatever its share. */
const farAboveCut = 3;

/**
 * The share of impressions that is clicked at each place, of this site's own
 * queries: brand queries must be left out before, since they are clicked
 * wherever they stand. A worse place never has a larger share: where the counts
 * say so, neighbouring places are put together, weighted by impressions. Where
 * few clicks are behind a place, it follows the shape of the published curve. Of a list that is cut off, where every row has
 * at least `cutClicks`, only rows count that would be in it with a share far
 * below the published one: the others are there because they are clicked often.
 */
export function fitClickCurve(queries: readonly SeenQuery[], cutClicks = 0): CurvePoint[] {
  let curve = fittedTo(queries, cutClicks);
  // Each round leaves out what the one before shows to be answered elsewhere.
  for (let round = 0; round < rounds; round += 1) {
    const before = curve;
    curve = fittedTo(
      queries.filter((row) => !isAnsweredElsewhere(before, row)),
      cutClicks,
    );
  }
  return curve;
}

const rounds = 3;
/**
 * Clicked less than this part of what its place gives, a query is answered on
 * the page of results itself, or wants another's site: neither a title nor a
 * better place changes that.
 */
const leastPart = 0.1;
/** Expected clicks from which on a lack of them is no chance. */
const fewestExpected = 10;

/** Whether clicks are surely fewer than this part of those that are expected, by two standard deviations. */
export function isPassedBy(clicks: number, expected: number): boolean {
  return clicks + 2 * Math.sqrt(clicks + 1) < expected * wantedPart;
}
const wantedPart = 0.4;

/** Whether clicks are enough, and as many as wanted queries get, to say that people want this site. */
export function isWanted(clicks: number, expected: number): boolean {
  return clicks >= fewestWanted && clicks >= expected * wantedPart;
}
const fewestWanted = 5;

/** Whether a query is shown and hardly ever clicked, whatever its place. */
export function isAnsweredElsewhere(curve: readonly CurvePoint[], row: SeenQuery): boolean {
  if (row.position === null) return false;
  const expected = row.impressions * expectedCtr(curve, row.position);
  return expected >= fewestExpected && row.clicks < expected * leastPart;
}

function fittedTo(queries: readonly SeenQuery[], cutClicks: number): CurvePoint[] {
  const sums = Array.from({ length: curveDepth }, () => ({ clicks: 0, impressions: 0, queries: 0 }));
  for (const { clicks, impressions, position } of queries) {
    const place = position === null ? -1 : Math.round(position) - 1;
    const sum = sums[place];
    if (!sum || impressions * published(place) < cutClicks * farAboveCut) continue;
    sum.clicks += clicks;
    sum.impressions += impressions;
    sum.queries += 1;
  }
  const fitted = falling(sums);
  return sums.map((sum, index) => ({
    position: index + 1,
    ctr: rounded(fitted[index] ?? 0),
    queries: sum.queries,
    impressions: sum.impressions,
  }));
}

/** Clicks for each impression that the curve expects at a mean position, between two places as far as it lies between. */
export function expectedCtr(curve: readonly CurvePoint[], position: number): number {
  const bounded = Math.min(Math.max(1, position), curveDepth);
  const below = curve[Math.floor(bounded) - 1]?.ctr ?? 0;
  const above = curve[Math.ceil(bounded) - 1]?.ctr ?? below;
  return below + (above - below) * (bounded - Math.floor(bounded));
}

/**
 * The rise of the published curve bounds that of the site's own on both sides: at
 * least its square root, at most this many times it.
 */
const steepest = 1.5;

/**
 * The share that a query can come to at a better place: its place's share times the rise of
 * the site's curve, bounded by what other sites win on the way. What stands on top is often
 * what a site is looked for, and more clicked than a query that comes up from below will be;
 * what stands in the middle is often wide, shown to many and clicked by few, which makes the
 * curve flat although each single query would rise along it.
 */
export function reachableCtr(curve: readonly CurvePoint[], from: number, to: number): number {
  const usual = publishedAt(to) / publishedAt(from);
  const now = expectedCtr(curve, from);
  return Math.min(Math.max(expectedCtr(curve, to), now * Math.sqrt(usual)), now * usual * steepest);
}

/** Clicked less than this part of what others are at a place, a site stands there in pictures or as a source of an answer. */
const leastOfOthers = 0.1;

/** Whether the site's results at a place are clicked as results are, so that a title can bring clicks. */
export function isClickedAsResult(curve: readonly CurvePoint[], position: number): boolean {
  return expectedCtr(curve, position) >= publishedAt(position) * leastOfOthers;
}

export function queriesBehind(curve: readonly CurvePoint[], position: number): number {
  return curve[Math.round(Math.min(Math.max(1, position), curveDepth)) - 1]?.queries ?? 0;
}

/** Published clicks of a place from which on the site's own count at it is believed as much as what all its places show together. */
const priorClicks = 10;

interface Block {
  clicks: number;
  impressions: number;
  places: number;
}

/**
 * Shares that never rise with the place (pool adjacent violators). Each place
 * leans on the published curve, brought to the height of all that the site is
 * clicked: where few clicks are behind it, that is what it follows.
 */
function falling(sums: readonly { readonly clicks: number; readonly impressions: number }[]): number[] {
  const clicks = sums.reduce((sum, row) => sum + row.clicks, 0);
  const usual = sums.reduce((sum, row, place) => sum + row.impressions * published(place), 0);
  const height = usual > 0 ? clicks / usual : 1;
  const blocks: Block[] = [];
  for (const [place, sum] of sums.entries()) {
    const prior = Math.min(1, published(place) * height);
    const weight = priorClicks / published(place);
    blocks.push({ clicks: sum.clicks + prior * weight, impressions: sum.impressions + weight, places: 1 });
    let last = blocks.at(-1);
    let before = blocks.at(-2);
    while (last && before && shareOf(last) > shareOf(before)) {
      before.clicks += last.clicks;
      before.impressions += last.impressions;
      before.places += last.places;
      blocks.pop();
      last = blocks.at(-1);
      before = blocks.at(-2);
    }
  }
  return blocks.flatMap((block) => Array.from({ length: block.places }, () => Math.min(1, shareOf(block))));
}

const shareOf = ({ clicks, impressions }: Block) => clicks / impressions;

/** Share of a place in the published curve, 0-1. */
const published = (place: number) => trafficUnits(1, place + 1) / 10_000;
const publishedAt = (position: number) => published(Math.round(position) - 1);

function rounded(share: number): number {
  return Math.round(share * 1e5) / 1e5;
}
