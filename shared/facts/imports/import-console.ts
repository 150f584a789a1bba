import { createHash } from 'node:crypto';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { filterText } from '#shared/facts/answers/own-rows.ts';
import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import type { ConsoleFrame, ConsoleRow } from '#shared/facts/own-sites/console-row.ts';
import {
  type ConsoleSet,
  type ConsoleTable,
  type ConsoleTally,
  consoleSetOf,
  createConsoleTally,
  type TextBudget,
} from '#shared/facts/own-sites/console-tally.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import { domainOf } from './console-columns.ts';
import type { ConsoleFilters } from './console-shape.ts';
import {
  type ConsoleRecord,
  countsAsUnused,
  createRowCounter,
  otherKind,
  type RowCounter,
  type RowCounts,
} from './import-record.ts';
import type { ImportServices } from './import-services.ts';
import type { ImportSource } from './import-source.ts';
import { createReadingProgress, type OpenedText } from './read-records.ts';

export interface ConsoleFile {
  readonly source: ImportSource;
  readonly text: OpenedText;
  bytesRead(): number;
}

export interface ReadConsoleFile extends RowCounts {
  readonly source: ImportSource;
  readonly tables: readonly ConsoleTable[];
  /** Those of the earlier period, of an export that compares two. */
  readonly before: readonly ConsoleTable[];
  /** Properties and kinds of search that its rows name. */
  readonly sites: ReadonlySet<string>;
  readonly searchTypes: ReadonlySet<string>;
}

/** Adds up the rows of one file of an export. */
export async function readConsoleFile(
  { source, text, bytesRead }: ConsoleFile,
  onProgress: ImportServices['onProgress'],
  budget: TextBudget,
): Promise<ReadConsoleFile> {
  const tally = createConsoleTally(budget);
  const before = createConsoleTally(budget);
  const counter = createRowCounter();
  const sites = new Set<string>();
  const searchTypes = new Set<string>();
  const progress = createReadingProgress({ source, bytesRead }, onProgress);
  for await (const record of text.records({ domain: undefined })) {
    progress.row();
    if (countsAsUnused(counter, record)) continue;
    if (record.kind === 'console') takeRow(record, { tally, before, counter, sites, searchTypes });
    else counter.bad(record.line, otherKind);
  }
  return { source, ...counter.counts(), tables: tally.tables(), before: before.tables(), sites, searchTypes };
}

interface Taking {
  readonly tally: ConsoleTally;
  readonly before: ConsoleTally;
  readonly counter: RowCounter;
  readonly sites: Set<string>;
  readonly searchTypes: Set<string>;
}

function takeRow(record: ConsoleRecord, { tally, before, counter, sites, searchTypes }: Taking): void {
  if (record.site !== undefined) sites.add(record.site);
  if (record.searchType !== undefined) searchTypes.add(record.searchType);
  // Of two periods a row may be in one only; in the other it has no counts.
  const isIn = ({ clicks, impressions }: ConsoleRow) =>
    record.before === undefined || clicks + impressions > 0;
  const added = [
    ...(isIn(record.row) ? [tally.add(record.row)] : []),
    ...(record.before && isIn(record.before) ? [before.add(record.before)] : []),
  ];
  if (added.every((outcome) => outcome === 'taken')) counter.take();
  else counter.skip(record.line, 'Rows beyond the number of queries or pages that one import holds');
}

/**
 * Files that say the same: exports hold the table of days under two names, and
 * folders the same file twice. Each list counts once.
 */
export function withoutRepeats(files: readonly ReadConsoleFile[]): readonly ReadConsoleFile[] {
  const seen = new Set<string>();
  const days = new Set<string>();
  return files.map((file) => {
    const key = contentKey(file);
    const ownDays = daysByThemselves(file);
    const isRepeat = seen.has(key) || ownDays.some((day) => days.has(day));
    seen.add(key);
    for (const day of ownDays) days.add(day);
    if (!isRepeat || file.taken === 0) return file;
    const repeat = { reason: 'The same table as in a file before', rows: file.taken, lines: [1] };
    return { ...file, tables: [], before: [], taken: 0, skipped: [...file.skipped, repeat] };
  });
}

/** A digest of all that is compared, piece by piece: as one text it could be longer than a string may be. */
function contentKey({ tables }: ReadConsoleFile): string {
  const digest = createHash('sha256');
  for (const { dimensions, total, by } of tables) {
    digest.update(JSON.stringify([dimensions, total]));
    for (const name of dimensions) digest.update(`${name}\n${[...by[name].keys()].join('\n')}\n`);
  }
  return digest.digest('base64');
}

