import { linearRegression, linearRegressionLine, mean, probit, sampleVariance } from 'simple-statistics';
import { type Carrier, type Cell, type Counts, shownIn, sortCells } from './compared-cells.ts';

type Factor = readonly [before: number, after: number];

/** Shapley shares of factors in the change of their product; they add up to it. */
export function shapleyShares(factors: readonly Factor[]): number[] {
  const n = factors.length;
  const products = new Float64Array(n);
  return factors.map(([before, after], at) => {
    fillProducts(products, factors, at);
    // The part of all orders in which just m factors change before this one: m! (n - 1 - m)! / n!.
    let weight = 1 / n;
    let mean = 0;
    for (const [m, product] of products.entries()) {
      mean += product * weight;
      weight *= (m + 1) / Math.max(1, n - 1 - m);
    }
    return (after - before) * mean;
  });
}

/** For each m the sum of the products of all factors but one, over all choices of m of them that have changed already. */
function fillProducts(products: Float64Array, factors: readonly Factor[], without: number): void {
  products.fill(0);
  products[0] = 1;
  for (const [at, [was, is]] of factors.entries())
    if (at !== without)
      for (let m = products.length - 1; m >= 0; m -= 1)
        products[m] = (products[m] ?? 0) * was + (products[m - 1] ?? 0) * is;
}

/** Of what the clicks of a query on a page are the product, in the order of its shares. */
export const factors = ['demand', 'season', 'mix', 'position', 'click_rate'] as const;

interface FactorQuestion {
  /** The share of impressions that this site is clicked at a position, above 0 and up to 1. */
  shareAt(position: number): number;
  /** By how much demand grew in the season; 1 where it stayed. */
  readonly growth: number;
}

/** For each cell of one query, shown in both periods, the shares of the factors. */
function sharesOf(cells: readonly Cell[], { shareAt, growth }: FactorQuestion): number[][] {
  const [before, after] = [shownIn(cells, 'before'), shownIn(cells, 'after')];
  return cells.map((cell) => {
    // A page that was not shown for the query in one period has the place and the rate of the other: all is mix.
    const was = cell.before.impressions > 0 ? cell.before : cell.after;
    const is = cell.after.impressions > 0 ? cell.after : cell.before;
    const [placeBefore, placeAfter] = [shareAt(was.position), shareAt(is.position)];
    return shapleyShares([
      [before, after / growth],
      [1, growth],
      [cell.before.impressions / before, cell.after.impressions / after],
      [placeBefore, placeAfter],
      [was.clicks / was.impressions / placeBefore, is.clicks / is.impressions / placeAfter],
    ]);
  });
}

const totalsOf = (shares: readonly (readonly number[])[]): number[] =>
  factors.map((_, at) => shares.reduce((sum, share) => sum + (share[at] ?? 0), 0));

/**
 * Variances of these totals. Every count is taken for Poisson, clicks and
 * impressions without click apart; a mean position is a mean of counts of the
 * places above it.
 */
function countedVariances(cells: readonly Cell[], question: FactorQuestion): number[] {
  const base = totalsOf(sharesOf(cells, question));
  const sums = factors.map(() => 0);
  for (const { other, weight } of cells.flatMap((cell, at) => disturbedSides(cells, cell, at)))
    for (const [at, total] of totalsOf(sharesOf(other, question)).entries())
      sums[at] = (sums[at] ?? 0) + weight * (total - (base[at] ?? 0)) ** 2;
  return sums;
}

function disturbedSides(cells: readonly Cell[], cell: Cell, at: number) {
  return (['before', 'after'] as const).flatMap((side) =>
    disturbed(cell[side])
      .filter(({ weight }) => weight > 0)
      .map(({ changed, weight }) => ({ weight, other: cells.with(at, { ...cell, [side]: changed }) })),
  );
}

function disturbed(counts: Counts): readonly { readonly changed: Counts; readonly weight: number }[] {
  const { clicks, impressions, position } = counts;
  const scatter = impressions > 0 ? Math.sqrt(Math.max(0, position - 1) / impressions) : 0;
  return [
    { changed: { ...counts, clicks: clicks + 1, impressions: impressions + 1 }, weight: clicks },
    { changed: { ...counts, impressions: impressions + 1 }, weight: impressions - clicks },
    { changed: { ...counts, position: position + scatter }, weight: scatter > 0 ? 1 : 0 },
  ];
}

