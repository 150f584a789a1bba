import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { accessOf } from '#shared/site-audit/checks/agent-access.ts';
import { livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import { titleOf } from '#shared/site-audit/document/prose.ts';
import { explanationOf } from '#shared/site-audit/report/checks-page.ts';
import { auditPagesDataset, datasetIdOf, type Verdict } from './recheck.ts';

/** Everything that was found, page by page, and everything that was read. */
export function auditDatasets(audit: SiteAudit, auditId: string): DatasetDraft[] {
  const { findings, clusters } = audit;
  return [
    {
      name: 'audit-issues',
      description: 'Every kind of fault with all pages it is on, what fixing it gains, and what to do.',
      rows: clusters.map(({ check, urls, gain, evidence }) => ({
        issue: check.id,
        severity: check.severity,
        title: check.title,
        action: check.remedy,
        gain,
        affected_pages: urls.length,
        urls: [...urls],
        selector: evidence.selector,
        excerpt: evidence.excerpt,
        explained: explanationOf(check.id),
      })),
    },
    {
      name: 'audit-findings',
      description: 'Every finding of the audit: page, issue, severity, where it shows, what to do.',
      rows: findings.map(({ check, url, urls, evidence }) => ({
        url,
        pages: urls?.length ?? 1,
        issue: check.id,
        severity: check.severity,
        title: check.title,
        selector: evidence.selector,
        excerpt: evidence.excerpt,
        action: check.remedy,
      })),
    },
    pagesDataset(audit, auditId),
    crawlerDataset(audit),
  ];
}

/** The pages with all their issues: what a re-check reads again and compares with. */
function pagesDataset({ crawl, site, score, findings }: SiteAudit, auditId: string): DatasetDraft {
  const issues = Map.groupBy(
    findings.flatMap((finding) => addressesOf(finding).map((url) => ({ url, issue: finding.check.id }))),
    ({ url }) => url,
  );
  const issuesOf = (url: string) => [...new Set((issues.get(url) ?? []).map(({ issue }) => issue))];
  const read = new Set(crawl.records.map(({ url }) => url));
  const dead = livenessOf(site).dead.filter(({ url }) => !read.has(url));
  return {
    name: auditPagesDataset,
    id: datasetIdOf(auditId),
    description:
      'Every page that was read, excluded and dead ones too: status, class with its evidence, words, score.',
    rows: [
      ...crawl.records.map((page) => ({
        url: page.url,
        requested_url: page.requestedUrl,
        status_code: page.status,
        excluded_because: page.exclusion ?? null,
        page_class: page.class.class,
        class_evidence: page.class.evidence,
        template: page.pattern,
        title: page.document === undefined ? null : (titleOf(page.document) ?? null),
        word_count: page.document?.mainWordCount ?? null,
        html_bytes: page.bodyBytes,
        first_byte_ms: Math.round(page.response.firstByteMs),
        onpage_score: score.byPage.get(page.url) ?? null,
        reason: null,
        in_sitemap: page.inSitemap,
        issues: issuesOf(page.url),
      })),
      ...dead.map(({ url, status, reason, detail }) => ({
        url,
        requested_url: url,
        status_code: status,
        excluded_because: null,
        page_class: 'error',
        class_evidence: detail,
        template: null,
        title: null,
        word_count: null,
        html_bytes: null,
        first_byte_ms: null,
        onpage_score: 0,
        reason: reason ?? null,
        in_sitemap: false,
        issues: issuesOf(url),
      })),
    ],
  };
}

function crawlerDataset({ site }: SiteAudit): DatasetDraft {
  const { agents, pages } = accessOf(site);
  return {
    name: 'ai-crawlers',
    description:
      'What robots.txt lets each known search, user-fetch and training agent read, and by which rule.',
    rows: agents.map(({ agent, verdict, closed, rule }) => ({
      agent: agent.token,
      operator: agent.operator,
      purpose: agent.purpose,
      verdict,
      pages_closed: closed.length,
      pages_looked_at: pages.length,
      example_url: closed[0] ?? null,
      rule: rule === undefined ? null : `Disallow: ${rule.text}`,
      line: rule?.line ?? null,
      may_ignore_robots: agent.mayIgnoreRobots ?? false,
      source: agent.source,
    })),
  };
}

export function recheckDataset(verdicts: readonly Verdict[]): DatasetDraft {
  return {
    name: 'audit-recheck',
    description: 'The state of each fault of the earlier audit on the pages that were read again.',
    rows: verdicts.map((verdict) => ({ ...verdict })),
  };
}
