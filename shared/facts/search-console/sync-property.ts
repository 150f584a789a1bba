import { searchTypes } from '#shared/contract/site-performance.ts';
import type { Versioned } from './connection-store.ts';
import {
  addDays,
  type Day,
  type DayRanges,
  dateOf,
  hasDays,
  lastDay,
  monthOf,
  mutable,
  nextMonth,
  pacificDay,
  weekOf,
  withoutDays,
} from './day-ranges.ts';
import { inspectPages } from './index-status.ts';
import {
  countTodo,
  type KeptProperty,
  noDays,
  type RowList,
  rowListNames,
  rowLists,
  type TypeState,
} from './kept-items.ts';
import { type DayTotal, type KeptRow, pairMark } from './kept-rows.ts';
import { measureChanges } from './measure-changes.ts';
import { type SyncParts, saved } from './open-connection.ts';
import { presentedDays, presentToTools } from './present-to-tools.ts';
import { rollUp } from './roll-up.ts';
import type { ApiRow, SearchType } from './search-console-api.ts';
import { watchTotals } from './watch-totals.ts';

/** Days before the newest final one whose figures are compared with those kept, and fetched again where they differ. */
const comparedDays = 60;
/** Final days that are fetched again each day, whatever their totals say. */
const repeatedDays = 3;
/** Days behind the last final one that are asked for apart, as far as they are counted. */
const freshDays = 10;

/**
 * Brings one property up to date: totals of all days first, then rows from the
 * newest day back. It can be stopped anywhere and goes on where it was; what is
 * fetched twice replaces what was there. Throws what Google refuses.
 */
export async function syncProperty(
  parts: SyncParts,
  found: Versioned<KeptProperty>,
): Promise<Versioned<KeptProperty>> {
  const { data, write } = await askTotals(parts, found.data);
  // What is to be fetched is known before the totals are kept: a run that ends in between finds them changed again.
  let kept = await saved(parts, found, data);
  await write();
  const newest = await fetchDays(parts, kept, (kept.data.last_final ?? 0) - presentedDays + 1);
  // Of a site that was synced before the tools are given what Google says of its pages today; a new one is shown first.
  const isNew = found.data.synced_at === null;
  const looked = isNew ? newest : await inspectPages(parts, newest);
  const shown = await presentToTools(parts, looked, { isAgain: false });
  const early = isNew ? await inspectPages(parts, shown) : shown;
  kept = await rollUp(parts, await fetchDays(parts, early, 0));
  if (countTodo(kept.data) > 0) return kept;
  await measureChanges(parts, kept.data);
  // The first time the earlier weeks, and what Google says of pages, come after those that the tools were given.
  kept = await presentToTools(parts, kept, { isAgain: isNew });
  const watched = await watchTotals(parts, kept.data);
  return saved(parts, kept, { ...kept.data, ...watched, synced_at: parts.clock(), waits: null });
}

/** Fetches the days that are to come, from the newest back to `floor`. */
async function fetchDays(
  parts: SyncParts,
  found: Versioned<KeptProperty>,
  floor: Day,
): Promise<Versioned<KeptProperty>> {
  let kept = found;
  for (let next = nextDay(kept.data); next && next.day >= floor; next = nextDay(kept.data)) {
    if (parts.isOver()) return kept;
    kept = await syncDay(parts, kept, next);
  }
  return kept;
}

/** The totals of every search type, and from them the days that are to be fetched; `write` keeps the totals. */
export async function askTotals(
  { api, rows, clock }: Pick<SyncParts, 'api' | 'rows' | 'clock'>,
  kept: KeptProperty,
): Promise<{ readonly data: KeptProperty; write(): Promise<void> }> {
  const today = pacificDay(clock());
  const isFirst = kept.last_final === null;
  const from = Math.max(kept.first_day, isFirst ? 0 : (kept.last_final ?? today) - comparedDays);
  const types = { ...kept.types };
  const writes: (() => Promise<unknown>)[] = [];
  let lastFinal = kept.last_final;
  for (const type of searchTypes) {
    const ask = async (first: Day, state: 'final' | 'all') => {
      const period = { from: dateOf(first), to: dateOf(today) };
      const { property } = kept;
      return totalsOf((await api.rows({ property, type, ...period, dimensions: ['date'], state })).rows);
    };
    const days = await ask(from, 'final');
    const last = days.at(-1)?.day;
    const before = await rows.totals(type, from, today);
    if (last !== undefined) {
      lastFinal = Math.max(lastFinal ?? last, last);
      types[type] = withTodo(types[type] ?? noDays, { days, before, isFirst });
      writes.push(() => rows.writeTotals(type, from, today, days));
    }
    const all = await ask(Math.max(kept.first_day, today - freshDays), 'all');
    writes.push(() =>
      rows.writeFresh(
        type,
        all.filter(({ day }) => day > (last ?? 0)),
      ),
    );
  }
  const write = async () => {
    for (const put of writes) await put();
  };
  return { data: { ...kept, types, last_final: lastFinal }, write };
}

