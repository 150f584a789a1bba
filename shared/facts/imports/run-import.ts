import { createHash } from 'node:crypto';
import type { MarketText } from '#shared/facts/markets/markets.ts';
import type { IndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ColumnNames } from './column-names.ts';
import { type BadRecord, BadRowError, type ImportRecord } from './import-record.ts';
import type { ImportRegister } from './import-register.ts';
import type { ImportSource } from './open-sources.ts';
import { type OpenedText, openText } from './read-records.ts';
import { createUpdateBuffer, type UpdateBuffer } from './record-updates.ts';

export interface ImportOptions {
  readonly market: MarketText;
  /** The site that a file without URLs is about. */
  readonly domain?: string | undefined;
  /** Columns that are named by hand; none where not given. */
  readonly columns?: ColumnNames | undefined;
}

export interface ImportServices {
  readonly writer: IndexWriter;
  readonly register: ImportRegister;
  readonly clock: Clock;
  /** Told how far a file is: at its start, after each round of writes, and while domains are counted. */
  onProgress(progress: ImportProgress): void;
}

export interface ImportProgress {
  readonly source: ImportSource;
  /** Rows are written first; then the domains in them are counted. */
  readonly phase: 'writing' | 'counting';
  /** Rows written so far. */
  readonly rows: number;
  /** How much of the phase is done, 0-1; undefined where the total is unknown, as within an archive. */
  readonly share: number | undefined;
}

