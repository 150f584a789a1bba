import { createHash } from 'node:crypto';
import type { ImportRegister } from './import-register.ts';
import { type ImportReport, reportOf } from './import-report.ts';
import type { ImportOptions, ImportServices } from './import-services.ts';
import type { ImportSource } from './import-source.ts';

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
export function alreadyImported(
  kept: ImportReport | undefined,
  source: ImportSource,
  id: string,
): ImportReport {
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
