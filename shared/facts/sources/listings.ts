import type { OrganicRow } from '#shared/contract/rows.ts';
import type { Market } from '../markets/market.ts';
import type { Fact } from './fact.ts';

export interface LocalPackRow {
  readonly position: number;
  readonly title: string;
  readonly domain: string | null;
  readonly url: string | null;
  readonly rating: { readonly value: number | null; readonly votes_count: number | null } | null;
  readonly is_paid: boolean;
}

export interface PaidRow {
  readonly position: number;
  readonly domain: string;
  readonly url: string | null;
  readonly title: string | null;
}

/** A search result listing as it was seen at one moment. */
export interface Listing {
  readonly query: string;
  readonly fetched_at: string;
  /** How many organic results were asked for. */
  readonly depth: number;
  readonly item_types_present: readonly string[];
  readonly organic: readonly OrganicRow[];
  readonly ai_overview: {
    readonly text: string | null;
    readonly references: readonly {
      readonly domain: string;
      readonly url: string;
      readonly title: string | null;
    }[];
  } | null;
  readonly paid: readonly PaidRow[];
  readonly local_pack: readonly LocalPackRow[];
  readonly featured_snippet: {
    readonly domain: string;
    readonly url: string;
    readonly title: string | null;
    readonly text: string | null;
  } | null;
  readonly people_also_ask: readonly string[];
  readonly related_searches: readonly string[];
}

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
