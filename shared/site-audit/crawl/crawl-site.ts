import type { FetchRefusal, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { createSiteScope, type SiteScope } from '../site-scope.ts';
import { fetchSitemaps, type SitemapSummary } from '../sitemap/fetch-sitemaps.ts';
import { createExclusionTally, type ExclusionTally } from './exclusion-tally.ts';
import { findHome } from './find-home.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import type { FailedPage, MovedPage, PageRecord } from './page-record.ts';
import { createPageVisitor, type PageVisitor } from './page-visitor.ts';
import { fetchRobots, type RobotsState } from './robots-state.ts';

export interface CrawlOptions {
  readonly domain: string;
  readonly maxPages: number;
  /** Addresses to read instead of a sample, beside the home page. */
  readonly only?: readonly string[] | undefined;
  readonly fetcher: SiteFetcher;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ends the crawl; what was read by then is audited. */
  readonly signal: AbortSignal;
  reportProgress?(done: number, total: number, message: string): void;
}

export type DiscoverySource = 'robots_sitemap' | 'default_sitemap' | 'links' | 'mixed' | 'home_only';

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
  readonly excluded: ExclusionTally;
  /** Addresses found and not read for lack of budget. */
  readonly waiting: number;
  readonly isCutShort: boolean;
  /** Why HTTPS failed, where the site was read over plain HTTP instead. */
  readonly httpsFailure: string | undefined;
  /** Milliseconds since the crawl began. */
  elapsedMs(): number;
}

export type CrawlOutcome = (Crawl & { readonly ok: true }) | FetchRefusal;

/** What an audit of named addresses knows of sitemaps. */
const noSitemaps: SitemapSummary = { source: undefined, documents: [], entries: [], isTruncated: false };

/** Pages asked for at once; the fetcher itself holds at most two per host. */
const batchSize = 4;

/** Finds and samples the pages of a site. A refusal means that not even the home page answered. */
export async function crawlSite(options: CrawlOptions): Promise<CrawlOutcome> {
  const { domain, fetcher, signal } = options;
  const startedAt = performance.now();
  const found = await findHome(domain, fetcher, signal);
  if (!found.ok) return found;
  const scope = createSiteScope(found.response.url);
  const robots = await fetchRobots(scope.origin, fetcher, signal);
  const spacingMs = robots.delaySeconds * 1000;
  const sitemaps =
    options.only === undefined
      ? await fetchSitemaps({
          origin: scope.origin,
          declared: robots.robots.sitemaps,
          fetcher,
          spacingMs,
          signal,
        })
      : noSitemaps;
  const excluded = createExclusionTally();
  const frontier = createFrontier({ scope, robots, excluded });
  for (const { url } of sitemaps.entries) frontier.offerFromSitemap(url);
  for (const url of options.only ?? []) frontier.offerNamed(url);
  const visitor = createPageVisitor({
    scope,
    robots,
    frontier,
    excluded,
    fetcher,
    spacingMs,
    signal,
    now: options.now,
  });
  const home = visitor.readHome(found.requestedUrl, found.response);
  await sample(options, frontier, visitor);
  return {
    ok: true,
    scope,
    now: options.now,
    home,
    robots,
    sitemaps,
    discoverySource: discoverySource(sitemaps, frontier),
    records: visitor.records,
    failures: visitor.failures,
    moves: visitor.moves,
    excluded,
    waiting: frontier.waiting,
    isCutShort: signal.aborted,
    httpsFailure: found.httpsRefusal?.reason,
    elapsedMs: () => Math.ceil(performance.now() - startedAt),
  };
}

/**
 * Reads pages in small rounds, each chosen by what the rounds before have
 * shown. Links are followed only while the sitemap leaves room.
 */
async function sample(options: CrawlOptions, frontier: Frontier, visitor: PageVisitor): Promise<void> {
  const { maxPages, signal } = options;
  let visitsLeft = maxPages * 3 + 10;
  for (;;) {
    const room = Math.min(batchSize, maxPages - visitor.auditedCount, visitsLeft);
    if (room <= 0 || signal.aborted) return;
    if (frontier.waiting < room && options.only === undefined) frontier.openLinks();
    const batch = frontier.next(room);
    const [first] = batch;
    if (first === undefined) return;
    visitsLeft -= batch.length;
    options.reportProgress?.(visitor.auditedCount, maxPages, `Reading ${first.candidate.url.pathname}`);
    await readBatch(batch, visitor);
  }
}

/** Fetches side by side and takes the answers in the order drawn, so that a run can be repeated. */
async function readBatch(batch: ReturnType<Frontier['next']>, visitor: PageVisitor): Promise<void> {
  const visits = batch.map(async (drawn) => ({ ...drawn, outcome: await visitor.fetch(drawn.candidate) }));
  for (const { candidate, pattern, outcome } of await Promise.all(visits))
    visitor.take(candidate, pattern, outcome);
}

function discoverySource(sitemaps: SitemapSummary, frontier: Frontier): DiscoverySource {
  const fromSitemap = frontier.offeredFromSitemap > 0;
  const fromLinks = frontier.offeredFromLinks > 0;
  if (fromSitemap && fromLinks) return 'mixed';
  if (fromSitemap) return sitemaps.source === 'robots' ? 'robots_sitemap' : 'default_sitemap';
  return fromLinks ? 'links' : 'home_only';
}
