import type { Check, Evidence, Severity } from '../checks/check.ts';
import { addressesOf, type Finding } from '../checks/run-checks.ts';
import type { SiteScore } from './score.ts';

/** All findings of one check. */
export interface IssueCluster {
  readonly check: Check;
  /** Each address once, in the order found. */
  readonly urls: readonly string[];
  /** Of the first address. */
  readonly evidence: Evidence;
  /** Points by which the site's score would rise if it were mended and nothing else. */
  readonly gain: number;
}

const ranks: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Findings by check: the most severe first, then the greatest gain. */
export function clusterFindings(findings: readonly Finding[], score: SiteScore): readonly IssueCluster[] {
  const groups = Map.groupBy(findings, ({ check }) => check);
  const clusters = [...groups].flatMap(([check, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const urls = [...new Set(found.flatMap(addressesOf))];
    return [{ check, urls, evidence: first.evidence, gain: score.gainOf([check.id]) }];
  });
  return clusters.toSorted((a, b) => ranks[a.check.severity] - ranks[b.check.severity] || byWorth(a, b));
}

/** Where severity and gain are equal: what holds for more pages, then by name. */
export function byWorth(a: IssueCluster, b: IssueCluster): number {
  return b.gain - a.gain || b.urls.length - a.urls.length || (a.check.id < b.check.id ? -1 : 1);
}

/** The more severe first. */
export function bySeverity(a: IssueCluster, b: IssueCluster): number {
  return ranks[a.check.severity] - ranks[b.check.severity];
}
