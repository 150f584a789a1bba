import * as v from 'valibot';
import { nearestNames } from '#shared/facts/markets/nearest-names.ts';
import type { Location } from '#shared/facts/ports/market.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { UpstreamClient } from '../client/upstream-client.ts';
import { requiredText, rows } from '../wire/wire.ts';

/** A large country has some ten thousand places. */
const mostPlaces = 60_000;
const timeoutMs = 8_000;

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
export async function withNearestPlaces(
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
      timeoutMs,
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