function daysByThemselves({ tables }: ReadConsoleFile): string[] {
  const daily = tables.filter(({ dimensions }) => dimensions.join() === 'date');
  return daily.flatMap(({ by }) => [...by.date.keys()]);
}

export interface ReadExport {
  readonly set: ConsoleSet;
  readonly before: ConsoleSet | undefined;
  readonly frame: ConsoleFrame;
  readonly notes: readonly string[];
}

/** The whole of an export with what it says of its period and filters. */
export function exportOf(
  files: readonly ReadConsoleFile[],
  filters: ConsoleFilters,
  archiveProperty: string | undefined,
): ReadExport {
  const set = consoleSetOf(files.flatMap(({ tables }) => tables));
  const before = files.flatMap((file) => file.before);
  const { from, to } = periodOf(files, filters);
  const searchTypes = new Set(files.flatMap((file) => [...file.searchTypes]));
  const searchType = filters.searchType ?? (searchTypes.size === 1 ? [...searchTypes].join() : 'web');
  const frame = {
    from,
    to,
    searchType,
    country: filters.country ?? onlyOf(set.countries, (name) => countryIso(name) !== undefined),
    device: filters.device ?? onlyOf(set.devices, () => true),
    filters: filters.others,
    property:
      [...new Set(files.flatMap(({ sites }) => [...sites]))].find(isProperty) ?? archiveProperty ?? null,
  };
  return {
    set,
    before: before.length > 0 ? consoleSetOf(before) : undefined,
    frame,
    notes: notesOf(frame, searchTypes),
  };
}

/** From the first to the last day that its rows name, alone or as the ends of weeks and months. */
function periodOf(files: readonly ReadConsoleFile[], filters: ConsoleFilters) {
  const named = files
    .flatMap(({ tables }) => tables)
    .flatMap(({ by }) => [...by.date.keys(), ...[...by.period.keys()].flatMap((range) => range.split('..'))])
    .sort();
  return { from: named.at(0) ?? filters.from, to: named.at(-1) ?? filters.to };
}

/** What Search Console calls a property, in a row of its API or bulk export. */
const isProperty = (site: string) => /^(?:sc-domain:|https?:\/\/)/u.test(site);

const searchTypeWords: Readonly<Record<string, string>> = {
  ...{ image: 'image search', video: 'video search', news: 'news search' },
  ...{ discover: 'Discover', googleNews: 'Google News' },
};

function notesOf(frame: ConsoleFrame, searchTypes: ReadonlySet<string>): string[] {
  return [
    ...(frame.from === null
      ? [
          'The export does not say its period: include its Dates table. Until then nothing can be counted per month or compared with other periods.',
        ]
      : []),
    ...(searchTypes.size > 1 ? [`Kinds of search are added up: ${[...searchTypes].join(', ')}.`] : []),
    ...(frame.searchType === 'web'
      ? []
      : [
          `These are figures of ${searchTypeWords[frame.searchType] ?? frame.searchType}. They are kept apart from those of web search.`,
        ]),
    ...(frame.filters.length > 0
      ? [`Only part of the site: ${frame.filters.map(filterText).join('; ')}.`]
      : []),
  ];
}

/** An export that has one country or device only was filtered by it. */
function onlyOf(list: ReadonlyMap<string, unknown>, isKnown: (name: string) => boolean): string | null {
  const [only, ...others] = list.keys();
  return only !== undefined && others.length === 0 && isKnown(only) ? only : null;
}

/** The site that an export is about: named by its rows, by the addresses of its pages, or by the archive. */
export function siteOfTables(files: readonly ReadConsoleFile[]): string | undefined {
  const named = new Set(
    files.flatMap(({ sites }) => [...sites]).map((site) => domainOf(site.replace(/^sc-domain:/iu, ''))),
  );
  if (named.size === 1) return [...named][0];
  const hosts = new Set<string>();
  for (const { tables } of files)
    for (const { by } of tables) for (const page of by.page.keys()) hosts.add(hostOf(page) ?? '');
  hosts.delete('');
  if (hosts.size <= 1) return [...hosts][0];
  const roots = new Set([...hosts].map((host) => siteOf(host).root));
  return roots.size === 1 ? [...roots][0] : undefined;
}

function hostOf(page: string): string | undefined {
  const normalized = normalizeDomain(new URL(page).hostname);
  return normalized.ok ? normalized.domain : undefined;
}
