import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { judgedToday } from '../own-sites/console-heads.ts';
import { readHeads } from '../own-sites/console-reads.ts';
import { cellsOf, explainedParts } from '../own-sites/explained-cells.ts';
import type { AskedChange, ExplainAnswer, PerformanceFault } from '../ports/site-performance.ts';
import type { Cell, Counts } from '../statistics/compared-cells.ts';
import { dispersionOf, explainChange, growthOf } from '../statistics/explain-change.ts';
import type { IndexReader } from '../stored-index/table/index-reads.ts';
import { propertyOf } from './ask-performance.ts';
import { addEvidence, type Shift } from './change-evidence.ts';
import { type Day, dateOf, dayOf } from './day-ranges.ts';
import { type KeptProperty, propertyIdOf, type RowList } from './kept-items.ts';
import { createRowReader, type DayTotal, type RowReader } from './kept-rows.ts';
import {
  listFor,
  type SliceAnswer,
  type SliceDimension,
  type SliceFilter,
  type SliceQuestion,
  type Sum,
  slicePeriod,
  valueMark,
} from './slices.ts';

interface Period {
  readonly from: Day;
  readonly to: Day;
}

interface Periods {
  readonly now: Period;
  readonly before: Period;
}

interface History {
  readonly rows: RowReader;
  readonly kept: KeptProperty;
  readonly scope: AskedChange['scope'];
}

const usualDays = 28;
/** Fifty-two weeks: each weekday beside its own. */
const year = 364;

/**
 * Explains the change of clicks of a connected site, or of a part of it, between
 * any two periods of its kept history, with what the same history holds as
 * evidence. Undefined where the account has not connected the site.
 */
export async function explainHistory(
  table: IndexReader,
  accountId: string,
  site: string,
  asked: AskedChange,
): Promise<ExplainAnswer | undefined> {
  const kept = await propertyOf(table, accountId, site, undefined);
  if (!kept) return undefined;
  const periods = periodsOf(asked, kept);
  if ('fault' in periods) return periods;
  const rows = createRowReader(table, ownPartPartition(accountId, propertyIdOf(kept.property)));
  const history = { rows, kept, scope: asked.scope };
  const found = await cellsOfPeriods(history, periods);
  if ('fault' in found) return found;
  const heads = (await readHeads(table, accountId)).filter(({ site: of }) => of === kept.site);
  const [head] = heads;
  const explained = explainedParts({
    ...found,
    season: await seasonOf(history, periods),
    dispersion: dispersionOf(found.days.map(({ clicks }) => clicks)),
    ownNames: head ? (await judgedToday(table, accountId, head, heads)).names.own_names : [],
  });
  const shifts = Object.keys(asked.scope ?? {}).length > 0 ? [] : await shiftsOf(history, periods);
  const parts = await addEvidence(table, { accountId, kept, periods, shifts }, explained.parts);
  return {
    ...explained,
    parts,
    connectionId: `search_console:${kept.property}`,
    period: datesOf(periods.now),
    compared_with: datesOf(periods.before),
    explained_by: found.missing > 0 ? 'day_totals' : 'rows',
    notes: notesOf(periods, found.missing),
  };
}

const datesOf = ({ from, to }: Period) => ({ from: dateOf(from), to: dateOf(to) });

function periodsOf(asked: AskedChange, { last_final, first_day }: KeptProperty): Periods | PerformanceFault {
  const to = asked.to === undefined ? (last_final ?? first_day) : dayOf(asked.to);
  const from = asked.from === undefined ? to - usualDays + 1 : dayOf(asked.from);
  const compareTo = asked.compare_to === undefined ? from - 1 : dayOf(asked.compare_to);
  const compareFrom = asked.compare_from === undefined ? compareTo - (to - from) : dayOf(asked.compare_from);
  const fault = (name: string, message: string) => ({ fault: { name, message } });
  if (from > to) return fault('from', 'from lies after to. Swap them.');
  if (compareFrom > compareTo) return fault('compare_from', 'compare_from lies after compare_to. Swap them.');
  if (compareTo >= from && compareFrom <= to)
    return fault('compare_to', 'The two periods have days in common. Choose periods apart.');
  return { now: { from, to }, before: { from: compareFrom, to: compareTo } };
}

function notesOf({ now, before }: Periods, missing: number): string[] {
  const days = (period: Period) => period.to - period.from + 1;
  return [
    ...(missing > 0
      ? [
          `Rows of ${missing} of these days are kept by week or month alone, or are still being fetched, so that only totals explain the change. Choose whole weeks from Monday, or whole months.`,
        ]
      : []),
    ...(days(now) === days(before)
      ? []
      : [`The periods have ${days(now)} and ${days(before)} days: the difference is in demand.`]),
  ];
}

const filterOf = (scope: AskedChange['scope']): SliceFilter[] =>
  (['folder', 'page', 'query', 'country', 'device'] as const).flatMap((dimension) => {
    const value = scope?.[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'equals' as const, value }];
  });

