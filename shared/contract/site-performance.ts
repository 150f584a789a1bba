import * as v from 'valibot';
import { told } from './fields.ts';

const count = v.number();
const nullableNumber = v.nullable(v.number());
const period = v.object({ from: v.string(), to: v.string() });

/** Kinds of search that Search Console counts apart. */
export const searchTypes = ['web', 'image', 'video', 'news', 'discover', 'googleNews'] as const;

/** Orders of the rows of a slice: largest first, best position first; `-clicks_change` has the largest losses first. */
export const performanceSorts = [
  'clicks',
  'impressions',
  'ctr',
  'position',
  'clicks_change',
  'key',
  '-clicks_change',
] as const;

export const day = v.pipe(v.string(), v.isoDate('Send a day such as 2026-11-01.'));

/** What a slice is of, as callers write it. */
export const performanceQuestion = {
  from: v.optional(day),
  to: v.optional(day),
  compare: told(
    v.optional(v.pipe(v.string(), v.maxLength(40))),
    '`previous_period`, `previous_year` or `2026-08-01..2026-08-31`.',
  ),
  dimensions: told(
    v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    'query, page, country, device, appearance, folder, brand, date, week, month, comma-separated; for an upload one of the first five or date.',
  ),
  filter: told(
    v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
    '`query:contains:shoes;…`, with equals, notEquals, contains, notContains or startsWith.',
  ),
  search_type: v.optional(v.picklist(searchTypes), 'web'),
  sort: v.optional(v.picklist(performanceSorts), 'clicks'),
  property: told(v.optional(v.pipe(v.string(), v.maxLength(500))), 'If the site has several.'),
};

const counted = v.object({
  clicks: count,
  impressions: count,
  ctr: nullableNumber,
  average_position: nullableNumber,
});

/** A slice without its rows. */
export const performanceHead = v.object({
  site: v.string(),
  property: v.string(),
  search_type: v.string(),
  /** Kinds of search of which there are figures. */
  search_types: v.array(v.string()),
  /** Null of an uploaded export that does not say. */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  compared_with: v.nullable(period),
  /** Days are counted as Google counts them. */
  time_zone: v.literal('America/Los_Angeles'),
  dimensions: v.array(v.string()),
  totals: counted,
  totals_before: v.nullable(counted),
  /** Of all rows, and not only of those shown; null where there are none. */
  sum_of_rows: v.nullable(counted),
  /** In the totals and in no row: queries too rare to be told. Null where a filter leaves rows out or days are missing; impressions too, where pages are counted. */
  withheld: v.nullable(v.object({ clicks: count, impressions: nullableNumber })),
  /** The last day that is final; days behind it are still being counted. */
  final_until: v.nullable(v.string()),
  fresh_days: v.array(v.object({ day: v.string(), clicks: count, impressions: count })),
  /** Days with totals whose rows are not kept, or not here yet. */
  days_without_rows: count,
  notes: v.array(v.string()),
});

export const performanceRow = v.object({
  keys: v.record(v.string(), v.string()),
  ...counted.entries,
  before: v.nullable(counted),
});

/** What URL Inspection last said of a page, and what follows from it. */
export const indexStatusRow = v.object({
  page: v.string(),
  inspected_at: v.string(),
  /** Null where Google did not tell. */
  verdict: v.nullable(v.string()),
  coverage_state: v.nullable(v.string()),
  robots_txt_state: v.nullable(v.string()),
  indexing_state: v.nullable(v.string()),
  page_fetch_state: v.nullable(v.string()),
  last_crawl: v.nullable(v.string()),
  declared_canonical: v.nullable(v.string()),
  google_canonical: v.nullable(v.string()),
  problem: v.nullable(v.picklist(['not_indexed', 'canonical_mismatch'])),
  clicks: count,
  clicks_before: count,
});

export const indexStatusSummary = v.object({
  inspected: count,
  by_verdict: v.record(v.string(), v.number()),
  not_indexed: count,
  canonical_mismatch: count,
  last_inspected_at: v.nullable(v.string()),
});
