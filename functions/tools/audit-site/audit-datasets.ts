import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { accessOf } from '#shared/site-audit/checks/agent-access.ts';
import { livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import { copyGroups } from '#shared/site-audit/checks/duplicate-checks.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import type { PageRecord } from '#shared/site-audit/crawl/page-record.ts';
import { titleOf } from '#shared/site-audit/document/prose.ts';
import { explanationOf } from '#shared/site-audit/report/checks-page.ts';
import { sumOf } from '#shared/site-audit/report/recommendations.ts';
import { redirectChains, standingsOf } from '#shared/site-audit/report/site-graph.ts';
import { pageKey } from '#shared/site-audit/site-scope.ts';
import type { OwnSearch } from './own-search.ts';
import { auditPagesDataset, datasetIdOf, type Verdict } from './recheck.ts';

/** Everything that was found, page by page, and everything that was read. */
export function auditDatasets(audit: SiteAudit, auditId: string, own?: OwnSearch): DatasetDraft[] {
  const { findings, clusters } = audit;
  return [
    {
      name: 'audit-issues',
      description: 'Every kind of fault: its pages, what to do, and what that gains.',
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
        ...(own && sumOf(urls, own.pages)),
      })),
    },
    {
      name: 'audit-findings',
      description: 'Every finding: page, issue, where, what to do.',
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
    pagesDataset(audit, auditId, own),
    crawlerDataset(audit),
    ...addressDatasets(audit),
  ];
}

/** Links that are listed at most: those of some thousand pages. */
const mostLinks = 200_000;

/** The graph of links, of which a sample shows too little. */
export function linksDataset({ site }: SiteAudit): DatasetDraft {
  return {
    name: 'audit-links',
    description: 'Links between the pages, each target once for a page, and what the target answers.',
    rows: site.links.slice(0, mostLinks).map(({ from, href }) => ({
      from: from.url,
      to: href,
      status_code: site.answerOf(href)?.status ?? null,
    })),
  };
}

/** Addresses that are one page, or lead on to another; lists without a row are left out. */
function addressDatasets({ site }: SiteAudit): DatasetDraft[] {
  const lists = [
    {
      name: 'audit-copies',
      description: 'Pages of the same or nearly the same text, group by group.',
      rows: copyGroups(site).map(({ urls, isExact }) => ({
        pages: urls.length,
        exact: isExact,
        urls: [...urls],
      })),
    },
    {
      name: 'audit-redirects',
      description: 'Addresses that redirect, each step, and the pages that link to them.',
      rows: redirectChains(site).map(({ requestedUrl, finalUrl, status, steps, inlinks }) => ({
        url: requestedUrl,
        final_url: finalUrl,
        status_code: status,
        redirects: steps.length,
        steps: steps.map(({ url, status: step }) => `${step} ${url}`),
        inlinks: inlinks.length,
        linked_from: [...inlinks],
      })),
    },
  ];
  return lists.filter(({ rows }) => rows.length > 0);
}

/** The pages with all their issues: what a re-check reads again and compares with. */
function pagesDataset(
  { crawl, site, score, findings }: SiteAudit,
  auditId: string,
  own: OwnSearch | undefined,
): DatasetDraft {
  const standings = standingsOf(site);
  const standingOf = (key: string) => standings.get(key);
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
    description: 'Every page read, excluded or dead, with its score.',
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
        depth: standingOf(page.key)?.depth ?? null,
        inlinks: standingOf(page.key)?.inlinks ?? null,
        internal_rank: standingOf(page.key)?.rank ?? null,
        canonical: page.indexability.canonical?.href ?? null,
        indexable: isIndexable(page),
        ...clicksOf(page.key, own),
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
        depth: null,
        inlinks: null,
        internal_rank: null,
        canonical: null,
        indexable: false,
        ...clicksOf(pageKey(url), own),
        issues: issuesOf(url),
      })),
    ],
  };
}

/** Whether a search engine may list the page under its own address. */
function isIndexable({ status, indexability, isOwnCanonical, robots }: PageRecord): boolean {
  return (
    status >= 200 &&
    status < 300 &&
    indexability.noindex.length === 0 &&
    isOwnCanonical &&
    robots.google.allowed
  );
}

/** Columns of a site whose own figures the account has. */
function clicksOf(key: string, own: OwnSearch | undefined) {
  if (own === undefined) return {};
  const { clicks = 0, impressions = 0 } = own.pages.get(key) ?? {};
  return { clicks, impressions };
}

function crawlerDataset({ site }: SiteAudit): DatasetDraft {
  const { agents, pages } = accessOf(site);
  return {
    name: 'ai-crawlers',
    description: 'What robots.txt lets each agent read, and why.',
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
