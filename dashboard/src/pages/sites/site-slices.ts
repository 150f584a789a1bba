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

/** One row of a slice. */
export interface SliceRow {
  readonly name: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly ctr: number | null;
  readonly position: number | null;
  readonly before: SliceFigures | null;
}

interface SliceFigures {
  readonly clicks: number;
  readonly impressions: number;
  readonly ctr: number | null;
  readonly average_position: number | null;
}

/** As many rows as one request gives. */
export const mostRows = 5_000;

/** The rest of the question beside its dimension. */
export function periodQuery({ from, to, compare }: Period): PerformanceQuery {
  return { ...(from && { from }), ...(to && { to }), ...(compare && { compare }) };
}

export function rowsOf({ rows, dimensions: [name = ''] }: Performance): readonly SliceRow[] {
  return rows.map(({ keys, clicks, impressions, ctr, average_position: position, before }) => ({
    name: keys[name] ?? '',
    clicks,
    impressions,
    ctr,
    position,
    before,
  }));
}
