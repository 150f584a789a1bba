import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { marketArguments } from './suggestions.ts';

/**
 * Opportunities as an export shows them, with calls that can be sent as they
 * stand: in the market that was asked about, and about the keyword where no
 * source can fetch its listing.
 */
export function withSendableCalls(
  rows: readonly SearchOpportunity[],
  market: Market,
  hasLiveListings: boolean,
): SearchOpportunity[] {
  const where = marketArguments(market);
  return rows.map((row) => {
    const { tool, args } = row.next_call;
    if (tool !== 'inspect_serp') return row;
    const next_call = hasLiveListings
      ? { tool, args: { ...args, ...where } }
      : { tool: 'inspect_keyword' as const, args: { keyword: row.query, ...where } };
    return { ...row, next_call };
  });
}
