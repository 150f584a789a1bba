import { assessSite, type SiteAudit } from '../audit-site.ts';
import { createReferenceReader, type ReferenceReader } from '../checks/references.ts';
import { findingsOf } from '../checks/run-checks.ts';
import { createSiteFacts, isAudited } from '../checks/site-facts.ts';
import { createExclusionTally } from '../crawl/crawl-memory.ts';
import { discoverySource } from '../crawl/crawl-site.ts';
import type { FailedPage, MovedPage } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import { openRobots } from '../crawl/robots-state.ts';
import type { OwnPages } from '../report/recommendations.ts';
import { createSiteScope, isOnSite, pageKey, type SiteScope } from '../site-scope.ts';
import type { CrawledSite, CrawlProgress } from './crawl-slices.ts';
import { findingOf, type KeptLine } from './kept-pages.ts';
import type { PageShelf } from './page-shelf.ts';

interface Gathered {
  readonly shelf: PageShelf;
  readonly failures: FailedPage[];
  readonly moves: MovedPage[];
  readonly canonicals: Map<string, Probe>;
  /** Files and pages of other sites that were asked, by address. */
  readonly asked: Map<string, Probe>;
  readonly references: ReferenceReader;
}

type Reached = Pick<CrawlProgress, 'excluded' | 'walk'>;

/** Judges a whole site by the slices that were read of it; those of what was asked beside the pages come first. */
export async function assessWholeSite(
  site: CrawledSite,
  { excluded, walk }: Reached,
  parts: AsyncIterable<readonly KeptLine[]>,
  ownPages: OwnPages | undefined,
  shelf: PageShelf,
): Promise<SiteAudit> {
  const scope = createSiteScope(site.home.url);
  const gathered = await gatherAll(scope, parts, shelf);
  const { failures, moves, canonicals, asked } = gathered;
  const waiting = walk.linked.length + walk.listed.length + walk.leftOut;
  const crawl = {
    scope,
    now: site.startedAt,
    // What the server does as a whole shows at the home page, which is kept with all that it held.
    home: site.home,
    robots: openRobots(site.robots),
    sitemaps: site.sitemaps,
    discoverySource: discoverySource(site.sitemaps, walk),
    ...{ records: shelf.pages, failures, moves },
    canonicalTargets: canonicals,
    excluded: createExclusionTally(excluded),
    waiting,
    cutBy: undefined,
    httpsFailure: site.httpsFailure,
    elapsedMs: () => 0,
  };
  const onSite = [...asked.values()].filter(({ url }) => isOnSite(scope, new URL(url)));
  const targets = new Map([...canonicals, ...onSite.map((probe) => [pageKey(probe.url), probe] as const)]);
  const probes = { ...site.probes, targets, external: asked };
  const whole = createSiteFacts(crawl, probes, gathered.references);
  return assessSite(whole, findingsOf(whole, shelf), ownPages);
}

async function gatherAll(
  scope: SiteScope,
  parts: AsyncIterable<readonly KeptLine[]>,
  shelf: PageShelf,
): Promise<Gathered> {
  const asked = new Map<string, Probe>();
  const gathered: Gathered = {
    ...{ shelf, failures: [], moves: [], canonicals: new Map(), asked },
    references: createReferenceReader({ scope, isNoted: (href) => asked.has(href) }),
  };
  for await (const lines of parts) for (const line of lines) gather(gathered, line);
  return gathered;
}

function gather(into: Gathered, line: KeptLine): void {
  if (line.kind === 'page') {
    if (isAudited(line.page)) into.references.read(line.page);
    into.shelf.add(line.page);
  } else if (line.kind === 'failure') into.failures.push(line.failure);
  else if (line.kind === 'move') into.moves.push(line.move);
  else if (line.kind === 'canonical') into.canonicals.set(line.key, line.probe);
  else if (line.kind === 'asked') into.asked.set(line.probe.url, line.probe);
  else {
    const finding = findingOf(line);
    if (finding) into.shelf.findings.push(finding);
  }
}
