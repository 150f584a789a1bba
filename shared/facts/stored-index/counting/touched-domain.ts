import type { Market } from '#shared/facts/markets/market.ts';

/** A domain in a market that a keyword's change is about. */
export interface TouchedDomain {
  readonly market: Market;
  readonly domain: string;
  /** Sort key of its first row for a changed keyword, before or after; empty where that is not known. */
  readonly firstRow: string;
  /** Whether any of its own rows changed, or only who stands beside it. */
  readonly rowsChanged: boolean;
}
