import type { RowCounts } from './row-counter.ts';

/** What became of one file. */
export interface ImportReport extends RowCounts {
  readonly file: string;
  /** Of the import that the file went into; files of one export share it. Null where nothing went in. */
  readonly import_id: string | null;
  /** The account it belongs to; null for what all accounts share. */
  readonly owner: string | null;
  readonly format: string | null;
  /** `imported` only where something went in; `nothing_imported` is not remembered. */
  readonly status: 'imported' | 'already_imported' | 'nothing_imported';
  readonly keywords_changed: number;
  readonly domains_counted: number;
  /** Of a site's own figures or links: the site, and the period that they are about. */
  readonly site: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** What a reader must know of it, in sentences. */
  readonly notes: readonly string[];
  /** Write units that the database counted, for each row taken; null where it was not asked. */
  readonly write_units_per_row: number | null;
}

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
