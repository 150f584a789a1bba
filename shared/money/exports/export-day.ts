import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageLog } from '#shared/money/usage/usage-log.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { dayOf, dayPeriod } from './calendar.ts';
import { type DayDigest, dayFolder, type OpenCall, type SealedDay, writeDigest } from './day-digest.ts';
import { createPartWriter } from './part-writer.ts';
import { readAhead } from './read-ahead.ts';
import { type UsageRow, usageColumns } from './usage-row.ts';
import { type FileLog, fillFolder } from './written-files.ts';

export interface DayParts {
  readonly objects: ObjectStore;
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly usage: Pick<UsageLog, 'records'>;
  readonly partRows: number;
}

interface DayOrder {
  readonly day: string;
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
 * that are open now. The seal lists them, and each day after looks for them.
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

async function writeUsage(parts: DayParts, { day, previous }: DayOrder, log: FileLog): Promise<DayDigest> {
  const writer = createPartWriter({
    log,
    folder: dayFolder(day),
    name: 'usage',
    columns: usageColumns,
    parquet: true,
    partRows: parts.partRows,
  });
  const { accountIds, open } = await openCallsOf(parts.accounts, dayPeriod(day).until);
  const awaited = Map.groupBy(previous?.digest.open_calls ?? [], ({ account_id }) => account_id);
  const sums = createDaySums();
  const sources = accountIds.values().map((accountId) => {
    return accountRows(parts.usage, accountId, day, awaited.get(accountId) ?? []);
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

/** Every account, and its holds from before `until`. Read before the records, so that no call falls between the two. */
async function openCallsOf(
  accounts: DayParts['accounts'],
  until: number,
): Promise<{ accountIds: string[]; open: Map<string, OpenCall> }> {
  const accountIds: string[] = [];
  const open = new Map<string, OpenCall>();
  for await (const { accountId, snapshot } of accounts.list()) {
    accountIds.push(accountId);
    for (const id of Object.keys(snapshot.holds)) {
      if ((idTime(id) ?? 0) < until) open.set(id, { account_id: accountId, id });
    }
  }
  return { accountIds: accountIds.sort(), open };
}

/** Late records first, then the day's own, each in order of id. */
async function* accountRows(
  usage: DayParts['usage'],
  accountId: string,
  day: string,
  awaited: readonly OpenCall[],
): AsyncGenerator<UsageRow> {
  for (const { id } of awaited) {
    const item = await findRecord(usage, accountId, id);
    if (item) yield { item, adjustmentOf: dayOf(idTime(id) ?? 0) };
  }
  for await (const item of usage.records({ accountId, ...dayPeriod(day) })) {
    if (belongsTo(item, day)) yield { item, adjustmentOf: null };
  }
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

function belongsTo(item: UsageItem, day: string): boolean {
  return dayOf(idTime(item.id) ?? 0) === day;
}
