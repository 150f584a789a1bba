import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import { type Day, dateOf, hasDays, monthOf, nextMonth, weekOf } from './day-ranges.ts';
import { isRead, type KeptProperty, noDays, type RowList, type TypeState } from './kept-items.ts';
import { type DayTotal, type KeptRow, type PeriodKind, pairMark, type RowReader } from './kept-rows.ts';

/** By what rows can be told apart; `folder` is the first part of a page's path, `brand` whether a query names the site. */
export const sliceDimensions = [
  'query',
  'page',
  'country',
  'device',
  'folder',
  'brand',
  'appearance',
  'date',
  'week',
  'month',
] as const;
export type SliceDimension = (typeof sliceDimensions)[number];

export const sliceOperators = ['equals', 'notEquals', 'contains', 'notContains', 'startsWith'] as const;

export interface SliceFilter {
  readonly dimension: Exclude<SliceDimension, 'date' | 'week' | 'month'>;
  readonly operator: (typeof sliceOperators)[number];
  readonly value: string;
}

export interface SliceQuestion {
  readonly type: string;
  readonly from: Day;
  readonly to: Day;
  readonly dimensions: readonly SliceDimension[];
  readonly filters: readonly SliceFilter[];
}

/** Counts with the sum of positions, each as often as it was shown. */
export interface Sum {
  clicks: number;
  impressions: number;
  places: number;
}

export const noSum = (): Sum => ({ clicks: 0, impressions: 0, places: 0 });

export interface SliceAnswer {
  /** By the values of the dimensions, joined by `valueMark`. */
  readonly groups: ReadonlyMap<string, Sum>;
  /** Of the whole property in the period, as Google's own totals have it. */
  readonly totals: Sum;
  readonly rows: Sum;
  /** Days that Google has totals of and no kept rows are of. */
  readonly missing: readonly Day[];
}

export const valueMark = '\u0000';

export interface SliceSource {
  readonly rows: RowReader;
  readonly kept: Pick<KeptProperty, 'types' | 'first_day'>;
  readonly isBrand: (query: string) => boolean;
}

const timeBuckets = { date: 'day', week: 'week', month: 'month' } as const;
const listParts: Readonly<
  Partial<Record<SliceDimension, 'query' | 'page' | 'country' | 'device' | 'appearance'>>
> = {
  query: 'query',
  brand: 'query',
  page: 'page',
  folder: 'page',
  country: 'country',
  device: 'device',
  appearance: 'appearance',
};
const lists: Readonly<Record<string, RowList>> = {
  query: 'q',
  page: 'p',
  'page query': 'x',
  country: 'c',
  device: 'v',
  appearance: 'a',
};

/** The list that a question is answered from: null where totals do, undefined where none has it all. */
export function listFor({ dimensions, filters }: Pick<SliceQuestion, 'dimensions' | 'filters'>) {
  const asked = [...dimensions, ...filters.map(({ dimension }) => dimension)];
  const parts = new Set(asked.flatMap((name) => listParts[name] ?? []));
  return parts.size === 0 ? null : lists[[...parts].sort().join(' ')];
}

/** Rows of a slice that one call adds up: they are all in its memory. */
export const mostGroups = 250_000;

export class SliceTooLarge extends Error {
  override message =
    `This slice has more than ${mostGroups.toLocaleString('en-US')} rows. Ask for a shorter period, fewer dimensions, or a filter such as folder:equals:/blog/.`;
}

export async function slicePeriod(
  source: SliceSource,
  question: SliceQuestion,
  list: RowList | null,
): Promise<SliceAnswer> {
  const { type, from, to } = question;
  const totals = await source.rows.totals(type, from, to);
  const groups = new Map<string, Sum>();
  const rows = noSum();
  const add = (key: string, row: Counted) => {
    const group = groups.get(key) ?? noSum();
    groups.set(key, group);
    if (groups.size > mostGroups) throw new SliceTooLarge();
    addTo(group, row);
    addTo(rows, row);
  };
  const total = sumOf(totals);
  if (list === null) {
    for (const each of totals) add(keyOf(question, each.day, undefined), each);
    return { groups, totals: total, rows, missing: [] };
  }
  const kept = { state: source.kept.types[type] ?? noDays, firstDay: source.kept.first_day };
  const slice = { type, list, from, to, bucket: bucketOf(question) };
  const read = valuesOf(list, source.isBrand);
  const isAsked = (values: Values) =>
    question.filters.every((filter) => meets(values[filter.dimension] ?? '', filter));
  for await (const part of readSlice(source.rows, kept, slice))
    for (const row of part.rows) {
      const values = read(row);
      if (isAsked(values)) add(keyOf(question, part.day, values), row);
    }
  return { groups, totals: total, rows, missing: missingDays(totals, isCovered(kept, slice)) };
}

