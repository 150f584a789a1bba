import type { Market } from '#shared/search/market.ts';

/** A domain in a market whose rows have changed. */
export interface TouchedDomain {
  readonly market: Market;
  readonly domain: string;
  /** Sort key of the first of its rows that changed, before or after; empty where that is not known. */
  readonly firstRow: string;
}
