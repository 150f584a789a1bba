import { assessSite, type SiteAudit } from '../audit-site.ts';
import { type Finding, runSiteChecks, toldOnce } from '../checks/run-checks.ts';
import { createSiteFacts } from '../checks/site-facts.ts';
import type { DiscoverySource } from '../crawl/crawl-site.ts';
import { createExclusionTally } from '../crawl/exclusion-tally.ts';
import type { FailedPage, MovedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import { openRobots } from '../crawl/robots-state.ts';
import { createPatternBook, shapeOf } from '../crawl/url-pattern.ts';
import type { OwnPages } from '../report/recommendations.ts';
import { createSiteScope } from '../site-scope.ts';
import type { CrawledSite, CrawlProgress } from './crawl-slices.ts';
import { createTextPool, findingOf, type KeptLine } from './kept-pages.ts';

interface Gathered {
  readonly records: PageRecord[];
  readonly findings: Finding[];
  readonly failures: FailedPage[];
  readonly moves: MovedPage[];
  readonly canonicals: Map<string, Probe>;
}

/** Judges a whole site by the slices that were read of it. */
export async function assessWholeSite(
  site: CrawledSite,
  { excluded, walk }: Pick<CrawlProgress, 'excluded' | 'walk'>,
  parts: AsyncIterable<readonly KeptLine[]>,
  ownPages: OwnPages | undefined,
): Promise<SiteAudit> {
  const gathered: Gathered = {
    records: [],
    findings: [],
    failures: [],
    moves: [],
    canonicals: new Map(),
  };
  const pooled = createTextPool();
  for await (const lines of parts) for (const line of lines) gather(gathered, line, pooled);
  const { findings, failures, moves, canonicals } = gathered;
  const records = withPatterns(gathered.records);
  const scope = createSiteScope(site.home.url);
  const hasMore = walk.linked.length + walk.listed.length + walk.leftOut > 0;
  const crawl = {
    scope,
    now: site.startedAt,
    home: records.find(({ isHome }) => isHome) ?? site.home,
    robots: openRobots(site.robots),
    sitemaps: site.sitemaps,
    discoverySource: sourceOf(site, walk),
    ...{ records, failures, moves },
    canonicalTargets: canonicals,
    excluded: createExclusionTally(excluded),
    waiting: hasMore ? walk.linked.length + walk.listed.length + walk.leftOut : 0,
    cutBy: undefined,
    httpsFailure: site.httpsFailure,
    elapsedMs: () => 0,
  };
  const targets = new Map([...canonicals, ...site.probes.targets]);
  // What the server does as a whole shows at the home page, which is kept with all that it held.
  const whole = createSiteFacts({ ...crawl, home: site.home }, { ...site.probes, targets });
  return assessSite(whole, toldOnce([...findings, ...runSiteChecks(whole)], whole.audited.length), ownPages);
}

function gather(into: Gathered, line: KeptLine, pooled: (page: PageRecord) => PageRecord): void {
  if (line.kind === 'page') into.records.push(pooled(line.page));
  else if (line.kind === 'failure') into.failures.push(line.failure);
  else if (line.kind === 'move') into.moves.push(line.move);
  else if (line.kind === 'canonical') into.canonicals.set(line.key, line.probe);
  else {
    const finding = findingOf(line);
    if (finding) into.findings.push(finding);
  }
}

/** A pattern shows once all addresses are known. */
function withPatterns(records: readonly PageRecord[]): readonly PageRecord[] {
  const book = createPatternBook();
  const shapes = records.map(({ url }) => shapeOf(new URL(url)));
  for (const shape of shapes) book.add(shape);
  return records.map((record, place) => {
    const shape = shapes[place];
    return shape === undefined || record.isHome ? record : { ...record, pattern: book.patternOf(shape) };
  });
}

function sourceOf({ sitemaps }: CrawledSite, walk: CrawlProgress['walk']): DiscoverySource {
  const fromLinks = walk.offeredFromLinks > 0;
  if (walk.offeredFromSitemap > 0 && fromLinks) return 'mixed';
  if (walk.offeredFromSitemap > 0) return sitemaps.source === 'robots' ? 'robots_sitemap' : 'default_sitemap';
  return fromLinks ? 'links' : 'home_only';
}
