import { text as textOf } from 'node:stream/consumers';
import type { UndoProgress } from '#shared/facts/stored-index/writing/import-history.ts';
import { propertyOfArchive, searchTypeOfArchive, siteOfArchive } from './console-columns.ts';
import { type ConsoleFilters, filtersOf, noFilters, ofPart } from './console-shape.ts';
import { importIntoIndex } from './import-index.ts';
import { type ImportReport, reportOf, unitsPerRow } from './import-register.ts';
import type { ImportOptions, ImportServices } from './import-services.ts';
import type { ImportBundle, ImportSource } from './import-source.ts';
import { entryOf, importConsole, importIdOf, importLinks, repeated, unitsSince } from './own-imports.ts';
import { type OpenedFile, type OpenedText, openFile } from './read-records.ts';

const largestFilters = 8_000;
const sharedOnly =
  'Search results and keyword figures are shared by all accounts, so only the operator of the service imports them. Nothing of this file was imported.';

/**
 * Imports the files of a folder, archive or single path, which tell about each
 * other: the tables of one console export become one import. Ids follow from
 * content, options and owner, so the same files a second time change nothing,
 * and what was interrupted is taken up again.
 */
export async function importBundle(
  bundle: ImportBundle,
  options: ImportOptions,
  services: ImportServices,
): Promise<readonly ImportReport[]> {
  const archiveSite = siteOfArchive(bundle.name);
  const withSite = { ...options, domain: options.domain ?? archiveSite };
  const consoleFiles: OpenedFile[] = [];
  const filters: ConsoleFilters[] = [];
  const reports = new Map<ImportSource, ImportReport>();
  for (const source of bundle.sources) {
    const file = await openFile(source, options);
    const gives = givesOf(file.text);
    if (gives === 'console') consoleFiles.push(file);
    else reports.set(source, await importOther[gives](file, withSite, services, { bundle, filters }));
  }
  for (const file of guessedBeside(consoleFiles)) {
    file.bytes.destroy();
    consoleFiles.splice(consoleFiles.indexOf(file), 1);
    reports.set(
      file.source,
      reportOf(file.source.name, { format: 'search-console', problems: [unknownList] }),
    );
  }
  const named = filters.at(0) ?? noFilters;
  const searchType = named.searchType ?? searchTypeOfArchive(bundle.name);
  const work = {
    files: consoleFiles,
    filters: ofPart({ ...named, searchType }, partOf(consoleFiles)),
    archiveSite,
    archiveProperty: propertyOfArchive(bundle.name),
  };
  for (const { source, report } of await importConsole(work, options, services)) reports.set(source, report);
  return bundle.sources.flatMap((source) => reports.get(source) ?? []);
}

const unknownList = {
  line: 1,
  reason:
    'The headings of this table are in no known language, and a larger table beside it is taken for that of queries. Nothing of this file was imported.',
};

/** Of the tables that most likely are of queries, because nothing else fits, only the largest is. */
function guessedBeside(files: readonly OpenedFile[]): OpenedFile[] {
  const guessed = files.filter(
    ({ text: { detected } }) => detected.kind === 'csv' && detected.isGuess === true,
  );
  return guessed.toSorted((a, b) => b.source.bytes - a.source.bytes).slice(1);
}

/** What part of the site the tables of an export count, where they compare two. */
function partOf(files: readonly OpenedFile[]): string | undefined {
  const parts = files.map(({ text: { detected } }) => (detected.kind === 'csv' ? detected.part : undefined));
  return parts.find((part) => part !== undefined);
}

/** What lies beside a file. */
interface Beside {
  readonly bundle: ImportBundle;
  readonly filters: ConsoleFilters[];
}

type ImportOne = (
  file: OpenedFile,
  options: ImportOptions,
  services: ImportServices,
  beside: Beside,
) => Promise<ImportReport>;

const importOther: Readonly<Record<'index' | 'links' | 'unknown', ImportOne>> = {
  index: (file, options, services) =>
    options.ownOnly ? refusedFile(file) : importFile(file, options, services),
  links: importLinks,
  unknown: (file, _options, _services, { bundle, filters }) => unknownReport(file, bundle, filters),
};

