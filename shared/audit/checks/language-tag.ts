/** Regions that people write as if they were languages, with the language they mean. */
const regionsAsLanguages = new Set([
  'gb',
  'us',
  'jp',
  'cn',
  'cz',
  'dk',
  'ua',
  'kr',
  'at',
  'mx',
  'eu',
  'latam',
]);

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Whether a text is a well-formed BCP 47 tag whose language, and region if any, exist. */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag);
    const isKnownRegion = region === undefined || /^\d{3}$/u.test(region) || regions.of(region) !== undefined;
    return names.of(language) !== undefined && isKnownRegion;
  } catch {
    return false;
  }
}

/** `gb`, `us-en`: a country where a language should stand. */
export function isRegionFirst(tag: string): boolean {
  return regionsAsLanguages.has(tag.toLowerCase().split('-')[0] ?? '');
}
