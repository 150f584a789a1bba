import type { FetchRefusal, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { createSiteScope, pageKey, resolveReference, type SiteScope } from '../site-scope.ts';
import { fetchSitemaps, type SitemapBounds, type SitemapSummary } from '../sitemap/fetch-sitemaps.ts';
import {
  createExclusionTally,
  createWorkBudget,
  type ExclusionTally,
  takeBreath,
  type WorkBudget,
} from './crawl-memory.ts';
import { findHome } from './find-home.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import type { FailedPage, MovedPage, PageRecord } from './page-record.ts';
import { createPageVisitor, type PageVisitor } from './page-visitor.ts';
import type { Probe } from './probe.ts';
import { fetchRobots, type RobotsState } from './robots-state.ts';

export interface CrawlOptions {
  readonly domain: string;
  readonly maxPages: number;
  /** Addresses to read instead of a sample, beside the home page. */
  readonly only?: readonly string[] | undefined;
  /** Pages that matter to the site's owner, the most important first: some of them are read before others. */
  readonly first?: Promise<readonly string[]> | undefined;
  readonly fetcher: SiteFetcher;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ends the crawl; what was read by then is audited. */
  readonly signal: AbortSignal;
  /** Milliseconds from the start after which the signal ends the crawl. */
  readonly timeMs: number;
  reportProgress?(done: number, total: number, message: string): void;
}

/** Reads pages one after the other. */
interface PageReader {
  /** What it gives is kept of a page, unless that is the home page or its doorstep. */
  take(page: PageRecord): PageRecord;
}

type DiscoverySource = 'robots_sitemap' | 'default_sitemap' | 'links' | 'mixed' | 'home_only';

/**
 * Why pages were left out that were found and wanted: time ran out, the site
 * asks for long pauses, or the pages were more work than an audit may be.
 */
export type CrawlCut = 'time' | 'delay' | 'work';

/** What is known of a site before its pages are read. */
export type CrawlSetting = Pick<Crawl, 'scope' | 'now' | 'sitemaps'>;

/** All that was read of a site. */
export interface Crawl {
  readonly scope: SiteScope;
  /** When the audit began, milliseconds since 1970. */
  readonly now: number;
  readonly home: PageRecord;
  readonly robots: RobotsState;
  readonly sitemaps: SitemapSummary;
  readonly discoverySource: DiscoverySource;
  /** Every page that answered, excluded ones too, in the order they were read. */
  readonly records: readonly PageRecord[];
  readonly failures: readonly FailedPage[];
  readonly moves: readonly MovedPage[];
  /** What canonicals answered that were asked to decide on a page, by page key. */
  readonly canonicalTargets: ReadonlyMap<string, Probe>;
  readonly excluded: ExclusionTally;
  /** Addresses found and not read for lack of budget. */
  readonly waiting: number;
  readonly cutBy: CrawlCut | undefined;
  /** Why HTTPS failed, where the site was read over plain HTTP instead. */
  readonly httpsFailure: string | undefined;
  /** Milliseconds since the crawl began. */
  elapsedMs(): number;
}

export type CrawlOutcome<Reader> = (Crawl & { readonly ok: true; readonly reader: Reader }) | FetchRefusal;

/** The state of sitemaps in an audit of named addresses. */
const noSitemaps: SitemapSummary = { source: undefined, documents: [], entries: [], isTruncated: false };

/** Pages asked for at once; the fetcher itself holds at most two per host. */
const batchSize = 4;
/** Visits that an audit makes at most: many sites are half dead addresses, copies and redirects. */
const visitsAPage = 4;
const spareVisits = 40;
/** Of the pages of an audit, those that its owner's figures choose; the rest show what else there is. */
const firstShare = 0.5;
/** Addresses of sitemaps judged before others have their turn. */
const offeredAtOnce = 200;

/** Finds and samples the pages of a site. A refusal means that not even the home page answered. */
export async function crawlSite<Reader extends PageReader>(
  options: CrawlOptions,
  openReader: (setting: CrawlSetting) => Reader,
): Promise<CrawlOutcome<Reader>> {
  const { domain, fetcher, signal } = options;
  const startedAt = performance.now();
  const elapsedMs = () => Math.ceil(performance.now() - startedAt);
  const found = await findHome(domain, fetcher, signal);
  if (!found.ok) return found;
  const scope = createSiteScope(found.response.url);
  const robots = await fetchRobots(scope.origin, fetcher, signal);
  const { spacingMs } = robots;
  const excluded = createExclusionTally();
  const frontier = createFrontier({ scope, robots, excluded });
  const work = createWorkBudget(options.maxPages);
  const { now } = options;
  let reader: Reader | undefined;
  const visiting = { scope, robots, frontier, excluded, fetcher, spacingMs, signal, work, now };
  const visitor = createPageVisitor({ ...visiting, take: (page) => reader?.take(page) ?? page });
  const readHome = visitor.readHome(found.requestedUrl, found.response);
  if (found.doorstep !== undefined) visitor.readDoorstep(found.doorstep);
  const sitemaps = await findSitemaps(options, readHome, robots);
  for (const url of await firstOf(options)) frontier.offerNamed(url, true);
  await offerAll(frontier, sitemaps, signal);
  for (const url of options.only ?? []) frontier.offerNamed(url);
  // The home page is read before the sitemaps, since it may link to one.
  const home = { ...readHome, inSitemap: frontier.isInSitemap(pageKey(found.requestedUrl)) };
  const opened = openReader({ scope, now, sitemaps });
  reader = opened;
  for (const page of [home, ...visitor.records.slice(1)]) opened.take(page);
  const cutBy = await sample(options, { frontier, visitor, work, excluded, spacingMs, elapsedMs });
  return {
    ok: true,
    reader: opened,
    scope,
    now,
    home,
    robots,
    sitemaps,
    discoverySource: discoverySource(sitemaps, frontier.offered),
    records: [home, ...visitor.records.slice(1)],
    failures: visitor.failures,
    moves: visitor.moves,
    canonicalTargets: visitor.canonicalTargets,
    excluded,
    waiting: frontier.waiting,
    cutBy: cutBy ?? (robots.isSpent ? 'work' : undefined),
    httpsFailure: found.httpsRefusal?.reason,
    elapsedMs,
  };
}

/** Addresses to read before others; none beside named ones. */
async function firstOf({ only, first, maxPages }: CrawlOptions): Promise<readonly string[]> {
  return only === undefined ? ((await first) ?? []).slice(0, Math.ceil(maxPages * firstShare)) : [];
}

/** Not for named addresses, and in a sample not where each request costs a long pause: links lead to pages as well. */
export async function findSitemaps(
  { only, fetcher, signal }: Pick<CrawlOptions, 'only' | 'fetcher' | 'signal'>,
  home: PageRecord,
  { robots, spacingMs, isSlow }: RobotsState,
  bounds?: SitemapBounds,
): Promise<SitemapSummary> {
  if (only !== undefined || (isSlow && !bounds)) return noSitemaps;
  const { origin } = new URL(home.url);
  const linked = (home.document?.links ?? [])
    .filter(({ rels }) => rels.includes('sitemap'))
    .flatMap(({ href }) => resolveReference(href, home.url)?.href ?? []);
  const asking = { fetcher, spacingMs, signal, ...(bounds && { bounds }) };
  return fetchSitemaps({ origin, declared: robots.sitemaps, linked, ...asking });
}

/** Thousands of addresses are judged in turns, and none after the deadline. */
export async function offerAll(
  frontier: Pick<Frontier, 'offerFromSitemap'>,
  { entries }: SitemapSummary,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, { url }] of entries.entries()) {
    if (index % offeredAtOnce === 0) await takeBreath();
    if (signal.aborted) return;
    frontier.offerFromSitemap(url);
  }
}

