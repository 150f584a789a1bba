import type { Check, Evidence, Severity } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';
import { pointsOf, type SiteScore } from './score.ts';

/** All findings of one check. */
export interface IssueCluster {
  readonly check: Check;
  /** Each address once, in the order found. */
  readonly urls: readonly string[];
  /** Of the first address. */
  readonly evidence: Evidence;
  /**
   * Points of the site's score that fixing it would win, as the breakdown of the score has them; on pages that
   * are not scored and for the site as a whole, what it would cost where it counted.
   */
  readonly gain: number;
}

const ranks: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Findings by check: the most severe first, then the greatest gain. */
export function clusterFindings(findings: readonly Finding[], score: SiteScore): readonly IssueCluster[] {
  const groups = Map.groupBy(findings, ({ check }) => check);
  const clusters = [...groups].flatMap(([check, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const urls = [...new Set(found.map(({ url }) => url))];
    return [{ check, urls, evidence: first.evidence, gain: gainOf(check, urls, score) }];
  });
  return clusters.toSorted(
    (a, b) =>
      ranks[a.check.severity] - ranks[b.check.severity] ||
      b.gain - a.gain ||
      b.urls.length - a.urls.length ||
      byId(a, b),
  );
}

function gainOf(check: Check, urls: readonly string[], { byPage, breakdown }: SiteScore): number {
  const lost = breakdown.find(({ issue }) => issue === check.id)?.points ?? 0;
  const unscored = urls.filter((url) => !byPage.has(url)).length;
  const share = check.scope === 'site' ? 1 : Math.min(1, unscored / Math.max(1, byPage.size));
  return Math.round((pointsOf(check) * share - lost) * 100) / 100;
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
