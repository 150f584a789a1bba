import { type Candidate, isEndless, judgeCandidate, judgeTarget } from '../crawl/candidate.ts';
import type { ExclusionTally } from '../crawl/crawl-memory.ts';
import type { RobotsState } from '../crawl/robots-state.ts';
import { shapeOf } from '../crawl/url-pattern.ts';
import { isWithin, type SiteScope, type Target } from '../site-scope.ts';

/** An address that waits: its text and its clicks from the home page. */
export type WaitingAddress = readonly [url: string, depth: number];

/** A walk as plain data: it goes on where it was left, in another process as well. */
export interface WalkState {
  /** Found by links, in the order found: the nearest to the home page first. */
  readonly linked: readonly WaitingAddress[];
  /** Found in a sitemap or by its owner's figures alone: read once no link is left. */
  readonly listed: readonly WaitingAddress[];
  /** Page keys that were ever offered or read. */
  readonly known: readonly string[];
  /** Addresses with parameters, by path: a calendar or a filter makes them without end. */
  readonly variants: readonly (readonly [path: string, count: number])[];
  readonly offeredFromSitemap: number;
  readonly offeredFromLinks: number;
  /** Addresses that were found and not taken up, for lack of room. */
  readonly leftOut: number;
}

export const newWalk: WalkState = {
  ...{ linked: [], listed: [], known: [], variants: [] },
  ...{ offeredFromSitemap: 0, offeredFromLinks: 0, leftOut: 0 },
};

/** Addresses of one path that differ in their parameters alone, and are read. */
const mostVariants = 50;
/** Addresses remembered for each page that may be read; what is found beyond them is counted. */
const knownAPage = 3;
/** Of them, those that only a sitemap names. */
const listedAPage = 2;
const spareKnown = 1_000;
/** Clicks from the home page at which a site is taken to lead nowhere. */
const deepest = 100;

interface WalkOptions {
  readonly scope: SiteScope;
  readonly robots: RobotsState;
  readonly excluded: ExclusionTally;
  readonly maxPages: number;
  /** Keys of the addresses in the sitemaps, whether they were offered before or not. */
  readonly inSitemap: ReadonlySet<string>;
}

const judgeIn = (scope: SiteScope, url: string, depth: number) =>
  judgeCandidate(url, scope.origin, scope, { inSitemap: false, depth });

/** By what pages of a walk are told apart. */
export function keyIn(scope: SiteScope, url: string): string {
  const verdict = judgeIn(scope, url, 0);
  return typeof verdict === 'object' ? verdict.key : url;
}

/** The addresses of a whole site, breadth-first from the home page, then those of the sitemap that no link leads to. */
export function openWalk(before: WalkState, options: WalkOptions) {
  const { scope, inSitemap } = options;
  const judge = (url: string, depth = 0) => judgeIn(scope, url, depth);
  const linked = [...before.linked];
  const listed = new Map(before.listed.map((address) => [keyIn(scope, address[0]), address]));
  const door = openDoor(before, options);
  const { offeredFromSitemap, offeredFromLinks } = before;
  const counts = { offeredFromSitemap, offeredFromLinks };

  const offerLink = (target: Target, depth: number): void => {
    // Most links of a page stand on others too.
    if (!isWithin(scope, target) || (door.isKnown(target.key) && !listed.has(target.key))) return;
    const verdict = judgeTarget(target, scope, { inSitemap: false, depth });
    if (typeof verdict !== 'object' || isEndless(target.path)) return;
    if (!listed.has(verdict.key) && !door.admits(verdict)) return;
    listed.delete(verdict.key);
    linked.push([verdict.url, depth]);
    counts.offeredFromLinks += 1;
  };

  const list = (verdict: ReturnType<typeof judge>, isRoom = true): boolean => {
    const isTaken = typeof verdict === 'object' && door.admits(verdict, isRoom);
    if (isTaken) listed.set(verdict.key, [verdict.url, 0]);
    return isTaken;
  };

  const drawn = ([url, depth]: WaitingAddress) => {
    const verdict = judge(url, depth);
    if (typeof verdict !== 'object') return [];
    const { folder, leaf, query } = shapeOf(new URL(verdict.url));
    const candidate = { ...verdict, inSitemap: inSitemap.has(verdict.key) };
    return [{ candidate, pattern: `${folder}${leaf}${query}` }];
  };

  return {
    next(count: number) {
      const addresses = Array.from({ length: count }, () => linked.shift() ?? takeFirst(listed));
      return addresses.flatMap((address) => (address === undefined ? [] : drawn(address)));
    },
    /** Gives addresses back that could not be read now; they come first again. */
    putBack: (given: readonly Candidate[]): void =>
      void linked.unshift(...given.map(({ url, depth }) => [url, depth] as const)),
    learn: () => undefined,
    markSeen: door.markSeen,
    isInSitemap: (key: string) => inSitemap.has(key),
    offerNamed: (url: string): void => void list(judge(url)),
    offerFromSitemap(url: string): void {
      const verdict = judge(url);
      if (typeof verdict === 'string') options.excluded.add(verdict, url);
      // A long sitemap leaves links their room: no more of it could be read anyway.
      const isRoom = counts.offeredFromSitemap < options.maxPages * listedAPage;
      if (list(verdict, isRoom)) counts.offeredFromSitemap += 1;
    },
    offerLinks(targets: readonly Target[], depth: number): void {
      if (depth < deepest) for (const target of targets) offerLink(target, depth + 1);
    },
    state: (): WalkState => ({
      ...door.state(),
      ...counts,
      linked,
      listed: [...listed.values()],
    }),
  };
}

function takeFirst(listed: Map<string, WaitingAddress>): WaitingAddress | undefined {
  const [first] = listed;
  if (first !== undefined) listed.delete(first[0]);
  return first?.[1];
}

/** Lets each address in once, as far as robots.txt and the bounds of a walk allow. */
function openDoor(before: WalkState, { robots, excluded, maxPages }: WalkOptions) {
  const known = new Set(before.known);
  const variants = new Map(before.variants);
  const mostKnown = maxPages * knownAPage + spareKnown;
  let { leftOut } = before;

  /** Whether there is room for one more address of its path. */
  const hasRoom = ({ pathname, search }: URL): boolean => {
    if (known.size >= mostKnown) return false;
    const count = search === '' ? 0 : (variants.get(pathname) ?? 0);
    if (search !== '' && count < mostVariants) variants.set(pathname, count + 1);
    return count < mostVariants;
  };

  const note = (key: string, isTaken: boolean): void => {
    if (isTaken) known.add(key);
    else leftOut += 1;
  };

  return {
    admits({ key, url }: Candidate, isRoom = true): boolean {
      if (known.has(key)) return false;
      if (!robots.allows(url)) {
        excluded.add(robots.isSpent ? 'over_budget' : 'robots_disallowed', key);
        return false;
      }
      const isTaken = isRoom && hasRoom(new URL(url));
      note(key, isTaken);
      return isTaken;
    },
    isKnown: (key: string) => known.has(key),
    markSeen(key: string): boolean {
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    },
    state: () => ({ known: [...known], variants: [...variants], leftOut }),
  };
}
