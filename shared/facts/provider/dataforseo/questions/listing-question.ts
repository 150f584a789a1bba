import type { Listing } from '#shared/contract/rows.ts';
import type { ListingNeed } from '#shared/facts/ports/listings.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { listingPriceMicroUsd } from '../client/prices.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { readListing } from '../facts/listing.ts';
import { type SerpListing, serpListing } from '../wire/serp-wire.ts';
import { listingMarket } from './markets.ts';

/** Six seconds on average, in the provider's words; the tail is cut so that a call can still answer. */
const timeoutMs = 20_000;
/** An empty listing is sometimes the search engine's mood. */
const emptyFreshMs = 5 * 60_000;
const pageRows = 10;
const deepest = 200;

export interface ListingQuestion {
  readonly query: string;
  readonly market: Market;
  readonly depth: number;
  readonly need: ListingNeed;
}

/** One listing, fetched now or within the last hour. */
export async function askListing(
  upstream: UpstreamClient,
  { query, market, depth, need }: ListingQuestion,
  signal?: AbortSignal,
): Promise<Answered<Listing>> {
  if (/(?:^|\s)cache:/iu.test(query)) throw refusedOperator();
  // Pages are billed whole, so the rest of the last page comes for nothing.
  const wholePages = Math.min(deepest, Math.ceil(depth / pageRows) * pageRows);
  const withAiOverview = need === 'whole';
  const answered = await upstream.ask(
    {
      kind: 'listing',
      path: '/v3/serp/google/organic/live/advanced',
      task: {
        keyword: encoded(query),
        ...listingMarket(market),
        device: 'desktop',
        depth: wholePages,
        ...(withAiOverview && { load_async_ai_overview: true }),
      },
      schema: serpListing,
      priceMicroUsd: listingPriceMicroUsd(query, wholePages, withAiOverview),
      timeoutMs,
      freshMsOf: ({ items }: SerpListing) => (items.length === 0 ? emptyFreshMs : undefined),
    },
    signal,
  );
  const listing = readListing(answered.answer, query, depth, answered.fetchedAt);
  const isNew = !answered.cacheHit && listing.organic.length > 0;
  // The stored index is kept by country: the listing of one city would pass for that of all.
  const kept =
    isNew && market.location.kind === 'country' ? upstream.keepListing(listing, market) : undefined;
  // One whole listing waits a moment for its storing; a check of many keywords has others to fetch meanwhile.
  if (need === 'whole') await kept;
  return { ...answered, answer: listing };
}

/** The provider decodes keywords like a URL: a bare `+` would become a space, and `%` an escape. */
function encoded(query: string): string {
  return query.replaceAll('%', '%25').replaceAll('+', '%2B');
}

function refusedOperator(): ServiceError {
  const message = 'The operator cache: is not answered by search engines any more. Leave it out.';
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: '/query', loc: ['query'], type: 'unsupported_operator', message }],
  });
}
