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

/** Region codes that ISO 3166-1 only reserves; search engines know no such country. */
const reservedRegions = new Set(['AC', 'CP', 'DG', 'EA', 'EU', 'EZ', 'IC', 'TA', 'UN', 'XK']);

/** Whether a text is a well-formed BCP 47 tag whose language, and region if any, exist. */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag);
    const isKnownRegion = region === undefined || /^\d{3}$/u.test(region) || regions.of(region) !== undefined;
    // `en-UK` is read as `en-GB`: what is read otherwise than written is no registered code.
    const isAsWritten = region === undefined || regionOf(tag) === region;
    return names.of(language) !== undefined && isKnownRegion && isAsWritten;
  } catch {
    return false;
  }
}

/** The region subtag as written, in capitals: two letters or three digits after language and script. */
function regionOf(tag: string): string | undefined {
  return /^[a-z]{2,8}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?:-|$)/iu
    .exec(tag)?.[1]
    ?.toUpperCase();
}

/** Whether search engines take a text as hreflang: x-default, or a two-letter language with script and region. */
export function isHreflang(tag: string): boolean {
  const lower = tag.toLowerCase();
  if (lower === 'x-default') return true;
  const isShaped = /^[a-z]{2}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/u.test(lower);
  const isRegion =
    regionsAsLanguages.has(lower.split('-')[0] ?? '') || reservedRegions.has(regionOf(tag) ?? '');
  return isShaped && isLanguageTag(tag) && !isRegion;
}
