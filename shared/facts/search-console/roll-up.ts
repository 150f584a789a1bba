import type { Versioned } from './connection-store.ts';
import {
  addDays,
  type Day,
  type DayRanges,
  hasDays,
  monthOf,
  mutable,
  nextMonth,
  touchesDays,
  weekOf,
  withoutDays,
} from './day-ranges.ts';
import { isRead, type KeptProperty, noDays, rowListNames, type TypeState } from './kept-items.ts';
import { type KeptRow, type PeriodKind, periodSort } from './kept-rows.ts';
import { type SyncParts, saved } from './open-connection.ts';
import { addTo, noSum, readRun, type Sum } from './slices.ts';

/** Rows stay by day, and by week, this many days behind the last final one; totals by day and rows by month stay. */
export const keptAs = { days: 100, weeks: 731 } as const;
/** Days behind the last final one that may still be revised: a week or month that has one is not made yet. */
const unsettledDays = 3;

type Rolled = Exclude<PeriodKind, 'd'>;
const rangesOf = { w: 'weeks', m: 'months' } as const;

interface Period {
  readonly type: string;
  readonly kind: Rolled;
  readonly start: Day;
  readonly end: Day;
}

/** Makes weeks and months of days that are all in, then takes away days and weeks that are old and within them. */
export async function rollUp(
  parts: SyncParts,
  found: Versioned<KeptProperty>,
): Promise<Versioned<KeptProperty>> {
  let kept = await withoutDropped(parts, found);
  for (const period of ripePeriods(kept.data)) {
    if (parts.isOver()) return kept;
    kept = await saved(parts, kept, await rolled(parts, kept.data, period));
  }
  for (let thin = thinned(kept.data); thin && !parts.isOver(); thin = thinned(kept.data))
    kept = await withoutDropped(parts, await saved(parts, kept, thin));
  return kept;
}

function ripePeriods(kept: KeptProperty): Period[] {
  return Object.entries(kept.types).flatMap(([type, state]) => {
    const first = state.days[0]?.[0];
    const last = (kept.last_final ?? 0) - unsettledDays;
    if (first === undefined) return [];
    const periods: Period[] = [];
    for (let start = weekOf(first); start + 6 <= last; start += 7)
      periods.push({ type, kind: 'w', start: Math.max(start, kept.first_day), end: start + 6 });
    for (let start = monthOf(first); nextMonth(start) - 1 <= last; start = nextMonth(start))
      periods.push({ type, kind: 'm', start: Math.max(start, kept.first_day), end: nextMonth(start) - 1 });
    return periods.filter((period) => isRipe(state, period));
  });
}

function isRipe(state: TypeState, { kind, start, end }: Period): boolean {
  const { todo, days } = state;
  const isMade = hasDays(state[rangesOf[kind]], start, end);
  return !isMade && !touchesDays(todo, start, end) && touchesDays(days, start, end);
}

async function rolled(
  { rows }: SyncParts,
  kept: KeptProperty,
  { type, kind, start, end }: Period,
): Promise<KeptProperty> {
  const state = kept.types[type] ?? noDays;
  const days = daysWithin(state.days, start, end);
  for (const list of rowListNames) {
    const sums = sumsOfRows();
    const read = new Set<Day>();
    for await (const part of readRun(rows, { type, list }, { kind: 'd', from: start, to: end })) {
      read.add(part.day);
      sums.add(part.rows);
    }
    if (read.size === 0) continue;
    const lost = days.filter((day) => !read.has(day) && isRead(state, list, day));
    // A day whose rows are not whole is fetched again, and its periods are made after it.
    if (lost.length > 0)
      return withType(kept, type, { ...state, todo: mutable(lost.reduce(withOne, state.todo)) });
    await rows.write(type, list, { kind, day: start }, sums.rows());
  }
  const made = addDays(state[rangesOf[kind]], start, end);
  return withType(kept, type, { ...state, [rangesOf[kind]]: mutable(made) });
}

const withOne = (ranges: DayRanges, day: Day) => addDays(ranges, day, day);

function withType(kept: KeptProperty, type: string, state: TypeState): KeptProperty {
  return { ...kept, types: { ...kept.types, [type]: state } };
}

function sumsOfRows() {
  const sums = new Map<string, Sum>();
  return {
    add(rows: readonly KeptRow[]): void {
      for (const row of rows) {
        const sum = sums.get(row.key) ?? noSum();
        sums.set(row.key, sum);
        addTo(sum, row);
      }
    },
    rows: (): KeptRow[] =>
      [...sums].map(([key, { clicks, impressions, places }]) => ({
        key,
        clicks,
        impressions,
        position: impressions > 0 ? places / impressions : 0,
      })),
  };
}

export function daysWithin(ranges: DayRanges, from: Day, to: Day): Day[] {
  return ranges.flatMap(([start, end]) => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
}

/** Days taken away in one step: what is to be removed stands in the property until it is. */
const mostDropped = 40;

/** The property without some old days or weeks that larger periods hold; undefined where there are none. */
function thinned(kept: KeptProperty): KeptProperty | undefined {
  const last = kept.last_final ?? 0;
  for (const [type, state] of Object.entries(kept.types)) {
    const days = daysWithin(state.days, 0, last - keptAs.days).filter(
      (day) => hasDays(state.weeks, day, day) && hasDays(state.months, day, day),
    );
    if (days.length > 0) return without(kept, type, { kind: 'd', days: days.slice(0, mostDropped) });
    const weeks = weekStarts(state.weeks, last - keptAs.weeks, kept.first_day).filter((start) =>
      hasDays(state.months, start, weekOf(start) + 6),
    );
    if (weeks.length > 0) return without(kept, type, { kind: 'w', days: weeks.slice(0, mostDropped) });
  }
  return undefined;
}

function weekStarts(weeks: DayRanges, until: Day, firstDay: Day): Day[] {
  return daysWithin(weeks, 0, until).filter(
    (day) => (day === weekOf(day) || day === firstDay) && weekOf(day) + 6 <= until,
  );
}

function without(
  kept: KeptProperty,
  type: string,
  { kind, days }: { readonly kind: 'd' | 'w'; readonly days: readonly Day[] },
): KeptProperty {
  const state = kept.types[type] ?? noDays;
  const name = kind === 'd' ? 'days' : 'weeks';
  const end = (day: Day) => (kind === 'd' ? day : weekOf(day) + 6);
  const left = days.reduce<DayRanges>((ranges, day) => withoutDays(ranges, day, end(day)), state[name]);
  const drop = days.flatMap((day) => rowListNames.map((list) => periodSort(type, list, { kind, day })));
  return { ...withType(kept, type, { ...state, [name]: mutable(left) }), drop };
}

/** Removes what nothing reads any more. The property says so first, so that no reader misses it. */
async function withoutDropped(
  parts: SyncParts,
  kept: Versioned<KeptProperty>,
): Promise<Versioned<KeptProperty>> {
  if (kept.data.drop.length === 0) return kept;
  for (const prefix of kept.data.drop) await parts.rows.removePeriod(prefix);
  return saved(parts, kept, { ...kept.data, drop: [] });
}
