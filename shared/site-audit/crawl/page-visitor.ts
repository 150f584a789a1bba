import type {
  FetchedResponse,
  FetchOutcome,
  FetchRefusal,
  RefusalReason,
  SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { isOnSite, pageKey, type SiteScope } from '../site-scope.ts';
import type { Candidate } from './candidate.ts';
import { createContentMemory } from './content-memory.ts';
import type { ExclusionTally } from './exclusion-tally.ts';
import type { Frontier } from './frontier.ts';
import type { ExclusionReason, FailedPage, MovedPage, PageRecord, ReadRecord } from './page-record.ts';
import { readPage } from './read-page.ts';
import type { RobotsState } from './robots-state.ts';
import type { WorkBudget } from './work-budget.ts';

interface VisitorOptions {
  readonly scope: SiteScope;
  readonly robots: RobotsState;
  readonly frontier: Frontier;
  readonly excluded: ExclusionTally;
  readonly fetcher: SiteFetcher;
  readonly spacingMs: number;
  readonly signal: AbortSignal;
  readonly now: number;
  readonly work: WorkBudget;
}

/** Fetches sampled addresses and keeps what they gave. */
export interface PageVisitor {
  readHome(requestedUrl: string, response: FetchedResponse): PageRecord;
  fetch(candidate: Candidate): Promise<FetchOutcome>;
  take(candidate: Candidate, pattern: string, outcome: FetchOutcome): void;
  readonly records: readonly PageRecord[];
  readonly failures: readonly FailedPage[];
  readonly moves: readonly MovedPage[];
  readonly auditedCount: number;
}

export function createPageVisitor(options: VisitorOptions): PageVisitor {
  const { frontier, excluded, fetcher, spacingMs, signal, work } = options;
  const records: PageRecord[] = [];
  const failures: FailedPage[] = [];
  const moves: MovedPage[] = [];
  const contents = createContentMemory();
  let auditedCount = 0;

  const read = (
    requestedUrl: string,
    response: FetchedResponse,
    pattern: string,
    isHome: boolean,
  ): PageRecord => {
    const { skeleton, ...record } = readRecord(options, requestedUrl, response, pattern, isHome);
    const kept = contents.isRepeated(record) ? { ...record, exclusion: 'duplicate' as const } : record;
    records.push(kept);
    if (kept.exclusion === undefined) auditedCount += 1;
    else excluded.add(kept.exclusion, kept.key);
    work.spend(kept.bodyBytes, kept.document);
    frontier.learn(pattern, { isAudited: kept.exclusion === undefined, skeleton });
    return kept;
  };

  const takeFailure = (candidate: Candidate, { reason, detail, hops }: FetchRefusal): void => {
    const { key, inSitemap } = candidate;
    const exclusion = exclusionByRefusal.get(reason);
    if (exclusion !== undefined) excluded.add(exclusion, key);
    else failures.push({ requestedUrl: candidate.url.href, key, reason, detail, hops, inSitemap });
  };

  return {
    readHome(requestedUrl, response) {
      moves.push(...moveOf(requestedUrl, response, true));
      frontier.markSeen(pageKey(response.url));
      frontier.markSeen(pageKey(requestedUrl));
      const home = read(requestedUrl, response, '/', true);
      followLinks(home, 0, frontier);
      return home;
    },
    fetch: (candidate) => fetcher.fetch(candidate.url.href, { maxRedirects: 5, spacingMs, signal }),
    take(candidate, pattern, outcome) {
      if (!outcome.ok) return takeFailure(candidate, outcome);
      if (work.isSpent) return void excluded.add('over_budget', candidate.key);
      moves.push(...moveOf(candidate.url.href, outcome, false));
      if (outcome.hops.length > 0 && !acceptRedirect(options, candidate, outcome)) return;
      followLinks(read(candidate.url.href, outcome, pattern, false), candidate.depth, frontier);
    },
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
  { scope, robots, frontier, now }: VisitorOptions,
  requestedUrl: string,
  response: FetchedResponse,
  pattern: string,
  isHome: boolean,
): ReadRecord {
  const inSitemap = frontier.isInSitemap(pageKey(requestedUrl));
  const verdicts = robots.verdicts(response.url);
  return readPage({ requestedUrl, response, scope, robots: verdicts, isHome, inSitemap, pattern, now });
}

function followLinks(record: PageRecord, depth: number, frontier: Frontier): void {
  if (record.document === undefined || record.indexability.nofollow.length > 0) return;
  const base = URL.parse(record.document.baseHref ?? '', record.url)?.href ?? record.url;
  const hrefs = record.document.anchors.flatMap(({ href, rels }) =>
    href === undefined || rels.includes('nofollow') ? [] : [href],
  );
  const { canonical } = record.indexability;
  frontier.offerLinks(canonical === undefined ? hrefs : [...hrefs, canonical.href], base, depth);
}
