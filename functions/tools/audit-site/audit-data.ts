import type { ToolData } from '#shared/contract/tool.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { accessOf } from '#shared/site-audit/checks/agent-access.ts';
import type { Finding } from '#shared/site-audit/checks/run-checks.ts';
import { titleOf } from '#shared/site-audit/checks/title-checks.ts';
import { excerptOf } from '#shared/site-audit/document/words.ts';
import { byGain, type IssueCluster } from '#shared/site-audit/report/clusters.ts';
import type { AgentPurpose } from '#shared/site-audit/robots/ai-agents.ts';
import type { auditSite as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

/** Lists that an agent can read; everything is in the datasets. */
const shownRecommendations = 6;
const shownClusters = 10;
const sampleUrls = 2;
const shownSignals = 5;
const shownAgents = 10;
/** Issues named with a page, most severe first; most sites have the rest on every page. */
const shownPageIssues = 5;

const severityRank = { high: 0, medium: 1, low: 2 } as const;

export function auditData(domain: string, audit: SiteAudit): Data {
  const { crawl, site, score, clusters, findings } = audit;
  const excluded = excludedSummary(audit);
  const pagesExcluded = Object.values(excluded).reduce((sum, count) => sum + count, 0);
  return {
    domain,
    discovery_source: crawl.discoverySource,
    pages_discovered: site.audited.length + pagesExcluded + crawl.failures.length,
    pages_audited: site.audited.length,
    pages_excluded: pagesExcluded,
    fetch_failures: crawl.failures.length,
    render_warning: audit.needsScripts,
    templates_sampled: [...audit.templates],
    onpage_score: score.score,
    score_breakdown: [...score.breakdown],
    issues_summary: {
      high: findings.filter(({ check }) => check.severity === 'high').length,
      medium: findings.filter(({ check }) => check.severity === 'medium').length,
      low: findings.filter(({ check }) => check.severity === 'low').length,
    },
    excluded_summary: excluded,
    page_class_summary: countBy(site.audited.map((page) => page.class.class)),
    worst_page: worstPage(audit),
    ai_crawlers: crawlerAccess(audit),
    content_signals: crawl.robots.robots.signals
      .slice(0, shownSignals)
      .map(({ agents, uses }) => ({ agents: agents.slice(0, shownAgents), uses: { ...uses } })),
    recommendations: byGain(clusters).slice(0, shownRecommendations).map(recommendationOf),
    issue_clusters: clusters.slice(0, shownClusters).map(clusterOf),
    pages: pageRows(audit),
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
function worstPage({ scored, score }: SiteAudit): string | null {
  const scores = scored.map(({ url }) => ({ url, points: score.byPage.get(url) ?? 100 }));
  const worst = scores.reduce((low, page) => (page.points < low.points ? page : low), {
    url: '',
    points: 100,
  });
  return worst.url === '' ? null : worst.url;
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

function recommendationOf({ check, urls, gain }: IssueCluster): Data['recommendations'][number] {
  return {
    issue: check.id,
    severity: check.severity,
    action: check.remedy,
    affected_pages: urls.length,
    example_url: urls[0] ?? '',
    gain,
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
  };
}

/** Audited pages in the order they were read, then those that do not work. */
function pageRows({ crawl, site, score, findings, scored }: SiteAudit): Data['pages'] {
  const byUrl = Map.groupBy(
    findings.filter(({ check }) => check.scope !== 'site'),
    ({ url }) => url,
  );
  const common = (url: string) => {
    const issues = issueIds(byUrl.get(url) ?? []);
    return {
      url,
      onpage_score: score.byPage.get(url) ?? 0,
      issues: issues.slice(0, shownPageIssues),
      issues_total: issues.length,
    };
  };
  const failures = new Map(crawl.failures.map((failure) => [failure.requestedUrl, failure]));
  const statuses = new Map(crawl.records.map(({ url, status }) => [url, status]));
  return [
    ...site.audited.map((page) => ({
      ...common(page.url),
      status_code: page.status,
      page_class: page.class.class,
      title: shownTitle(titleOf(page.document)),
      word_count: page.document.wordCount,
    })),
    ...scored
      .filter(({ brokenBy }) => brokenBy !== undefined)
      .map(({ url }) => ({
        ...common(url),
        status_code: failures.has(url) ? null : (statuses.get(url) ?? null),
        page_class: 'error' as const,
        title: null,
        word_count: null,
        ...(failures.has(url) ? { reason: failures.get(url)?.reason ?? 'unknown' } : {}),
      })),
  ];
}

function issueIds(findings: readonly Finding[]): string[] {
  const ordered = findings.toSorted(
    (a, b) => severityRank[a.check.severity] - severityRank[b.check.severity],
  );
  return [...new Set(ordered.map(({ check }) => check.id))];
}

function shownTitle(title: string | undefined): string | null {
  return title === undefined ? null : excerptOf(title, 200);
}
