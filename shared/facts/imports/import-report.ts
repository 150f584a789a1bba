import * as v from 'valibot';
import { importReport } from '#shared/contract/own-imports.ts';
import type { Immutable } from '#shared/contract/rows.ts';

/** The outcome for one file, as the operator sees it and as it is kept. */
export const keptReport = v.object({
  ...importReport.entries,
  /** The account it belongs to; null for what all accounts share. */
  owner: v.nullable(v.string()),
  keywords_changed: v.number(),
  domains_counted: v.number(),
  /** Write units that the database counted, for each row taken; null where it was not asked. */
  write_units_per_row: v.nullable(v.number()),
});
export type ImportReport = Immutable<v.InferOutput<typeof keptReport>>;

const nothing: Omit<ImportReport, 'file'> = {
  import_id: null,
  owner: null,
  format: null,
  status: 'nothing_imported',
  rows: 0,
  taken: 0,
  skipped: [],
  left_out: [],
  bad_rows: 0,
  problems: [],
  keywords_changed: 0,
  domains_counted: 0,
  site: null,
  from: null,
  to: null,
  notes: [],
  write_units_per_row: null,
};

/** A report with what is known of it; all else says that nothing went in. */
export function reportOf(file: string, known: Partial<Omit<ImportReport, 'file'>>): ImportReport {
  const report = { file, ...nothing, ...known };
  const isEmpty = report.format !== null && report.rows === 0 && report.status === 'nothing_imported';
  const says = report.problems.length > 0 || report.notes.length > 0;
  return isEmpty && !says
    ? { ...report, notes: ['The file has its columns or members, and no row.'] }
    : report;
}

/** Write units for each row, to two decimals: rows that are packed together take a part of one. */
export function unitsPerRow(units: number | undefined, rows: number): number | null {
  return units === undefined || rows === 0 ? null : Math.round((units / rows) * 100) / 100;
}
