import { createHash } from 'node:crypto';
import { createTextBudget } from '#shared/facts/own-sites/console-tally.ts';
import type { DomainLinks } from '#shared/facts/stored-index/items/link-items.ts';
import type { ConsoleFilters } from './console-shape.ts';
import {
  exportOf,
  type ReadConsoleFile,
  readConsoleFile,
  siteOfTables,
  withoutRepeats,
} from './import-console.ts';
import { readLinksFile } from './import-links.ts';
import { type ImportRegister, type ImportReport, reportOf, unitsPerRow } from './import-register.ts';
import type { ImportOptions, ImportServices } from './import-services.ts';
import type { ImportSource } from './import-source.ts';
import { type OpenedFile, readingShare } from './read-records.ts';

const needsOwner =
  'What a site counts of itself and the links to it belong to one account. Name it with --account acct_…; nothing was imported.';

export async function importLinks(
  file: OpenedFile,
  options: ImportOptions,
  services: ImportServices,
): Promise<ImportReport> {
  const { source, text } = file;
  const { owner } = options;
  const format = text.formatName() ?? 'backlinks';
  if (owner === undefined) {
    file.bytes.destroy();
    return reportOf(source.name, { format, problems: [{ line: 1, reason: needsOwner }] });
  }
  const id = await importIdOf([source], options);
  const register = services.register(owner);
  const known = await repeated(register, id, source);
  if (known) {
    file.bytes.destroy();
    return known;
  }
  const before = services.unitsWritten?.();
  const { counts, links, lost } = await readLinksFile(
    { ...file, domain: options.domain },
    { importId: id },
    services.onProgress,
  );
  if (counts.taken === 0) return reportOf(source.name, { format, ...counts });
  const entry = { ...entryOf(id, source.name, format, services), owner };
  await register.put(entry);
  services.onProgress({ source, phase: 'writing', rows: counts.rows, share: 0.8 });
  await services.ownLinks.write(owner, id, links);
  await tellLost(owner, id, links, services);
  const sites = links.map(({ domain }) => domain);
  const report = reportOf(source.name, {
    ...counts,
    import_id: id,
    owner,
    format,
    status: 'imported',
    site: sites.length === 1 ? (sites[0] ?? null) : null,
    notes: [
      ...(sites.length > 1
        ? [`Links to ${sites.length} sites, the first of them ${sites.slice(0, 3).join(', ')}.`]
        : []),
      ...(lost > 0 ? [`${lost} of its links are lost: they are not counted as links to the site.`] : []),
    ],
    write_units_per_row: unitsPerRow(unitsSince(services, before), counts.taken),
  });
  await register.put({ ...entry, status: 'complete', rows: counts.rows }, [report]);
  return report;
}

/** Before the import is complete: one that dies in between is repeated, and tells the same. */
async function tellLost(
  owner: string,
  importId: string,
  links: readonly DomainLinks[],
  services: ImportServices,
): Promise<void> {
  for (const each of services.tellLost ? links : []) {
    const domains = await services.ownLinks.lostSince(owner, each);
    if (domains.length > 0) await services.tellLost?.(owner, { importId, site: each.domain, domains });
  }
}

interface ConsoleWork {
  readonly files: readonly OpenedFile[];
  readonly filters: ConsoleFilters;
  /** The site after which the archive is named. */
  readonly archiveSite: string | undefined;
  readonly archiveProperty: string | undefined;
}

interface SourceReport {
  readonly source: ImportSource;
  readonly report: ImportReport;
}

const consoleFormat = 'search-console';
const unknownSite =
  'Neither the pages nor the name of the file show which site this is. Name it (`domain` of an upload, `--domain` of the command); nothing was imported.';

/** All console tables of a bundle as one import of one account. */
export async function importConsole(
  { files, filters, archiveSite, archiveProperty }: ConsoleWork,
  options: ImportOptions,
  services: ImportServices,
): Promise<readonly SourceReport[]> {
  const { owner } = options;
  if (files.length === 0) return [];
  if (owner === undefined) return refused(files, needsOwner);
  const id = await importIdOf(
    files.map(({ source }) => source),
    { ...options, domain: options.domain ?? archiveSite },
  );
  const register = services.register(owner);
  if ((await register.find(id))?.status === 'complete') {
    for (const { bytes } of files) bytes.destroy();
    const kept = await register.reports(id);
    return files.map(({ source }, index) => ({ source, report: alreadyImported(kept[index], source, id) }));
  }
  const before = services.unitsWritten?.();
  const read: ReadConsoleFile[] = [];
  const budget = createTextBudget();
  for (const file of files) read.push(await readConsoleFile(file, services.onProgress, budget));
  const whole = withoutRepeats(read);
  if (whole.every(({ taken }) => taken === 0)) return reportsOf(whole, {});
  const site = options.domain ?? siteOfTables(whole) ?? archiveSite;
  if (site === undefined) return refused(files, unknownSite);
  return writeConsole({ id, owner, site, archiveProperty, whole, filters, before }, services);
}

