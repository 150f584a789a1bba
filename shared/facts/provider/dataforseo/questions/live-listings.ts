import * as v from 'valibot';
import type { Listing } from '#shared/contract/rows.ts';
import { nearestNames } from '#shared/facts/markets/market-tables.ts';
import type { Location, Market } from '#shared/facts/ports/fact.ts';
import type { ListingNeed, ListingSource } from '#shared/facts/ports/sources.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { readListing, type SerpListing, serpListing } from '../facts/listing.ts';
import { factOf, requiredText, rows } from '../wire/wire.ts';
import { listingMarket, listingPriceMicroUsd } from './requests.ts';

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

/** Six seconds on average, in the provider's words; the tail is cut so that a call can still answer. */
const listingTimeoutMs = 20_000;
/** An empty listing is sometimes the search engine's mood. */
const emptyFreshMs = 5 * 60_000;
const pageRows = 10;
const deepest = 200;

interface ListingQuestion {
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
        depth: wholePages,
        ...(withAiOverview && { load_async_ai_overview: true }),
      },
      schema: serpListing,
      priceMicroUsd: listingPriceMicroUsd(query, wholePages, withAiOverview),
      timeoutMs: listingTimeoutMs,
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
  const message = 'Search engines no longer answer the operator cache:. Leave it out.';
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: '/query', loc: ['query'], type: 'unsupported_operator', message }],
  });
}

/** A large country has some ten thousand places. */
const mostPlaces = 60_000;
const namesTimeoutMs = 8_000;

const place = v.object({ location_name: requiredText });

/** The provider sends the list itself; the cache keeps it as an object. */
const placeList = v.union([
  v.pipe(
    rows(place, mostPlaces),
    v.transform((items) => ({ items })),
  ),
  v.object({ items: rows(place, mostPlaces) }),
]);

/**
 * The refusal of a place with the names that were probably meant. The list of
 * a country's places costs nothing and is kept for a month; where it cannot be
 * had, the refusal stays as it was.
 */
async function withNearestPlaces(
  upstream: UpstreamClient,
  refusal: ServiceError,
  { name, countryIso }: Location,
): Promise<ServiceError> {
  const known = await upstream
    .ask({
      kind: 'locations',
      path: `/v3/serp/google/locations/${countryIso.toLowerCase()}`,
      schema: placeList,
      readsWholeResult: true,
      priceMicroUsd: 0,
      timeoutMs: namesTimeoutMs,
    })
    .catch(() => undefined);
  const nearest = nearestTo(name, known?.answer.items ?? []);
  if (nearest.length === 0) return refusal;
  const message = `No listings are made for ${name.replaceAll(',', ', ')}. Did you mean ${nearest.join(' or ')}?`;
  return new ServiceError('unknown_location', message, {
    faults: [{ pointer: '/location', loc: ['location'], type: 'unknown_location', message }],
    cause: refusal,
  });
}

function nearestTo(name: string, known: readonly { readonly location_name: string }[]): string[] {
  const typed = fold(name);
  // Comparing letter by letter is slow for thousands of names: people rarely mistype the first one.
  const similar = known.filter(({ location_name }) => fold(location_name).startsWith(typed.slice(0, 1)));
  const named = similar.map(({ location_name }) => ({ name: location_name }));
  return nearestNames(typed, named, fold).map(({ name: nearest }) => nearest);
}

function fold(name: string): string {
  return name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
