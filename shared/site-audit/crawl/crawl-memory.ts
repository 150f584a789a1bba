import type { ExclusionReason, PageRecord } from './page-record.ts';

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

/** Words from which equal text means a duplicate page; shorter pages are compared byte by byte. */
const enoughWords = 20;

export type ContentMemory = ReturnType<typeof createContentMemory>;

/** Remembers what pages held, so that none is audited twice under two addresses. */
export function createContentMemory(known: Iterable<string> = []) {
  const contents = new Set(known);
  return {
    /** What is remembered, to be known to the next memory. */
    marks: contents,
    isRepeated(record: PageRecord): boolean {
      if (record.exclusion !== undefined) return false;
      const marks = marksOf(record);
      const isKnown = marks.some((mark) => contents.has(mark));
      for (const mark of marks) contents.add(mark);
      return isKnown && !record.isHome;
    },
  };
}

function marksOf({ bodyHash, fingerprint }: PageRecord): readonly string[] {
  const body = `body ${bodyHash}`;
  return (fingerprint?.wordCount ?? 0) < enoughWords ? [body] : [body, `text ${fingerprint?.exact}`];
}
