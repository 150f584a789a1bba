import type { Candidate } from './candidate.ts';
import { createPatternBook, shapeOf, type UrlShape } from './url-pattern.ts';

interface Waiting {
  readonly candidate: Candidate;
  readonly shape: UrlShape;
}

interface Cluster {
  readonly pattern: string;
  readonly isFirst: boolean;
  /** Addresses that are known without their query as well: filters, sort orders, pages of a list. */
  readonly isVariant: boolean;
  readonly waiting: Candidate[];
}

/**
 * Chooses which pages of a site to read so that as many templates as possible
 * are seen. Addresses are clustered by their pattern and clusters are drawn on in turn.
 * On a flat site one pattern holds every template, so what a page's skeleton
 * shows decides where to draw next: the cluster that has most often brought a
 * template not seen before. Clusters that gave nothing to audit, and variants
 * of addresses by their query, wait until nothing else is left. Within a
 * cluster the draws are spread out.
 */
export function createSampler() {
  const seen = new Set<string>();
  const waiting = new Map<string, Waiting>();
  const novelty = createNovelty();
  const book = createPatternBook();
  let clusters: Cluster[] | undefined;

  const isKnown = (key: string): boolean => seen.has(key) || waiting.has(key);

  const arrange = (): Cluster[] => {
    const byPattern = new Map<string, Cluster>();
    for (const { candidate, shape } of waiting.values()) {
      const pattern = book.patternOf(shape);
      const isVariant = candidate.url.includes('?') && isKnown(keyWithoutQuery(candidate));
      const isFirst = candidate.isFirst === true;
      const key = `${isFirst} ${isVariant} ${pattern}`;
      const cluster = byPattern.get(key) ?? { pattern, isFirst, isVariant, waiting: [] };
      byPattern.set(key, cluster);
      cluster.waiting.push(candidate);
    }
    return [...byPattern.values()];
  };

  const draw = (): { candidate: Candidate; pattern: string } | undefined => {
    clusters ??= arrange();
    const cluster = best(clusters, novelty);
    if (cluster === undefined) return undefined;
    const { pattern } = cluster;
    const position = spread(novelty.countDraw(pattern), cluster.waiting.length);
    const [candidate] = cluster.waiting.splice(position, 1);
    if (candidate === undefined) return undefined;
    waiting.delete(candidate.key);
    seen.add(candidate.key);
    return { candidate, pattern };
  };

  return {
    isKnown,
    /** Adds an address; false where it was known already. */
    offer(candidate: Candidate): boolean {
      if (isKnown(candidate.key)) return false;
      const shape = shapeOf(new URL(candidate.url));
      waiting.set(candidate.key, { candidate, shape });
      book.add(shape);
      clusters = undefined;
      return true;
    },
    /** The next pages to read, at most `count`; each address is handed out once. */
    next(count: number) {
      const drawn = Array.from({ length: count }, draw);
      return drawn.filter((entry) => entry !== undefined);
    },
    learn: novelty.learn,
    /** Marks an address as read, so that it is not handed out. */
    markSeen(key: string): boolean {
      if (seen.has(key)) return false;
      seen.add(key);
      if (waiting.delete(key)) clusters = undefined;
      return true;
    },
    get waiting(): number {
      return waiting.size;
    },
  };
}

/** The cluster to draw on; one pass, since every page that is read asks. */
function best(among: readonly Cluster[], novelty: Novelty): Cluster | undefined {
  let found: Cluster | undefined;
  for (const cluster of among)
    if (cluster.waiting.length > 0 && (found === undefined || isBefore(cluster, found, novelty)))
      found = cluster;
  return found;
}

function keyWithoutQuery({ key }: Candidate): string {
  return key.split('?', 1)[0] ?? key;
}

function isBefore(a: Cluster, b: Cluster, novelty: Novelty): boolean {
  if (a.isFirst !== b.isFirst) return a.isFirst;
  if (a.isVariant !== b.isVariant) return b.isVariant;
  return (novelty.promise(b.pattern) - novelty.promise(a.pattern) || shallower(a, b)) < 0;
}

function shallower(a: Cluster, b: Cluster): number {
  return (a.waiting[0]?.depth ?? 0) - (b.waiting[0]?.depth ?? 0) || b.waiting.length - a.waiting.length;
}

/** First, last, middle, quarter …: draws that lie far apart in the cluster's order. */
function spread(drawn: number, length: number): number {
  let fraction = 0;
  for (let step = 0.5, index = drawn; index > 0; index = Math.floor(index / 2), step /= 2)
    fraction += (index % 2) * step;
  return Math.min(length - 1, Math.floor(fraction * length));
}

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

type Novelty = ReturnType<typeof createNovelty>;

/** Remembers which URL patterns have brought templates that no page before them had. */
function createNovelty() {
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