const partNames = [...factors, 'gone', 'new', 'withheld'] as const;
export type PartName = (typeof partNames)[number];

export interface Part {
  readonly name: PartName;
  /** Whole clicks; those of all parts add up to the change. */
  readonly clicks: number;
  readonly low: number;
  readonly high: number;
  /** `cannot_tell` where the interval holds zero. */
  readonly verdict: 'seen' | 'cannot_tell';
  /** Largest first, whichever way; their clicks add up to those of the part. Empty of season and withheld. */
  readonly carriers: readonly Carrier[];
}

interface ChangeQuestion {
  /** Clicks of the whole in both periods, with those that no cell has. */
  readonly clicks: { readonly before: number; readonly after: number };
  readonly cells: readonly Cell[];
  /** The share of impressions that this site is clicked at a position, above 0 and up to 1. */
  shareAt(position: number): number;
  /** By how much demand grew between the same days a year before, with the standard error of its logarithm. */
  readonly season?: { readonly growth: number; readonly error: number } | undefined;
  /** How much wider than chance the counts scatter; 1 as Poisson. */
  readonly dispersion: number;
}

/** Half the width of an interval in standard errors: 95 of 100 hold the truth. */
const halfWidth = probit(0.975);

/**
 * Explains the change of clicks between two periods by parts that add up to it.
 *
 * The clicks of a query on a page are a product: how often the query is shown
 * (demand, of which a part may be the season's), which part of that the page has
 * (mix), the share that its position gives (position), and how much more or less
 * it is clicked than that (click rate). Each factor gets its Shapley share: the
 * mean of what changing it adds, over all orders in which they could have
 * changed. Pages and queries that are there in one period only are told apart
 * before, since they have no ratio; `withheld` is what the whole has beyond all cells.
 */
export function explainChange(question: ChangeQuestion): readonly Part[] {
  const { clicks, dispersion } = question;
  const cells = question.cells.map(withImpressions);
  const { queries, gone, fresh } = sortCells(cells);
  const known = (side: 'before' | 'after') => cells.reduce((sum, cell) => sum + cell[side].clicks, 0);
  const withheld = { before: clicks.before - known('before'), after: clicks.after - known('after') };
  const lost = gone.map((carrier) => ({ ...carrier, clicks: -carrier.clicks }));
  const drafts = [
    ...factorParts(queries, question),
    countedPart('gone', lost, dispersion),
    countedPart('new', fresh, dispersion),
    {
      name: 'withheld' as const,
      value: withheld.after - withheld.before,
      variance: (Math.abs(withheld.before) + Math.abs(withheld.after)) * dispersion,
      carriers: [],
    },
  ];
  const values = drafts.map(({ value }) => value);
  const whole = wholeNumbers(values, clicks.after - clicks.before);
  return drafts.map((draft, at) => partOf(draft, whole[at] ?? 0));
}

/** A click without an impression, as some files have it, counts as one. */
const withImpressions = (cell: Cell): Cell => ({
  ...cell,
  before: { ...cell.before, impressions: Math.max(cell.before.impressions, cell.before.clicks) },
  after: { ...cell.after, impressions: Math.max(cell.after.impressions, cell.after.clicks) },
});

interface Draft {
  readonly name: PartName;
  readonly value: number;
  readonly variance: number;
  readonly carriers: readonly Carrier[];
}

function factorParts(
  queries: readonly (readonly Cell[])[],
  { shareAt, season, dispersion }: ChangeQuestion,
): Draft[] {
  const question = { shareAt, growth: season?.growth ?? 1 };
  const moved = { shareAt, growth: question.growth * Math.exp(season?.error ?? 0) };
  const shares = queries.map((cells) => sharesOf(cells, question));
  const sums = totalsOf(shares.flat());
  const variances = totalsOf(queries.map((cells) => countedVariances(cells, question)));
  const other = season ? totalsOf(queries.flatMap((cells) => sharesOf(cells, moved))) : sums;
  return factors.map((name, at) => ({
    name,
    value: sums[at] ?? 0,
    // The season's error is one for all queries.
    variance: (variances[at] ?? 0) * dispersion + ((other[at] ?? 0) - (sums[at] ?? 0)) ** 2,
    carriers: queries.flatMap((cells, query) => carriersOf(name, cells, shares[query] ?? [])),
  }));
}

