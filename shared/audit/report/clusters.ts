import type { Check, Evidence, Severity } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';
import { pointsOf } from './score.ts';

/** All findings of one check. */
export interface IssueCluster {
  readonly check: Check;
  /** Each address once, in the order found. */
  readonly urls: readonly string[];
  /** Of the first address. */
  readonly evidence: Evidence;
  /** Points of the site's score that fixing it would win; for the site as a whole, what it would be worth on every page. */
  readonly gain: number;
}

const ranks: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Findings by check: the most severe first, then the greatest gain. */
export function clusterFindings(findings: readonly Finding[], scoredPages: number): readonly IssueCluster[] {
  const groups = Map.groupBy(findings, ({ check }) => check);
  const clusters = [...groups].flatMap(([check, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const urls = [...new Set(found.map(({ url }) => url))];
    const share = check.scope === 'site' ? 1 : Math.min(1, urls.length / Math.max(1, scoredPages));
    return [{ check, urls, evidence: first.evidence, gain: Math.round(pointsOf(check) * share * 100) / 100 }];
  });
  return clusters.toSorted(
    (a, b) =>
      ranks[a.check.severity] - ranks[b.check.severity] ||
      b.gain - a.gain ||
      b.urls.length - a.urls.length ||
      byId(a, b),
  );
}

/** The same clusters in the order in which fixing them pays. */
export function byGain(clusters: readonly IssueCluster[]): readonly IssueCluster[] {
  return clusters.toSorted(
    (a, b) =>
      b.gain - a.gain ||
      ranks[a.check.severity] - ranks[b.check.severity] ||
      b.urls.length - a.urls.length ||
      byId(a, b),
  );
}

function byId(a: IssueCluster, b: IssueCluster): number {
  return a.check.id < b.check.id ? -1 : 1;
}
