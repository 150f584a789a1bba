import fc from 'fast-check';
import {
  countries,
  countryMarket,
  languages,
  resolveLanguage,
  resolveLocation,
  resolveMarket,
  widenedNotice,
} from '#shared/facts/markets/markets.ts';
import { ServiceError } from '#shared/platform/errors.ts';

function refusalOf(act: () => unknown): ServiceError {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** The message of a refusal; empty where nothing is refused. */
function messageOf(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

describe('location and language of a request', () => {
  it('are the United States and English where the request says nothing', () => {
    expect(resolveMarket()).toEqual({
      location: {
        name: 'United States',
        countryCode: 2840,
        countryName: 'United States',
        countryIso: 'US',
        kind: 'country',
      },
      language: { code: 'en', name: 'English' },
    });
  });

  it.each([
    ['united states', 2840],
    ['US', 2840],
    [' us ', 2840],
    ['2840', 2840],
    ['USA', 2840],
    ['uk', 2826],
    ['gb', 2826],
    ['GERMANY', 2276],
    ['Türkiye', 2792],
    ['turkey', 2792],
    ['Côte d’Ivoire'.replace('’', "'"), 2384],
    ['2276', 2276],
    ['georgia', 2268],
  ])('%j is the country %d', (text, code) => {
    const location = resolveLocation(text);
    expect(location).toMatchObject({ countryCode: code, kind: 'country' });
    expect(location.name).toBe(location.countryName);
  });

  it.each([
    ['Austin,Texas,United States', 'Austin,Texas,United States'],
    ['austin, texas', 'Austin,Texas,United States'],
    ['Austin, TX', 'Austin,Texas,United States'],
    ['Los Angeles, CA, US', 'Los Angeles,California,United States'],
    ['London, England, uk', 'London,England,United Kingdom'],
    ['Manchester, England', 'Manchester,England,United Kingdom'],
    ['Texas', 'Texas,United States'],
    ['scotland', 'Scotland,United Kingdom'],
    ['Berlin, Germany', 'Berlin,Germany'],
    ['Toronto,CA,2124', 'Toronto,CA,Canada'],
  ])('%j is the place %j', (text, name) => {
    expect(resolveLocation(text)).toMatchObject({ name, kind: 'place' });
  });

  it.each([
    ['en', 'en'],
    ['ENGLISH', 'en'],
    ['en-GB', 'en'],
    ['en_US', 'en'],
    ['zh-tw', 'zh-TW'],
    ['Chinese', 'zh-CN'],
    ['norwegian (bokmal)', 'nb'],
    ['pt-BR', 'pt-BR'],
    ['eng', 'en'],
    ['zho', 'zh-CN'],
    ['SPA', 'es'],
    ['ceb', 'ceb'],
    ['Español', 'es'],
    ['français', 'fr'],
    ['日本語', 'ja'],
    ['Spanish (Latin America)', 'es-419'],
  ])('%j is the language %j', (text, code) => {
    expect(resolveLanguage(text).code).toBe(code);
  });

  it('resolve every listed name, ISO code and number in any case', () => {
    for (const country of countries) {
      for (const text of [country.name, country.iso.toLowerCase(), String(country.code)])
        expect(resolveLocation(text).countryCode).toBe(country.code);
    }
    for (const { code, name } of languages) {
      // The one name that is also another language's code.
      expect(resolveLanguage(name.toUpperCase()).code).toBe(name === 'Ga' ? 'ga' : code);
      expect(resolveLanguage(code.toUpperCase()).code).toBe(code);
    }
    expect(countries).toHaveLength(142);
    expect(languages).toHaveLength(128);
  });

  it('name the nearest matches when they are not known', () => {
    const location = refusalOf(() => resolveLocation('Untied Sates'));
    expect(location.code).toBe('unknown_location');
    expect(location.message).toContain('United States');
    expect(location.faults).toEqual([expect.objectContaining({ pointer: '/location', loc: ['location'] })]);
    const language = refusalOf(() => resolveLanguage('Germna'));
    expect(language.code).toBe('unknown_language');
    expect(language.message).toContain('German');
  });

  it('are refused rather than guessed where two letters are a state and a country', () => {
    const refused = refusalOf(() => resolveLocation('los angeles, ca'));
    expect(refused.code).toBe('unknown_location');
    expect(refused.message).toContain('Los Angeles,California,United States');
    expect(refused.message).toContain('Los Angeles,Canada');
    expect(refusalOf(() => resolveLocation('Atlanta, Georgia')).message).toContain('Atlanta,Georgia,United');
  });

  it('are refused with advice for a city code, blank text and a city alone', () => {
    expect(refusalOf(() => resolveLocation('1026201')).message).toContain('City codes');
    expect(refusalOf(() => resolveLocation(' , ')).code).toBe('unknown_location');
    expect(refusalOf(() => resolveLocation('Springfield')).message).toContain('City,Region,Country');
    expect(refusalOf(() => resolveLanguage('')).code).toBe('unknown_language');
    expect(refusalOf(() => resolveLanguage('e-learning')).code).toBe('unknown_language');
  });

  it('are unknown where they are no more than a name that every object has', () => {
    for (const text of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(refusalOf(() => resolveLocation(text)).code).toBe('unknown_location');
      expect(refusalOf(() => resolveLanguage(text)).code).toBe('unknown_language');
    }
  });

  it('name the nearest state or nation, too', () => {
    expect(refusalOf(() => resolveLocation('Califronia')).message).toContain('California');
    expect(refusalOf(() => resolveLocation('Scottland')).message).toContain('Scotland');
  });

  it('never fail in another way, and never show long input back, whatever the text', () => {
    const refusals = (text: string) =>
      [resolveLocation, resolveLanguage].map((resolve) => messageOf(() => resolve(text)));
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) =>
        refusals(text).every((message) => message.length <= 400),
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('a place where facts are kept by country', () => {
  it('is widened to its country, with a notice that names both', () => {
    const market = resolveMarket({ location: 'Austin, Texas', language: 'en' });
    expect(countryMarket(market).location).toEqual(resolveLocation('United States'));
    expect(widenedNotice(market)).toEqual({
      code: 'location_widened',
      message: expect.stringMatching(/Austin, Texas.*United States/u),
    });
    expect(widenedNotice(countryMarket(market))).toBeUndefined();
  });
});
