import { organicOnly } from '#shared/facts/answers/organic-only.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Listing, ListingSource } from '#shared/facts/sources/ports.ts';
import { headSort, keywordPartition, stateSort, tailSort } from '../items/keys.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import { unpackListing } from '../items/packed-listing.ts';
import { readPacked, readState } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';
import { unknownSubject } from './domain-questions.ts';
import { bareRow } from './keyword-questions.ts';
import { originOfState } from './state-facts.ts';
import { secondsToIso, storedFact } from './stored-facts.ts';

/**
 * The newest stored listing of a query, down to the depth asked for or as deep
 * as it was fetched; `depth` of the listing tells. Null where none is stored.
 */
export function createStoredListings(table: IndexTable): ListingSource {
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
      if (!state || state.rows.length === 0)
        return storedFact({ value: null, ...unknownSubject(`"${keyword}"`, market) }, market);
      const head = part(headSort);
      const listing = head ? unpackListing(head, part(tailSort)) : bareListing(keyword, state);
      const value = {
        ...listing,
        depth: Math.min(depth, listing.depth),
        organic: listing.organic.filter(({ position }) => position <= depth),
      };
      return storedFact({ value, origin: originOfState(state) }, market);
    },
  };
}

/** What an import of places and addresses alone says about a listing. */
function bareListing(query: string, { rows, listing }: KeywordState): Listing {
  return {
    query,
    fetched_at: secondsToIso(listing?.at ?? 0),
    depth: listing?.depth ?? 0,
    item_types_present: [...(listing?.features ?? ['organic'])],
    organic: rows.map(bareRow),
    ...organicOnly,
  };
}
