import type { Listing } from '#shared/contract/rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Notice } from '#shared/facts/ports/fact.ts';
import { type ListingSource, organicOnly } from '#shared/facts/ports/listings.ts';
import { headSort, keywordPartition, stateSort, tailSort } from '../items/keys.ts';
import { type KeywordState, type ShownListing, shownListing } from '../items/keyword-state.ts';
import { unpackListing } from '../items/packed-listing.ts';
import { readPacked, readState } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { unknownSubject } from './domain-questions.ts';
import { bareRow } from './keyword-questions.ts';
import { originOfState } from './state-facts.ts';
import { secondsToIso, storedFact } from './stored-facts.ts';

/**
 * The newest stored listing of a query, down to the depth asked for or as deep
 * as it was fetched; `depth` of the listing tells. Null where none is stored:
 * places of single sites, as a rank tracker gives them, are no listing.
 */
export function createStoredListings(table: IndexReader): ListingSource {
  return {
    kind: 'stored',
    async listing(query, market, depth) {
      const keyword = keywordKey(query);
      const pk = keywordPartition(market, keyword);
      const { items } = await table.range({ pk, from: stateSort, to: tailSort });
      const part = (sort: string) => {
        const item = items.find(({ sk }) => sk === sort);
        return item && readPacked(item);
      };
      const stateItem = items.find(({ sk }) => sk === stateSort);
      const state = stateItem && readState(stateItem).state;
      const shown = state && shownListing(state);
      if (!state || !shown)
        return storedFact({ value: null, ...unknownSubject(`"${keyword}"`, market) }, market);
      const head = part(headSort);
      const listing = head ? unpackListing(head, part(tailSort)) : bareListing(keyword, state, shown);
      const value = {
        ...listing,
        depth: Math.min(depth, listing.depth),
        organic: listing.organic.filter(({ position }) => position <= depth),
      };
      const notices = head ? [] : partial(shown, value.depth);
      return storedFact({ value, origin: originOfState(state), notices }, market);
    },
  };
}

/** A table may leave out places that it had no row of. */
function partial({ rows, placesKnown }: ShownListing, depth: number): Notice[] {
  if (placesKnown === null) return [];
  const known = new Set(rows.map(({ position }) => position).filter((position) => position <= depth)).size;
  if (known >= depth) return [];
  const message = `The listing was imported as a table: it reaches place ${depth}, and ${known} of these ${depth} places are known.`;
  return [{ code: 'partial_answer', message }];
}

/** What an import of places and addresses alone says about a listing. */
function bareListing(query: string, { listing }: KeywordState, { rows }: ShownListing): Listing {
  return {
    query,
    fetched_at: secondsToIso(listing?.at ?? 0),
    depth: listing?.depth ?? 0,
    item_types_present: [...(listing?.features ?? ['organic'])],
    organic: rows.map(bareRow),
    ...organicOnly,
  };
}
