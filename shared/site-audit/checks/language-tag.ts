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

/** Whether search engines take a text as hreflang: x-default, or a two-letter language with script and region. */
export function isHreflang(tag: string): boolean {
  const lower = tag.toLowerCase();
  if (lower === 'x-default') return true;
  const isShaped = /^[a-z]{2}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/u.test(lower);
  return isShaped && isLanguageTag(tag) && !regionsAsLanguages.has(lower.split('-')[0] ?? '');
}
