import { isWithin, type SiteScope, type Target } from '../site-scope.ts';
import { type Candidate, isEndless, judgeCandidate, judgeTarget } from './candidate.ts';
import type { ExclusionTally } from './crawl-memory.ts';
import type { RobotsState } from './robots-state.ts';
import { createSampler } from './sampler.ts';

/** Clicks from the home page up to which links are followed. */
const deepestLinks = 3;
/** Addresses kept; a calendar or a session trap makes new ones without end. */
const mostCandidates = 10_000;

export type Frontier = ReturnType<typeof createFrontier>;

interface FrontierOptions {
  readonly scope: SiteScope;
  readonly robots: RobotsState;
  readonly excluded: ExclusionTally;
}

/** The addresses of a site that are known and not yet read. */
export function createFrontier({ scope, robots, excluded }: FrontierOptions) {
  const sampler = createSampler();
  const inSitemap = new Set<string>();
  const held: Candidate[] = [];
  const heldKeys = new Set<string>();
  let linksAreOpen = false;
  const offered = { offeredFromSitemap: 0, offeredFromLinks: 0 };

  /** Offers an address to the sampler, unless robots.txt closes it. */
  const admit = (candidate: Candidate): boolean => {
    if (sampler.isKnown(candidate.key)) return false;
    if (!robots.allows(candidate.url)) {
      excluded.add(robots.isSpent ? 'over_budget' : 'robots_disallowed', candidate.key);
      return false;
    }
    return sampler.waiting < mostCandidates && sampler.offer(candidate);
  };

  /** An address from a list: what is wrong with it is counted. */
  const judge = (url: string, listed: boolean): Candidate | undefined => {
    const verdict = judgeCandidate(url, scope.origin, scope, { inSitemap: listed, depth: 0 });
    if (typeof verdict === 'string') excluded.add(verdict, url);
    return typeof verdict === 'object' ? verdict : undefined;
  };

  const admitLink = (candidate: Candidate): void => {
    if (admit(candidate)) offered.offeredFromLinks += 1;
  };

  const offerLink = (target: Target, depth: number): void => {
    // Most links of a page stand on others too.
    if (heldKeys.has(target.key) || heldKeys.size >= mostCandidates || !isWithin(scope, target)) return;
    const verdict = judgeTarget(target, scope, { inSitemap: false, depth });
    // Links to files, as those to other sites, are ordinary; they are no pages of this site and are not counted.
    if (typeof verdict !== 'object' || isEndless(target.path)) return;
    heldKeys.add(verdict.key);
    if (linksAreOpen) admitLink(verdict);
    else held.push(verdict);
  };

  return {
    next: sampler.next,
    learn: sampler.learn,
    markSeen: sampler.markSeen,
    offered,
    isInSitemap: (key: string) => inSitemap.has(key),
    offerFromSitemap(url: string): void {
      const candidate = judge(url, true);
      if (candidate === undefined) return;
      inSitemap.add(candidate.key);
      if (admit(candidate) || sampler.isKnown(candidate.key)) offered.offeredFromSitemap += 1;
    },
    /** An address that the caller named, or one that is read before others. */
    offerNamed(url: string, isFirst = false): void {
      const candidate = judge(url, false);
      if (candidate !== undefined && admit({ ...candidate, isFirst }) && !isFirst)
        offered.offeredFromLinks += 1;
    },
    /** Links of a page that lies `depth` clicks from the home page; kept back until `openLinks`. */
    offerLinks(targets: readonly Target[], depth: number): void {
      if (depth >= deepestLinks) return;
      for (const target of targets) offerLink(target, depth + 1);
    },
    /** Lets the links found so far, and all later ones, be sampled. */
    openLinks(): void {
      linksAreOpen = true;
      for (const candidate of held.splice(0)) admitLink(candidate);
    },
    get waiting(): number {
      return sampler.waiting;
    },
  };
}
