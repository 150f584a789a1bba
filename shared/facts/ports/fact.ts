import type { Provenance } from '#shared/contract/envelope.ts';

/**
 * Collects what the upstream provider charged while one call ran. Integer
 * micro-dollars. A request whose answer never came may have been billed all the
 * same, so every request counts with its price from the moment it is sent until
 * an answer says what it cost.
 */
export interface Spend {
  /** Announces a request at its price; it stays an estimate until it is settled. */
  begin(priceMicroUsd: number): OpenCost;
  /** Everything: what answers stated, and what is estimated. */
  readonly microUsd: number;
  /** Counts time that a request waited for its turn at the provider, in milliseconds. */
  wait(ms: number): void;
  readonly waitedMs: number;
  /** The part that no answer has stated: requests under way, and those whose answer was lost. */
  readonly estimatedMicroUsd: number;
}

interface OpenCost {
  /** Puts what the request did cost in the place of the estimate; once, later ones change nothing. */
  settle(costMicroUsd: number): void;
}

export function createSpend(): Spend {
  let stated = 0;
  let estimated = 0;
  let waited = 0;
  return {
    begin(priceMicroUsd) {
      const price = wholeMicroUsd(priceMicroUsd);
      let isSettled = false;
      estimated += price;
      return {
        settle(costMicroUsd) {
          const cost = wholeMicroUsd(costMicroUsd);
          if (isSettled) return;
          isSettled = true;
          estimated -= price;
          stated += cost;
        },
      };
    },
    wait(ms) {
      waited += Math.max(0, ms);
    },
    get waitedMs() {
      return waited;
    },
    get microUsd() {
      return stated + estimated;
    },
    get estimatedMicroUsd() {
      return estimated;
    },
  };
}

function wholeMicroUsd(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError('A cost is a whole number of micro-dollars.');
  return amount;
}

export interface Fact<Value> {
  readonly value: Value;
  readonly provenance: Provenance;
  /** Notices for the caller: sample data, stale data, a widened location, a partial answer. */
  readonly notices: readonly Notice[];
}

export interface Notice {
  readonly code:
    | 'sample_data'
    | 'stale_data'
    | 'undated_data'
    | 'location_widened'
    | 'partial_answer'
    | 'no_data';
  readonly message: string;
}

/** The first rows of a list, and how long the whole list is (null where the source cannot tell). */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}

/** Where a search is made. `code` is the numeric location code of the field's data providers. */
export interface Location {
  /** Canonical name: `United States`, or `Austin,Texas,United States` for a place within a country. */
  readonly name: string;
  /** Numeric code of the country, which is the ISO 3166-1 number + 2000. */
  readonly countryCode: number;
  readonly countryName: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryIso: string;
  readonly kind: 'country' | 'place';
}

/** ISO 639-1 code (or a provider's variant such as `zh-TW`) and English name. */
export interface Language {
  readonly code: string;
  readonly name: string;
}

/** Location and language, and the device where it is not a desktop: what every search fact is bound to. */
export interface Market {
  readonly location: Location;
  readonly language: Language;
  readonly device?: 'mobile';
}

/**
 * The key under which the stored index and the cache keep a market's country, such as `2840:en`;
 * of listings on mobiles `2840:en:mobile`.
 */
export function marketKey({ location, language, device }: Market): string {
  return `${location.countryCode}:${language.code}${device === undefined ? '' : `:${device}`}`;
}

/**
 * Moments at which something was seen, in Unix seconds; 0 where nobody told. Half a second after a whole one
 * is the time of a file whose rows say none: it tells which of two files is the newer, and no more.
 */
const ofFile = 0.5;

export const fileSeconds = (seconds: number): number => Math.floor(seconds) + ofFile;

export const isOfFile = (seconds: number): boolean => seconds % 1 === ofFile;

export const secondsToIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Null where nobody told, or where all that is known is the time of the file. */
export const seenTime = (seconds = 0): string | null =>
  seconds > 0 && !isOfFile(seconds) ? secondsToIso(seconds) : null;

/** The day of the file, for what has no time of its own. */
export const fileDate = (seconds = 0): { readonly file_date?: string } =>
  isOfFile(seconds) ? { file_date: secondsToIso(seconds).slice(0, 10) } : {};
