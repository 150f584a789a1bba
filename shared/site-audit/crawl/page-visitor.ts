import {
  type FetchedResponse,
  type FetchOutcome,
  type FetchRefusal,
  headerValue,
  type RefusalReason,
  type SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { baseOf, isOnSite, linkTargetsOf, pageKey, type SiteScope, targetOf } from '../site-scope.ts';
import type { Candidate } from './candidate.ts';
import {
  type ContentMemory,
  createContentMemory,
  type ExclusionTally,
  takeBreath,
  type WorkBudget,
} from './crawl-memory.ts';
import type { Frontier } from './frontier.ts';
import type { ExclusionReason, FailedPage, MovedPage, PageRecord, ReadRecord } from './page-record.ts';
import { createCanonicalAsker } from './probe.ts';
import { fetchPage, readPage } from './read-page.ts';
import type { RobotsState } from './robots-state.ts';

interface VisitorOptions {
  readonly scope: SiteScope;
  readonly robots: RobotsState;
  readonly frontier: Pick<Frontier, 'markSeen' | 'learn' | 'isInSitemap' | 'offerLinks'>;
  readonly excluded: ExclusionTally;
  readonly fetcher: SiteFetcher;
  readonly spacingMs: number;
  readonly signal: AbortSignal;
  readonly now: number;
  readonly work: WorkBudget;
  /** Of pages that were read before. */
  readonly contents?: ContentMemory;
  /** Takes a page once its links are followed, and gives what is kept of it. */
  take(page: PageRecord): PageRecord;
}

export interface Visit {
  readonly candidate: Candidate;
  readonly pattern: string;
  readonly outcome: FetchOutcome;
}

/** A page just read, and the clicks from the home page at which it was found. */
interface Fresh {
  readonly record: ReadRecord;
  readonly depth: number;
}

export type PageVisitor = ReturnType<typeof createPageVisitor>;

/** Fetches sampled addresses and keeps what they gave. */
export function createPageVisitor(options: VisitorOptions) {
  const { frontier, excluded, work, spacingMs, signal, contents = createContentMemory() } = options;
  const records: PageRecord[] = [];
  const failures: FailedPage[] = [];
  const moves: MovedPage[] = [];
  let auditedCount = 0;

  const canonicals = createCanonicalAsker(options);

  const keep = ({ skeleton, ...record }: ReadRecord): PageRecord => {
    const kept = contents.isRepeated(record) ? { ...record, exclusion: 'duplicate' as const } : record;
    if (kept.exclusion === undefined) auditedCount += 1;
    else excluded.add(kept.exclusion, kept.key);
    frontier.learn(kept.pattern, { isAudited: kept.exclusion === undefined, skeleton });
    return kept;
  };

  const finish = ({ record, depth }: Fresh): void => {
    const kept = keep(record);
    followLinks(kept, depth, frontier);
    records.push(options.take(kept));
  };

  const takePage = (candidate: Candidate, pattern: string, page: FetchedResponse): Fresh | undefined => {
    const { url, depth } = candidate;
    moves.push(...moveOf(url, page, false));
    const isTaken = page.hops.length === 0 || acceptRedirect(options, candidate, page);
    return isTaken ? { record: readRecord(options, url, page, pattern), depth } : undefined;
  };

  const take = ({ candidate, pattern, outcome }: Visit): Fresh | undefined => {
    const left = outcome.ok
      ? work.isSpent
        ? 'over_budget'
        : undefined
      : exclusionByRefusal.get(outcome.reason);
    if (left !== undefined) excluded.add(left, candidate.key);
    else if (outcome.ok) return takePage(candidate, pattern, outcome);
    else failures.push(failureOf(candidate, outcome));
    return undefined;
  };

  return {
    readHome(requestedUrl: string, response: FetchedResponse): PageRecord {
      moves.push(...moveOf(requestedUrl, response, true));
      frontier.markSeen(pageKey(response.url));
      frontier.markSeen(pageKey(requestedUrl));
      const home = keep(readRecord(options, requestedUrl, response, '/', true));
      followLinks(home, 0, frontier);
      records.push(home);
      return home;
    },
    /** A page that only sent us on to the home page. */
    readDoorstep(response: FetchedResponse): void {
      records.push(keep(readRecord(options, response.url, response, '/')));
    },
    fetch: (candidate: Candidate) => fetchPage(options.fetcher, candidate.url, { spacingMs, signal }),
    /** Takes the answers of a round in the order drawn, so that a run can be repeated. */
    takeAll: (visits: readonly Visit[]) => takeInOrder(visits, { take, finish, canonicals }),
    /** What canonicals answered that were asked to decide on a page, by page key. */
    canonicalTargets: canonicals.answers,
    records,
    failures,
    moves,
    get auditedCount(): number {
      return auditedCount;
    },
  };
}

interface Taking {
  take(visit: Visit): Fresh | undefined;
  finish(page: Fresh): void;
  readonly canonicals: ReturnType<typeof createCanonicalAsker>;
}

/** One page after the other, so that no more than one is held whole, up to one whose canonical is to be asked. */
async function takeInOrder(visits: readonly Visit[], { take, finish, canonicals }: Taking): Promise<void> {
  const waiting: Fresh[] = [];
  const place = (page: Fresh): void => {
    if (waiting.length > 0 || canonicals.isAsked(page.record)) waiting.push(page);
    else finish(page);
  };
  for (const visit of visits) {
    const page = take(visit);
    if (page !== undefined) place(page);
    await takeBreath();
  }
  const settled = waiting.map(async (page) => ({ ...page, record: await canonicals.settle(page.record) }));
  for (const page of await Promise.all(settled)) finish(page);
}

function moveOf(
  requestedUrl: string,
  { url, status, hops }: FetchedResponse,
  isHome: boolean,
): readonly MovedPage[] {
  return hops.length === 0
    ? []
    : [{ requestedUrl, key: pageKey(requestedUrl), finalUrl: url, status, hops, isHome }];
}

function failureOf({ key, url, inSitemap }: Candidate, refusal: FetchRefusal): FailedPage {
  const { reason, detail, hops } = refusal;
  return { requestedUrl: url, key, reason, detail, hops, inSitemap };
}

/** Refusals that say something about the audit or the address, not about the page. */
const exclusionByRefusal: ReadonlyMap<RefusalReason, ExclusionReason> = new Map([
  ['aborted', 'over_budget'],
  ['failed_here', 'over_budget'],
  ['unsafe_address', 'unsafe_address'],
  ['invalid_url', 'unsafe_address'],
]);

/**
 * Counts a page that moved under the address asked for. True where the page
 * it leads to is on the site, open to us and not read yet.
 */
function acceptRedirect(
  { scope, robots, excluded, frontier }: VisitorOptions,
  candidate: Candidate,
  response: FetchedResponse,
): boolean {
  const target = new URL(response.url);
  if (!isOnSite(scope, target)) {
    excluded.add('off_site', candidate.key);
    return false;
  }
  const key = pageKey(target);
  if (key === candidate.key) return true;
  excluded.add('redirected', candidate.key);
  return robots.allows(target.href) && frontier.markSeen(key);
}

function readRecord(
  { scope, robots, frontier, now, work }: VisitorOptions,
  requestedUrl: string,
  response: FetchedResponse,
  pattern: string,
  isHome = false,
): ReadRecord {
  const inSitemap = frontier.isInSitemap(pageKey(requestedUrl));
  const verdicts = robots.verdicts(response.url);
  const common = { requestedUrl, response, scope, robots: verdicts, isHome, inSitemap, pattern, now };
  const record = readPage(common);
  work.spend(record.bodyBytes, record.document);
  return record;
}

/** Search engines ignore what an error page links to, and its relative links lead nowhere. */
function followLinks(record: PageRecord, depth: number, frontier: Pick<Frontier, 'offerLinks'>): void {
  if (record.status < 200 || record.status >= 300) return;
  if (record.document === undefined || record.indexability.nofollow.length > 0) return;
  const { document } = record;
  const page = { url: record.url, document };
  const base = baseOf(page);
  const links = linkTargetsOf(page).filter(
    (_target, place) => !document.anchors[place]?.rels.includes('nofollow'),
  );
  const others = [...document.frames, document.forwarding?.to, record.indexability.canonical?.href].map(
    (href) => (href === undefined ? undefined : targetOf(href, base)),
  );
  frontier.offerLinks(
    [...links, ...others].filter((target) => target !== undefined),
    depth,
  );
}

const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/** The site asks to be left alone. */
export const isBusy = ({ outcome }: Visit) =>
  outcome.ok && (outcome.status === 429 || outcome.status === 503);

/** As long as the site asks, or twice as long each time. */
export function pauseAfter(refused: readonly Visit[], times: number): number {
  const asked = refused.map(({ outcome }) => (outcome.ok ? headerValue(outcome.headers, 'retry-after') : ''));
  const waits = asked.map((text = '') =>
    /^\d{1,6}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now() || 0,
  );
  return Math.min(longestWaitMs, Math.max(firstWaitMs * 2 ** times, ...waits));
}
