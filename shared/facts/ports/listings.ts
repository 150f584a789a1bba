import type { Listing } from '#shared/contract/rows.ts';
import type { Fact } from './fact.ts';
import type { Market } from './market.ts';

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

/** Takes a listing that was fetched live into the stored index. */
export type KeepListing = (listing: Listing, market: Market) => Promise<void>;

/** What stands in a listing beside its organic results, where there is nothing else or nothing else is known. */
export const organicOnly = {
  ai_overview: null,
  paid: [],
  local_pack: [],
  featured_snippet: null,
  people_also_ask: [],
  related_searches: [],
} as const satisfies Partial<Listing>;
