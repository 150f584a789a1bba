import * as v from 'valibot';
import type { Competitor } from '#shared/contract/rows.ts';
import { isGiant } from '#shared/facts/answers/giants.ts';
import { knownTraffic } from './domain-summary.ts';
import type { StoredRow } from './keyword-state.ts';
import { pack, unpack } from './packing.ts';

/**
 * Keywords of a domain that its competitors are found in: those with the most
 * traffic. More would cost more reads (one a keyword) and change the first
 * competitors little.
 */
export const competitorSample = 90;
/** Competitors kept with a domain: as many as a caller may ask for. */
export const keptCompetitors = 100;

/** A site seen beside the asked one in listings. */
export interface Rival {
  readonly domain: string;
  /** Keywords of the sample that both rank for. */
  readonly shared: number;
  readonly positionSum: number;
  /** The rival's own totals when the list was made; null where unknown. */
  readonly totals: RivalTotals | null;
}

export interface RivalTotals {
  readonly keywords: number;
  readonly traffic: number;
  readonly withVolume: number;
}

/** All that counting rivals needs to know of a result. */
export type SeenSite = Pick<StoredRow, 'root' | 'position'>;

/** Rivals of a site over listings, most shared keywords first, then best average position. */
export function countRivals(
  ownRoot: string | undefined,
  listings: readonly (readonly SeenSite[])[],
): Rival[] {
  const rivals = new Map<string, { shared: number; positionSum: number }>();
  for (const rows of listings) {
    const best = new Map<string, number>();
    for (const { root, position } of rows) best.set(root, Math.min(best.get(root) ?? position, position));
    for (const [root, position] of best) {
      if (root === ownRoot) continue;
      const rival = rivals.get(root) ?? { shared: 0, positionSum: 0 };
      rivals.set(root, { shared: rival.shared + 1, positionSum: rival.positionSum + position });
    }
  }
  return [...rivals].map(([domain, counts]) => ({ domain, ...counts, totals: null })).sort(byOverlap);
}

function byOverlap(a: Rival, b: Rival): number {
  return (
    b.shared - a.shared ||
    a.positionSum * b.shared - b.positionSum * a.shared ||
    (a.domain < b.domain ? -1 : 1)
  );
}

/**
 * A rival as the wire shows it. `relevance` is the cosine of the two sites'
 * keyword sets: 1 for the same keywords, near 0 for a giant that ranks for
 * everything. Null where the rival's own count is not known.
 */
export function competitorOf(rival: Rival, sampleSize: number): Competitor {
  const { totals } = rival;
  const keywords = totals ? Math.max(totals.keywords, rival.shared) : null;
  return {
    competitor: rival.domain,
    shared_keywords: rival.shared,
    avg_position: Math.round((rival.positionSum / rival.shared) * 100) / 100,
    organic_keywords: totals?.keywords ?? null,
    estimated_organic_traffic_per_month: totals ? knownTraffic(totals) : null,
    relevance: keywords ? rounded(rival.shared / Math.sqrt(sampleSize * keywords)) : null,
    is_giant: isGiant(rival.domain),
  };
}

/** Closest first: relevance, then overlap. */
export function byRelevance(a: Competitor, b: Competitor): number {
  return (
    (b.relevance ?? 0) - (a.relevance ?? 0) ||
    b.shared_keywords - a.shared_keywords ||
    (a.competitor < b.competitor ? -1 : 1)
  );
}

function rounded(share: number): number {
  return Math.min(1, Math.round(share * 1000) / 1000);
}

const packedRivals = v.object({
  sample: v.number(),
  total: v.number(),
  at: v.number(),
  isSample: v.boolean(),
  rivals: v.array(
    v.tuple([v.string(), v.number(), v.number(), v.nullable(v.tuple([v.number(), v.number(), v.number()]))]),
  ),
});

/** The rivals kept with a domain, with what an answer from them must say. */
export interface RivalList {
  /** Keywords that were looked at. */
  readonly sample: number;
  /** Rivals found, of which the first are kept. */
  readonly total: number;
  readonly at: number;
  readonly isSample: boolean;
  readonly rivals: readonly Rival[];
}

export function packRivals({ rivals, ...list }: RivalList): Uint8Array {
  const rows = rivals.map(({ domain, shared, positionSum, totals }) => [
    domain,
    shared,
    positionSum,
    totals && [totals.keywords, totals.traffic, totals.withVolume],
  ]);
  return pack({ ...list, rivals: rows });
}

export function unpackRivals(bytes: Uint8Array): RivalList {
  const { rivals, ...list } = v.parse(packedRivals, unpack(bytes));
  return {
    ...list,
    rivals: rivals.map(([domain, shared, positionSum, totals]) => ({
      domain,
      shared,
      positionSum,
      totals: totals && { keywords: totals[0], traffic: totals[1], withVolume: totals[2] },
    })),
  };
}
