import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import { daysOf, figures, periodText } from '#shared/facts/ports/own-sites.ts';
import type { StoredPage, StoredQuery } from './console-items.ts';
import { cutAt, mergedRows } from './console-row.ts';
import type { NameTeller } from './name-teller.ts';
import { estimate, isWorthwhile, monthFloor, nextCall, number } from './opportunities.ts';
import { isAdvice } from './workable-queries.ts';

/** The counts of one period, of queries and of pages. */
export interface PeriodFigures {
  readonly domain: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly queries: readonly StoredQuery[];
  readonly pages: readonly StoredPage[];
}

/** A change by less than this share of the earlier clicks is what every week brings. */
const leastShare = 0.2;
const standardDeviations = 2;
interface Row {
  readonly subject: { readonly query: string | null; readonly page: string | null };
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}

/** Queries and pages with clearly fewer or more clicks a day than in an earlier period. Needs both periods. */
export function changesBetween(
  now: PeriodFigures,
  before: PeriodFigures,
  { names, ofOneExport = false }: { readonly names: NameTeller; readonly ofOneExport?: boolean },
): SearchOpportunity[] {
  // The periods that one export compares are of one length, which it need not say.
  const [days, daysBefore] = ofOneExport ? [1, 1] : [daysOf(now), daysOf(before)];
  if (days === null || daysBefore === null) return [];
  const pairs = [
    ...changedRows(queryRows(now), queryRows(before)).filter(({ row: { subject } }) =>
      isAdvice({ names }, subject.query ?? ''),
    ),
    ...changedRows(pageRows(now), pageRows(before)),
  ];
  const rows = pairs.map((pair) => changed({ now, before, ofOneExport, scale: days / daysBefore, ...pair }));
  const floor = monthFloor({ ...now, names });
  return mergedRows(rows.filter((row) => row !== undefined).filter((row) => isWorthwhile(row, floor)));
}

const queryRows = ({ queries }: PeriodFigures): Row[] =>
  queries.map(({ query, page, ...row }) => ({ ...row, subject: { query, page } }));

const pageRows = ({ pages }: PeriodFigures): Row[] =>
  pages.map(({ url, ...row }) => ({ ...row, subject: { query: null, page: url } }));

/** Rows of both periods by their subject; one that is missing in a list that is whole had no clicks there. */
function changedRows(current: readonly Row[], earlier: readonly Row[]) {
  const keyOf = ({ subject }: Row) => subject.query ?? subject.page ?? '';
  const [currentByKey, earlierByKey] = [current, earlier].map(
    (rows) => new Map(rows.map((row) => [keyOf(row), row])),
  );
  // Of a list that was cut off, a row that is missing has not vanished: it may stand just below the end.
  const isWhole = (rows: readonly Row[]) => rows.length > 0 && cutAt(rows.length) === undefined;
  const keys = new Set([...(isWhole(current) ? earlier : []), ...current].map(keyOf));
  return [...keys].flatMap((key) => {
    const [row, was] = [currentByKey?.get(key), earlierByKey?.get(key)];
    if (!was && !isWhole(earlier)) return [];
    return [{ row: row ?? gone(was), was: was ?? gone(row) }];
  });
}

const gone = (row: Row | undefined): Row => ({
  subject: row?.subject ?? { query: null, page: null },
  clicks: 0,
  impressions: 0,
  position: null,
});

interface Change {
  readonly now: PeriodFigures;
  readonly before: PeriodFigures;
  readonly ofOneExport: boolean;
  /** Days of this period for each of the earlier one. */
  readonly scale: number;
  readonly row: Row;
  readonly was: Row;
}

function changed({ now, before, ofOneExport, scale, row, was }: Change): SearchOpportunity | undefined {
  const expected = was.clicks * scale;
  const difference = Math.round(row.clicks - expected);
  const noise = standardDeviations * Math.sqrt(row.clicks + expected * scale);
  const isClear = Math.abs(difference) >= Math.max(expected * leastShare, noise);
  if (!isClear) return undefined;
  const isLoss = difference < 0;
  const { query, page } = row.subject;
  const next =
    query !== null
      ? nextCall('inspect_serp', { query })
      : nextCall('audit_site', { domain: now.domain, urls: [page] });
  return {
    kind: isLoss ? 'decay' : 'growth',
    levers: [],
    query,
    page,
    ...figures(now, row),
    seen: `${number(row.clicks)} clicks ${ofOneExport ? 'in the later period of the export' : `from ${periodText(now)}`}, ${number(was.clicks)} ${ofOneExport ? 'in the one before' : `from ${periodText(before)}`}${placesText(row, was)}.`,
    ...estimate(Math.abs(difference), now),
    computed: `${number(was.clicks)} clicks of the earlier period brought to the length of this one are ${number(Math.round(expected))}; the difference is what was ${isLoss ? 'lost and might come back' : 'won'}. ${seasonText(now, before)}`,
    next_call: next,
  };
}

/** Days within which the same weeks of two years end apart. */
const aYear = { least: 355, most: 375 } as const;

function seasonText(now: PeriodFigures, before: PeriodFigures): string {
  const apart = now.to === null || before.to === null ? null : daysOf({ from: before.to, to: now.to });
  return apart !== null && apart >= aYear.least && apart <= aYear.most
    ? 'Both periods are of the same season, a year apart.'
    : 'A season can be the cause.';
}

function placesText(row: Row, was: Row): string {
  if (row.position === null || was.position === null) return '';
  const text = (position: number) => String(Math.round(position * 10) / 10);
  return `; average position ${text(row.position)}, before ${text(was.position)}`;
}
