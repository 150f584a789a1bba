import { type Check, weightOf } from '../checks/check.ts';
import type { DeadAddress } from '../checks/dead-addresses.ts';
import { addressesOf, type Findings } from '../checks/run-checks.ts';

/** Share of its points that a page keeps for each unit of weight of a fault. Notices cost nothing. */
const keptPerWeight = { high: 0.96, medium: 0.98, low: 1 } as const;

/**
 * Faults that another one counts already: of a page that refers to a dead
 * address the address counts, and of a site without HTTPS its pages.
 */
const countedElsewhere = new Set([
  'broken_internal_link',
  'hreflang_to_error',
  'sitemap_has_error',
  'https_broken',
]);

/** A site as the score sees it. */
export interface ScoredSite {
  /** Addresses of the audited pages. */
  readonly pages: readonly string[];
  readonly dead: readonly DeadAddress[];
  /** Addresses asked for as pages, dead ones too. */
  readonly asked: number;
}

export interface ScorePart {
  readonly issue: string;
  /** Points gained (the base) or lost, of the site's score. */
  readonly points: number;
}

export interface SiteScore {
  /** 0-100 with two decimals. */
  readonly score: number;
  /** The same with dead addresses left out. */
  readonly ofWorkingPages: number;
  /** Adds up to the score. */
  readonly breakdown: readonly ScorePart[];
  /** Of audited pages by their own faults, and 0 for dead addresses. */
  readonly byPage: ReadonlyMap<string, number>;
  /** Points that the score would rise by if these checks found nothing any more. */
  gainOf(issues: readonly string[]): number;
}

/** Natural logarithm of what a fault leaves of the points; 0 where it takes none. */
function costOf(check: Check): number {
  return countedElsewhere.has(check.id) ? 0 : weightOf(check) * Math.log(keptPerWeight[check.severity]);
}

export type Costs = ReadonlyMap<string, number>;

/** Costs of pages and site by check, and the dead addresses: all that the score is made of. */
interface Ingredients {
  readonly pages: readonly Costs[];
  readonly wholeSite: Costs;
  readonly dead: readonly DeadAddress[];
  readonly asked: number;
}

interface Outcome {
  readonly pagesMean: number;
  /** What faults of the whole site leave, 0-1. */
  readonly siteShare: number;
  /** Share of the addresses that work, 0-1. */
  readonly liveShare: number;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Scores a site: the mean of its pages, times what faults of the site as a
 * whole leave, times the share of its addresses that work. A page keeps 96 %
 * of its points for each unit of weight of an error and 98% for each of a
 * warning; so does the site for its own faults.
 */
export function scoreSite({ pages, dead, asked }: ScoredSite, findings: Findings): SiteScore {
  const costs = costsByPage(findings);
  const ingredients = {
    pages: pages.map((url) => costs.get(url) ?? free),
    wholeSite: new Map(
      findings
        .values()
        .filter(({ check }) => check.scope === 'site')
        .map(({ check }) => [check.id, costOf(check)] as const),
    ),
    dead,
    asked,
  };
  const outcome = outcomeOf(ingredients, nothing);
  const score = pointsOf(outcome);
  return {
    ...addUp(lossesOf(ingredients, outcome)),
    ofWorkingPages: round(outcome.pagesMean * outcome.siteShare),
    byPage: new Map([
      ...pages.map((url, place) => [url, round(keptOf(ingredients.pages[place], nothing) * 100)] as const),
      ...dead.map(({ url }) => [url, 0] as const),
    ]),
    gainOf: (issues) => round(pointsOf(outcomeOf(ingredients, new Set(issues))) - score),
  };
}

/** What each page loses by each of its own checks, once however often it was found. */
function costsByPage(findings: Findings): ReadonlyMap<string, Costs> {
  const costs = new Map<string, Costs>();
  const add = createCostPool();
  for (const finding of findings.values()) {
    if (finding.check.scope === 'site' || costOf(finding.check) === 0) continue;
    for (const url of addressesOf(finding)) costs.set(url, add(costs.get(url) ?? free, finding.check));
  }
  return costs;
}

const free: Costs = new Map();

/** Adds a check to costs; pages of the same faults share theirs, as most pages of a template do. */
export function createCostPool() {
  const longer = new Map<Costs, Map<string, Costs>>();
  return (costs: Costs, check: Check): Costs => {
    if (costs.has(check.id)) return costs;
    const known = longer.get(costs) ?? new Map<string, Costs>();
    longer.set(costs, known);
    const sum = known.get(check.id) ?? new Map([...costs, [check.id, costOf(check)]]);
    known.set(check.id, sum);
    return sum;
  };
}

/** What faults leave of the points, 0-1, those of some checks left out. */
function keptOf(costs: Costs | undefined, without: ReadonlySet<string>): number {
  let sum = 0;
  for (const [issue, cost] of costs ?? []) if (!without.has(issue)) sum += cost;
  return Math.exp(sum);
}

function outcomeOf({ pages, wholeSite, dead, asked }: Ingredients, without: ReadonlySet<string>): Outcome {
  const kept = pages.map((costs) => keptOf(costs, without));
  const deadLeft = dead.filter(({ issue }) => !without.has(issue)).length;
  return {
    pagesMean: (100 * kept.reduce((sum, share) => sum + share, 0)) / Math.max(1, pages.length),
    siteShare: keptOf(wholeSite, without),
    liveShare: 1 - deadLeft / Math.max(1, asked),
  };
}

const pointsOf = ({ pagesMean, siteShare, liveShare }: Outcome) => pagesMean * siteShare * liveShare;

/** Points lost by issue: first on the pages, then by the site as a whole, then by dead addresses. */
function lossesOf(
  { pages, wholeSite, dead }: Ingredients,
  { pagesMean, siteShare, liveShare }: Outcome,
): ReadonlyMap<string, number> {
  const losses = new Map<string, number>();
  const lose = (issue: string, points: number) => losses.set(issue, (losses.get(issue) ?? 0) + points);
  const share = (costs: Costs, points: number): void => {
    const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
    if (total !== 0) for (const [issue, cost] of costs) lose(issue, (points * cost) / total);
  };
  for (const costs of pages) share(costs, (100 * (1 - keptOf(costs, nothing))) / pages.length);
  share(wholeSite, pagesMean * (1 - siteShare));
  for (const { issue } of dead) lose(issue, (pagesMean * siteShare * (1 - liveShare)) / dead.length);
  return losses;
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
