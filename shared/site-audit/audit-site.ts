import type { FetchRefusal, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { livenessOf } from './checks/dead-addresses.ts';
import { createPageReading, type Findings, findingsOf } from './checks/run-checks.ts';
import { createSiteFacts, isAudited, type SiteFacts } from './checks/site-facts.ts';
import { type Crawl, type CrawlOptions, type CrawlSetting, crawlSite } from './crawl/crawl-site.ts';
import { apart } from './crawl/kept-page.ts';
import type { PageRecord } from './crawl/page-record.ts';
import { probeSite } from './crawl/probe-site.ts';
import { type PageRenderer, pagesToRender, type RenderedPage, readRendered } from './render/render-pages.ts';
import {
  clusterFindings,
  type IssueCluster,
  type OwnPages,
  type Recommendation,
  recommend,
} from './report/recommendations.ts';
import { type SiteScore, scoreSite } from './report/score.ts';

/**
 * Milliseconds after which no further page is asked for, and after which
 * probing ends. With the fetcher's own limits an audit ends within 22 s, well
 * inside the 25 s that a caller is promised.
 */
const crawlMs = 16_000;
const wholeMs = 21_000;

export interface AuditOptions extends Omit<CrawlOptions, 'signal' | 'timeMs' | 'first'> {
  /** The caller's own deadline, where it is nearer. */
  readonly signal?: AbortSignal;
  readonly fetcher: SiteFetcher;
  /** Opens the home page and pages that seem to need scripts; undefined where none is to be opened. */
  readonly renderer?: PageRenderer | undefined;
  /** Told before probing of what was read, for what is asked elsewhere meanwhile. */
  onCrawled?(crawl: Crawl): void;
  /** What search brings to the site's pages by its owner's own figures; undefined where nobody brought any. */
  readonly ownPages?: Promise<OwnPages | undefined>;
}

export interface SiteAudit {
  readonly ok: true;
  readonly crawl: Crawl;
  readonly site: SiteFacts;
  readonly findings: Findings;
  readonly clusters: readonly IssueCluster[];
  /** What to do, first things first. */
  readonly recommendations: readonly Recommendation[];
  readonly score: SiteScore;
  readonly templates: readonly string[];
  readonly needsScripts: boolean;
  /** What a browser made of the pages that were opened; undefined where none was asked. */
  readonly rendered?: readonly RenderedPage[] | undefined;
}

/** Crawls a sample of a site, asks what its pages point to, runs every check and scores the result. */
export async function auditSite(options: AuditOptions): Promise<SiteAudit | FetchRefusal> {
  const { ownPages: pagesBeside, onCrawled, renderer, ...crawling } = options;
  const ownPages = pagesBeside?.catch(() => undefined);
  const crawl = await crawlSite(
    {
      ...crawling,
      first: ownPages?.then(mostClicked),
      timeMs: crawlMs,
      signal: deadline(crawlMs, options.signal),
    },
    (setting) => openReader(setting, renderer !== undefined),
  );
  if (!crawl.ok) return crawl;
  const { reader } = crawl;
  const references = reader.references.of(crawl.records.filter(isAudited));
  onCrawled?.(crawl);
  const remainingMs = Math.max(0, wholeMs - crawl.elapsedMs());
  const [probes, rendered] = await Promise.all([
    probeSite(crawl, references, { fetcher: options.fetcher, signal: deadline(remainingMs, options.signal) }),
    renderer?.render(pagesToRender(crawl), remainingMs),
  ]);
  const facts = createSiteFacts(crawl, probes, reader.references);
  const site = { ...facts, rendered: readRendered(crawl, rendered ?? []) };
  return { ...assessSite(site, findingsOf(site, reader), await ownPages), rendered };
}

/** Reads pages and lets most of them go; those that a browser may open are compared with what it shows. */
function openReader(setting: CrawlSetting, isRendered: boolean) {
  const reading = createPageReading({ crawl: setting });
  return {
    ...reading,
    take(page: PageRecord): PageRecord {
      reading.take(page);
      return isRendered && page.shellSign !== undefined ? page : apart(page);
    },
  };
}

/** Scores what was found, and says what to do first. */
export function assessSite(site: SiteFacts, findings: Findings, ownPages: OwnPages | undefined): SiteAudit {
  const score = scoreSite({ pages: site.audited.map(({ url }) => url), ...livenessOf(site) }, findings);
  const clusters = clusterFindings(findings, score);
  return {
    ok: true,
    crawl: site.crawl,
    site,
    findings,
    clusters,
    recommendations: recommend(clusters, score, ownPages),
    score,
    templates: [...new Set(site.audited.map(({ pattern }) => pattern))],
    needsScripts: needsScripts(site),
  };
}

/** Addresses of the pages that search brings readers to, the most clicked first. */
export function mostClicked(pages: OwnPages | undefined): readonly string[] {
  return [...(pages?.values() ?? [])]
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks)
    .map(({ url }) => url);
}

function deadline(milliseconds: number, outer: AbortSignal | undefined): AbortSignal {
  const own = AbortSignal.timeout(milliseconds);
  return outer === undefined ? own : AbortSignal.any([own, outer]);
}

/** The home page, or half of all pages, shows nothing without scripts. */
function needsScripts({ audited, crawl }: SiteFacts): boolean {
  const shells = audited.filter(({ shellSign }) => shellSign !== undefined).length;
  return crawl.home.shellSign !== undefined || (shells > 0 && shells * 2 >= audited.length);
}
