import { defaultMarket } from '#shared/contract/fields.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Fact, Language, Location, Market, Notice } from '../ports/fact.ts';
import { countryTable, languageTable, nearestNames, stateTable } from './market-tables.ts';

interface Country {
  readonly iso: string;
  readonly code: number;
  readonly name: string;
}

/** The country codes of the field's providers are the ISO 3166-1 number plus this. */
const countryCodeBase = 2000;

/** Every country that can be a market, by name. */
export const countries: readonly Country[] = countryTable.split('|').map((row) => ({
  iso: row.slice(0, 2),
  code: countryCodeBase + Number.parseInt(row.slice(2), 10),
  name: row.slice(row.indexOf(' ') + 1),
}));

export const languages: readonly Language[] = languageTable.split('|').map((row) => {
  const space = row.indexOf(' ');
  return { code: row.slice(0, space), name: row.slice(space + 1) };
});

const states = stateTable.split('|').map((row) => ({ postalCode: row.slice(0, 2), name: row.slice(3) }));

/** What people call a country beside its name and code in the tables. */
const countryAliases: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  america: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u.k.': 'GB',
  gbr: 'GB',
  britain: 'GB',
  'great britain': 'GB',
  turkey: 'TR',
  'czech republic': 'CZ',
  'ivory coast': 'CI',
  burma: 'MM',
  myanmar: 'MM',
  korea: 'KR',
  holland: 'NL',
  'the netherlands': 'NL',
  uae: 'AE',
  'viet nam': 'VN',
  deutschland: 'DE',
};

/** Parts of a country that are asked for by their bare name, as search engines list them. */
const unitedKingdomNations = ['England', 'Scotland', 'Wales', 'Northern Ireland'];

/** What may be asked for by its bare name, each name once: a mistyped one is most likely one of these. */
const namedPlaces = [
  ...new Set([
    ...countries.map(({ name }) => name),
    ...states.map(({ name }) => name),
    ...unitedKingdomNations,
  ]),
].map((name) => ({ name }));

const languageAliases: Readonly<Record<string, string>> = {
  chinese: 'zh-CN',
  mandarin: 'zh-CN',
  zh: 'zh-CN',
  norwegian: 'nb',
  no: 'nb',
  persian: 'fa',
  iw: 'he',
  'brazilian portuguese': 'pt-BR',
  deutsch: 'de',
  espanol: 'es',
  francais: 'fr',
  italiano: 'it',
  portugues: 'pt',
  nederlands: 'nl',
  polski: 'pl',
  日本語: 'ja',
  中文: 'zh-CN',
};

const byFoldedName = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [fold(row.name), row]));
const countryByName = byFoldedName(countries);
const countryByIso = new Map(countries.map((country) => [fold(country.iso), country]));
const countryByCode = new Map(countries.map((country) => [String(country.code), country]));
const languageByName = byFoldedName(languages);
const languageByCode = new Map(languages.map((language) => [fold(language.code), language]));
const stateByName = byFoldedName(states);
const stateByPostalCode = new Map(states.map((state) => [fold(state.postalCode), state]));

/** What a request may say about its market: names or codes, in any case. */
export interface MarketText {
  readonly location?: string | undefined;
  readonly language?: string | undefined;
  readonly device?: string | undefined;
}

/**
 * The market that a request means, the default one where it names none. Fails with `unknown_location` or `unknown_language` and the nearest
 * names.
 */
export function resolveMarket({ location, language, device }: MarketText = {}): Market {
  return {
    location: resolveLocation(location ?? defaultMarket.location),
    language: resolveLanguage(language ?? defaultMarket.language),
    ...(device === 'mobile' && { device }),
  };
}

const marketsByKey = new Map<string, Market>();

/** The market of a key that `marketKey` made, such as `2840:en`. */
export function marketNamed(key: string): Market {
  const known = marketsByKey.get(key);
  if (known) return known;
  const [location, language, device] = key.split(':');
  const market = resolveMarket({ location, language, device });
  marketsByKey.set(key, market);
  return market;
}

/**
 * A country by name, ISO code or location code (`United States`, `us`,
 * `2840`), or a place within one (`Austin,Texas,United States`, `Austin, Texas`,
 * `England`). Two letters that are both a state and a country (`Los Angeles,
 * CA`) are refused rather than guessed.
 */
export function resolveLocation(text: string): Location {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined || /\p{Cc}/u.test(text)) throw unknownLocation(text);
  if (parts.length === 1) return wholeCountryOrRegion(last);
  refuseAmbiguousState(parts, last);
  const country = countryOf(last);
  if (country) return placeIn(country, parts.slice(0, -1));
  const region = regionOf(last);
  if (region) return placeIn(region.country, [...parts.slice(0, -1), region.name]);
  throw unknownLocation(last);
}

/** A search language by name, also its own, or ISO code; `en-GB` is read as `en` where the variant is not listed. A code wins over a name (`ga` is Irish). */
export function resolveLanguage(text: string): Language {
  const folded = fold(text).replace('_', '-');
  const short = shortCode(folded);
  const code = fold(aliasIn(languageAliases, short) ?? short);
  const known =
    languageByCode.get(code) ?? languageByName.get(folded) ?? languageByCode.get(code.split('-')[0] ?? '');
  if (known && isTagOf(known, folded)) return known;
  throw unknown('language', text, nearestNames(fold(text), languages, fold));
}

