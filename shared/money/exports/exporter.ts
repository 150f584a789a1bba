import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { createAccountRepository } from '../accounts/account-repository.ts';
import { type ShardRunner, shardsHere } from '../shards/shard-runner.ts';
import { createShardWorker } from '../shards/shard-worker.ts';
import {
  checkedDay,
  checkedMonth,
  dayMs,
  dayOf,
  dayPeriod,
  daysOfMonth,
  monthOf,
  monthPeriod,
  nextDay,
  nextMonth,
  previousMonth,
} from './calendar.ts';
import { type DayDigest, dayFolder, readDigest, type SealedDay, sealedSpan } from './day-digest.ts';
import { type DayParts, firstDay, isSettled, reachDay } from './export-day.ts';
import { createExportLease, type ExportLease } from './export-lease.ts';
import { exportMonth, type MonthParts } from './export-month.ts';
import { type KeptMonth, type MonthRecord, monthFolder, readMonth } from './month-record.ts';
import { defaultPartRows } from './part-writer.ts';
import { checkFiles } from './written-files.ts';

interface ExporterParts extends Omit<MonthParts, 'owner'> {
  readonly clock: Clock;
  readonly lease: ExportLease;
}

export interface DayReport {
  /** Days that this run sealed, in order. */
  readonly sealed: readonly string[];
  readonly final: boolean;
  readonly digest: DayDigest;
}

export interface MonthReport {
  readonly sealed: readonly string[];
  readonly record: MonthRecord;
}

export interface DueReport {
  readonly days: readonly string[];
  readonly months: readonly { readonly month: string; readonly proven: boolean }[];
}

type RunParts = ExporterParts & MonthParts;

const beatMs = 10_000;

export type Exporter = ReturnType<typeof createExporter>;

/**
 * Writes the files of finance. What is final is never written again: it is
 * checked against its hashes instead. One run at a time: another one is refused
 * with `request_in_progress`.
 */
export function createExporter(parts: ExporterParts) {
  const { clock } = parts;

  async function alone<Report>(work: (parts: RunParts) => Promise<Report>): Promise<Report> {
    const { objects, owner, keep, release } = await parts.lease.take(parts.objects);
    // While others work, this process writes nothing; one that has lost the lease notices at its next write.
    const beat = setInterval(() => void keep().catch(() => {}), beatMs);
    try {
      return await work({ ...parts, objects, owner });
    } finally {
      clearInterval(beat);
      await release();
    }
  }

  return {
    /** The day, and every day before it that is not sealed yet. */
    async day(day: string): Promise<DayReport> {
      refuseFuture(dayPeriod(checkedDay(day)).since, clock());
      return alone((held) => writeDay(held, day));
    },
    /** The month with all its days, and every month before it. */
    async month(month: string): Promise<MonthReport> {
      refuseFuture(monthPeriod(checkedMonth(month)).since, clock());
      return alone((held) => writeMonths(held, month));
    },
    /** Every past day and month without final files: what a nightly run does, also after nights that failed. */
    due: (): Promise<DueReport> => alone(writeDue),
  };
}

async function writeDay(parts: RunParts, day: string): Promise<DayReport> {
  await refuseBeforeFirst(parts, day);
  const { sealed, provisional } = await reachDay(parts, day);
  const kept = await readDigest(parts.objects, day);
  if (kept) await checkFiles(parts.runner, kept.digest.files);
  const digest = kept?.digest ?? provisional.at(-1);
  if (!digest) throw new Error(`The day ${day} was not written.`);
  return { sealed, final: kept !== undefined, digest };
}

async function writeMonths(parts: RunParts, month: string): Promise<MonthReport> {
  await refuseBeforeFirst(parts, dayOf(monthPeriod(month).until - dayMs));
  const sealed: string[] = [];
  for (let open = await firstOpenMonth(parts); open < month; open = nextMonth(open))
    sealed.push(...(await writeMonthOnce(parts, open)).sealed);
  const report = await writeMonthOnce(parts, month);
  return { ...report, sealed: [...sealed, ...report.sealed] };
}

async function writeDue(parts: RunParts): Promise<DueReport> {
  const { objects, clock } = parts;
  const months: { month: string; proven: boolean }[] = [];
  const { sealed } = await reachDay(parts, lastSettledDay(clock()));
  if (!(await sealedSpan(objects))) return { days: sealed, months };
  for (
    let month = await firstOpenMonth(parts);
    isSettled(monthPeriod(month).until, clock());
    month = nextMonth(month)
  ) {
    const { record } = await writeMonthOnce(parts, month);
    months.push({ month, proven: record.proven });
    if (!record.final) break;
  }
  return { days: sealed, months };
}

