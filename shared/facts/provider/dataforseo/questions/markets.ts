import { widenedNotice } from '#shared/facts/markets/markets.ts';
import type { Notice } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** Countries of which the provider makes listings but keeps no index (its location list of October 2026). */
const countriesWithoutIndex = new Set(
  (
    'AD BS BB BZ BW BN DO ET FJ GE GG GY HT HN IS IQ IM JM JE KW KG LA LB LI LU MG MW MV MU MN ME MZ NA NP ' +
    'OM PG QA RW SM SR TJ TZ TT TM UG UZ ZM ZW'
  ).split(' '),
);

/** The market of an index question: always a country, always both codes, since an omitted one means "anywhere". */
export interface IndexMarket {
  readonly params: { readonly location_code: number; readonly language_code: string };
  readonly notices: readonly Notice[];
}

/** Fails with `unsupported_market` where the provider keeps no index of the country. */
export function indexMarket(market: Market): IndexMarket {
  const { location, language } = market;
  if (countriesWithoutIndex.has(location.countryIso)) throw noIndexOf(location.countryName);
  const widened = widenedNotice(market);
  return {
    params: { location_code: location.countryCode, language_code: language.code },
    notices: widened ? [widened] : [],
  };
}

/** The market of a listing: a place by its name, a country by its code. */
export function listingMarket({ location, language }: Market): Readonly<Record<string, string | number>> {
  const place =
    location.kind === 'place' ? { location_name: location.name } : { location_code: location.countryCode };
  return { ...place, language_code: language.code };
}

function noIndexOf(country: string): ServiceError {
  const message = `No search index is kept for ${country}. Ask inspect_serp for its listings, or send a larger country.`;
  return new ServiceError('unsupported_market', message, {
    faults: [{ pointer: '/location', loc: ['location'], type: 'unsupported_market', message }],
  });
}