/** The outcome of one file. */
export interface ImportReport {
  readonly file: string;
  readonly import_id: string | null;
  readonly format: string | null;
  /** `no_keywords`: a table that is known and names none, such as visits by country. */
  readonly status: 'imported' | 'already_imported' | 'no_keywords' | 'unknown_format';
  readonly rows: number;
  readonly bad_rows: number;
  /** The first bad rows with their lines; of a file that was not understood, what to do. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  readonly keywords_changed: number;
  readonly domains_counted: number;
}

const rowsAtOnce = 5_000;
const mostProblems = 20;

/**
 * Imports one file. Its id follows from its content and the options, so the
 * same file a second time changes nothing, and one that was interrupted is
 * taken up again.
 */
export async function importSource(
  source: ImportSource,
  options: ImportOptions,
  services: ImportServices,
): Promise<ImportReport> {
  const id = await importIdOf(source, options);
  const known = await services.register.find(id);
  if (known?.status === 'complete') return reportOf(source, id, known.format, 'already_imported');
  const bytes = await source.open();
  const text = await openText(bytes, options.columns);
  const { detected } = text;
  if (detected.kind === 'unknown' || detected.kind === 'without keywords') {
    bytes.destroy();
    const isKnown = detected.kind !== 'unknown';
    const report = reportOf(
      source,
      null,
      text.formatName() ?? null,
      isKnown ? 'no_keywords' : 'unknown_format',
    );
    const line = isKnown ? 1 : detected.line;
    return detected.hint === undefined ? report : { ...report, problems: [{ line, reason: detected.hint }] };
  }
  const formatName = () => text.formatName() ?? 'json';
  const entry = {
    import_id: id,
    file: source.name,
    format: formatName(),
    started_at: new Date(services.clock()).toISOString(),
  };
  await services.register.put({ ...entry, status: 'running', rows: 0, keywords_changed: 0 });
  const counts = await writeAll({ source, text, id, options, services, bytesRead: () => readBytes(bytes) });
  await services.register.put({
    ...entry,
    format: formatName(),
    status: 'complete',
    rows: counts.rows,
    keywords_changed: counts.keywords_changed,
  });
  return { ...reportOf(source, id, formatName(), 'imported'), ...counts };
}

/** Takes an import back. Fails where there is none of this id. */
export async function undoImport(
  id: string,
  { writer, register }: Pick<ImportServices, 'writer' | 'register'>,
): Promise<{ readonly import_id: string; readonly status: 'undone'; readonly keywords: number }> {
  const known = await register.find(id);
  if (!known) throw new Error(`There is no import ${id}. See the ids with --list.`);
  const { keywords } = await writer.undo(id);
  await register.remove(id);
  return { import_id: id, status: 'undone', keywords };
}

interface Work {
  readonly source: ImportSource;
  readonly text: OpenedText;
  readonly id: string;
  readonly options: ImportOptions;
  readonly services: ImportServices;
  bytesRead(): number;
}

async function writeAll({ source, text, id, options, services, bytesRead }: Work) {
  const buffer = createUpdateBuffer({ market: options.market, seenAt: source.changedAt, source: id });
  const run = await services.writer.startImport(id);
  const problems: { line: number; reason: string }[] = [];
  let rows = 0;
  let bad = 0;
  let changed = 0;
  const writing = createSingleSlotQueue();
  const progress = createWritingProgress(source, services);
  const flush = () => {
    const rounds = buffer.take();
    const until = { rows, bytes: bytesRead() };
    return writing.start(async () => {
      for (const [index, round] of rounds.entries()) {
        changed += (await run.write(round)).changed;
        progress.show(until, (index + 1) / rounds.length);
      }
    });
  };
  for await (const record of text.records({ domain: options.domain })) {
    rows += 1;
    const problem = problemOf(record, buffer);
    if (problem) {
      bad += 1;
      if (problems.length < mostProblems) problems.push({ line: problem.line, reason: problem.reason });
    }
    if (buffer.rows >= rowsAtOnce) await flush();
  }
  await flush();
  await writing.done();
  const { domains } = await run.end((share) =>
    services.onProgress({ source, phase: 'counting', rows, share }),
  );
  return { rows, bad_rows: bad, problems, keywords_changed: changed, domains_counted: domains };
}

/** Reports how many rows are written, between what was read for the rounds before and for these. */
function createWritingProgress(source: ImportSource, { onProgress }: ImportServices) {
  let before = { rows: 0, bytes: 0 };
  const shareOf = (bytes: number) => (bytes > 0 ? Math.min(1, bytes / source.bytes) : undefined);
  onProgress({ source, phase: 'writing', rows: 0, share: shareOf(0) });
  return {
    /** `done` is the share of the rounds until there that are written. */
    show(until: { readonly rows: number; readonly bytes: number }, done: number): void {
      const between = (from: number, to: number) => from + (to - from) * done;
      const rows = Math.round(between(before.rows, until.rows));
      onProgress({ source, phase: 'writing', rows, share: shareOf(between(before.bytes, until.bytes)) });
      if (done === 1) before = until;
    },
  };
}

/** Work that runs while the next is prepared: one piece at a time, so that no more than two are in memory. */
function createSingleSlotQueue() {
  let underWay = Promise.resolve();
  return {
    /** Waits for the piece before, then starts this one. */
    async start(work: () => Promise<void>): Promise<void> {
      await underWay;
      underWay = work();
      // The next wait throws its failure; until then it must not count as unhandled.
      underWay.catch(() => {});
    },
    done: () => underWay,
  };
}

function problemOf(record: ImportRecord, buffer: UpdateBuffer): BadRecord | undefined {
  if (record.kind === 'bad') return record;
  try {
    buffer.add(record);
    return undefined;
  } catch (error) {
    if (error instanceof BadRowError) return { kind: 'bad', line: record.line, reason: error.message };
    throw error;
  }
}

async function importIdOf(source: ImportSource, options: ImportOptions): Promise<string> {
  const { market, domain, columns = new Map() } = options;
  const given = [market.location, market.language, domain, ...(columns.size > 0 ? [[...columns]] : [])];
  const hash = createHash('sha256').update(JSON.stringify(given));
  for await (const chunk of await source.open()) hash.update(chunk);
  return `imp_${hash.digest('hex').slice(0, 20)}`;
}

function readBytes(stream: unknown): number {
  const hasCount = typeof stream === 'object' && stream !== null && 'bytesRead' in stream;
  return hasCount && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}

function reportOf(
  file: ImportSource,
  id: string | null,
  format: string | null,
  status: ImportReport['status'],
): ImportReport {
  return {
    file: file.name,
    import_id: id,
    format,
    status,
    rows: 0,
    bad_rows: 0,
    problems: [],
    keywords_changed: 0,
    domains_counted: 0,
  };
}