interface ConsoleWriting {
  readonly id: string;
  readonly owner: string;
  readonly site: string;
  readonly archiveProperty: string | undefined;
  readonly whole: readonly ReadConsoleFile[];
  readonly filters: ConsoleFilters;
  /** Write units before. */
  readonly before: number | undefined;
}

async function writeConsole(
  { id, owner, site, archiveProperty, whole, filters, before }: ConsoleWriting,
  services: ImportServices,
): Promise<readonly SourceReport[]> {
  const { set, before: earlier, frame, notes } = exportOf(whole, filters, archiveProperty);
  const source = whole[0]?.source ?? { name: site };
  const rows = whole.reduce((sum, file) => sum + file.rows, 0);
  const taken = whole.reduce((sum, file) => sum + file.taken, 0);
  const others = whole.length - 1;
  const folder = folderOf(source.name);
  const alone = others > 0 ? `${source.name} and ${others} more` : source.name;
  const name = others > 0 && folder !== source.name ? folder : alone;
  const entry = { ...entryOf(id, name, consoleFormat, services), owner, site, rows };
  const register = services.register(owner);
  await register.put(entry);
  services.onProgress({ source, phase: 'writing', rows, share: readingShare });
  const { started_at: importedAt } = entry;
  await services.consoles.write({
    accountId: owner,
    importId: id,
    site,
    importedAt,
    frame,
    set,
    before: earlier,
  });
  const reports = reportsOf(whole, {
    import_id: id,
    owner,
    status: 'imported',
    site,
    from: frame.from,
    to: frame.to,
    notes,
    write_units_per_row: unitsPerRow(unitsSince(services, before), taken),
  });
  await register.put(
    { ...entry, status: 'complete' },
    reports.map(({ report }) => report),
  );
  return reports;
}

/** The archive or folder that the files of an export lie in. */
function folderOf(name: string): string {
  const end = name.lastIndexOf('/');
  return end > 0 ? name.slice(0, end) : name;
}

/** A report for each file; what is known of the import holds for those from which something went in. */
function reportsOf(files: readonly ReadConsoleFile[], imported: Partial<ImportReport>): SourceReport[] {
  return files.map(({ source, tables: _, before: __, sites: ___, searchTypes: ____, ...counts }) => ({
    source,
    report: reportOf(source.name, {
      format: consoleFormat,
      ...counts,
      ...(counts.taken > 0 ? imported : {}),
    }),
  }));
}

function refused(files: readonly OpenedFile[], reason: string): SourceReport[] {
  for (const { bytes } of files) bytes.destroy();
  return files.map(({ source }) => ({
    source,
    report: reportOf(source.name, { format: consoleFormat, problems: [{ line: 1, reason }] }),
  }));
}

export function entryOf(id: string, file: string, format: string, { clock, createdBy }: ImportServices) {
  const started_at = new Date(clock()).toISOString();
  return {
    import_id: id,
    file,
    format,
    started_at,
    status: 'running',
    rows: 0,
    keywords_changed: 0,
    ...(createdBy !== undefined && { created_by: createdBy }),
  } as const;
}

/** Write units since a count; undefined where they are not counted. */
export function unitsSince({ unitsWritten }: ImportServices, before: number | undefined): number | undefined {
  const now = unitsWritten?.();
  return now === undefined || before === undefined ? undefined : now - before;
}

/** The id of an import: from content, options and owner. */
export async function importIdOf(sources: readonly ImportSource[], options: ImportOptions): Promise<string> {
  const { market, domain, owner, columns = new Map() } = options;
  const more = [...(columns.size > 0 ? [[...columns]] : []), ...(owner === undefined ? [] : [{ owner }])];
  const hash = createHash('sha256').update(
    JSON.stringify([market.location, market.language, domain, ...more]),
  );
  for (const source of sources) for await (const chunk of await source.open()) hash.update(chunk);
  return `imp_${hash.digest('hex').slice(0, 20)}`;
}

/** The report of an import that was made before: as it was given then. */
function alreadyImported(kept: ImportReport | undefined, source: ImportSource, id: string): ImportReport {
  const report = kept ?? reportOf(source.name, { import_id: id });
  return { ...report, file: source.name, status: 'already_imported' };
}

/** The report of a file that was imported before; undefined where it was not. */
export async function repeated(
  register: ImportRegister,
  id: string,
  source: ImportSource,
): Promise<ImportReport | undefined> {
  const known = await register.find(id);
  if (known?.status !== 'complete') return undefined;
  const [kept] = await register.reports(id);
  const { format, rows, keywords_changed, owner = null } = known;
  const fallback = reportOf(source.name, {
    import_id: id,
    format,
    rows,
    taken: rows,
    keywords_changed,
    owner,
  });
  return alreadyImported(kept ?? fallback, source, id);
}
