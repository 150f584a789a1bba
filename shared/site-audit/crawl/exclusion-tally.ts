import type { ExclusionReason } from './page-record.ts';

/** Counts addresses that were found and not audited, each once and by one reason. */
export interface ExclusionTally {
  /** False where the address was counted before. */
  add(reason: ExclusionReason, key: string): boolean;
  has(key: string): boolean;
  readonly total: number;
  counts(): Readonly<Partial<Record<ExclusionReason, number>>>;
}

export function createExclusionTally(): ExclusionTally {
  const reasons = new Map<string, ExclusionReason>();
  return {
    add(reason, key) {
      if (reasons.has(key)) return false;
      reasons.set(key, reason);
      return true;
    },
    has: (key) => reasons.has(key),
    get total() {
      return reasons.size;
    },
    counts() {
      const counts: Partial<Record<ExclusionReason, number>> = {};
      for (const reason of reasons.values()) counts[reason] = (counts[reason] ?? 0) + 1;
      return counts;
    },
  };
}
