import { weightOf } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';

/** Points of a perfect page that errors and warnings can take, and the weights they are measured by. */
const categories = {
  high: { points: 55, weights: 78 },
  medium: { points: 45, weights: 123 },
  low: { points: 0, weights: 1 },
} as const;

/** A page as the score sees it. */
export interface ScoredPage {
  readonly url: string;
  /** A page that does not work counts 0, whatever else is wrong with it. */
  readonly brokenBy: string | undefined;
}

export interface ScorePart {
  readonly issue: string;
  /** Points gained (the base) or lost, of the site's score. */
  readonly points: number;
}

export interface SiteScore {
  /** 0-100 with two decimals; the mean of the pages. */
  readonly score: number;
  /** Adds up to the score. */
  readonly breakdown: readonly ScorePart[];
  readonly byPage: ReadonlyMap<string, number>;
}

/** Points that one finding takes from its page, by the formula DataForSEO publishes for its OnPage score. */
export function pointsOf(check: Finding['check']): number {
  const { points, weights } = categories[check.severity];
  return (weightOf(check) / weights) * points;
}

/**
 * Scores pages and site: `100 − Σ error weight / 78 · 55 − Σ warning weight /
 * 123 · 45` for each page, never below 0, and the mean for the site. Findings
 * of the site as a whole take nothing, since they belong to no page.
 */
export function scoreSite(pages: readonly ScoredPage[], findings: readonly Finding[]): SiteScore {
  const byUrl = Map.groupBy(
    findings.filter(({ check }) => check.scope !== 'site'),
    ({ url }) => url,
  );
  const losses = new Map<string, number>();
  const byPage = new Map<string, number>();
  for (const page of pages) {
    const lost = lossesOf(page, byUrl.get(page.url) ?? []);
    let total = 0;
    for (const [issue, points] of lost) {
      losses.set(issue, (losses.get(issue) ?? 0) + points / pages.length);
      total += points;
    }
    byPage.set(page.url, round(100 - total));
  }
  return { ...addUp(losses), byPage };
}

/** Points lost by issue; scaled down where a page has more faults than points. */
function lossesOf({ brokenBy }: ScoredPage, findings: readonly Finding[]): ReadonlyMap<string, number> {
  if (brokenBy !== undefined) return new Map([[brokenBy, 100]]);
  const lost = new Map<string, number>();
  for (const { check } of findings) lost.set(check.id, pointsOf(check));
  const total = [...lost.values()].reduce((sum, points) => sum + points, 0);
  const scale = total > 100 ? 100 / total : 1;
  return new Map([...lost].map(([issue, points]) => [issue, points * scale]));
}

/** Rounds every part to hundredths so that the parts still add up: what rounding leaves goes to the next part. */
function addUp(losses: ReadonlyMap<string, number>): Pick<SiteScore, 'score' | 'breakdown'> {
  const ordered = [...losses].filter(([, points]) => points > 0).toSorted((a, b) => b[1] - a[1]);
  let exact = 0;
  let rounded = 0;
  const parts = ordered.map(([issue, points]) => {
    exact += points;
    const part = Math.round(exact * 100) - rounded;
    rounded += part;
    return { issue, points: -part / 100 };
  });
  return {
    score: (10_000 - rounded) / 100,
    breakdown: [{ issue: 'base', points: 100 }, ...parts.filter(({ points }) => points !== 0)],
  };
}

function round(points: number): number {
  return Math.max(0, Math.round(points * 100) / 100);
}