function sumOf(rows: readonly Counted[]): Sum {
  const sum = noSum();
  for (const row of rows) addTo(sum, row);
  return sum;
}

function missingDays(totals: readonly DayTotal[], isIn: (day: Day) => boolean): Day[] {
  return totals.filter(({ day }) => !isIn(day)).map(({ day }) => day);
}

type Counted = Pick<KeptRow, 'clicks' | 'impressions' | 'position'>;

export function addTo(sum: Sum, { clicks, impressions, position }: Counted): void {
  sum.clicks += clicks;
  sum.impressions += impressions;
  sum.places += position * impressions;
}

function bucketOf({ dimensions }: SliceQuestion): Bucket {
  if (dimensions.includes('date')) return 'day';
  if (dimensions.includes('week')) return dimensions.includes('month') ? 'day' : 'week';
  return dimensions.includes('month') ? 'month' : 'all';
}

type Values = Readonly<Partial<Record<SliceDimension, string>>>;

function valuesOf(list: RowList, isBrand: (query: string) => boolean): (row: KeptRow) => Values {
  switch (list) {
    case 'q':
      return ({ key }) => ({ query: key, brand: isBrand(key) ? 'brand' : 'other' });
    case 'p':
      return ({ key }) => ({ page: key, folder: folderOf(key) });
    case 'x':
      return ({ key }) => {
        const [query = '', page = ''] = key.split(pairMark);
        return { query, page, folder: folderOf(page), brand: isBrand(query) ? 'brand' : 'other' };
      };
    case 'c':
      return ({ key }) => ({ country: countryIso(key)?.toLowerCase() ?? key });
    case 'v':
      return ({ key }) => ({ device: key.toLowerCase() });
    case 'a':
      return ({ key }) => ({ appearance: key.toLowerCase() });
  }
}

/** The first part of the path: `/blog/` of `https://shop.example/blog/a`; `/` of pages at the top. */
function folderOf(page: string): string {
  const [, first = '', ...rest] = (URL.parse(page)?.pathname ?? '/').split('/');
  return rest.length > 0 ? `/${first}/` : '/';
}

function keyOf({ dimensions }: SliceQuestion, day: Day, values: Values | undefined): string {
  return dimensions.map((name) => timeOf(name, day) ?? values?.[name] ?? '').join(valueMark);
}

function timeOf(name: SliceDimension, day: Day): string | undefined {
  if (!(name in timeBuckets)) return undefined;
  if (name === 'week') return dateOf(weekOf(day));
  return name === 'month' ? dateOf(monthOf(day)).slice(0, 7) : dateOf(day);
}

const comparisons: Readonly<Record<SliceFilter['operator'], (text: string, wanted: string) => boolean>> = {
  equals: (text, wanted) => text === wanted,
  notEquals: (text, wanted) => text !== wanted,
  contains: (text, wanted) => text.includes(wanted),
  notContains: (text, wanted) => !text.includes(wanted),
  startsWith: (text, wanted) => text.startsWith(wanted),
};

export const meets = (text: string, { operator, value }: SliceFilter) =>
  comparisons[operator](text.toLowerCase(), value.toLowerCase());

export type Bucket = 'all' | 'day' | 'week' | 'month';

export interface Slice {
  readonly type: string;
  readonly list: RowList;
  readonly from: Day;
  readonly to: Day;
  readonly bucket: Bucket;
}

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
  rows: RowReader,
  kept: { readonly state: TypeState; readonly firstDay: Day },
  slice: Slice,
): AsyncGenerator<SlicePart> {
  for (const { kind, from, to } of runsOf(kept, slice)) yield* readRun(rows, slice, { kind, from, to });
}

/** Days that are read together: a large site has 50,000 rows in each. */
const readTogether = { d: 7, w: 14, m: 31 } as const;

/** The periods of one kind from one day to another, a few at a time. */
export async function* readRun(
  rows: RowReader,
  { type, list }: Pick<Slice, 'type' | 'list'>,
  { kind, from, to }: { readonly kind: PeriodKind; readonly from: Day; readonly to: Day },
): AsyncGenerator<SlicePart> {
  const step = readTogether[kind];
  for (let day = from; day <= to; day += step) {
    const read = await rows.read(type, list, { kind, from: day, to: Math.min(to, day + step - 1) });
    for (const [first, list] of read) yield { day: first, rows: list };
  }
}

/** Whether each day of the slice is read from some stored period. */
export function isCovered(
  kept: { readonly state: TypeState; readonly firstDay: Day },
  slice: Slice,
): (day: Day) => boolean {
  const runs = runsOf(kept, slice);
  return (day) =>
    isRead(kept.state, slice.list, day) && runs.some(({ from, end }) => day >= from && day <= end);
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
