import type {
  FetchedResponse,
  FetchOutcome,
  FetchRefusal,
  RefusalReason,
  SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { isOnSite, pageKey, type SiteScope } from '../site-scope.ts';
import type { Candidate } from './candidate.ts';
import { type ContentMemory, createContentMemory } from './content-memory.ts';
import type { ExclusionTally } from './exclusion-tally.ts';
import type { Frontier } from './frontier.ts';
import type { ExclusionReason, FailedPage, MovedPage, PageRecord, ReadRecord } from './page-record.ts';
import { createCanonicalAsker, type Probe } from './probe.ts';
import { fetchPage, readPage } from './read-page.ts';
import type { RobotsState } from './robots-state.ts';
import { takeBreath, type WorkBudget } from './work-budget.ts';

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

/** Fetches sampled addresses and keeps what they gave. */
export interface PageVisitor {
  readHome(requestedUrl: string, response: FetchedResponse): PageRecord;
  /** A page that only sent us on to the home page. */
  readDoorstep(response: FetchedResponse): void;
  fetch(candidate: Candidate): Promise<FetchOutcome>;
  /** Takes the answers of a round in the order drawn, so that a run can be repeated. */
  takeAll(visits: readonly Visit[]): Promise<void>;
  /** What canonicals answered that were asked to decide on a page, by page key. */
  readonly canonicalTargets: ReadonlyMap<string, Probe>;
  readonly records: readonly PageRecord[];
  readonly failures: readonly FailedPage[];
  readonly moves: readonly MovedPage[];
  readonly auditedCount: number;
}

export function createPageVisitor(options: VisitorOptions): PageVisitor {
  const { frontier, excluded, work, spacingMs, signal, contents = createContentMemory() } = options;
  const records: PageRecord[] = [];
  const failures: FailedPage[] = [];
  const moves: MovedPage[] = [];
  let auditedCount = 0;

  const canonicals = createCanonicalAsker(options);

  const keep = ({ skeleton, ...record }: ReadRecord): PageRecord => {
    const kept = contents.isRepeated(record) ? { ...record, exclusion: 'duplicate' as const } : record;
    records.push(kept);
    if (kept.exclusion === undefined) auditedCount += 1;
    else excluded.add(kept.exclusion, kept.key);
    frontier.learn(kept.pattern, { isAudited: kept.exclusion === undefined, skeleton });
    return kept;
  };

  const takePage = (candidate: Candidate, pattern: string, page: FetchedResponse): readonly Fresh[] => {
    const { href } = candidate.url;
    moves.push(...moveOf(href, page, false));
    const isTaken = page.hops.length === 0 || acceptRedirect(options, candidate, page);
    return isTaken ? [{ record: readRecord(options, href, page, pattern), depth: candidate.depth }] : [];
  };

  const take = ({ candidate, pattern, outcome }: Visit): readonly Fresh[] => {
    if (!outcome.ok) {
      const left = exclusionByRefusal.get(outcome.reason);
      if (left === undefined) failures.push(failureOf(candidate, outcome));
      else excluded.add(left, candidate.key);
      return [];
    }
    if (work.isSpent) excluded.add('over_budget', candidate.key);
    return work.isSpent ? [] : takePage(candidate, pattern, outcome);
  };

  return {
    readHome(requestedUrl, response) {
      moves.push(...moveOf(requestedUrl, response, true));
      frontier.markSeen(pageKey(response.url));
      frontier.markSeen(pageKey(requestedUrl));
      const home = keep(readRecord(options, requestedUrl, response, '/', true));
      followLinks(home, 0, frontier);
      return home;
    },
    readDoorstep(response) {
      keep(readRecord(options, response.url, response, '/'));
    },
    fetch: (candidate) => fetchPage(options.fetcher, candidate.url.href, { spacingMs, signal }),
    async takeAll(visits) {
      const fresh = [];
      for (const visit of visits) {
        fresh.push(...take(visit));
        await takeBreath();
      }
      const settled = fresh.map(async (page) => ({ ...page, record: await canonicals.settle(page.record) }));
      for (const { record, depth } of await Promise.all(settled)) followLinks(keep(record), depth, frontier);
    },
    canonicalTargets: canonicals.answers,
    records,
    failures,
    moves,
    get auditedCount() {
      return auditedCount;
    },
  };
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
  return { requestedUrl: url.href, key, reason, detail, hops, inSitemap };
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
  const base = URL.parse(record.document.baseHref ?? '', record.url)?.href ?? record.url;
  const { anchors, frames, forwarding } = record.document;
  const hrefs = anchors.flatMap(({ href, rels }) =>
    href === undefined || rels.includes('nofollow') ? [] : [href],
  );
  const { canonical } = record.indexability;
  const others = [forwarding?.to, canonical?.href].filter((href) => href !== undefined);
  frontier.offerLinks([...hrefs, ...frames, ...others], base, depth);
}
