import { createSingleSlotQueue } from '#shared/platform/single-slot-queue.ts';
import {
  countsAsUnused,
  createRowCounter,
  type ImportRecord,
  type IndexRecord,
  orBad,
  otherKind,
  type RowCounter,
} from './import-record.ts';
import type { ImportOptions, ImportServices } from './import-services.ts';
import { type ImportSource, seenAtOf } from './import-source.ts';
import type { OpenedText } from './read-records.ts';
import { createUpdateBuffer, type UpdateBuffer } from './record-updates.ts';

/** Rows that are put together before they are written: those of one keyword become one listing. */
export const rowsAtOnce = 5_000;
/** To count a domain takes about as long as to write so many rows. */
const rowsOfDomain = 8;

interface Work {
  readonly source: ImportSource;
  readonly text: OpenedText;
  readonly id: string;
  readonly options: ImportOptions;
  readonly services: ImportServices;
  bytesRead(): number;
}

/** Writes listings and metrics, which all accounts share, and counts the domains in them. */
export async function importIntoIndex({ source, text, id, options, services, bytesRead }: Work) {
  const buffer = createUpdateBuffer({
    market: options.market,
    seenAt: seenAtOf(source, text.above),
    source: id,
  });
  const run = await services.writer.startImport(id);
  const counter = createRowCounter();
  let changed = 0;
  const writing = createSingleSlotQueue();
  const progress = createProgress(source, services);
  const flush = () => {
    const rounds = buffer.take();
    const until = { rows: counter.counts().rows, bytes: bytesRead() };
    return writing.start(async () => {
      for (const [index, round] of rounds.entries()) {
        const written = await run.write(round);
        changed += written.changed;
        progress.show(until, (index + 1) / rounds.length, written.domains);
      }
    });
  };
  for await (const record of text.records({ domain: options.domain })) {
    gather(record, buffer, counter);
    if (buffer.rows >= rowsAtOnce) await flush();
  }
  await flush();
  await writing.done();
  const { domains } = await run.end((share) => progress.count(counter.counts().rows, share));
  return { ...counter.counts(), keywords_changed: changed, domains_counted: domains };
}

/**
 * Tells how many rows are written, between what was read for the rounds before
 * and for these, and then how many of their domains are counted. How much of
 * the work that is follows from the domains that the rows so far are about:
 * one for a site's own rows, thousands for listings.
 */
function createProgress(source: ImportSource, { onProgress }: ImportServices) {
  let before = { rows: 0, bytes: 0 };
  let writingPart = 1;
  let furthest = 0;
  const further = (share: number) => {
    furthest = Math.max(furthest, share);
    return furthest;
  };
  const ofFile = (bytes: number) => Math.min(1, bytes / Math.max(1, source.bytes));
  onProgress({ source, phase: 'writing', rows: 0, share: undefined });
  return {
    /** `done` is the share of the rounds until there that are written. */
    show(until: { readonly rows: number; readonly bytes: number }, done: number, domains: number): void {
      const between = (from: number, to: number) => from + (to - from) * done;
      const rows = Math.round(between(before.rows, until.rows));
      const bytes = between(before.bytes, until.bytes);
      writingPart = rows / Math.max(1, rows + rowsOfDomain * domains);
      const share = bytes > 0 ? further(writingPart * ofFile(bytes)) : undefined;
      onProgress({ source, phase: 'writing', rows, share });
      if (done === 1) before = until;
    },
    count(rows: number, share: number): void {
      const counted = further(writingPart + (1 - writingPart) * share);
      onProgress({ source, phase: 'counting', rows, share: counted });
    },
  };
}

/** Adds a record to what is gathered, or counts why it is not. */
export function gather(record: ImportRecord, buffer: UpdateBuffer, counter: RowCounter): void {
  if (countsAsUnused(counter, record)) return;
  const problem = isForIndex(record)
    ? orBad(record.line, () => buffer.add(record))
    : { line: record.line, reason: otherKind };
  if (problem) counter.bad(problem.line, problem.reason);
  else counter.take({ line: record.line, reason: 'leftOut' in record ? record.leftOut : undefined });
}

function isForIndex(record: ImportRecord): record is IndexRecord {
  return record.kind === 'rank' || record.kind === 'metrics' || record.kind === 'listing';
}