/** The month's files where they are not final yet; final ones are checked. */
async function writeMonthOnce(parts: RunParts, month: string): Promise<MonthReport> {
  const { objects, clock } = parts;
  const kept = await readMonth(objects, month);
  if (kept?.record.final) {
    await checkMonth(parts, kept);
    return { sealed: [], record: kept.record };
  }
  const { until } = monthPeriod(month);
  const { sealed, provisional } = await reachDay(parts, dayOf(Math.min(until - dayMs, clock())));
  const record = await exportMonth(parts, {
    month,
    days: [...(await sealedDays(parts, month)), ...provisional.filter(({ day }) => monthOf(day) === month)],
    previous: await readMonth(objects, previousMonth(month)),
    final: isSettled(until, clock()),
  });
  return { sealed, record };
}

/**
 * Whether a month that is final is still what was written: its own files, the
 * files of its days, the chain that their seals make, and the month before.
 */
async function checkMonth(
  { objects, runner }: Pick<DayParts, 'objects' | 'runner'>,
  { record }: KeptMonth,
): Promise<void> {
  await checkFiles(runner, [...record.files, ...record.days.flatMap(({ files }) => files)]);
  await checkChain(
    objects,
    record.days.map(({ day }) => day),
  );
  if (!record.previous) return;
  const before = await readMonth(objects, record.previous.month);
  if (before?.sha256 !== record.previous.sha256) throw brokenSeal(monthFolder(record.previous.month));
}

/** Each seal names the one before it; the last of the month is named by the first day of the next, once that is sealed. */
async function checkChain(objects: ObjectStore, days: readonly string[]): Promise<void> {
  let before: SealedDay | undefined;
  for (const day of days) {
    const seal = await readDigest(objects, day);
    if (!seal) throw brokenSeal(dayFolder(day));
    checkLink(before, seal);
    before = seal;
  }
  const after = before && (await readDigest(objects, nextDay(before.digest.day)));
  if (after) checkLink(before, after);
}

function checkLink(before: SealedDay | undefined, { digest: { previous } }: SealedDay): void {
  if (before && previous?.sha256 !== before.sha256) throw brokenSeal(dayFolder(before.digest.day));
}

function brokenSeal(folder: string): Error {
  return new Error(`The seal of ${folder} was changed or is missing. Restore it.`);
}

/** The sealed days of a month, in order. The chain may begin within it. */
async function sealedDays({ objects }: RunParts, month: string): Promise<DayDigest[]> {
  const digests: DayDigest[] = [];
  for (const day of daysOfMonth(month)) {
    const sealed = await readDigest(objects, day);
    if (sealed) digests.push(sealed.digest);
  }
  return digests;
}

async function firstOpenMonth(parts: RunParts): Promise<string> {
  let month = monthOf(await chainStart(parts));
  while ((await readMonth(parts.objects, month))?.record.final) month = nextMonth(month);
  return month;
}

async function chainStart(parts: RunParts): Promise<string> {
  return (await sealedSpan(parts.objects))?.first ?? (await firstDay(parts));
}

function lastSettledDay(now: number): string {
  const yesterday = dayOf(now - dayMs);
  return isSettled(dayPeriod(yesterday).until, now) ? yesterday : dayOf(now - 2 * dayMs);
}

function refuseFuture(since: number, now: number): void {
  if (since <= now) return;
  throw new ServiceError('validation_error', 'That time has not begun yet. Ask for today or earlier.');
}

async function refuseBeforeFirst(parts: RunParts, lastDay: string): Promise<void> {
  const first = await chainStart(parts);
  if (lastDay >= first) return;
  throw new ServiceError(
    'validation_error',
    `There was no account before ${first}, so there is nothing to export.`,
  );
}

interface Place extends Pick<ExporterParts, 'objects' | 'clock'> {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** Others that do the parts; this process does them where it is left out. */
  readonly runner?: ShardRunner | undefined;
}

/** What an export reads and writes, on the tables and objects of one stage or one machine. */
export function openExporterParts({ runner, ...place }: Place): ExporterParts {
  const { documents, tables, objects, clock } = place;
  return {
    objects,
    accounts: createAccountRepository({ documents, tables, clock }),
    lease: createExportLease({ documents, table: tables.billing, clock }),
    clock,
    partRows: defaultPartRows,
    runner: runner ?? shardsHere(createShardWorker(place)),
  };
}
