import type { Performance, PerformanceQuery } from '../../api/schema.ts';

/** The days that are shown, and what they are compared with; a file has days of its own. */
export interface Period extends Pick<PerformanceQuery, 'from' | 'to' | 'compare'> {
  readonly isConnected: boolean;
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
export function periodQuery({ from, to, compare }: Period): PerformanceQuery {
  return { ...(from && { from }), ...(to && { to }), ...(compare && { compare }) };
}

export function rowsOf({ rows, dimensions: [name = ''] }: Performance): readonly SliceRow[] {
  return rows.map(({ keys, ...figures }) => ({ ...figures, name: keys[name] ?? '' }));
}
