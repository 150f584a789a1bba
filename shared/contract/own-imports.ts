import * as v from 'valibot';
import { ownSite, searchOpportunity, siteNames, siteScope } from './own-rows.ts';
import { indexStatusRow, indexStatusSummary } from './site-performance.ts';

/** What a person uploads about their own sites, and how it went. Shown to their own account only. */

/** Of all files of one upload together. */
export const largestUploadBytes = 50 * 1024 * 1024;
/** Files of one upload; an archive counts as one. */
export const mostUploadFiles = 20;
/** Uploads that an account may begin within 24 hours. */
export const uploadsPerDay = 40;
/** Of one API key, so that no program takes all of its account's. */
export const uploadsPerDayOfKey = 20;
/** Of an account that has neither bought nor been granted credits. */
export const uploadsPerDayUnpaid = 3;
/** Rows of an upload of such an account. */
export const rowsUnpaid = 100_000;

/** What a column of a table can be: those of the plain table, and of Search Console's. */
export const columnMeanings = [
  'keyword',
  'position',
  'url',
  'title',
  'snippet',
  'volume',
  'cpc',
  'competition',
  'difficulty',
  'intent',
  'location',
  'language',
  'observed_at',
  'query',
  'page',
  'clicks',
  'impressions',
  'country',
  'device',
  'date',
] as const;

/** A column whose heading no format knows, and what is in it. */
export const namedColumn = v.object({
  header: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200)),
  means: v.picklist(columnMeanings),
});
export type NamedColumn = v.InferOutput<typeof namedColumn>;

const count = v.number();
const nullableText = v.nullable(v.string());

const rowGroup = v.object({ reason: v.string(), rows: count, lines: v.array(v.number()) });

/** How the rows of a file were counted: `rows` = `taken` + those of `skipped` + `bad_rows`. */
export const rowCounts = v.object({
  rows: count,
  taken: count,
  /** Understood, and rightly not used. */
  skipped: v.array(rowGroup),
  /** Parts of rows that were taken without them. */
  left_out: v.array(rowGroup),
  bad_rows: count,
  /** The first bad rows. */
  problems: v.array(v.object({ line: count, reason: v.string() })),
});

/** The outcome for one file. */
export const importReport = v.object({
  file: v.string(),
  /** Of the import that the file went into; files of one export share it. Null where nothing went in. */
  import_id: nullableText,
  format: nullableText,
  /** `imported` only where something went in; `nothing_imported` is not remembered. */
  status: v.picklist(['imported', 'already_imported', 'nothing_imported']),
  ...rowCounts.entries,
  /** Of a site's own figures or links: the site, and the period that they are about. */
  site: nullableText,
  from: nullableText,
  to: nullableText,
  /** What a reader must know of it, in sentences. */
  notes: v.array(v.string()),
  /** Of a table that no format knows: its columns with some of their cells, so that an upload can say in `columns` which is which. */
  unknown_columns: v.optional(v.array(v.object({ header: v.string(), examples: v.array(v.string()) }))),
});

export const uploadStatuses = ['awaiting_files', 'queued', 'running', 'done', 'failed'] as const;

/** One upload, from its first byte to its reports. */
export const uploadRecord = v.object({
  id: v.string(),
  status: v.picklist(uploadStatuses),
  created_at: v.string(),
  files: v.array(v.object({ name: v.string(), bytes: count })),
  progress: v.nullable(
    v.object({
      phase: v.picklist(['reading', 'writing', 'counting']),
      file: v.string(),
      rows: count,
      share: count,
    }),
  ),
  message: nullableText,
  reports: v.array(importReport),
});
export type UploadRecord = v.InferOutput<typeof uploadRecord>;

/** What went in, until it is undone. */
export const importEntry = v.object({
  id: v.string(),
  file: v.string(),
  format: v.string(),
  site: nullableText,
  rows: count,
  status: v.picklist(['running', 'complete']),
  started_at: v.string(),
  created_by: nullableText,
  is_shared: v.boolean(),
});

/** A site for which an account has brought figures. */
export const ownSiteEntry = v.object({
  site: v.string(),
  from: nullableText,
  to: nullableText,
  clicks: count,
  impressions: count,
  queries: count,
  pages: count,
  scope: siteScope,
  opportunities: v.record(v.string(), count),
});

/** A call that looks closer, with its price. */
const pricedOpportunity = v.object({ ...searchOpportunity.entries, credits: count });

/** All that an account's own figures say about a site. */
export const ownSiteReport = v.object({
  site: v.string(),
  import_id: nullableText,
  ...v.omit(ownSite, ['opportunities']).entries,
  scope: siteScope,
  ...siteNames.entries,
  /** Names that were found, before anybody edited them. */
  found_names: siteNames,
  days: v.array(v.object({ day: v.string(), clicks: count, impressions: count })),
  /** Countries with the most clicks; the share is that of the clicks of all. */
  countries: v.array(
    v.object({ country: v.string(), clicks: count, impressions: count, share: v.nullable(count) }),
  ),
  opportunity_counts: v.record(v.string(), count),
  opportunities: v.array(pricedOpportunity),
  /** What URL Inspection says of pages that matter, problems first, a hundred of them; null where none was looked at. */
  index_status: v.nullable(v.object({ ...indexStatusSummary.entries, pages: v.array(indexStatusRow) })),
});
