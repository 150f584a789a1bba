import type { Market } from '#shared/search/market.ts';
import type { BacklinkIndex, Listing, ListingSource, SearchIndex } from '#shared/search/ports.ts';

/** The service's own index, which answers every index question by itself. */
export interface StoredSources {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  readonly backlinks: BacklinkIndex;
}

/** Takes a listing that was fetched live into the stored index. */
export type KeepListing = (listing: Listing, market: Market) => Promise<void>;