interface Sampling {
  readonly frontier: Frontier;
  readonly visitor: PageVisitor;
  readonly work: WorkBudget;
  readonly excluded: ExclusionTally;
  readonly spacingMs: number;
  elapsedMs(): number;
}

/**
 * Reads pages in small rounds, each chosen by what the rounds before have
 * shown. Links are followed only while the sitemap leaves room. Tells what
 * ended it, where that was not the number of pages.
 */
async function sample(options: CrawlOptions, sampling: Sampling): Promise<CrawlCut | undefined> {
  const { frontier, visitor } = sampling;
  const { maxPages, signal } = options;
  let visitsLeft = maxPages * visitsAPage + spareVisits;
  for (;;) {
    const wanted = Math.min(batchSize, maxPages - visitor.auditedCount, visitsLeft);
    if (wanted <= 0) return undefined;
    if (frontier.waiting < wanted && options.only === undefined) frontier.openLinks();
    const batch = frontier.next(Math.min(wanted, requestsLeft(options, sampling)));
    const [first] = batch;
    if (first === undefined) return cutOf(signal, sampling);
    visitsLeft -= batch.length;
    options.reportProgress?.(
      visitor.auditedCount,
      maxPages,
      `Reading ${new URL(first.candidate.url).pathname}`,
    );
    await readBatch(batch, visitor);
  }
}

/** Why no further page is read; undefined where there is none. */
function cutOf(signal: AbortSignal, { frontier, excluded, work }: Sampling): CrawlCut | undefined {
  const isLeftOut = frontier.waiting > 0 || excluded.counts().over_budget !== undefined;
  if (!isLeftOut) return undefined;
  if (work.isSpent) return 'work';
  if (signal.aborted) return 'time';
  return frontier.waiting > 0 ? 'delay' : undefined;
}

/** Requests that time, budget and the pauses between them leave room for. */
function requestsLeft({ timeMs, signal }: CrawlOptions, { spacingMs, elapsedMs, work }: Sampling): number {
  if (signal.aborted || work.isSpent) return 0;
  return spacingMs > 0 ? Math.floor((timeMs - elapsedMs()) / spacingMs) : Number.POSITIVE_INFINITY;
}

/** Fetches side by side. */
async function readBatch(batch: ReturnType<Frontier['next']>, visitor: PageVisitor): Promise<void> {
  const visits = batch.map(async (drawn) => ({ ...drawn, outcome: await visitor.fetch(drawn.candidate) }));
  await visitor.takeAll(await Promise.all(visits));
}

export function discoverySource(
  { source }: Pick<SitemapSummary, 'source'>,
  { offeredFromSitemap, offeredFromLinks }: Frontier['offered'],
): DiscoverySource {
  if (offeredFromSitemap > 0 && offeredFromLinks > 0) return 'mixed';
  if (offeredFromSitemap > 0) return source === 'robots' ? 'robots_sitemap' : 'default_sitemap';
  return offeredFromLinks > 0 ? 'links' : 'home_only';
}
