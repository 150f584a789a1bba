import type { CurvePoint } from '#shared/contract/own-rows.ts';
import { trafficUnits } from '#shared/facts/ports/traffic.ts';

interface SeenQuery {
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}

/** Places that the curve has; beyond, clicks are too few to tell places apart. */
export const curveDepth = 20;
/** A place with fewer impressions than this behind it takes its share from its neighbours. */
const fewestImpressions = 200;

/**
 * The share of impressions that is clicked at each place, of this site's own
 * queries: brand queries must be left out before, since they are clicked
 * wherever they stand. A worse place never has a larger share: where the counts
 * say so, neighbouring places are put together, weighted by impressions. What
 * no query stands behind follows the shape of the published curve from the
 * nearest place that one does.
 */
export function fitClickCurve(queries: readonly SeenQuery[]): CurvePoint[] {
  const sums = Array.from({ length: curveDepth }, () => ({ clicks: 0, impressions: 0, queries: 0 }));
  for (const { clicks, impressions, position } of queries) {
    const sum = position === null ? undefined : sums[Math.round(position) - 1];
    if (!sum) continue;
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

/** Queries that stand behind the curve at a place. */
export function queriesBehind(curve: readonly CurvePoint[], position: number): number {
  return curve[Math.round(Math.min(Math.max(1, position), curveDepth)) - 1]?.queries ?? 0;
}

interface Block {
  clicks: number;
  impressions: number;
  readonly places: number[];
}

/** Shares that never rise with the place (pool adjacent violators), gaps filled. */
function falling(sums: readonly { readonly clicks: number; readonly impressions: number }[]): number[] {
  const blocks: Block[] = [];
  for (const [place, { clicks, impressions }] of sums.entries()) {
    if (impressions < fewestImpressions) continue;
    blocks.push({ clicks, impressions, places: [place] });
    let last = blocks.at(-1);
    let before = blocks.at(-2);
    while (last && before && shareOf(last) > shareOf(before)) {
      before.clicks += last.clicks;
      before.impressions += last.impressions;
      before.places.push(...last.places);
      blocks.pop();
      last = blocks.at(-1);
      before = blocks.at(-2);
    }
  }
  const known = new Map(
    blocks.flatMap((block) => block.places.map((place) => [place, shareOf(block)] as const)),
  );
  let last = 1;
  return sums.map((_, place) => {
    // Two gaps can be scaled from different neighbours, the later one from the higher.
    last = Math.min(last, known.get(place) ?? between(known, place));
    return last;
  });
}

const shareOf = ({ clicks, impressions }: Block) => clicks / impressions;

/** Share of a place in the published curve, 0-1. */
const published = (place: number) => trafficUnits(1, place + 1) / 10_000;

/** The published share, scaled as the nearest known place is, and never outside of the known places around it. */
function between(known: ReadonlyMap<number, number>, place: number): number {
  const places = [...known.keys()].sort((a, b) => a - b);
  const before = places.findLast((other) => other < place);
  const after = places.find((other) => other > place);
  const nearest =
    before !== undefined && (after === undefined || place - before <= after - place) ? before : after;
  if (nearest === undefined) return published(place);
  const scaled = (published(place) * (known.get(nearest) ?? 0)) / published(nearest);
  const most = before === undefined ? 1 : (known.get(before) ?? 1);
  const least = after === undefined ? 0 : (known.get(after) ?? 0);
  return Math.min(most, Math.max(least, scaled));
}

function rounded(share: number): number {
  return Math.round(share * 1e5) / 1e5;
}
