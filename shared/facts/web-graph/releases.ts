/**
 * Releases of Common Crawl's domain graph by their id, such as
 * `cc-main-2026-apr-may-jun` or `cc-main-2025-26-dec-jan-feb`.
 */
export interface Release {
  readonly id: string;
  /** The months of its crawls as `YYYY-MM`, oldest first. */
  readonly months: readonly string[];
}

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const pattern = /^cc-main-(?<year>20\d\d)(?:-(?<second>\d\d))?(?<months>(?:-[a-z]{3}){1,4})$/;

/** The release of an id; undefined for what is none. Its last month lies in the last year that it names. */
export function parseRelease(id: string): Release | undefined {
  const { year, second, months: named } = pattern.exec(id)?.groups ?? {};
  if (year === undefined || named === undefined) return undefined;
  const places = named
    .slice(1)
    .split('-')
    .map((name) => names.indexOf(name));
  if (places.includes(-1)) return undefined;
  let ofYear = second === undefined ? Number(year) : Number(`20${second}`);
  let after = names.length;
  const months: string[] = [];
  // Backwards: a month that is later than the one behind it is of the year before.
  for (const place of places.toReversed()) {
    if (place >= after) ofYear -= 1;
    after = place;
    months.unshift(`${ofYear}-${String(place + 1).padStart(2, '0')}`);
  }
  return { id, months };
}

/** The month of its last crawl, `YYYY-MM`. */
export function crawledUntil({ months }: Release): string {
  return months.at(-1) ?? '';
}

/**
 * Whether two releases are of different crawls altogether. Releases come
 * monthly over three crawls each, so that neighbors share two of them.
 */
export function haveNoCrawlInCommon(a: Release, b: Release): boolean {
  return a.months.every((month) => !b.months.includes(month));
}

const place = 'https://data.commoncrawl.org/projects/hyperlinkgraph';
/** Where the ids of all releases are listed, newest first. */
export const releaseList = 'https://index.commoncrawl.org/graphinfo.json';

/** Where a file of a release lies. */
export function releaseFile(id: string, file: 'ranks' | 'vertices' | 'edges'): string {
  return `${place}/${id}/domain/${id}-domain-${file}.txt.gz`;
}

/** Where a release says how many domains and links it has. */
export function releaseStatistics(id: string): string {
  return `${place}/${id}/domain/${id}-domain.stats`;
}
