import type { Market } from '../ports/fact.ts';
import type { ConsoleHead } from './console-items.ts';
import { countryMatches } from './console-places.ts';

/** Of the imports of a site those that say most of it: of web search and all countries, where there are any. The best first. */
export function widestHeads(heads: readonly ConsoleHead[]): ConsoleHead[] {
  const web = heads.filter(({ search_type }) => search_type === 'web');
  const whole = web.filter(({ country }) => country === null);
  return newestHeads([whole, web, heads].find(({ length }) => length > 0) ?? []);
}

/** Figures of the web search, of all countries or of the market's own. */
export function holdsFor({ search_type, country }: ConsoleHead, { location }: Market): boolean {
  return search_type === 'web' && (country === null || countryMatches(country, location.countryIso));
}

/**
 * Whole sites before parts of them, then the newest period, then the newest import. What a connection
 * has synced stands before a file that ends with it or in the days that Google is still counting.
 */
export function newestHeads<
  Head extends Pick<ConsoleHead, 'filters' | 'device' | 'to' | 'imported_at' | 'source'>,
>(heads: readonly Head[]): Head[] {
  const rank = ({ filters, device, to, imported_at, source }: Head) => {
    const reaches = to !== null && source === 'connection' ? laterBy(to, countedDays) : (to ?? '');
    return [filters.length + (device === null ? 0 : 1), reaches, imported_at] as const;
  };
  return heads.toSorted((a, b) => {
    const [filtersA, toA, importedA] = rank(a);
    const [filtersB, toB, importedB] = rank(b);
    if (filtersA !== filtersB) return filtersA - filtersB;
    return toA === toB ? descending(importedA, importedB) : descending(toA, toB);
  });
}

/** Google calls a day final after two to three. */
const countedDays = 3;
const laterBy = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function descending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
