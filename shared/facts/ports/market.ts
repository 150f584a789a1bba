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
