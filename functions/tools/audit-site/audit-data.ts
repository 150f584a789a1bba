import type { ToolData } from '#shared/contract/tool.ts';
import type { FieldVitalsAnswer } from '#shared/facts/ports/sources.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import type { Severity } from '#shared/site-audit/checks/check.ts';
import { livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import { accessOf } from '#shared/site-audit/checks/robots-checks.ts';
import type { FetchRefusal } from '#shared/site-audit/fetch/site-fetcher.ts';
import { explanationOf } from '#shared/site-audit/report/checks-reference.ts';
import type { IssueCluster, Recommendation } from '#shared/site-audit/report/recommendations.ts';
import type { AgentPurpose } from '#shared/site-audit/robots/ai-agents.ts';
import type { auditSite as contract } from './contract.ts';
import { toldVitals } from './field-vitals.ts';
import { pageRows, pagesNote } from './page-rows.ts';

type Data = ToolData<typeof contract>;

/** Lists that an agent can read; everything is in the datasets. */
const shownRecommendations = 5;
const shownClusters = 4;
const sampleUrls = 1;
const shownSignals = 5;
const shownAgents = 10;
export function auditData(
  domain: string,
  auditId: string,
  audit: SiteAudit,
  vitals?: FieldVitalsAnswer,
): Data {
  const { crawl, site, score, clusters, recommendations } = audit;
  const excluded = excludedSummary(audit);
  const shown = clusters.slice(0, shownClusters);
  const named = new Set(shown.map(({ check }) => check.id));
  const pagesExcluded = Object.values(excluded).reduce((sum, count) => sum + count, 0);
  return {
    domain,
    audit_id: auditId,
    ...auditInShort(audit),
    discovery_source: crawl.discoverySource,
    pages_discovered: site.audited.length + pagesExcluded + crawl.failures.length,
    pages_excluded: pagesExcluded,
    fetch_failures: crawl.failures.length,
    render_warning: audit.needsScripts,
    templates_sampled: [...audit.templates],
    working_pages_score: score.ofWorkingPages,
    score_breakdown: [...score.breakdown],
    excluded_summary: excluded,
    page_class_summary: countBy(site.audited.map((page) => page.class.class)),
    worst_page: worstPage(audit),
    ai_crawlers: crawlerAccess(audit),
    content_signals: crawl.robots.robots.signals
      .slice(0, shownSignals)
      .map(({ agents, uses }) => ({ agents: agents.slice(0, shownAgents), uses: { ...uses } })),
    field_vitals: toldVitals(vitals),
    ...renderedPart(audit),
    recommendations: recommendations
      .slice(0, shownRecommendations)
      .map((each) => recommendationOf(each, named)),
    issue_clusters: shown.map(clusterOf),
    pages: pageRows(audit),
    pages_note: pagesNote(audit),
  };
}

export function auditInShort(audit: SiteAudit) {
  const { site, score, findings } = audit;
  return {
    summary: summaryOf(audit),
    onpage_score: score.score,
    pages_audited: site.audited.length,
    dead_addresses: livenessOf(site).dead.length,
    issues_summary: countSeverities(findings),
  };
}

/** What a browser made of the pages that it was given; absent where none was asked. */
function renderedPart({ rendered, site }: SiteAudit): Pick<Data, 'rendered'> {
  if (!rendered) return {};
  const raw = new Map(site.audited.map((page) => [page.url, page]));
  return {
    rendered: rendered.map((page) => {
      const sent = raw.get(page.url);
      return {
        url: page.url,
        reason: page.ok ? null : page.reason,
        words_sent: sent?.document.wordCount ?? 0,
        words_rendered: (sent && site.rendered.get(sent.key)?.document?.wordCount) ?? null,
      };
    }),
  };
}

/** Exclusions by reason; what was found and not read for lack of room is `over_budget`. */
function excludedSummary({ crawl }: SiteAudit): Record<string, number> {
  const counts = crawl.excluded.counts();
  const unread = (counts.over_budget ?? 0) + crawl.waiting;
  return unread > 0 ? { ...counts, over_budget: unread } : { ...counts };
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The page with the lowest score, the first of them; null where no page lost a point. */
function worstPage({ score }: SiteAudit): string | null {
  const [worst] = [...score.byPage].toSorted(([, a], [, b]) => a - b);
  return worst === undefined || worst[1] === 100 ? null : worst[0];
}

function crawlerAccess({ site }: SiteAudit): Data['ai_crawlers'] {
  const byPurpose = Map.groupBy(accessOf(site).agents, ({ agent }) => agent.purpose);
  const verdicts = (purpose: AgentPurpose) =>
    Object.fromEntries((byPurpose.get(purpose) ?? []).map(({ agent, verdict }) => [agent.token, verdict]));
  return {
    search: verdicts('search'),
    user_fetch: verdicts('user_fetch'),
    training: verdicts('training'),
  };
}

/** The title of what is a cluster as well stands there: each counts in an answer that agents read. */
function recommendationOf(
  recommendation: Recommendation,
  named: ReadonlySet<string>,
): Data['recommendations'][number] {
  const { check, urls, gain, action, alsoMends, isBlocker, own } = recommendation;
  return {
    issue: check.id,
    severity: check.severity,
    ...(named.has(check.id) ? {} : { title: check.title }),
    action,
    affected_pages: urls.length,
    example_url: urls[0] ?? '',
    gain,
    ...(alsoMends.length > 0 ? { also_mends: [...alsoMends] } : {}),
    ...(isBlocker ? { keeps_site_out_of_search: true } : {}),
    ...(own ? { own: { ...own } } : {}),
  };
}

function clusterOf({ check, urls, evidence }: IssueCluster): Data['issue_clusters'][number] {
  return {
    issue: check.id,
    severity: check.severity,
    title: check.title,
    affected_pages: urls.length,
    sample_urls: urls.slice(0, sampleUrls),
    evidence,
    explained: explanationOf(check.id),
  };
}

/** The error for a site whose home page gave no answer. Free, as every error. */
export function unreadableSite(domain: string, { reason, detail }: FetchRefusal): ServiceError {
  if (reason === 'unsafe_address' || reason === 'invalid_url')
    return new ServiceError(
      'unsafe_target',
      `${domain} cannot be audited: ${detail} Send the domain of a public site. Nothing was charged.`,
    );
  if (reason === 'timeout' || reason === 'aborted')
    return new ServiceError(
      'upstream_timeout',
      `${domain} did not answer in time: ${detail} Check that the site is up, then try again. Nothing was charged.`,
    );
  if (reason === 'failed_here')
    return new ServiceError(
      'internal_error',
      `${domain} could not be read for a reason on our side. Try again. Nothing was charged.`,
    );
  return new ServiceError(
    'upstream_error',
    `${domain} could not be read (${reason}): ${detail} Check the domain and that the site is up. Nothing was charged.`,
  );
}

/** The error for a site that answers, but gave not one page to audit. */
export function nothingAudited(domain: string, { crawl }: SiteAudit): ServiceError {
  const { home } = crawl;
  const why =
    home.exclusion === 'auth_gate'
      ? `its home page keeps the crawler out (status ${home.status}). Allow the user agent OrielBot, then try again.`
      : home.exclusion === 'non_html'
        ? 'its home page is not an HTML page. Send the domain of a web site.'
        : `its home page answers with status ${home.status}. Check that the site is up, then try again.`;
  return new ServiceError(
    'upstream_error',
    `No page of ${domain} could be audited: ${why} Nothing was charged.`,
  );
}

/** What a reader should know first, in one or two sentences. */
function summaryOf({ site, findings, recommendations, score }: SiteAudit): string {
  const pages = counted(site.audited.length, 'page');
  if (findings.length === 0) return `No faults found on ${pages}.`;
  const [first] = recommendations;
  const start = first?.isBlocker ? `Out of search as it stands: ${first.check.title} ` : '';
  return `${start}${score.score} of 100${workingPart(site, score)}: ${foundPart(findings)} on ${pages}.`;
}

/** What the score would be without dead addresses, where there are any. */
function workingPart(site: SiteAudit['site'], { ofWorkingPages }: SiteAudit['score']): string {
  const dead = livenessOf(site).dead.length;
  return dead === 0
    ? ''
    : ` (of the pages that work: ${ofWorkingPages}; ${counted(dead, 'address', 'addresses')} without a page)`;
}

function countSeverities(findings: SiteAudit['findings']): Record<Severity, number> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { check } of findings.values()) counts[check.severity] += 1;
  return counts;
}

function foundPart(findings: SiteAudit['findings']): string {
  const words = { high: 'error', medium: 'warning', low: 'notice' } as const;
  const severities: readonly Severity[] = ['high', 'medium', 'low'];
  const counts = countSeverities(findings);
  return severities.map((severity) => counted(counts[severity], words[severity])).join(', ');
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
