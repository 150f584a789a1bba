import { createReferenceReader } from '#shared/site-audit/checks/references.ts';
import {
  createPageReading,
  type Finding,
  findingsOf as findingsOfSite,
} from '#shared/site-audit/checks/run-checks.ts';
import { createSiteFacts, isAudited, type SiteFacts } from '#shared/site-audit/checks/site-facts.ts';
import { createExclusionTally } from '#shared/site-audit/crawl/crawl-memory.ts';
import type { Crawl } from '#shared/site-audit/crawl/crawl-site.ts';
import { comparable, toText } from '#shared/site-audit/crawl/kept-page.ts';
import type { FailedPage, MovedPage, PageRecord } from '#shared/site-audit/crawl/page-record.ts';
import type { Probe } from '#shared/site-audit/crawl/probe.ts';
import type { Probes } from '#shared/site-audit/crawl/probe-site.ts';
import { readPage } from '#shared/site-audit/crawl/read-page.ts';
import type { Hop, RefusalReason } from '#shared/site-audit/fetch/site-fetcher.ts';
import { crawlDelaySeconds, matchRobots } from '#shared/site-audit/robots/match-robots.ts';
import { parseRobots } from '#shared/site-audit/robots/parse-robots.ts';
import { createSiteScope, pageKey } from '#shared/site-audit/site-scope.ts';
import type { SitemapRead } from '#shared/site-audit/sitemap/fetch-sitemaps.ts';
import { mostSitemapBytes } from '#shared/site-audit/sitemap/fetch-sitemaps.ts';
import { parseSitemap, type SitemapEntry } from '#shared/site-audit/sitemap/parse-sitemap.ts';
import { readLine } from '#shared/site-audit/whole/kept-pages.ts';
import { openShelf } from '#shared/site-audit/whole/page-shelf.ts';
import { perfectHeaders, perfectHtml, perfectRobots, type Wording } from './perfect-page.ts';

export const now = Date.UTC(2026, 10, 20, 9);
export const origin = 'https://shop.com';

/** A page of a made-up site; what is left out is as on a perfect page. */
export interface PageSpec extends Wording {
  /** Path, or a whole address. Default `/`. */
  readonly at?: string;
  readonly askedAt?: string;
  /** The whole document. */
  readonly html?: string | Uint8Array;
  readonly status?: number;
  /** Undefined takes a header of the perfect page away. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly hops?: readonly Hop[];
  readonly firstByteMs?: number;
  /** Of its address. Default `/` for every page. */
  readonly pattern?: string;
}

export interface SiteSpec {
  readonly pages?: readonly PageSpec[];
  /** The first page as a browser has it. */
  readonly rendered?: PageSpec;
  readonly failures?: readonly {
    readonly at: string;
    readonly reason: RefusalReason;
    readonly hops?: readonly Hop[];
  }[];
  readonly robots?: string;
  readonly robotsOutcome?: Crawl['robots']['outcome'];
  /** Content of the sitemap at /sitemap.xml; null where there is none. */
  readonly sitemap?: string | null;
  /** To which length the sitemap is filled. */
  readonly sitemapBytes?: number;
  readonly probes?: Partial<Omit<Probes, 'targets' | 'external'>> & {
    readonly targets?: Readonly<Record<string, Partial<Probe>>>;
    readonly external?: Readonly<Record<string, Partial<Probe>>>;
  };
  readonly httpsFailure?: string;
  readonly waiting?: number;
}

const absolute = (at: string) => new URL(at, origin).href;

/** The finding ids of a site, with the addresses they stand at. */
export function findingsOf(spec: SiteSpec): readonly { readonly id: string; readonly url: string }[] {
  return findingsWithEvidence(spec).map(({ check, url }) => ({ id: check.id, url }));
}

export function findingsWithEvidence(spec: SiteSpec): readonly Finding[] {
  const { site, reading } = readSite(spec);
  return [...findingsOfSite(site, reading).values()];
}

/** The same by what a crawl of the whole site keeps of its pages, read from disk. */
export function findingsOnDisk(spec: SiteSpec): readonly Finding[] {
  const { site, reading } = readSite(spec);
  const shelf = openShelf();
  const references = createReferenceReader({ scope: site.crawl.scope, isNoted: () => true });
  for (const record of site.crawl.records) {
    const line = readLine(toText({ kind: 'page', page: comparable(record) }));
    if (line.kind !== 'page') continue;
    if (isAudited(line.page)) references.read(line.page);
    shelf.add(line.page);
  }
  for (const finding of reading.findings) shelf.findings.push(finding);
  const whole = createSiteFacts({ ...site.crawl, records: shelf.pages }, site.probes, references);
  const found = [...findingsOfSite(whole, shelf).values()];
  shelf.close();
  return found;
}

/** What is known of a site once all of its pages are read. */
export function factsOf(spec: SiteSpec): SiteFacts {
  return readSite(spec).site;
}

