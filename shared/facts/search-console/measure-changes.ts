import type { ChangeEffect } from '#shared/facts/statistics/change-effect.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { SiteChange } from '../ports/site-performance.ts';
import { updatesKnownUntil, updatesWithin } from './change-evidence.ts';
import { type Day, dateOf, dayOf } from './day-ranges.ts';
import { type KeptProperty, noDays } from './kept-items.ts';
import type { KeptRow } from './kept-rows.ts';
import type { SyncParts } from './open-connection.ts';
import { type KeptChange, measuredAfter, pageMatcher, readChanges, saveChange } from './site-changes.ts';
import { isCovered, readSlice } from './slices.ts';

type Effect = NonNullable<SiteChange['effect']>;
type Measured = NonNullable<Effect['clicks']>;

const weeksBefore = 8;
/** Pages with most clicks before that can be controls. */
const mostControls = 200;
/** Changes of one run; the others wait for the next. */
const mostARun = 20;

type MeasureParts = Pick<
  SyncParts,
  'table' | 'accountId' | 'rows' | 'clock' | 'isOver' | 'onStep' | 'tellEffect'
>;

/**
 * Measures the changes of a site that are 14 or 28 days old, by the days that
 * have come in. Each is written with its effect when it is known, so that a run
 * that ends in between goes on with the others.
 */
export async function measureChanges(parts: MeasureParts, kept: KeptProperty): Promise<void> {
  const { table, accountId } = parts;
  const last = kept.last_final;
  if (last === null) return;
  const all = await readChanges(table, accountId, kept.site);
  const due = all.flatMap((change) => {
    const days = measuredAfter.findLast((each) => dayOf(change.at) + each <= last);
    return days !== undefined && days > (change.effect?.days ?? 0) ? [{ change, days }] : [];
  });
  for (const { change, days } of due.slice(0, mostARun)) {
    if (parts.isOver()) return;
    const effect = await effectOf(parts, kept, { change, days, all });
    await parts.tellEffect?.(accountId, change, effect);
    await saveChange(table, accountId, { ...change, effect }, { isNew: false });
    await parts.onStep();
  }
}

interface Asked {
  readonly change: KeptChange;
  readonly days: number;
  readonly all: readonly KeptChange[];
}

/** The day of the change is left out: it was so in part only. */
async function effectOf(
  parts: Pick<SyncParts, 'rows' | 'clock'>,
  kept: KeptProperty,
  asked: Asked,
): Promise<Effect> {
  const { change, days, all } = asked;
  const at = dayOf(change.at);
  const span = { from: at - weeksBefore * 7, to: at + days };
  const head = { days, measured_at: isoTime(parts.clock()), warnings: warningsOf(asked, span) };
  const untold = (why: string): Effect => ({
    ...head,
    clicks: null,
    impressions: null,
    verdict: 'cannot_tell',
    why,
  });
  const state = kept.types.web ?? noDays;
  const slice = { type: 'web', list: 'p', ...span, bucket: 'day' } as const;
  const isIn = isCovered({ state, firstDay: kept.first_day }, slice);
  const missing = Array.from({ length: span.to - span.from + 1 }, (_, day) => span.from + day).filter(
    (day) => !isIn(day),
  ).length;
  if (missing > 0)
    return untold(
      `It cannot be told: rows of ${missing} of the ${span.to - span.from + 1} days are not kept by day.`,
    );
  const others = all.filter((other) => other.id !== change.id && overlaps(other, span));
  const series = await seriesOf(parts, kept, {
    span,
    at,
    isChanged: pageMatcher(change.pages),
    isLeft: pageMatcher(others.flatMap(({ pages }) => pages)),
  });
  if (!series.isShown) return untold('It cannot be told: no page of the change was shown in these weeks.');
  // Loaded where there is something to measure: it brings linear algebra.
  const { fewestControls, measureEffect } = await import('#shared/facts/statistics/change-effect.ts');
  const measured = measureEffect({ ...series.clicks, weeksBefore });
  if (!measured)
    return untold(
      `It cannot be told: the changed pages have no clicks before, or fewer than ${fewestControls} other pages have enough clicks to compare with.`,
    );
  const impressions = measureEffect({ ...series.impressions, weeksBefore });
  return {
    ...head,
    clicks: shown(measured),
    impressions: impressions ? shown(impressions) : null,
    verdict: measured.verdict,
    why: wordsOf(measured, days),
  };
}

function shown(effect: ChangeEffect): Measured {
  const { clicks, low, high, share, pValue, controls, power, verdict, needsDays } = effect;
  return {
    clicks: Math.round(clicks),
    low: Math.floor(low),
    high: Math.ceil(high),
    share: Math.round(share * 1_000) / 1_000,
    p_value: Math.round(pValue * 1_000) / 1_000,
    controls,
    power: Math.round(power * 100) / 100,
    verdict,
    needs_days: needsDays,
  };
}

