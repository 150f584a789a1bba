import { type Cell, type Counts, shownIn } from './cells.ts';

/** A factor of a product: its values before and after. */
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

export interface FactorQuestion {
  /** The share of impressions that this site is clicked at a position, above 0 and up to 1. */
  shareAt(position: number): number;
  /** By how much demand grew in the season; 1 where it stayed. */
  readonly growth: number;
}

/** For each cell of one query, shown in both periods, the shares of the factors. */
export function sharesOf(cells: readonly Cell[], { shareAt, growth }: FactorQuestion): number[][] {
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

/** The shares of all cells together. */
export const totalsOf = (shares: readonly (readonly number[])[]): number[] =>
  factors.map((_, at) => shares.reduce((sum, share) => sum + (share[at] ?? 0), 0));

/**
 * Variances of these totals. Every count is taken for Poisson, clicks and
 * impressions without click apart; a mean position is a mean of counts of the
 * places above it.
 */
export function countedVariances(cells: readonly Cell[], question: FactorQuestion): number[] {
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