/** `en` for `eng`: codes of three letters (ISO 639-2 and 639-3) as their two-letter ones, where there is one. */
function shortCode(folded: string): string {
  return /^[a-z]{3}$/u.test(folded) ? (Intl.getCanonicalLocales(folded)[0] ?? folded) : folded;
}

/** The country of a market, for facts that exist for whole countries only. */
export function countryMarket(market: Market): Market {
  const { location } = market;
  if (location.kind === 'country') return market;
  return { ...market, location: { ...location, name: location.countryName, kind: 'country' } };
}

/** The market that facts hold in: the whole country where a source knew no more of the place that was asked for. */
export function answeredMarket(market: Market, facts: readonly Pick<Fact<unknown>, 'notices'>[]): Market {
  const widened = facts.some(({ notices }) => notices.some(({ code }) => code === 'location_widened'));
  return widened ? countryMarket(market) : market;
}

/** What to tell the caller when a place was answered with its country's facts; undefined for a country. */
export function widenedNotice({ location }: Market): Notice | undefined {
  if (location.kind === 'country') return undefined;
  return {
    code: 'location_widened',
    message: `${location.name.replaceAll(',', ', ')} is answered with facts of ${location.countryName} as a whole: they are kept by country.`,
  };
}

function wholeCountryOrRegion(text: string): Location {
  const country = countryOf(text);
  if (country) return locationIn(country, country.name, 'country');
  const region = regionOf(text);
  if (region && text.length > 2) return placeIn(region.country, [region.name]);
  throw unknownLocation(text);
}

function countryOf(text: string): Country | undefined {
  const folded = fold(text);
  return (
    countryByName.get(folded) ??
    countryByIso.get(fold(aliasIn(countryAliases, folded) ?? folded)) ??
    countryByCode.get(folded)
  );
}

/** Only what the table itself names: `constructor` and the like are names of every object. */
function aliasIn(aliases: Readonly<Record<string, string>>, folded: string): string | undefined {
  return Object.hasOwn(aliases, folded) ? aliases[folded] : undefined;
}

function regionOf(text: string): { readonly name: string; readonly country: Country } | undefined {
  const folded = fold(text);
  const state = stateByName.get(folded) ?? stateByPostalCode.get(folded);
  const unitedStates = countryByIso.get('us');
  if (state && unitedStates) return { name: state.name, country: unitedStates };
  const nation = unitedKingdomNations.find((name) => fold(name) === folded);
  const unitedKingdom = countryByIso.get('gb');
  return nation && unitedKingdom ? { name: nation, country: unitedKingdom } : undefined;
}

function placeIn(country: Country, parts: readonly string[]): Location {
  const named = parts.map((part, index) => {
    const isRegion = index === parts.length - 1 && country.iso === 'US';
    return (isRegion ? stateByPostalCode.get(fold(part))?.name : undefined) ?? capitalised(part);
  });
  return locationIn(country, [...named, country.name].join(','), 'place');
}

function locationIn(country: Country, name: string, kind: Location['kind']): Location {
  return { name, countryCode: country.code, countryName: country.name, countryIso: country.iso, kind };
}

/** `Atlanta, Georgia` and `Los Angeles, CA` name a state to some and a country to others. */
function refuseAmbiguousState(parts: readonly string[], last: string): void {
  const state = stateByName.get(fold(last)) ?? stateByPostalCode.get(fold(last));
  const country = countryOf(last);
  if (!state || !country || parts.length !== 2) return;
  const place = shown(capitalised(parts[0] ?? ''));
  throw refusal(
    'location',
    `"${shown(last)}" is both a state of the United States and a country. Write "${place},${state.name},United States" or "${place},${country.name}".`,
  );
}

function unknownLocation(text: string): ServiceError {
  if (/^\d{5,}$/u.test(text.trim()))
    return refusal(
      'location',
      'City codes are not known here. Send a country code such as 2840, or a name such as "Austin,Texas,United States".',
    );
  return unknown('location', text, nearestNames(fold(text), namedPlaces, fold));
}

function unknown(
  field: 'location' | 'language',
  text: string,
  nearest: readonly { readonly name: string }[],
): ServiceError {
  const names = nearest.map(({ name }) => name).join(', ');
  const meant = names === '' ? '' : ` Did you mean ${names}?`;
  const accepted =
    field === 'location'
      ? 'Send a country by name, ISO code or location code (such as "United Kingdom", "gb" or "2826"), or a place as "City,Region,Country" (such as "Austin,Texas,United States").'
      : 'Send a language by name or ISO code, such as "English" or "en".';
  return refusal(field, `The ${field} "${shown(text)}" is not known.${meant} ${accepted}`);
}

function refusal(field: 'location' | 'language', message: string): ServiceError {
  const code = `unknown_${field}` as const;
  return new ServiceError(code, message, {
    faults: [{ pointer: `/${field}`, loc: [field], type: code, message }],
  });
}

/** Input as it may be shown back: short, without control characters. */
function shown(text: string): string {
  return text.trim().replaceAll(/\p{C}/gu, ' ').slice(0, 60);
}

function capitalised(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return text.replaceAll(/(^|[\s-])(\p{L})/gu, (letter) => letter.toUpperCase());
}

/** Whether the text is the language itself or a regional tag of it, and not just any word with a hyphen. */
function isTagOf(language: Language, folded: string): boolean {
  const [base, region] = folded.split('-');
  return region === undefined || fold(language.code) !== base || /^(?:[a-z]{2,4}|\d{3})$/u.test(region);
}

/** Case, accents and surrounding space do not tell names apart. */
function fold(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
