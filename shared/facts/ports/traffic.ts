/**
 * Share of a keyword's searches that click the result at each position, in
 * ten-thousandths; positions after the last entry get the last share, up to 100.
 * Source: the click-through curve that DataForSEO publishes for its estimated traffic.
 */
const clicksPerTenThousand = [
  3040, 1620, 973, 659, 469, 338, 256, 197, 150, 113, 91, 75, 59, 56, 51, 43, 43, 33, 27, 24, 23, 22, 21,
];
const lastRankedPosition = 100;

/**
 * Visits a month in ten-thousandths of a visit: a whole number, so that sums
 * over many keywords are exact in any order. 0 where the volume is unknown.
 */
export function trafficUnits(volume: number | null, position: number): number {
  if (volume === null || position < 1 || position > lastRankedPosition) return 0;
  return volume * (clicksPerTenThousand[position - 1] ?? clicksPerTenThousand.at(-1) ?? 0);
}

/** Visits a month as the wire shows them: two decimals. */
export function visits(units: number): number {
  return Math.round(units / 100) / 100;
}

/** Estimated visits a month of one result; null where the volume is unknown. */
export function estimatedTraffic(volume: number | null, position: number): number | null {
  return volume === null ? null : visits(trafficUnits(volume, position));
}
