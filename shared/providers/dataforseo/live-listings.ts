import type { ListingSource } from '#shared/search/ports.ts';
import { factOf } from './answer.ts';
import type { Desk } from './desk.ts';
import { askListing } from './listing-question.ts';

/** Listings fetched from the search engine at the moment they are asked for, or within the hour before. */
export function createLiveListings(desk: Desk): ListingSource {
  return {
    kind: 'live',
    async listing(query, market, depth, signal, need = 'whole') {
      const answered = await askListing(desk, { query, market, depth, need }, signal);
      return factOf(answered.answer, 'live_serp', [answered], { observedAt: answered.answer.fetched_at });
    },
  };
}
