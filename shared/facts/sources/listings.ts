import type { Listing } from '#shared/contract/rows.ts';
import type { Market } from '../markets/market.ts';
import type { Fact } from './fact.ts';

/** What a listing is read for: everything in it, or only who ranks where. */
export type ListingNeed = 'whole' | 'positions';

/**
 * Listings for a query. A live source fetches one now; the stored index
 * answers with the newest one it holds (null where it holds none).
 */
export interface ListingSource {
  /** `live` listings cost upstream money; stored ones do not. */
  readonly kind: 'live' | 'stored';
  /**
   * `need` says what the listing is for. `whole` (the default) also waits for
   * an AI overview, and an older listing that says so is better than none.
   * `positions` costs less, and is as fresh as the source promises or fails.
   */
  listing(
    query: string,
    market: Market,
    depth: number,
    signal?: AbortSignal,
    need?: ListingNeed,
  ): Promise<Fact<Listing | null>>;
}
