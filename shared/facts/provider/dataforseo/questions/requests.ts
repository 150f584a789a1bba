import { widenedNotice } from '#shared/facts/markets/markets.ts';
import type { Market, Notice } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Question } from '../client/upstream-client.ts';

/**
 * What requests cost, in micro-dollars, known before they are made. The
 * provider publishes no price-before-call endpoint; these are its list prices
 * of September and October 2026, and `upstream check` shows the account's own.
 * They decide budgets only: what is recorded is the cost that answers state.
 */

/** A search for an operator such as `site:` costs five times as much, for each operator. */
const operatorFactor = 5;
const operatorPattern =
  /(?:^|\s)-?(?:site|intitle|allintitle|inurl|allinurl|intext|allintext|inanchor|filetype|ext|related|info|link|define|before|after):/giu;

/** A task of the keyword and domain database: a fee and a price for each row asked for. */
export function labsPriceMicroUsd(rows: number): number {
  return 12_000 + 120 * rows;
}

export function backlinksPriceMicroUsd(rows: number): number {
  return 24_000 + 36 * rows;
}

/** A live listing: the first ten results, then each further page of ten. */
export function listingPriceMicroUsd(keyword: string, depth: number, withAiOverview: boolean): number {
  const furtherPages = Math.max(0, Math.ceil(depth / 10) - 1);
  const pages = 2_000 + 1_500 * furtherPages;
  const operators = keyword.match(operatorPattern)?.length ?? 0;
  return pages * operatorFactor ** operators + (withAiOverview ? 2_000 : 0);
}

/** Half a second to a second and a half in the provider's own samples. */
const timeoutMs = 12_000;

/** What all questions to the keyword and domain database share; `rows` are those paid for. */
export function labsQuestion(
  endpoint: string,
  rows: number,
): Pick<Question<unknown>, 'kind' | 'path' | 'priceMicroUsd' | 'timeoutMs'> {
  return {
    kind: 'index',
    path: `/v3/dataforseo_labs/google/${endpoint}/live`,
    priceMicroUsd: labsPriceMicroUsd(rows),
    timeoutMs,
  };
}

/** Countries of which the provider makes listings but keeps no index (its location list of October 2026). */
const countriesWithoutIndex = new Set(
  (
    'AD BS BB BZ BW BN DO ET FJ GE GG GY HT HN IS IQ IM JM JE KW KG LA LB LI LU MG MW MV MU MN ME MZ NA NP ' +
    'OM PG QA RW SM SR TJ TZ TT TM UG UZ ZM ZW'
  ).split(' '),
);

/** The market of an index question: always a country, always both codes, since an omitted one means "anywhere". */
interface IndexMarket {
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

/** The market of a listing: a place by its name, a country by its code, and the device. */
export function listingMarket({
  location,
  language,
  device,
}: Market): Readonly<Record<string, string | number>> {
  const place =
    location.kind === 'place' ? { location_name: location.name } : { location_code: location.countryCode };
  return { ...place, language_code: language.code, device: device ?? 'desktop' };
}

function noIndexOf(country: string): ServiceError {
  const message = `No search index is kept for ${country}. Ask inspect_serp for its listings, or send a larger country.`;
  return new ServiceError('unsupported_market', message, {
    faults: [{ pointer: '/location', loc: ['location'], type: 'unsupported_market', message }],
  });
}
