import type { ListingSource } from '#shared/facts/ports/listings.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { factOf } from '../client/answer.ts';
import type { UpstreamClient } from '../client/upstream-client.ts';
import { askListing } from './listing-question.ts';
import { withNearestPlaces } from './place-names.ts';

/** Listings fetched from the search engine at the moment they are asked for, or within the hour before. */
export function createLiveListings(upstream: UpstreamClient): ListingSource {
  return {
    kind: 'live',
    async listing(query, market, depth, signal, need = 'whole') {
      const question = { query, market, depth, need };
      const answered = await askListing(upstream, question, signal).catch(async (error: unknown) => {
        const isPlace = error instanceof ServiceError && error.code === 'unknown_location';
        // A check of many keywords meets the same refusal each time; once is enough to look for names.
        throw isPlace && need === 'whole' ? await withNearestPlaces(upstream, error, market.location) : error;
      });
      return factOf(answered.answer, 'live_serp', [answered], { observedAt: answered.answer.fetched_at });
    },
  };
}
