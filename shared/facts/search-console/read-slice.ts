import { type Day, hasDays, monthOf, nextMonth, weekOf } from './day-ranges.ts';
import type { RowList, TypeState } from './kept-items.ts';
import type { KeptRow, KeptRows, PeriodKind } from './kept-rows.ts';

/** By what a slice is cut in time. */
export type Bucket = 'all' | 'day' | 'week' | 'month';

export interface Slice {
  readonly type: string;
  readonly list: RowList;
  readonly from: Day;
  readonly to: Day;
  readonly bucket: Bucket;
}

/** Rows of one stored period. */
export interface SlicePart {
  /** First day of the period, within which all rows are. */
  readonly day: Day;
  readonly rows: readonly KeptRow[];
}

interface Run {
  readonly kind: PeriodKind;
  readonly from: Day;
  to: Day;
  /** Days after the start of the last period that belong to it. */
  end: Day;
}

/**
 * The rows of a period from as few stored periods as lie within it: months,
 * then weeks, then days. What of it no stored period holds is passed over;
 * `coveredDays` says which days those are not.
 */
export async function* readSlice(
  rows: KeptRows,
  kept: { readonly state: TypeState; readonly firstDay: Day },
  slice: Slice,
): AsyncGenerator<SlicePart> {
  for (const { kind, from, to } of runsOf(kept, slice)) {
    const read = await rows.read(slice.type, slice.list, { kind, from, to });
    for (const [day, list] of read) yield { day, rows: list };
  }
}

/** Whether each day of the slice is read from some stored period. */
export function isCovered(
  kept: { readonly state: TypeState; readonly firstDay: Day },
  slice: Slice,
): (day: Day) => boolean {
  const runs = runsOf(kept, slice);
  return (day) => runs.some(({ from, end }) => day >= from && day <= end);
}

function runsOf(kept: { readonly state: TypeState; readonly firstDay: Day }, slice: Slice): Run[] {
  const runs: Run[] = [];
  for (let day = slice.from; day <= slice.to; ) {
    const step = stepAt(kept, slice, day);
    const last = runs.at(-1);
    if (step && last?.kind === step.kind && last.end === day - 1)
      Object.assign(last, { to: day, end: step.end });
    else if (step) runs.push({ kind: step.kind, from: day, to: day, end: step.end });
    day = (step?.end ?? day) + 1;
  }
  return runs;
}

/** The largest stored period that begins on the day and lies within the slice, and within one of its buckets. */
function stepAt(
  { state, firstDay }: { readonly state: TypeState; readonly firstDay: Day },
  { to, bucket }: Slice,
  day: Day,
): { readonly kind: PeriodKind; readonly end: Day } | undefined {
  const begins = (start: Day) => day === Math.max(start, firstDay);
  const monthEnd = nextMonth(day) - 1;
  const weekEnd = weekOf(day) + 6;
  const fits = (end: Day, ranges: TypeState['weeks']) => end <= to && hasDays(ranges, day, end);
  const byMonth = bucket === 'all' || bucket === 'month';
  if (byMonth && begins(monthOf(day)) && fits(monthEnd, state.months)) return { kind: 'm', end: monthEnd };
  const byWeek = bucket === 'all' || bucket === 'week' || (bucket === 'month' && weekEnd <= monthEnd);
  if (byWeek && begins(weekOf(day)) && fits(weekEnd, state.weeks)) return { kind: 'w', end: weekEnd };
  return hasDays(state.days, day, day) ? { kind: 'd', end: day } : undefined;
}