function wordsOf({ verdict, clicks, share, low, high, needsDays }: ChangeEffect, days: number): string {
  const percent = `${share > 0 ? '+' : ''}${Math.round(share * 100)}%`;
  const range = `between ${Math.floor(low)} and ${Math.ceil(high)}`;
  if (verdict === 'effect')
    return `In ${days} days the pages had ${Math.abs(Math.round(clicks))} clicks ${clicks > 0 ? 'more' : 'fewer'} (${percent}, ${range}) than similar pages would suggest.`;
  if (verdict === 'no_effect_seen')
    return `No effect seen in ${days} days: ${Math.round(clicks)} clicks, ${range}. One of 10% would most likely have been seen.`;
  return needsDays === null
    ? `It cannot be told after ${days} days (${range} clicks): these pages have too few clicks for an effect of 10%.`
    : `It cannot be told after ${days} days (${range} clicks). An effect of 10% would need ${needsDays} days.`;
}

interface Span {
  readonly from: Day;
  readonly to: Day;
}

function overlaps({ at }: KeptChange, { from, to }: Span): boolean {
  return dayOf(at) >= from && dayOf(at) <= to;
}

function warningsOf({ change, all }: Asked, span: Span): string[] {
  const [from, to] = [dateOf(span.from), dateOf(span.to)];
  const updates = updatesWithin(from, to);
  return [
    ...all
      .filter((other) => other.id !== change.id && overlaps(other, span))
      .map(({ at, what }) => `Another change was recorded on ${at}: ${what}.`),
    ...updates.map(({ name }) => `Google rolled out its ${name} in these weeks.`),
    ...(to > updatesKnownUntil ? [`Updates of Google after ${updatesKnownUntil} are not known here.`] : []),
  ];
}

interface PageDays {
  readonly clicks: number[];
  readonly impressions: number[];
}

interface Pages {
  readonly span: Span;
  /** The day of the change, which is left out. */
  readonly at: Day;
  readonly isChanged: (page: string) => boolean;
  /** Pages that another change fell on are no controls. */
  readonly isLeft: (page: string) => boolean;
}

/** Daily counts of the changed pages together, and of each page that can be a control. */
async function seriesOf({ rows }: Pick<SyncParts, 'rows'>, kept: KeptProperty, asked: Pages) {
  const { span, at, isChanged } = asked;
  const source = { state: kept.types.web ?? noDays, firstDay: kept.first_day };
  const length = span.to - span.from;
  const empty = (): PageDays => ({
    clicks: Array.from({ length }, () => 0),
    impressions: Array.from({ length }, () => 0),
  });
  const treated = empty();
  const before = await clicksBefore(rows, source, asked);
  const controls = new Map(controlsOf(before, asked).map((page) => [page, empty()]));
  const pages = evenPages([...before].filter(([page]) => isChanged(page)).map(([, clicks]) => clicks));
  const days = readSlice(rows, source, { type: 'web', list: 'p', ...span, bucket: 'day' });
  for await (const { day, rows: list } of days)
    if (day !== at)
      addRows(list, day - span.from - Number(day > at), (page) =>
        isChanged(page) ? treated : controls.get(page),
      );
  const of = (name: keyof PageDays) => ({
    treated: treated[name],
    pages,
    controls: [...controls.values()].map((each) => each[name]),
  });
  return {
    isShown: treated.impressions.some((count) => count > 0),
    clicks: of('clicks'),
    impressions: of('impressions'),
  };
}

async function clicksBefore(
  rows: SyncParts['rows'],
  source: Parameters<typeof readSlice>[1],
  { span, at }: Pages,
): Promise<ReadonlyMap<string, number>> {
  const clicks = new Map<string, number>();
  const before = { type: 'web', list: 'p', from: span.from, to: at - 1, bucket: 'all' } as const;
  for await (const part of readSlice(rows, source, before))
    for (const row of part.rows) clicks.set(row.key, (clicks.get(row.key) ?? 0) + row.clicks);
  return clicks;
}

/** Pages with most clicks before the change, that no change fell on. */
function controlsOf(clicks: ReadonlyMap<string, number>, { isChanged, isLeft }: Pages): string[] {
  return [...clicks]
    .filter(([page]) => !(isChanged(page) || isLeft(page)))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostControls)
    .map(([page]) => page);
}

/** As how many pages of one size these vary together: ten of which one has nearly all clicks are one. */
function evenPages(clicks: readonly number[]): number {
  const sum = clicks.reduce((all, each) => all + each, 0);
  const squares = clicks.reduce((all, each) => all + each ** 2, 0);
  return squares > 0 ? sum ** 2 / squares : 1;
}

function addRows(rows: readonly KeptRow[], at: number, sumsOf: (page: string) => PageDays | undefined): void {
  for (const { key, clicks, impressions } of rows) {
    const sums = sumsOf(key);
    if (!sums) continue;
    sums.clicks[at] = (sums.clicks[at] ?? 0) + clicks;
    sums.impressions[at] = (sums.impressions[at] ?? 0) + impressions;
  }
}
