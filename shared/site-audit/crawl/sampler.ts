import type { Candidate } from './candidate.ts';
import { createNovelty } from './novelty.ts';
import { urlPatterns } from './url-pattern.ts';

interface Cluster {
  readonly pattern: string;
  readonly waiting: Candidate[];
}

/** Chooses which pages of a site to read so that as many templates as possible are seen. */
export interface Sampler {
  /** Adds an address; false where it was known already. */
  offer(candidate: Candidate): boolean;
  /** The next pages to read, at most `count`; each address is handed out once. */
  next(count: number): readonly { readonly candidate: Candidate; readonly pattern: string }[];
  /** Tells what a sampled page was made of, so that clusters which bring new templates are drawn on again. */
  learn(pattern: string, skeleton: ReadonlySet<number> | undefined): void;
  /** Marks an address as read, so that it is not handed out. */
  markSeen(key: string): boolean;
  isKnown(key: string): boolean;
  patternOf(url: URL): string;
  readonly waiting: number;
}

/**
 * Addresses are clustered by their pattern and clusters are drawn on in turn.
 * On a flat site one pattern holds every template, so what a page's skeleton
 * shows decides where to draw next: the cluster that has most often brought a
 * template not seen before. Within a cluster the draws are spread out.
 */
export function createSampler(): Sampler {
  const seen = new Set<string>();
  const waiting = new Map<string, Candidate>();
  const novelty = createNovelty();
  const known: URL[] = [];
  let clusters: Cluster[] | undefined;
  let patterns: ReadonlyMap<string, string> = new Map();

  const isKnown = (key: string): boolean => seen.has(key) || waiting.has(key);

  const arrange = (): Cluster[] => {
    const shaped = urlPatterns(known);
    patterns = new Map(known.map((url, index) => [url.href, shaped[index] ?? url.pathname]));
    const byPattern = new Map<string, Cluster>();
    for (const candidate of waiting.values()) {
      const pattern = patterns.get(candidate.url.href) ?? candidate.url.pathname;
      const cluster = byPattern.get(pattern) ?? { pattern, waiting: [] };
      byPattern.set(pattern, cluster);
      cluster.waiting.push(candidate);
    }
    return [...byPattern.values()];
  };

  const draw = (): { candidate: Candidate; pattern: string } | undefined => {
    clusters ??= arrange();
    const [best] = clusters
      .filter(({ waiting: queue }) => queue.length > 0)
      .toSorted((a, b) => novelty.promise(b.pattern) - novelty.promise(a.pattern) || shallower(a, b));
    if (best === undefined) return undefined;
    const position = spread(novelty.countDraw(best.pattern), best.waiting.length);
    const [candidate] = best.waiting.splice(position, 1);
    if (candidate === undefined) return undefined;
    waiting.delete(candidate.key);
    seen.add(candidate.key);
    return { candidate, pattern: best.pattern };
  };

  return {
    isKnown,
    offer(candidate) {
      if (isKnown(candidate.key)) return false;
      waiting.set(candidate.key, candidate);
      known.push(candidate.url);
      clusters = undefined;
      return true;
    },
    next(count) {
      const drawn = Array.from({ length: count }, draw);
      return drawn.filter((entry) => entry !== undefined);
    },
    learn: novelty.learn,
    markSeen(key) {
      if (seen.has(key)) return false;
      seen.add(key);
      if (waiting.delete(key)) clusters = undefined;
      return true;
    },
    patternOf(url) {
      clusters ??= arrange();
      return patterns.get(url.href) ?? urlPatterns([...known, url]).at(-1) ?? url.pathname;
    },
    get waiting() {
      return waiting.size;
    },
  };
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
