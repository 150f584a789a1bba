import { type Provenance, type Statement, sourceClasses, type Warning } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import { observe } from '#shared/facts/answers/observe.ts';
import { domainSubject, pageSubject, statement } from '#shared/facts/answers/statements.ts';
import { suggestAnywhere } from '#shared/facts/answers/suggestions.ts';
import type { Observation, Suggestion, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { auditSite as runAudit, type SiteAudit } from '#shared/site-audit/audit-site.ts';
import type { CrawlCut } from '#shared/site-audit/crawl/crawl-site.ts';
import type { SiteFetcher, SiteOrigin } from '#shared/site-audit/fetch/site-fetcher.ts';
import { auditData } from './audit-data.ts';
import { auditDatasets } from './audit-datasets.ts';
import type { auditSite as contract } from './contract.ts';
import { nothingAudited, unreadableSite } from './failures.ts';
import { counted } from './summary.ts';

type Data = ToolData<typeof contract>;

/** Faults worth a statement of their own; the others are among the clusters. */
const statedFaults = 3;
/** Pages that one call of the re-check may name. */
const mostRechecked = 20;

export async function auditSite(
  { domain, max_pages, urls }: ToolInput<typeof contract>,
  context: Omit<ToolContext, 'market'>,
): Promise<ToolAnswer<Data>> {
  const fetcher = fetcherOf(context);
  const audit = await runAudit({
    domain,
    maxPages: urls === undefined ? max_pages : urls.length + 1,
    only: urls,
    fetcher,
    now: context.now,
    signal: context.signal,
    reportProgress: context.reportProgress,
  });
  if (!audit.ok) throw unreadableSite(domain, audit);
  if (audit.site.audited.length === 0) throw nothingAudited(domain, audit);
  const data = auditData(domain, audit);
  const origin = fetcher.originOf?.(domain);
  return answer({
    asked: [],
    data,
    statements: statementsOf(data, audit, crawlProvenance(context.now, origin)),
    shown: {
      rows: data.pages_audited,
      total: data.pages_discovered,
      asOf: isoTime(context.now),
      note: `A sample of ${counted(data.pages_audited, 'page')} of ${counted(data.templates_sampled.length, 'template')}; raw HTML, no scripts run.`,
    },
    warnings: [...(origin ? [origin.warning] : []), ...warningsOf(audit)],
    suggestions: suggestionsFor(domain, audit),
    datasets: auditDatasets(audit),
    observations: observationsOf(data),
  });
}

function fetcherOf({ sources }: Pick<ToolContext, 'sources'>): SiteFetcher {
  if (sources.sites !== undefined) return sources.sites;
  throw new ServiceError('no_live_source', 'This deployment cannot read sites. Nothing was charged.');
}

function crawlProvenance(now: number, origin: SiteOrigin | undefined): Provenance {
  return {
    source_class: 'crawl',
    ...sourceClasses.crawl,
    observed_at: isoTime(now),
    connection_id: origin?.connectionId ?? null,
    cache_hit: false,
  };
}

function statementsOf(
  data: Data,
  { recommendations, score }: SiteAudit,
  provenance: Provenance,
): Statement[] {
  const site = domainSubject(data.domain);
  const { pages_audited, onpage_score } = data;
  return [
    statement('site_scored', [site], { onpage_score, pages_audited }, provenance),
    ...recommendations.slice(0, statedFaults).map(({ check, urls, gain }) =>
      statement(
        'site_has_issue',
        [site],
        {
          issue: check.id,
          severity: check.severity,
          title: check.title,
          affected_pages: urls.length,
          gain,
        },
        provenance,
      ),
    ),
    ...(data.worst_page === null
      ? []
      : [
          statement(
            'page_scored',
            [pageSubject(data.worst_page), site],
            { onpage_score: score.byPage.get(data.worst_page) ?? 0 },
            provenance,
          ),
        ]),
  ];
}

function warningsOf({ crawl, site, needsScripts }: SiteAudit): Warning[] {
  const { cutBy } = crawl;
  return [
    ...(cutBy === undefined
      ? []
      : [{ code: 'partial_answer', message: `${leftOut(crawl, site)} ${cutSentences(crawl)[cutBy]}` }]),
    ...(needsScripts
      ? [
          {
            code: 'needs_scripts',
            message:
              'Pages seem to need scripts to show their content; this audit reads raw HTML, as AI crawlers do.',
          },
        ]
      : []),
  ];
}

function leftOut({ waiting, excluded }: SiteAudit['crawl'], { audited, probes }: SiteAudit['site']): string {
  const unread = waiting + (excluded.counts().over_budget ?? 0);
  return (
    `Fewer pages were read than were asked for: ${counted(audited.length, 'page')}; ` +
    `${counted(unread, 'known address', 'known addresses')} and ${counted(probes.leftOut, 'link target')} were left out, which costs no points.`
  );
}

/** Why pages were left out, and what the caller can do. */
function cutSentences({ robots }: SiteAudit['crawl']): Record<CrawlCut, string> {
  const delay = `robots.txt asks for ${robots.delaySeconds} s between requests, which is kept. Call again with urls for other pages.`;
  return {
    delay,
    time: robots.isSlow ? delay : 'The site answers slowly; call again with fewer pages or with urls.',
    work: robots.isSpent
      ? 'robots.txt holds more rules than an audit compares addresses with; shorten it.'
      : 'The pages are larger than an audit reads; call again with fewer pages or with urls.',
  };
}

/** Calls that look again at what was found, and nothing else. */
function suggestionsFor(domain: string, { clusters, crawl, site }: SiteAudit): Suggestion[] {
  const faulty = clusters.filter(({ check }) => check.severity !== 'low' && check.scope !== 'site');
  const urls = [...new Set(faulty.flatMap((cluster) => cluster.urls))].filter((url) => url.length <= 2048);
  return [
    ...(urls.length > 0
      ? [
          suggestAnywhere(
            'audit_site',
            { domain, urls: urls.slice(0, mostRechecked) },
            'After fixing: to check again only the pages with errors or warnings.',
          ),
        ]
      : []),
    ...(crawl.waiting > 0 && site.audited.length < mostRechecked
      ? [suggestAnywhere('audit_site', { domain, max_pages: 20 }, 'To see more templates of the site.')]
      : []),
    suggestAnywhere('inspect_domain', { domain }, 'To see how the site does in search.'),
  ];
}

function observationsOf({ domain, onpage_score, issues_summary, pages_discovered }: Data): Observation[] {
  const { high: issues_high, medium: issues_medium } = issues_summary;
  return observe('audit', domainSubject(domain), {
    onpage_score,
    issues_high,
    issues_medium,
    pages_discovered,
  });
}
