/**
 * What requests cost, in micro-dollars, known before they are made. The
 * provider publishes no price-before-call endpoint; these are its list prices
 * of September and October 2026, and `upstream check` shows the account's own.
 * They decide budgets only: what is recorded is the cost that answers state.
 */

/** A search for an operator such as `site:` costs five times as much, for each operator. */
const operatorFactor = 5;
const operatorPattern =
  /(?:^|\s)-?(?:site|intitle|allintitle|inurl|allinurl|intext|allintext|inanchor|filetype|ext|related|info|link|define|before|after):/giu;

/** A task of the keyword and domain database: a fee and a price for each row asked for. */
export function labsPriceMicroUsd(rows: number): number {
  return 12_000 + 120 * rows;
}

/** A task of the link database. */
export function backlinksPriceMicroUsd(rows: number): number {
  return 24_000 + 36 * rows;
}

/** A live listing: the first ten results, then each further page of ten. */
export function listingPriceMicroUsd(keyword: string, depth: number, withAiOverview: boolean): number {
  const furtherPages = Math.max(0, Math.ceil(depth / 10) - 1);
  const pages = 2_000 + 1_500 * furtherPages;
  const operators = keyword.match(operatorPattern)?.length ?? 0;
  return pages * operatorFactor ** operators + (withAiOverview ? 2_000 : 0);
}
