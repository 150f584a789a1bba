import type { ToolData } from '#shared/contract/tool.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { type DeadAddress, livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';
import type { Finding } from '#shared/site-audit/checks/run-checks.ts';
import { titleOf } from '#shared/site-audit/document/prose.ts';
import { excerptOf } from '#shared/site-audit/document/words.ts';
import type { auditSite as contract } from './contract.ts';

type Row = ToolData<typeof contract>['pages'][number];

/** Issues named with a page, most severe first; most sites have the rest on every page. */
const shownPageIssues = 5;
/** Addresses that do not work, listed after the pages; all are in the dataset `audit-pages`. */
const shownDead = 10;

export const severityRank = { high: 0, medium: 1, low: 2 } as const;

/** Audited pages in the order they were read, then addresses that do not work. */
export function pageRows({ site, score, findings }: SiteAudit): Row[] {
  const own = findings.values().filter(({ check }) => check.scope !== 'site' && check.once !== true);
  const byUrl = Map.groupBy(own, ({ url }) => url);
  const common = (url: string) => {
    const issues = issueIds(byUrl.get(url) ?? []);
    return {
      url,
      onpage_score: score.byPage.get(url) ?? 0,
      issues: issues.slice(0, shownPageIssues),
      ...(issues.length > shownPageIssues ? { issues_total: issues.length } : {}),
    };
  };
  return [
    ...site.audited.map((page) => ({
      ...common(page.url),
      status_code: page.status,
      page_class: page.class.class,
      title: shownTitle(titleOf(page.document)),
      word_count: page.document.mainWordCount,
    })),
    ...livenessOf(site)
      .dead.slice(0, shownDead)
      .map((address) => ({ ...common(address.url), ...deadRow(address) })),
  ];
}

function deadRow({ status, reason }: DeadAddress) {
  return {
    status_code: status,
    page_class: 'error' as const,
    title: null,
    word_count: null,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** What the rows are, in a sentence. */
export function pagesNote({ site }: SiteAudit): string {
  const dead = livenessOf(site).dead.length;
  const listed = Math.min(dead, shownDead);
  const after = dead === 0 ? '' : `, then ${listed === dead ? '' : `${listed} of `}${dead} that do not work`;
  return `The audited pages in the order they were read${after}. Words without navigation, header and footer. Excluded pages: audit-pages.`;
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