/** Demand is of the query, whichever pages are shown for it; the season is of all alike. */
function carriersOf(
  name: (typeof factors)[number],
  cells: readonly Cell[],
  shares: readonly (readonly number[])[],
): Carrier[] {
  const at = factors.indexOf(name);
  if (name === 'season') return [];
  if (name !== 'demand')
    return cells.map(({ query, page }, cell) => ({ query, page, clicks: shares[cell]?.[at] ?? 0 }));
  const { query = null, page = null } = cells[0] ?? {};
  return [{ query, page: query === null ? page : null, clicks: totalsOf(shares)[at] ?? 0 }];
}

function countedPart(name: 'gone' | 'new', carriers: readonly Carrier[], dispersion: number): Draft {
  const value = carriers.reduce((sum, { clicks }) => sum + clicks, 0);
  return { name, value, variance: Math.abs(value) * dispersion, carriers };
}

function partOf({ name, value, variance, carriers }: Draft, clicks: number): Part {
  const half = halfWidth * Math.sqrt(variance);
  const sorted = carriers.toSorted((a, b) => Math.abs(b.clicks) - Math.abs(a.clicks));
  const whole = wholeNumbers(
    sorted.map((carrier) => carrier.clicks),
    clicks,
  );
  return {
    name,
    clicks,
    low: Math.floor(value - half),
    high: Math.ceil(value + half),
    verdict: value - half > 0 || value + half < 0 ? 'seen' : 'cannot_tell',
    carriers: sorted
      .map((carrier, at) => ({ ...carrier, clicks: whole[at] ?? 0 }))
      .filter((carrier) => carrier.clicks !== 0),
  };
}

/**
 * Rounds to whole numbers that add up to `total`, by largest remainders: each
 * differs from its value by less than one where the values add up to the total.
 */
function wholeNumbers(values: readonly number[], total: number): number[] {
  const whole = values.map(Math.floor);
  const left = Math.round(total - whole.reduce((sum, each) => sum + each, 0));
  const order = values
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (let given = 0; order.length > 0 && given < Math.abs(left); given += 1) {
    const next = order.at(left > 0 ? given % order.length : -1 - (given % order.length))?.at ?? 0;
    whole[next] = (whole[next] ?? 0) + Math.sign(left);
  }
  return whole;
}

const week = 7;

/**
 * How much wider than Poisson counts daily ones scatter around their trend and
 * weekday: the mean of squared deviations over what is expected. 1 at least, and
 * of less than three weeks.
 */
export function dispersionOf(days: readonly number[]): number {
  const sum = days.reduce((all, count) => all + count, 0);
  if (days.length < 3 * week || sum === 0) return 1;
  const weekdays = Array.from({ length: week }, (_, weekday) => {
    const counts = days.filter((_count, at) => at % week === weekday);
    return (counts.reduce((all, count) => all + count, 0) / counts.length) * (days.length / sum);
  });
  const trend = linearRegressionLine(
    linearRegression(days.map((count, at) => [at, count / (weekdays[at % week] || 1)])),
  );
  const squares = days.map((count, at) => {
    const expected = Math.max(trend(at) * (weekdays[at % week] ?? 1), 0.1);
    return (count - expected) ** 2 / expected;
  });
  return Math.max(1, squares.reduce((all, square) => all + square, 0) / (days.length - week - 1));
}

/**
 * By how much weekly counts grew from one period to another, with the standard
 * error of the logarithm as weeks scatter; undefined of fewer than two weeks each.
 */
export function growthOf(
  before: readonly number[],
  after: readonly number[],
): { readonly growth: number; readonly error: number } | undefined {
  if (Math.min(before.length, after.length) < 2 || [...before, ...after].some((count) => count <= 0))
    return undefined;
  const scatter = (weeks: readonly number[]) => sampleVariance(weeks.map(Math.log)) / weeks.length;
  return {
    growth: mean([...after]) / mean([...before]),
    error: Math.sqrt(scatter(before) + scatter(after)),
  };
}
