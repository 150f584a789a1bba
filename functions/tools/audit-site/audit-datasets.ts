import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { type DeadAddress, livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import { copyGroups } from '#shared/site-audit/checks/duplicate-checks.ts';
import { accessOf } from '#shared/site-audit/checks/robots-checks.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import type { PageRecord } from '#shared/site-audit/crawl/page-record.ts';
import { titleOf } from '#shared/site-audit/document/prose.ts';
import { explanationOf } from '#shared/site-audit/report/checks-reference.ts';
import { sumOf } from '#shared/site-audit/report/recommendations.ts';
import { type Costs, createCostPool } from '#shared/site-audit/report/score.ts';
import { redirectChains, standingsOf } from '#shared/site-audit/report/site-graph.ts';
import { pageKey } from '#shared/site-audit/site-scope.ts';
import { type OwnSearch, unlinkedPages } from './own-search.ts';
import { auditPagesDataset, datasetIdOf, type Verdict } from './recheck.ts';

/** A list whose rows are made as they are read: together they may be more than fits. */
export interface ListDraft extends Pick<DatasetDraft, 'name' | 'description'> {
  readonly count: number;
  readonly rows: Iterable<Row>;
}

/** Everything that was found, page by page, and everything that was read. */
export function auditDatasets(audit: SiteAudit, auditId: string, own?: OwnSearch): DatasetDraft[] {
  return auditLists(audit, 'audit', own).map(({ name, description, rows }) => ({
    ...{ name, description, rows: [...rows] },
    ...(name === auditPagesDataset && { id: datasetIdOf(auditId) }),
  }));
}

/** The lists of an audit or of a crawl, each under a name that says which; lists of addresses without a row are left out. */
export function auditLists(audit: SiteAudit, of: 'audit' | 'crawl', own?: OwnSearch): ListDraft[] {
  const { findings, clusters, site } = audit;
  const issues = listOf(clusters, ({ check, urls, gain, evidence }) => ({
    issue: check.id,
    severity: check.severity,
    title: check.title,
    action: check.remedy,
    gain,
    affected_pages: urls.length,
    selector: evidence.selector,
    excerpt: evidence.excerpt,
    explained: explanationOf(check.id),
    ...(own && sumOf(urls, own.pages)),
    // Last: a spreadsheet's cell holds 32,767 characters.
    urls: [...urls],
  }));
  const found = listOf(findings, ({ check, url, urls, evidence }) => ({
    url,
    pages: urls?.length ?? 1,
    issue: check.id,
    severity: check.severity,
    title: check.title,
    selector: evidence.selector,
    excerpt: evidence.excerpt,
    action: check.remedy,
  }));
  const copies = listOf(copyGroups(site), ({ urls, isExact }) => ({
    pages: urls.length,
    exact: isExact,
    urls: [...urls],
  }));
  const redirects = listOf(redirectChains(site), ({ requestedUrl, finalUrl, status, steps, inlinks }) => ({
    url: requestedUrl,
    final_url: finalUrl,
    status_code: status,
    redirects: steps.length,
    steps: steps.map(({ url, status: step }) => `${step} ${url}`),
    inlinks: inlinks.length,
    linked_from: [...inlinks],
  }));
  const orphans = listOf((own && unlinkedPages(own, site)) ?? [], ({ url, clicks, impressions }) => ({
    ...{ url, clicks, impressions },
    status_code: site.answerOf(url)?.status ?? null,
  }));
  return [
    {
      name: `${of}-issues`,
      description: 'Every kind of fault: its pages, what to do, and what that gains.',
      ...issues,
    },
    { name: `${of}-findings`, description: 'Every finding: page, issue, where, what to do.', ...found },
    {
      name: `${of}-pages`,
      description: 'Every page read, excluded or dead, with its score.',
      ...pageList(audit, own),
    },
    {
      name: 'ai-crawlers',
      description: 'What robots.txt lets each agent read, and why.',
      ...agentList(audit),
    },
    ...[
      {
        name: `${of}-copies`,
        description: 'Pages of the same or nearly the same text, group by group.',
        ...copies,
      },
      {
        name: `${of}-redirects`,
        description: 'Addresses that redirect, each step, and the pages that link to them.',
        ...redirects,
      },
      {
        name: `${of}-orphans`,
        description: 'Pages with clicks that no link leads to, and what they answer.',
        ...orphans,
      },
    ].filter(({ count }) => count > 0),
  ];
}

type Row = DatasetDraft['rows'][number];
type List = Pick<ListDraft, 'count' | 'rows'>;

export function listOf<Item>(
  items: Pick<readonly Item[], 'length' | 'values'>,
  rowOf: (item: Item) => Row,
): List {
  return { count: items.length, rows: items.values().map(rowOf) };
}

/** Links that are listed at most: those of some thousand pages. */
const mostLinks = 200_000;

/** The graph of links, of which a sample shows too little. */
export function linkList({ site }: SiteAudit): ListDraft {
  const { internal } = site.references;
  const rows = internal
    .of()
    .take(mostLinks)
    .map(({ from, one: { href, key } }) => ({
      ...{ from: from.url, to: href, status_code: site.answerAt(key)?.status ?? null },
    }));
  return {
    name: 'crawl-links',
    description: 'Links between the pages, each target once for a page, and what the target answers.',
    ...{ count: Math.min(mostLinks, internal.size), rows },
  };
}

/** The pages with all their issues: what a re-check reads again and compares with. */
function pageList({ crawl, site, score, findings }: SiteAudit, own: OwnSearch | undefined): List {
  const standings = standingsOf(site);
  const standingOf = (key: string) => standings.get(key);
  const issues = new Map<string, Costs>();
  const add = createCostPool();
  for (const finding of findings.values())
    for (const url of addressesOf(finding)) issues.set(url, add(issues.get(url) ?? new Map(), finding.check));
  const issuesOf = (url: string) => [...(issues.get(url)?.keys() ?? [])];
  const read = new Set(crawl.records.map(({ url }) => url));
  const dead = livenessOf(site).dead.filter(({ url }) => !read.has(url));
  const readRow = (page: PageRecord) => ({
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
  });
  const deadRow = ({ url, status, reason, detail }: DeadAddress) => ({
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
  });
  const rows = function* (): Generator<Row> {
    for (const page of crawl.records) yield readRow(page);
    for (const address of dead) yield deadRow(address);
  };
  return { count: crawl.records.length + dead.length, rows: rows() };
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

function agentList({ site }: SiteAudit): List {
  const { agents, pages } = accessOf(site);
  return listOf(agents, ({ agent, verdict, closed, rule }) => ({
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
  }));
}

export function recheckDataset(verdicts: readonly Verdict[]): DatasetDraft {
  return {
    name: 'audit-recheck',
    description: 'The state of each fault of the earlier audit on the pages that were read again.',
    rows: verdicts.map((verdict) => ({ ...verdict })),
  };
}
