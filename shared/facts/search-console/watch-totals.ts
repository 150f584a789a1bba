import type { SiteMetric } from '#shared/contract/rule-choices.ts';
import type { UnusualDays } from '#shared/facts/statistics/unusual-days.ts';
import { type Day, dateOf } from './day-ranges.ts';
import type { KeptProperty } from './kept-items.ts';
import type { RowReader } from './kept-rows.ts';

/** Days that are read: those that a day is judged by, and the ones that may be new. */
const readDays = 240;
/** The fall whose chance of being found an alarm tells. */
const toldFall = 0.3;

/** Clicks or impressions of a site that lie off their usual range. */
export interface SiteAlarm extends Pick<UnusualDays, 'counted' | 'change'> {
  readonly site: string;
  readonly metric: SiteMetric;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  /** Of falls by 30%, the share that this series would show within two and within seven days. */
  readonly found: KeptProperty['finds'];
}

/** What is told of a site; `leastChange` is a share. */
export interface SiteRule {
  readonly metrics: readonly SiteMetric[];
  readonly leastChange: number;
}

/** Reads what is told of a site, undefined where its rule is off, and tells it: the same again where a run ended in between. */
export interface TotalsWatch {
  ruleOf(accountId: string, site: string): Promise<SiteRule | undefined>;
  tell(accountId: string, alarm: SiteAlarm): Promise<void>;
}

interface WatchParts {
  readonly rows: Pick<RowReader, 'totals'>;
  readonly accountId: string;
  readonly watch?: TotalsWatch | undefined;
}

/**
 * Tells of days that have become final since the last look, and gives the last day that was looked at and which
 * falls would be told of. What was there when a site was connected is not told.
 */
export async function watchTotals(
  { rows, accountId, watch }: WatchParts,
  kept: KeptProperty,
): Promise<Pick<KeptProperty, 'watched_until' | 'finds'>> {
  const { last_final: last, watched_until: before, site, finds } = kept;
  if (!watch || last === null || (before ?? 0) >= last) return { watched_until: last, finds };
  const rule = await watch.ruleOf(accountId, site);
  if (!rule) return { watched_until: last, finds: null };
  const { start, countsOf } = await readCounts(rows, last);
  // Loaded where a day is new: it brings the statistics.
  const { chanceOfFinding, unusualDays } = await import('#shared/facts/statistics/unusual-days.ts');
  const caution = { leastChange: rule.leastChange, series: rule.metrics.length };
  const findsIn = (counts: readonly number[]): KeptProperty['finds'] => {
    const chance = chanceOfFinding(counts, { ...caution, fall: toldFall });
    return chance ? { within_2_days: chance.twoDays, within_7_days: chance.sevenDays } : null;
  };
  for (const metric of before === null ? [] : rule.metrics) {
    const counts = countsOf(metric);
    const dayOf = (at: number) => dateOf(start + at);
    for (const each of unusualDays(counts, { ...caution, first: (before ?? last) + 1 - start })) {
      await watch.tell(accountId, {
        ...{ site, metric, from: dayOf(each.from), to: dayOf(each.to), counted: each.counted },
        expected: Math.round(each.expected),
        low: Math.floor(each.low),
        high: Math.ceil(each.high),
        change: Math.round(each.change * 1_000) / 1_000,
        found: findsIn(counts.slice(0, each.from)),
      });
    }
  }
  return { watched_until: last, finds: findsIn(countsOf('clicks')) };
}

async function readCounts(rows: WatchParts['rows'], last: Day) {
  const totals = await rows.totals('web', last - readDays, last);
  const start = totals[0]?.day ?? last;
  const byDay = new Map(totals.map((total) => [total.day, total]));
  // A day without a row had no impressions.
  const countsOf = (metric: SiteMetric) =>
    Array.from({ length: last - start + 1 }, (_, at) => byDay.get(start + at)?.[metric] ?? 0);
  return { start, countsOf };
}