/** The slice of one period by some dimensions, of the scope that is asked for. */
function sliceOf(
  { rows, kept, scope }: History,
  { from, to }: Period,
  dimensions: readonly SliceDimension[],
): Promise<SliceAnswer> {
  const question: SliceQuestion = { type: 'web', from, to, dimensions, filters: filterOf(scope) };
  return slicePeriod({ rows, kept, isBrand: () => false }, question, listFor(question) ?? null);
}

interface FoundCells {
  readonly clicks: { readonly before: number; readonly after: number };
  readonly cells: readonly Cell[];
  /** Days of both periods whose rows are not kept by themselves. */
  readonly missing: number;
  readonly days: readonly DayTotal[];
}

async function cellsOfPeriods(
  history: History,
  { now, before }: Periods,
): Promise<FoundCells | PerformanceFault> {
  const [filter] = filterOf(history.scope);
  const isOfRows = filter?.dimension !== 'country' && filter?.dimension !== 'device';
  // The clicks of a part of the site are those of a list that leaves out no rare query.
  const sumBy: SliceDimension[] = filter ? [filter.dimension] : [];
  const [sumNow, sumBefore, is, was] = await Promise.all([
    sliceOf(history, now, sumBy),
    sliceOf(history, before, sumBy),
    isOfRows ? sliceOf(history, now, ['query', 'page']) : undefined,
    isOfRows ? sliceOf(history, before, ['query', 'page']) : undefined,
  ]);
  const slices = [sumNow, sumBefore, is, was].flatMap((slice) => slice ?? []);
  const missing = Math.max(...slices.map((slice) => slice.missing.length));
  if (missing > 0 && filter)
    return {
      fault: {
        name: 'from',
        message: `Rows of ${missing} of these days are kept by week or month alone. Choose whole weeks from Monday, or whole months; or leave out scope for the totals of days.`,
      },
    };
  const whole = filter
    ? ([sumBefore.rows, sumNow.rows] as const)
    : ([sumBefore.totals, sumNow.totals] as const);
  const named =
    filter?.dimension === 'query' ? { query: filter.value, page: null } : { query: null, page: null };
  const cells =
    is && was && missing === 0
      ? cellsOf(countsOf(was), countsOf(is), pairOf)
      : [{ ...named, before: counted(whole[0]), after: counted(whole[1]) }];
  const days = await history.rows.totals('web', now.from, now.to);
  return { clicks: { before: whole[0].clicks, after: whole[1].clicks }, cells, missing, days };
}

const countsOf = ({ groups }: SliceAnswer): ReadonlyMap<string, Counts> =>
  new Map([...groups].map(([key, sum]) => [key, counted(sum)]));

function counted({ clicks, impressions, places }: Sum): Counts {
  return { clicks, impressions, position: impressions > 0 ? places / impressions : 0 };
}

function pairOf(key: string) {
  const [query = '', page = ''] = key.split(valueMark);
  return { query, page };
}

/** Growth of impressions between the same weeks a year before; undefined where not all of these days are kept. */
async function seasonOf(history: History, { now, before }: Periods) {
  const [is, was] = await Promise.all(
    [now, before].map(async ({ from, to }) => {
      const period = { from: from - year, to: to - year };
      const days = await history.rows.totals('web', period.from, period.to);
      return days.length === period.to - period.from + 1 ? weeksOf(days) : [];
    }),
  );
  return growthOf(was ?? [], is ?? []);
}

/** Impressions a day, by whole weeks. */
function weeksOf(days: readonly DayTotal[]): number[] {
  return Array.from({ length: Math.floor(days.length / 7) }, (_, at) =>
    days.slice(at * 7, at * 7 + 7).reduce((sum, { impressions }) => sum + impressions / 7, 0),
  );
}

/** What a shift between countries, and between devices, explains by itself. */
async function shiftsOf(history: History, { now, before }: Periods): Promise<Shift[]> {
  const lists: readonly RowList[] = ['c', 'v'];
  return Promise.all(
    lists.map(async (list) => {
      const dimension = list === 'c' ? ('country' as const) : ('device' as const);
      const [is, was] = await Promise.all([
        sliceOf(history, now, [dimension]),
        sliceOf(history, before, [dimension]),
      ]);
      const cells = cellsOf(countsOf(was), countsOf(is), (page) => ({ query: 'all', page }));
      const clicks = { before: was.rows.clicks, after: is.rows.clicks };
      const parts = explainChange({ clicks, cells, shareAt: () => 1, dispersion: 1 });
      const mix = parts.find(({ name }) => name === 'mix');
      const isKnown = is.missing.length + was.missing.length === 0;
      return {
        dimension,
        clicks: mix?.clicks ?? 0,
        isSeen: isKnown && mix?.verdict === 'seen',
        by: mix?.carriers ?? [],
      };
    }),
  );
}
