import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import type { Severity } from '#shared/site-audit/checks/check.ts';
import { livenessOf } from '#shared/site-audit/checks/dead-addresses.ts';

/** What a reader should know first, in one or two sentences. */
export function summaryOf({ site, findings, recommendations, score }: SiteAudit): string {
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

function foundPart(findings: SiteAudit['findings']): string {
  const words = { high: 'error', medium: 'warning', low: 'notice' } as const;
  const severities: readonly Severity[] = ['high', 'medium', 'low'];
  return severities
    .map((severity) =>
      counted(findings.filter(({ check }) => check.severity === severity).length, words[severity]),
    )
    .join(', ');
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
