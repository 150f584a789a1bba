import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageLog } from '#shared/money/usage/usage-log.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { AccountsSnapshot } from './accounts-snapshot.ts';
import { dayOf, dayPeriod } from './calendar.ts';
import { type DayDigest, dayFolder, type OpenCall, type SealedDay, writeDigest } from './day-digest.ts';
import type { DayRecords } from './day-records.ts';
import { createPartWriter } from './part-writer.ts';
import { readAhead } from './read-ahead.ts';
import { type UsageRow, usageColumns } from './usage-row.ts';
import { type FileLog, fillFolder } from './written-files.ts';

export interface DayParts {
  readonly objects: ObjectStore;
  readonly usage: Pick<UsageLog, 'records'>;
  readonly partRows: number;
}

interface DayOrder {
  readonly day: string;
  /** Every account and its open holds, read before any record of this run. */
  readonly snapshot: AccountsSnapshot;
  readonly records: DayRecords;
  /** The day before, sealed; undefined for the first of all. */
  readonly previous: SealedDay | undefined;
  /** Seals the day. A day that is not over is written without a seal, and written again by the next run. */
  readonly final: boolean;
}

/**
 * Writes the usage records of one day, and as adjustments the calls of earlier
 * days that were decided since those days were sealed. Rows are in order of
 * account and id, so that the same records give the same bytes.
 *
 * Which calls can still come late is known, not guessed: they are the holds
 * that were open when the run began. The seal lists them, and each day after looks for them.
 */
export function exportDay(parts: DayParts, order: DayOrder): Promise<DayDigest> {
  return fillFolder(parts.objects, dayFolder(order.day), async (log) => {
    const digest = await writeUsage(parts, order, log);
    if (order.final) await writeDigest(parts.objects, digest);
    return digest;
  });
}

/** Accounts that are read at the same time: most have no call on most days, and waiting is all they cost. */
const accountsAhead = 16;

async function writeUsage(parts: DayParts, order: DayOrder, log: FileLog): Promise<DayDigest> {
  const { day, snapshot, previous } = order;
  const writer = createPartWriter({
    log,
    folder: dayFolder(day),
    name: 'usage',
    columns: usageColumns,
    parquet: true,
    partRows: parts.partRows,
  });
  const open = openUntil(snapshot, dayPeriod(day).until);
  const awaited = Map.groupBy(previous?.digest.open_calls ?? [], ({ account_id }) => account_id);
  const sums = createDaySums();
  const sources = snapshot.accountIds.values().map((accountId) => {
    return accountRows(parts.usage, order, accountId, awaited.get(accountId) ?? []);
  });
  for await (const row of readAhead(sources, accountsAhead)) {
    open.delete(row.item.id);
    if (row.item.hidden) continue;
    await writer.add(row);
    sums.add(row);
  }
  await writer.finish();
  const chained = previous ? { day: previous.digest.day, sha256: previous.sha256 } : null;
  const openCalls = [...open.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return {
    format: 1,
    day,
    previous: chained,
    ...sums.result(),
    open_calls: openCalls,
    files: [...log.files],
  };
}

function createDaySums() {
  const sums = { rows: 0, adjustments: 0, credits_charged: 0, upstream_cost_micro_usd: 0 };
  return {
    add({ item, adjustmentOf }: UsageRow) {
      sums.rows += 1;
      sums.adjustments += adjustmentOf === null ? 0 : 1;
      sums.credits_charged += item.credits_charged;
      sums.upstream_cost_micro_usd += item.upstream_cost_micro_usd;
    },
    result: () => sums,
  };
}

function openUntil({ holds }: AccountsSnapshot, until: number): Map<string, OpenCall> {
  return new Map(holds.filter(({ id }) => (idTime(id) ?? 0) < until).map((hold) => [hold.id, hold]));
}

/** Late records first, then the day's own, each in order of id. */
async function* accountRows(
  usage: DayParts['usage'],
  { day, records }: DayOrder,
  accountId: string,
  awaited: readonly OpenCall[],
): AsyncGenerator<UsageRow> {
  for (const { id } of awaited) {
    const item = await findRecord(usage, accountId, id);
    if (item) yield { item, adjustmentOf: dayOf(idTime(id) ?? 0) };
  }
  for await (const item of records.of(accountId, day)) yield { item, adjustmentOf: null };
}

async function findRecord(
  usage: DayParts['usage'],
  accountId: string,
  id: string,
): Promise<UsageItem | undefined> {
  const since = idTime(id) ?? 0;
  for await (const item of usage.records({ accountId, since, until: since + 1 })) {
    if (item.id === id) return item;
  }
  return undefined;
}
