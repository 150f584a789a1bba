import type { Performance, PerformanceQuery } from '../../api/schema.ts';
import { words } from '../../format.ts';

/** The days that are shown, and what they are compared with; a file has days of its own. */
export interface Period extends Pick<PerformanceQuery, 'from' | 'to' | 'compare' | 'search_type'> {
  readonly isConnected: boolean;
  readonly filter?: string | undefined;
}

/** A query or page that is looked at. */
export interface Subject {
  readonly kind: 'query' | 'page';
  readonly name: string;
}

/** One row of a slice, by what it is of. */
export interface SliceRow extends Omit<Performance['rows'][number], 'keys'> {
  readonly name: string;
}

/** As many rows as one request gives. */
export const mostRows = 5_000;

/** The rest of the question beside its dimension. */
export function periodQuery({ from, to, compare, filter, search_type }: Period) {
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(compare && { compare }),
    ...(filter && { filter }),
    ...(search_type && { search_type }),
  };
}

export type Dimension = 'query' | 'page' | 'country' | 'device' | 'date' | 'appearance';

/** All rows of a period by one dimension. */
export function sliceQuery(period: Period, dimensions: Dimension): PerformanceQuery {
  const order = dimensions === 'date' ? ({ sort: 'key' } as const) : {};
  return { ...periodQuery(period), dimensions, ...order, limit: mostRows };
}

/** The days that a period is compared with. */
export function daysBefore(
  { filter, search_type }: Period,
  compared: Performance['compared_with'],
): PerformanceQuery {
  const rest = { ...(filter && { filter }), ...(search_type && { search_type }) };
  return sliceQuery({ isConnected: true, ...compared, ...rest }, 'date');
}

/** Two conditions as one; each once. */
export function bothFilters(one: string | undefined, other: string | undefined): string {
  return [...new Set([...(one ?? '').split(';'), other ?? ''])].filter(Boolean).join(';');
}

export const dimensionWords = { query: 'Query', page: 'Page', country: 'Country', device: 'Device' };
export const operatorWords = {
  contains: 'contains',
  notContains: 'does not contain',
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'starts with',
};

/** `query:contains:shoes` as people say it. */
export function filterText(filter: string): string {
  const [, dimension = '', operator = '', value = ''] = /^(\w+):(\w+):(.+)$/u.exec(filter) ?? [];
  const known: Readonly<Record<string, string>> = { ...dimensionWords, ...operatorWords };
  return `${known[dimension] ?? dimension} ${known[operator] ?? operator} ${shownName(dimension, value)}`;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

/** A country by its name instead of its code, a device in the case of a name; all else as it is. */
export function shownName(dimension: string, name: string): string {
  if (dimension === 'device') return words(name);
  const isCode = dimension === 'country' && /^[a-z]{2}$/u.test(name);
  return isCode ? (countries.of(name.toUpperCase()) ?? name) : name;
}

export function rowsOf({ rows, dimensions: [name = ''] }: Performance): readonly SliceRow[] {
  return rows.map(({ keys, ...figures }) => ({ ...figures, name: keys[name] ?? '' }));
}
