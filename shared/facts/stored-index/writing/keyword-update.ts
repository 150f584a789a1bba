import type { Listing } from '#shared/contract/rows.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { KeywordState, StoredMetrics } from '../items/keyword-state.ts';
import { emptyState } from '../items/keyword-state.ts';
import { mergeListing, mergeMetrics, type SeenListing } from './merge-listing.ts';

/** What a source says about one keyword in one market. */
export interface KeywordUpdate {
  readonly market: Market;
  /** As `keywordKey` gives it. */
  readonly keyword: string;
  readonly metrics?: StoredMetrics;
  readonly listing?: SeenListing;
  /** The listing with its texts, where the source has them. */
  readonly texts?: Listing;
}

/** State and texts after an update. */
export interface UpdatedKeyword {
  readonly state: KeywordState;
  /** `undefined`: as they were; `null`: none, because the listing they belonged to is gone. */
  readonly texts: Listing | null | undefined;
}

export function applyUpdate(
  known: KeywordState | undefined,
  knownTexts: Listing | undefined,
  { metrics, listing, texts }: KeywordUpdate,
): UpdatedKeyword {
  const before = known ?? emptyState;
  const measured = metrics ? mergeMetrics(before, metrics) : before;
  if (!listing) return { state: measured, texts: undefined };
  const state = mergeListing(measured, listing);
  const isNewest = state.listing?.at === listing.at && state.listing.source === listing.source;
  if (!isNewest) return { state, texts: undefined };
  const continues = before.listing?.at === listing.at && before.listing.source === listing.source;
  if (continues) return { state, texts: texts && joinedTexts(knownTexts, texts) };
  return { state, texts: texts ?? null };
}

/** Texts of one listing that came in several parts. */
function joinedTexts(known: Listing | undefined, added: Listing): Listing {
  // A writer that died may have left the texts of the listing before.
  if (known?.fetched_at !== added.fetched_at) return added;
  const organic = new Map([...known.organic, ...added.organic].map((row) => [row.url, row]));
  return {
    ...added,
    depth: Math.max(known.depth, added.depth),
    organic: [...organic.values()].sort((a, b) => a.position - b.position),
  };
}