/** Days that are new, that Google has revised, and the last ones whatever they say. */
function withTodo(
  state: TypeState,
  {
    days,
    before,
    isFirst,
  }: { readonly days: readonly DayTotal[]; readonly before: readonly DayTotal[]; readonly isFirst: boolean },
): TypeState {
  const known = new Map(before.map((total) => [total.day, total]));
  const last = days.at(-1)?.day ?? 0;
  let todo: DayRanges = state.todo;
  for (const total of days) {
    const old = known.get(total.day);
    const isKept = isHeld(state, total.day);
    const isRevised = old?.clicks !== total.clicks || old.impressions !== total.impressions;
    const isRepeated = !isFirst && total.day > last - repeatedDays;
    if (!isKept || isRevised || isRepeated) todo = addDays(todo, total.day, total.day);
  }
  // A day that Google counts nothing of any more has no rows either: it is fetched as empty.
  const told = new Set(days.map(({ day }) => day));
  for (const { day } of before) if (!told.has(day)) todo = addDays(todo, day, day);
  return { ...state, todo: mutable(todo) };
}

/** Whether rows of the day are kept, by itself or within a week or month, and its appearances were read. */
function isHeld({ days, weeks, months, appearances = [] }: TypeState, day: Day): boolean {
  return hasDays(appearances, day, day) && [days, weeks, months].some((ranges) => hasDays(ranges, day, day));
}

function totalsOf(rows: readonly ApiRow[]): DayTotal[] {
  return rows
    .map(({ keys, clicks, impressions, position }) => ({
      day: Math.round(Date.parse(`${keys[0] ?? ''}T00:00:00Z`) / 86_400_000),
      clicks,
      impressions,
      position: Math.round(position * 100) / 100,
    }))
    .filter(({ day }) => Number.isFinite(day))
    .toSorted((a, b) => a.day - b.day);
}

interface NextDay {
  readonly type: SearchType;
  readonly day: Day;
}

/** The newest day that is to be fetched; of one day, web search first. */
function nextDay({ types }: KeptProperty): NextDay | undefined {
  let found: NextDay | undefined;
  for (const type of searchTypes) {
    const day = lastDay(types[type]?.todo ?? []);
    if (day !== undefined && (!found || day > found.day)) found = { type, day };
  }
  return found;
}

/** Lists that Google refuses: Discover and Google News have no queries, Discover no devices, Google News no appearances. */
const refused: Readonly<Partial<Record<SearchType, readonly RowList[]>>> = {
  discover: ['q', 'x', 'v'],
  googleNews: ['q', 'x', 'a'],
};
const listsOf = (type: SearchType) => rowListNames.filter((list) => !refused[type]?.includes(list));

async function syncDay(
  parts: SyncParts,
  found: Versioned<KeptProperty>,
  { type, day }: NextDay,
): Promise<Versioned<KeptProperty>> {
  const { api, rows, isOver } = parts;
  let kept = found;
  const { part, property } = kept.data;
  const lists = new Set(part?.type === type && part.day === day ? part.lists : []);
  for (const list of listsOf(type)) {
    if (lists.has(list)) continue;
    if (isOver()) return kept;
    const date = dateOf(day);
    const question = { property, type, from: date, to: date, dimensions: rowLists[list] };
    const answer = await api.rows({ ...question, state: 'final' });
    await rows.write(type, list, { kind: 'd', day }, answer.rows.map(keptRow));
    lists.add(list);
    kept = await saved(parts, kept, { ...kept.data, part: { type, day, lists: [...lists] } });
  }
  return saved(parts, kept, withDay(kept.data, { type, day }));
}

function keptRow({ keys, clicks, impressions, position }: ApiRow): KeptRow {
  return { key: keys.join(pairMark), clicks, impressions, position };
}

/** The day is in. A week or month that was made of it before is made again. */
function withDay(kept: KeptProperty, { type, day }: NextDay): KeptProperty {
  const state = kept.types[type] ?? noDays;
  const week = weekOf(day);
  const changed: TypeState = {
    todo: mutable(withoutDays(state.todo, day, day)),
    days: mutable(addDays(state.days, day, day)),
    weeks: mutable(withoutDays(state.weeks, week, week + 6)),
    months: mutable(withoutDays(state.months, monthOf(day), nextMonth(day) - 1)),
    appearances: mutable(addDays(state.appearances ?? [], day, day)),
  };
  return { ...kept, part: null, types: { ...kept.types, [type]: changed } };
}