function givesOf({ detected }: OpenedText) {
  if (detected.kind === 'unknown') return 'unknown';
  return detected.kind === 'csv' ? detected.format.gives : detected.gives;
}

/** A file of no known format: the small table of filters beside an export's others, or a problem to tell. */
async function unknownReport(
  { source, text, bytes }: OpenedFile,
  bundle: ImportBundle,
  filters: ConsoleFilters[],
): Promise<ImportReport> {
  bytes.destroy();
  const found =
    bundle.sources.length > 1 && source.bytes <= largestFilters
      ? filtersOf(await textOf(await source.open()))
      : undefined;
  if (found) {
    filters.push(found);
    return reportOf(source.name, {
      format: 'search-console-filters',
      notes: ['Read for the period and the filters of the tables beside it.'],
    });
  }
  const { detected } = text;
  if (detected.kind !== 'unknown') return reportOf(source.name, {});
  const { line, hint: reason, columns } = detected;
  return reportOf(source.name, {
    problems: [{ line, reason }],
    ...(columns && { unknown_columns: columns }),
  });
}

async function refusedFile({ source, text, bytes }: OpenedFile): Promise<ImportReport> {
  bytes.destroy();
  const format = text.formatName() ?? null;
  return reportOf(source.name, { format, problems: [{ line: 1, reason: sharedOnly }] });
}

async function importFile(
  file: OpenedFile,
  options: ImportOptions,
  services: ImportServices,
): Promise<ImportReport> {
  const { source, text } = file;
  const id = await importIdOf([source], { ...options, owner: undefined });
  const register = services.register(null);
  const known = await repeated(register, id, source);
  if (known) {
    file.bytes.destroy();
    return known;
  }
  const entry = entryOf(id, source.name, text.formatName() ?? 'json', services);
  await register.put(entry);
  const before = services.unitsWritten?.();
  const counts = await importIntoIndex({ ...file, id, options, services });
  const { rows, taken, keywords_changed } = counts;
  const format = text.formatName() ?? 'json';
  if (taken === 0) {
    await register.remove(id);
    return reportOf(source.name, { format, ...counts });
  }
  const units = unitsSince(services, before);
  const report = reportOf(source.name, {
    ...counts,
    import_id: id,
    format,
    status: 'imported',
    write_units_per_row: unitsPerRow(units, taken),
  });
  await register.put({ ...entry, format, status: 'complete', rows, keywords_changed }, [report]);
  return report;
}

/** Takes an import back. Fails where there is none of this id, neither a shared one nor one of the account. */
export async function undoImport(
  id: string,
  owner: string | undefined,
  {
    writer,
    register,
    consoles,
    ownLinks,
    onProgress,
  }: Pick<ImportServices, 'writer' | 'register' | 'consoles' | 'ownLinks' | 'onProgress'>,
): Promise<{ readonly import_id: string; readonly status: 'undone'; readonly keywords: number }> {
  const own = owner === undefined ? undefined : register(owner);
  if (own && owner !== undefined && (await own.find(id))) {
    await consoles.remove(owner, id);
    await ownLinks.remove(owner, id);
    await own.remove(id);
    return { import_id: id, status: 'undone', keywords: 0 };
  }
  const known = await register(null).find(id);
  if (!known) throw new Error(`There is no import ${id}. See the ids with --list.`);
  const { keywords } = await writer.undo(id, undoProgress(id, known.keywords_changed, onProgress));
  await register(null).remove(id);
  return { import_id: id, status: 'undone', keywords };
}

/** Of the time of an undoing, about so much goes into writing; the rest into counting domains. */
const writingShare = 0.6;

/** Tells how far an undoing is, by the keywords that the import changed. */
function undoProgress(id: string, changed: number, onProgress: ImportServices['onProgress']) {
  const source = { name: `undo of ${id}` };
  return ({ keywords, counted }: UndoProgress): void => {
    // An import that was interrupted has not written down how many it changed.
    const written = changed > 0 ? Math.min(1, keywords / changed) : undefined;
    const share =
      counted === undefined ? written && writingShare * written : writingShare + (1 - writingShare) * counted;
    onProgress({
      source,
      phase: counted === undefined ? 'writing' : 'counting',
      rows: keywords,
      unit: 'keywords',
      share,
    });
  };
}
