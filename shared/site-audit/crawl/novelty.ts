/** Share of element paths in common from which two pages count as one template. */
const sameTemplate = 0.7;

interface Yield {
  drawn: number;
  audited: number;
  novel: number;
}

/** What a page that was drawn has brought. */
export interface Harvest {
  readonly isAudited: boolean;
  /** Element paths of the page; undefined where it has none. */
  readonly skeleton: ReadonlySet<number> | undefined;
}

export type Novelty = ReturnType<typeof createNovelty>;

/** Remembers which URL patterns have brought templates that no page before them had. */
export function createNovelty() {
  const yields = new Map<string, Yield>();
  const skeletons: ReadonlySet<number>[] = [];
  const yieldOf = (pattern: string): Yield => {
    const found = yields.get(pattern) ?? { drawn: 0, audited: 0, novel: 0 };
    yields.set(pattern, found);
    return found;
  };
  return {
    /**
     * How much another draw promises: untouched patterns first, then by the
     * share of novel pages, and last those that have given nothing to audit.
     */
    promise(pattern: string): number {
      const { drawn, audited, novel } = yieldOf(pattern);
      if (drawn === 0) return 2;
      return audited === 0 ? -drawn : (novel + 0.5) / (drawn + 1);
    },
    /** Counts a draw; returns how many there were before. */
    countDraw(pattern: string): number {
      yieldOf(pattern).drawn += 1;
      return yieldOf(pattern).drawn - 1;
    },
    learn(pattern: string, { isAudited, skeleton }: Harvest): void {
      if (!isAudited) return;
      yieldOf(pattern).audited += 1;
      if (skeleton === undefined) return;
      if (skeletons.some((other) => overlap(other, skeleton) >= sameTemplate)) return;
      skeletons.push(skeleton);
      yieldOf(pattern).novel += 1;
    },
  };
}

/** Jaccard similarity. */
function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const common = a.intersection(b).size;
  return common / Math.max(1, a.size + b.size - common);
}
