import { type Provenance, type Statement, sourceClasses, type Warning } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  observe,
  pageSubject,
  statement,
  suggestAnywhere,
} from '#shared/facts/answers/answer.ts';
import type { Observation, Suggestion, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { auditSite as runAudit, type SiteAudit } from '#shared/site-audit/audit-site.ts';
import type { CrawlCut } from '#shared/site-audit/crawl/crawl-site.ts';
import type { SiteFetcher, SiteOrigin } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { PageRenderer } from '#shared/site-audit/render/render-pages.ts';
import { auditData, counted, nothingAudited, unreadableSite } from './audit-data.ts';
import { auditDatasets, recheckDataset } from './audit-datasets.ts';
import type { auditSite as contract } from './contract.ts';
import { readVitals, vitalsDatasets, vitalsStatements } from './field-vitals.ts';
import { type OwnSearch, readOwnSearch, readPagesOf, unlinkedPages } from './own-search.ts';
import { type EarlierAudit, invalid, readEarlier, type Verdict, verdictsOf } from './recheck.ts';

type Data = ToolData<typeof contract>;

/** Faults worth a statement of their own; the others are among the clusters. */
const statedFaults = 2;
const mostPages = 20;
/** Verdicts of a re-check in the answer; all are in its dataset. */
const shownVerdicts = 25;

/** What an audit needs of a call, so that it can run in a thread of its own. */
interface AuditContext extends Pick<ToolContext, 'now' | 'signal' | 'datasets' | 'reportProgress'> {
  readonly sources: Pick<ToolContext['sources'], 'sites'> &
    Partial<Pick<ToolContext['sources'], 'own' | 'fieldVitals' | 'renderer'>>;
  /** Reads the account's own figures, where the database is not at hand. */
  readonly readOwn?: (domain: string) => Promise<OwnSearch | undefined>;
}

export async function auditSite(
  { domain, max_pages, urls, recheck, render }: ToolInput<typeof contract>,
  context: AuditContext,
): Promise<ToolAnswer<Data>> {
  const fetcher = fetcherOf(context);
  const earlier = await earlierOf({ domain, urls, recheck }, context.datasets);
  const only = earlier?.pages.map(({ url }) => url) ?? urls;
  // Asked for beside the crawl; that the account has no figures, or they cannot be read, ends no audit.
  const reading = context.readOwn?.(domain) ?? readOwnSearch(context.sources.own, domain);
  const own = reading.catch(() => undefined);
  let vitalsRead: ReturnType<typeof readVitals>;
  const origin = fetcher.originOf?.(domain);
  const renderer = rendererFor({ render, origin }, context);
  const audit = await runAudit({
    renderer,
    domain,
    maxPages: only === undefined ? max_pages : only.length + 1,
    only,
    fetcher,
    ownPages: own.then((search) => search?.pages),
    // A generated site has no visitors.
    onCrawled(crawl) {
      const pages = crawl.records.filter(({ exclusion }) => exclusion === undefined).map(({ url }) => url);
      if (!origin) vitalsRead = readVitals(context.sources.fieldVitals, crawl, pages);
    },
    now: context.now,
    signal: context.signal,
    reportProgress: context.reportProgress,
  });
  if (!audit.ok) throw unreadableSite(domain, audit);
  if (audit.site.audited.length === 0) throw nothingAudited(domain, audit);
  const auditId = newId('aud', context.now);
  const verdicts = earlier === undefined ? undefined : verdictsOf(earlier, audit);
  const [search, vitals] = await Promise.all([own, vitalsRead]);
  const data = {
    ...auditData(domain, auditId, audit, vitals),
    ...(verdicts && recheckPart(verdicts)),
    ...ownPart(search, audit),
  };
  return answer({
    asked: [],
    data,
    statements: [
      ...statementsOf(data, audit, crawlProvenance(context.now, origin?.connectionId ?? `audit:${auditId}`)),
      ...ownStatements(domain, search),
      ...vitalsStatements(domain, vitals),
    ],
    shown: {
      rows: data.pages_audited,
      total: data.pages_discovered,
      asOf: isoTime(context.now),
      note: noteOf(data, audit),
    },
    warnings: [...(origin ? [origin.warning] : []), ...warningsOf(audit)],
    suggestions: suggestionsFor(data, audit, earlier),
    datasets: [
      ...auditDatasets(audit, auditId, search),
      ...vitalsDatasets(vitals),
      ...(verdicts ? [recheckDataset(verdicts)] : []),
    ],
    observations: observationsOf(data),
    ...readOf(search, audit, domain, context.now),
  });
}

function noteOf({ pages_audited, templates_sampled }: Data, { rendered }: SiteAudit): string {
  const sample = `A sample of ${counted(pages_audited, 'page')} of ${counted(templates_sampled.length, 'template')}`;
  return rendered
    ? `${sample}; ${counted(rendered.length, 'page')} opened in a browser as well.`
    : `${sample}; raw HTML, no scripts run.`;
}

const shownOrphans = 10;

function ownPart(search: OwnSearch | undefined, { site }: SiteAudit): Pick<Data, 'own' | 'orphans'> {
  if (search === undefined) return {};
  const orphans = unlinkedPages(search, site)?.map(({ url, clicks }) => ({ url, clicks }));
  const { clicks, impressions, from, to } = search.figures;
  return {
    own: { clicks, impressions, from, to },
    ...(orphans && { orphans: orphans.slice(0, shownOrphans) }),
  };
}

function readOf(
  search: OwnSearch | undefined,
  audit: SiteAudit,
  domain: string,
  now: number,
): Pick<ToolAnswer<Data>, 'readPages'> {
  return search === undefined ? {} : { readPages: readPagesOf(domain, audit, now) };
}

function ownStatements(domain: string, search: OwnSearch | undefined): Statement[] {
  if (search === undefined) return [];
  const { figures, provenance, market } = search;
  return [statement('own_search_figures', [domainSubject(domain)], figures, provenance, { place: market })];
}

/** The audit to check again, where the request names one. */
async function earlierOf(
  { domain, urls, recheck }: Pick<ToolInput<typeof contract>, 'domain' | 'urls' | 'recheck'>,
  datasets: ToolContext['datasets'],
): Promise<EarlierAudit | undefined> {
  if (recheck === undefined) return undefined;
  if (urls !== undefined) throw invalid('Send recheck or urls, not both. Nothing was charged.');
  return readEarlier(recheck, domain, datasets);
}

function fetcherOf({ sources }: Pick<AuditContext, 'sources'>): SiteFetcher {
  if (sources.sites !== undefined) return sources.sites;
  throw new ServiceError('no_live_source', 'This deployment cannot read sites. Nothing was charged.');
}

/** Undefined where none is asked for, or the site is generated: its pages need no scripts. */
function rendererFor(
  { render, origin }: { readonly render: boolean | undefined; readonly origin: SiteOrigin | undefined },
  { sources: { renderer } }: Pick<AuditContext, 'sources'>,
): PageRenderer | undefined {
  if (!render || origin) return undefined;
  if (renderer) return renderer;
  throw new ServiceError(
    'no_live_source',
    'This deployment has no browser to open pages in. Leave out render. Nothing was charged.',
  );
}

function crawlProvenance(now: number, connection: string): Provenance {
  return {
    source_class: 'crawl',
    ...sourceClasses.crawl,
    observed_at: isoTime(now),
    connection_id: connection,
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

/** The first verdicts, errors first, and how many there are of each kind. */
function recheckPart(verdicts: readonly Verdict[]): Pick<Data, 'recheck' | 'recheck_summary'> {
  const summary = { fixed: 0, still: 0, gone: 0, new: 0 };
  for (const { verdict } of verdicts) summary[verdict] += 1;
  return { recheck: verdicts.slice(0, shownVerdicts), recheck_summary: summary };
}

/** A re-check, twice in a row at most; more of the site; how it does in search. */
function suggestionsFor(
  { domain, audit_id }: Data,
  { findings, crawl, site, rendered }: SiteAudit,
  earlier: EarlierAudit | undefined,
): Suggestion[] {
  const canRecheck = findings.length > 0 && earlier?.isRecheck !== true;
  return [
    ...(canRecheck
      ? [
          suggestAnywhere(
            'audit_site',
            { domain, recheck: audit_id, ...(rendered && { render: true }) },
            'Within seven days of a fix, to see which faults are gone.',
          ),
        ]
      : []),
    ...(earlier === undefined && crawl.waiting > 0 && site.audited.length < mostPages
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
