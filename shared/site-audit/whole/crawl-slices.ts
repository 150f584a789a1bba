import type { FetchRefusal, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { onceOf } from '../checks/check.ts';
import { createPageReading, type PageReading } from '../checks/run-checks.ts';
import { isAudited } from '../checks/site-facts.ts';
import { createContentMemory, createExclusionTally, createWorkBudget } from '../crawl/crawl-memory.ts';
import { findSitemaps, offerAll } from '../crawl/crawl-site.ts';
import { findHome } from '../crawl/find-home.ts';
import { comparable } from '../crawl/kept-page.ts';
import type { ExclusionReason, PageRecord } from '../crawl/page-record.ts';
import { createPageVisitor, isBusy, pauseAfter, type Visit } from '../crawl/page-visitor.ts';
import { askWith, type Probe } from '../crawl/probe.ts';
import { type Probes, probeSwitches } from '../crawl/probe-site.ts';
import { fetchRobots, type KeptRobots, openRobots, type RobotsState } from '../crawl/robots-state.ts';
import { createSiteScope, pageKey, type SiteScope } from '../site-scope.ts';
import type { SitemapSummary } from '../sitemap/fetch-sitemaps.ts';
import { askBeside, type Beside, noteBeside, nothingBeside } from './beside.ts';
import type { KeptLine } from './kept-pages.ts';
import { keyIn, newWalk, openWalk, type WalkState } from './walk.ts';

/** What is learnt of a site before its pages, and kept for the whole crawl. Plain data. */
export interface CrawledSite {
  readonly domain: string;
  readonly maxPages: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly home: PageRecord;
  readonly robots: KeptRobots;
  readonly sitemaps: SitemapSummary;
  readonly httpsFailure: string | undefined;
  readonly probes: Probes;
}

/** How far a crawl is. Plain data: a slice that was not kept is read again from here, and comes out the same. */
export interface CrawlProgress {
  readonly walk: WalkState;
  readonly excluded: readonly (readonly [string, ExclusionReason])[];
  /** Marks of what pages held, so that none counts twice. */
  readonly contents: readonly string[];
  readonly visits: number;
  /** Addresses that gave a page: what is paid for. */
  readonly pages: number;
  readonly failures: number;
  /** Times in a row that the site asked to be left alone. */
  readonly refusals: number;
  readonly beside: Beside;
}

/** What only grows while a crawl goes on. */
export type Learnt = Pick<CrawlProgress, 'excluded' | 'contents'> & Pick<WalkState, 'known'>;

const nothingRead: CrawlProgress = {
  ...{ walk: newWalk, excluded: [], contents: [], beside: nothingBeside },
  ...{ visits: 0, pages: 0, failures: 0, refusals: 0 },
};

/** Part of a crawl. */
export interface CrawlSlice {
  readonly progress: CrawlProgress;
  /** Pages of the site, or answers of what they refer to beside it. */
  readonly kind: 'part' | 'asked';
  readonly lines: readonly KeptLine[];
  /** What this part adds to what was known before. */
  readonly learnt: Learnt;
  /** No address is left, or no page of those paid for. */
  readonly isDone: boolean;
  /** Milliseconds for which the site is to be left alone. */
  readonly waitMs: number;
}

export interface SliceOptions {
  readonly fetcher: SiteFetcher;
  /** Ends the slice, which then counts for nothing. */
  readonly signal: AbortSignal;
}

/** Pages of a slice: what a crawl that is killed reads again at most. */
const slicePages = 100;
/** A slice of a slow site takes about as long as this. */
const sliceMs = 120_000;
/** Asked for at once; the fetcher holds two per host. */
const roundSize = 4;
/** Visits for each page wanted: many sites are half dead addresses and redirects. */
const visitsAPage = 2;
const spareVisits = 100;
/** Times in a row after which a site that asks to be left alone is. */
export const mostRefusals = 6;
/** Documents of a site's sitemaps, the time that they may take, and addresses beside as many as are read: those of one whole file. */
const mostSitemaps = 1_000;
const sitemapsMs = 150_000;
const addressesOfFile = 50_000;

interface BeginOptions extends SliceOptions {
  readonly domain: string;
  readonly maxPages: number;
  /** Pages that matter to the site's owner, the most important first; they are read though no link leads there. */
  readonly clicked: readonly string[];
  readonly now: number;
}

interface BegunCrawl extends CrawlSlice {
  readonly ok: true;
  readonly site: CrawledSite;
}

const noProbes = { targets: new Map<string, Probe>(), external: new Map<string, Probe>(), leftOut: 0 };

/** Reads the home page, robots.txt, the sitemaps and what the server does as a whole. */
export async function beginCrawl(options: BeginOptions): Promise<BegunCrawl | FetchRefusal> {
  const { domain, maxPages, clicked, now, fetcher, signal } = options;
  const found = await findHome(domain, fetcher, signal);
  if (!found.ok) return found;
  const scope = createSiteScope(found.response.url);
  const robots = await fetchRobots(scope.origin, fetcher, signal);
  const { outcome, url, status, text } = robots;
  const open = openSlice({ scope, robots, maxPages, now, inSitemap: new Set() }, nothingRead, options);
  const read = open.visitor.readHome(found.requestedUrl, found.response);
  const bounds = { documents: mostSitemaps, addresses: maxPages + addressesOfFile };
  const inTime = { fetcher, signal: AbortSignal.any([signal, AbortSignal.timeout(sitemapsMs)]) };
  const sitemaps = await findSitemaps(inTime, read, robots, bounds);
  await offerAll(open.walk, sitemaps, signal);
  for (const url of clicked.slice(0, maxPages)) open.walk.offerNamed(url);
  // It is read before the sitemaps, since it may link to one.
  const isListed = listedKeys({ home: read, sitemaps }).has(pageKey(found.requestedUrl));
  const home = { ...read, inSitemap: isListed };
  const known = {
    ...{ domain, maxPages, startedAt: now, home, sitemaps },
    robots: { outcome, url, status, text },
    httpsFailure: found.httpsRefusal?.reason,
  };
  const ask = askWith(fetcher, { spacingMs: robots.spacingMs, signal });
  const probes = { ...noProbes, ...(await probeSwitches({ scope, home, robots }, ask)) };
  const site = { ...known, probes };
  const reading = createPageReading({ crawl: { scope, now, sitemaps } });
  reading.take(home);
  return { ok: true, site, ...sliceOf(site, { ...nothingRead, visits: 1 }, open, reading) };
}

const listedKeys = ({ home, sitemaps }: Pick<CrawledSite, 'home' | 'sitemaps'>): ReadonlySet<string> => {
  const scope = createSiteScope(home.url);
  return new Set(sitemaps.entries.map(({ url }) => keyIn(scope, url)));
};
/** Once for all slices in one process. */
const listedOf = onceOf(listedKeys);

type OpenSlice = ReturnType<typeof openSlice>;

/** Reads the next pages of a site, and asks what they refer to once all are read. Undefined where the signal ended it: what was read then counts for nothing. */
export async function crawlSlice(
  site: CrawledSite,
  before: CrawlProgress,
  options: SliceOptions,
): Promise<CrawlSlice | undefined> {
  const { home, maxPages, startedAt: now } = site;
  const robots = openRobots(site.robots);
  if (isRead(site, before)) return askedSlice(before, options, robots);
  const scope = createSiteScope(home.url);
  const reading = createPageReading({ crawl: { scope, now, sitemaps: site.sitemaps } });
  const open = openSlice(
    { scope, robots, maxPages, now, inSitemap: listedOf(site) },
    before,
    options,
    reading,
  );
  const { taken, refused } = await readRounds(site, before, options, open);
  if (options.signal.aborted) return undefined;
  open.walk.putBack(refused.map(({ candidate }) => candidate));
  const refusals = refused.length === 0 ? 0 : (taken === 0 ? before.refusals : 0) + 1;
  const slice = sliceOf(site, { ...before, visits: before.visits + taken, refusals }, open, reading);
  return { ...slice, waitMs: refusals === 0 ? 0 : pauseAfter(refused, refusals - 1) };
}

async function askedSlice(
  before: CrawlProgress,
  options: SliceOptions,
  robots: RobotsState,
): Promise<CrawlSlice | undefined> {
  const found = await askBeside(before.beside, options, robots, sliceMs);
  if (!found) return undefined;
  const { beside, probes } = found;
  return {
    kind: 'asked',
    progress: { ...before, beside },
    lines: probes.map((probe) => ({ kind: 'asked', probe })),
    learnt: { known: [], excluded: [], contents: [] },
    isDone: beside.asked >= beside.noted.length,
    waitMs: 0,
  };
}

/** No address is left, or no page of those paid for. */
function isRead(site: CrawledSite, { walk, pages, visits }: CrawlProgress): boolean {
  const isEmpty = walk.linked.length + walk.listed.length === 0;
  return isEmpty || pages >= site.maxPages || visits >= mostVisits(site);
}

/** Reads until the slice is full, or the site asks to be left alone. */
async function readRounds(
  site: CrawledSite,
  before: CrawlProgress,
  { signal }: SliceOptions,
  { walk, visitor, most, isSpent }: OpenSlice,
): Promise<{ readonly taken: number; readonly refused: readonly Visit[] }> {
  let taken = 0;
  let refused: readonly Visit[] = [];
  while (refused.length === 0 && !isSpent()) {
    const pagesLeft = site.maxPages - before.pages - visitor.records.length;
    const visitsLeft = Math.min(mostVisits(site) - before.visits, most) - taken;
    const round = walk.next(Math.max(0, Math.min(roundSize, pagesLeft, visitsLeft)));
    if (round.length === 0) break;
    const fetched = round.map(async (drawn) => ({ ...drawn, outcome: await visitor.fetch(drawn.candidate) }));
    const visits = await Promise.all(fetched);
    if (signal.aborted) break;
    const answered = visits.filter((visit) => !isBusy(visit));
    await visitor.takeAll(answered);
    refused = visits.filter(isBusy);
    taken += answered.length;
  }
  return { taken, refused };
}

/** Where pages are read, and when the crawl began. */
interface Place {
  readonly scope: SiteScope;
  readonly robots: RobotsState;
  readonly maxPages: number;
  readonly now: number;
  readonly inSitemap: ReadonlySet<string>;
}

function openSlice(
  place: Place,
  before: CrawlProgress,
  { fetcher, signal }: SliceOptions,
  reading?: PageReading,
) {
  const excluded = createExclusionTally(before.excluded);
  const contents = createContentMemory(before.contents);
  const walk = openWalk(before.walk, { ...place, excluded });
  const { spacingMs } = place.robots;
  const most = Math.max(1, Math.min(slicePages, Math.floor(sliceMs / Math.max(1, spacingMs))));
  const work = createWorkBudget(most);
  const take = (page: PageRecord) => {
    reading?.take(page);
    return comparable(page);
  };
  const visiting = { ...place, frontier: walk, excluded, fetcher, spacingMs, signal, work, contents, take };
  const endsAt = performance.now() + sliceMs;
  const isSpent = () => performance.now() > endsAt || work.isSpent;
  return { walk, excluded, contents, visitor: createPageVisitor(visiting), most, isSpent };
}

const mostVisits = ({ maxPages }: CrawledSite) => maxPages * visitsAPage + spareVisits;

function sliceOf(
  site: CrawledSite,
  before: CrawlProgress,
  open: OpenSlice,
  { findings, references }: PageReading,
): CrawlSlice {
  const { walk, excluded, contents, visitor } = open;
  const read = references.of(visitor.records.filter(isAudited));
  const progress = {
    ...before,
    walk: walk.state(),
    excluded: [...excluded.reasons],
    contents: [...contents.marks],
    pages: before.pages + visitor.records.length,
    failures: before.failures + visitor.failures.length,
    beside: noteBeside(before.beside, { home: site.home, robots: openRobots(site.robots) }, read),
  };
  return {
    kind: 'part',
    progress,
    learnt: {
      known: progress.walk.known.slice(before.walk.known.length),
      excluded: progress.excluded.slice(before.excluded.length),
      contents: progress.contents.slice(before.contents.length),
    },
    lines: [
      ...visitor.records.map(
        (page) =>
          ({
            kind: 'page',
            page: comparable(page.isHome ? { ...page, inSitemap: site.home.inSitemap } : page),
          }) as const,
      ),
      ...findings.map(
        ({ check, url, evidence }) => ({ kind: 'finding', id: check.id, url, evidence }) as const,
      ),
      ...visitor.failures.map((failure) => ({ kind: 'failure', failure }) as const),
      ...visitor.moves.map((move) => ({ kind: 'move', move }) as const),
      ...[...visitor.canonicalTargets].map(([key, probe]) => ({ kind: 'canonical', key, probe }) as const),
    ],
    isDone: isRead(site, progress) && progress.beside.noted.length === progress.beside.asked,
    waitMs: 0,
  };
}
