import * as v from 'valibot';
import { importReport } from '#shared/contract/own-imports.ts';
import type { Immutable } from '#shared/contract/rows.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import {
  broughtKey,
  type ItemKey,
  importPartition,
  ownPartition,
  pack,
  unpack,
} from '#shared/facts/stored-index/items/keys.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';

/** The outcome for one file, as the operator sees it and as it is kept. */
const keptReport = v.object({
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

const importRecord = v.object({
  import_id: v.string(),
  file: v.string(),
  format: v.string(),
  /** `running` after a crash too, until the same file is imported again. */
  status: v.picklist(['running', 'complete']),
  started_at: v.string(),
  rows: v.number(),
  keywords_changed: v.number(),
  /** The account it belongs to; absent for what all accounts share. */
  owner: v.optional(v.string()),
  /** The site of an own export. */
  site: v.optional(v.string()),
  /** The credential whose upload it was; absent of the operator's command. */
  created_by: v.optional(v.string()),
});
/** What is kept about an import, for the operator and so that no file is imported twice. */
export type ImportEntry = v.InferOutput<typeof importRecord>;

const ownPrefix = 'i#';

/** The item of an import that all accounts share. */
export function sharedImportItem(entry: ImportEntry, reports: readonly ImportReport[]): Item {
  return registerItem({ pk: importPartition, sk: entry.import_id }, entry, reports);
}

function registerItem(key: ItemKey, entry: ImportEntry, reports: readonly ImportReport[] | undefined): Item {
  return { ...key, d: entry, ...(reports && { r: pack(reports) }) };
}

/** The imports of an index, or of one account. */
export type ImportRegister = ReturnType<typeof createImportRegister>;

/** An account's imports lie in its own partition: no other account's list can show them. */
export function createImportRegister(table: IndexTable, owner: string | null = null) {
  const pk = owner === null ? importPartition : ownPartition(owner);
  const prefix = owner === null ? '' : ownPrefix;
  const keyOf = (id: string) => ({ pk, sk: `${prefix}${id}` });
  const read = (item: Item) => v.parse(importRecord, item.d);
  return {
    async find(id: string): Promise<ImportEntry | undefined> {
      const item = await table.get(keyOf(id), true);
      return item && read(item);
    },
    /** The reports that were given when the import was made. */
    async reports(id: string): Promise<readonly ImportReport[]> {
      const item = await table.get(keyOf(id), true);
      return item?.r instanceof Uint8Array ? v.parse(v.array(keptReport), unpack(item.r)) : [];
    },
    async put(entry: ImportEntry, reports?: readonly ImportReport[]): Promise<void> {
      if (owner !== null && entry.status === 'running') await table.put(broughtKey(owner));
      await table.put(registerItem(keyOf(entry.import_id), entry, reports));
    },
    remove: (id: string): Promise<void> => table.change([{ remove: keyOf(id) }]),
    /** Newest first. */
    async list(): Promise<readonly ImportEntry[]> {
      const { items } = await table.range({ pk, consistent: true, ...(owner === null ? {} : { prefix }) });
      return items.map(read).sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
    },
  };
}