function readSite(spec: SiteSpec) {
  const pages = spec.pages ?? [{}];
  const listing = sitemapOf(spec, pages);
  const robots = robotsOf(spec);
  const home = pages[0]?.at ?? '/';
  const scope = createSiteScope(absolute(home));
  const listed = new Set(listing.flatMap(({ entries }) => entries).map(({ url }) => pageKey(url)));
  const records = pages.map((page, index) => recordOf(page, { scope, robots, isHome: index === 0, listed }));
  const crawl: Crawl = {
    scope,
    now,
    home: records[0] as PageRecord,
    robots,
    sitemaps: {
      source: listing.some(({ document }) => document && document.kind !== 'unreadable')
        ? robots.robots.sitemaps.length > 0
          ? 'robots'
          : 'default'
        : undefined,
      documents: listing,
      entries: listing.flatMap(({ entries }) => entries),
      isTruncated: false,
    },
    discoverySource: 'robots_sitemap',
    records,
    failures: (spec.failures ?? []).map(failureOf),
    moves: records.flatMap(movesOf),
    canonicalTargets: new Map(),
    excluded: createExclusionTally(),
    waiting: spec.waiting ?? 0,
    cutBy: undefined,
    httpsFailure: spec.httpsFailure,
    elapsedMs: () => 0,
  };
  const rendered = spec.rendered && recordOf(spec.rendered, { scope, robots, isHome: true, listed });
  return read(crawl, probesOf(spec.probes ?? {}), rendered);
}

function read(crawl: Crawl, probes: Probes, rendered: PageRecord | undefined) {
  const reading = createPageReading({ crawl });
  for (const page of crawl.records) reading.take(page);
  const facts = createSiteFacts(crawl, probes, reading.references);
  return { reading, site: { ...facts, rendered: new Map(rendered ? [[rendered.key, rendered]] : []) } };
}

interface Surroundings {
  readonly scope: Crawl['scope'];
  readonly robots: Crawl['robots'];
  readonly isHome: boolean;
  readonly listed: ReadonlySet<string>;
}

function recordOf(page: PageSpec, { scope, robots, isHome, listed }: Surroundings): PageRecord {
  const url = absolute(page.at ?? '/');
  const html = page.html ?? perfectHtml(url, page);
  const body = typeof html === 'string' ? Buffer.from(html) : html;
  const headers = Object.entries({ ...perfectHeaders, ...page.headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? [value] : value] as const],
  );
  return readPage({
    requestedUrl: absolute(page.askedAt ?? page.hops?.[0]?.url ?? url),
    response: {
      ok: true,
      url,
      status: page.status ?? 200,
      headers: Object.fromEntries(headers),
      body,
      hops: page.hops ?? [],
      firstByteMs: page.firstByteMs ?? 20,
      totalMs: 30,
    },
    scope,
    robots: robots.verdicts(url),
    isHome,
    inSitemap: listed.has(pageKey(url)),
    pattern: page.pattern ?? '/',
    now,
  });
}

function movesOf({ requestedUrl, url, status, response: { hops }, isHome }: PageRecord): MovedPage[] {
  return hops.length === 0
    ? []
    : [{ requestedUrl, key: pageKey(requestedUrl), finalUrl: url, status, hops, isHome }];
}

function robotsOf({ robots = perfectRobots, robotsOutcome = 'found' }: SiteSpec): Crawl['robots'] {
  const parsed = parseRobots(Buffer.from(robotsOutcome === 'found' ? robots : ''));
  return {
    outcome: robotsOutcome,
    url: `${origin}/robots.txt`,
    status: { found: 200, missing: 404, server_error: 503, unreachable: null }[robotsOutcome],
    robots: parsed,
    delaySeconds: crawlDelaySeconds(parsed, 'OrielBot'),
    allows: (url) => matchRobots(parsed, 'OrielBot', url).allowed,
    isSpent: false,
    spacingMs: 0,
    isSlow: false,
    verdicts: (url) => ({
      us: matchRobots(parsed, 'OrielBot', url),
      google: matchRobots(parsed, 'Googlebot', url),
    }),
  };
}

function sitemapOf(
  { sitemap, sitemapBytes = 0 }: SiteSpec,
  pages: readonly PageSpec[],
): readonly (SitemapRead & { readonly entries: readonly SitemapEntry[] })[] {
  const url = `${origin}/sitemap.xml`;
  if (sitemap === null)
    return [{ url, status: 404, refusal: undefined, document: undefined, bytes: 0, entries: [] }];
  const text = (sitemap ?? sitemapListing(pages.map(({ at = '/' }) => at))).padEnd(sitemapBytes);
  const bytes = Math.min(text.length, mostSitemapBytes);
  const { entries, ...document } = parseSitemap(text, 5000, text.length > bytes);
  return [
    {
      url,
      status: 200,
      refusal: undefined,
      document: { ...document, addresses: entries.length },
      bytes,
      entries,
    },
  ];
}

export function sitemapListing(paths: readonly string[], lastmod?: string): string {
  const date = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`;
  const urls = paths.map((path) => `<url><loc>${absolute(path).replaceAll('&', '&amp;')}</loc>${date}</url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

function failureOf({ at, reason, hops = [] }: NonNullable<SiteSpec['failures']>[number]): FailedPage {
  const requestedUrl = absolute(at);
  return { requestedUrl, key: pageKey(requestedUrl), reason, detail: 'It failed.', hops, inSitemap: false };
}

export function probe(at: string, answer: Partial<Probe> = {}): Probe {
  const url = absolute(at);
  return { url, status: 200, refusal: undefined, finalUrl: url, hops: [], bodyHash: '', ...answer };
}

function probesOf({ targets = {}, external = {}, ...probes }: NonNullable<SiteSpec['probes']>): Probes {
  return {
    missing: [probe('/no-1', { status: 404 }), probe('/no-2', { status: 404 })],
    plainHttp: probe('http://shop.com/', { status: 301 }),
    otherHost: probe('https://www.shop.com/', { status: 301 }),
    favicon: undefined,
    leftOut: 0,
    ...probes,
    external: new Map(Object.entries(external).map(([at, answer]) => [at, probe(at, answer)])),
    targets: new Map(
      Object.entries(targets).map(([at, answer]) => [pageKey(absolute(at)), probe(at, answer)]),
    ),
  };
}
