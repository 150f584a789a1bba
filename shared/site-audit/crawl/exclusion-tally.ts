import type { ExclusionReason } from './page-record.ts';

export type ExclusionTally = ReturnType<typeof createExclusionTally>;

/** Counts addresses that were found and not audited, each once and by one reason. */
export function createExclusionTally(known: Iterable<readonly [string, ExclusionReason]> = []) {
  const reasons = new Map(known);
  return {
    /** By address. */
    reasons,
    /** False where the address was counted before. */
    add(reason: ExclusionReason, key: string): boolean {
      if (reasons.has(key)) return false;
      reasons.set(key, reason);
      return true;
    },
    has: (key: string): boolean => reasons.has(key),
    get total() {
      return reasons.size;
    },
    counts(): Readonly<Partial<Record<ExclusionReason, number>>> {
      const counts: Partial<Record<ExclusionReason, number>> = {};
      for (const reason of reasons.values()) counts[reason] = (counts[reason] ?? 0) + 1;
      return counts;
    },
  };
}
