import type { Account } from '#shared/money/accounts/account.ts';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { type AccountFigures, type FigureSources, figuresOf, readBooks } from './account-figures.ts';
import { accountMonthColumns, nothingCarried } from './account-month.ts';
import { monthPeriod } from './calendar.ts';
import type { Column } from './columns.ts';
import type { DayDigest } from './day-digest.ts';
import { focusColumns, focusRows } from './focus.ts';
import { type KeptMonth, type MonthRecord, monthFolder, readCarried, writeMonth } from './month-record.ts';
import { createMonthTotals } from './month-totals.ts';
import { createPartWriter } from './part-writer.ts';
import { paymentColumns } from './payment-row.ts';
import { readAhead } from './read-ahead.ts';
import { readBookedCalls, readByAccount } from './read-usage.ts';
import { type FileLog, fillFolder } from './written-files.ts';

export interface MonthParts extends FigureSources {
  readonly objects: ObjectStore;
  readonly accounts: Pick<AccountRepository, 'list' | 'get'>;
  readonly partRows: number;
}

interface MonthOrder {
  readonly month: string;
  /** Every day of the month that has files, in order. */
  readonly days: readonly DayDigest[];
  /** The month before; undefined for the first of all. */
  readonly previous: KeptMonth | undefined;
  readonly final: boolean;
}

/**
 * Writes a month from the files of its days: accounts, payments, the FOCUS
 * view, and last the proof. Account by account, with one file of each day in
 * memory; only the proof and the carried balances grow, with the accounts.
 */
export function exportMonth(parts: MonthParts, order: MonthOrder): Promise<MonthRecord> {
  return fillFolder(parts.objects, monthFolder(order.month), async (log) => {
    const record = await writeFiles(parts, order, log);
    await writeMonth(parts.objects, record);
    return record;
  });
}

async function writeFiles(parts: MonthParts, order: MonthOrder, log: FileLog): Promise<MonthRecord> {
  const { month, days, previous, final } = order;
  const writers = openWriters(parts, month, log);
  const totals = createMonthTotals();
  for await (const figures of eachAccount(parts, order)) {
    const entries = figures.payments.map(({ entry }) => entry);
    await writers.accounts.add(figures.month);
    for (const row of figures.payments) await writers.payments.add(row);
    for (const row of focusRows(figures.month, figures.toolDays, entries)) await writers.focus.add(row);
    totals.add(figures);
  }
  for (const writer of Object.values(writers)) await writer.finish();
  const { proofs, proven, ...sums } = totals.result();
  return {
    format: 1,
    month,
    // Books that do not add up are never closed.
    final: final && proven,
    proven,
    previous: previous ? { month: previous.record.month, sha256: previous.sha256 } : null,
    ...sums,
    days: days.map(({ day, rows, adjustments, files }) => ({ day, rows, adjustments, files })),
    files: [...log.files],
    accounts: proofs,
  };
}

function openWriters({ partRows }: MonthParts, month: string, log: FileLog) {
  const open = <Row>(name: string, columns: readonly Column<Row>[], parquet = false) =>
    createPartWriter({ log, folder: monthFolder(month), name, columns, parquet, partRows });
  return {
    accounts: open('account_month', accountMonthColumns, true),
    payments: open('payments', paymentColumns),
    focus: open('focus', focusColumns),
  };
}

/** Accounts whose books are read at the same time, while the files of those before them are added up. */
const accountsAhead = 16;

async function* eachAccount(parts: MonthParts, order: MonthOrder): AsyncGenerator<AccountFigures> {
  const { month, days, previous } = order;
  const period = monthPeriod(month);
  const carried = previous ? await readCarried(parts.objects, previous) : new Map();
  const awaited = Map.groupBy(previous?.record.pending_entries ?? [], ({ account_id }) => account_id);
  const openCalls = new Set(days.at(-1)?.open_calls.map(({ id }) => id));
  const files = readByAccount(days.map((digest) => readBookedCalls(parts.objects, digest)));
  const accountIds = await accountIdsUntil(parts.accounts, period.until);
  const sources = accountIds.values().map(async function* (accountId) {
    yield await readBooks(parts, accountId, period, openCalls);
  });
  for await (const books of readAhead(sources, accountsAhead)) {
    const { accountId } = books.account;
    yield await figuresOf(parts.orders, books, {
      month,
      period,
      carried: carried.get(accountId) ?? nothingCarried,
      calls: files.take(accountId),
      awaitedEntries: new Set(awaited.get(accountId)?.map(({ entry_id }) => entry_id)),
    });
  }
  files.end();
}

async function accountIdsUntil(accounts: Pick<AccountRepository, 'list'>, until: number): Promise<string[]> {
  const isThere = ({ createdAt }: Account) => Date.parse(createdAt) < until;
  const ids: string[] = [];
  for await (const account of accounts.list()) if (isThere(account)) ids.push(account.accountId);
  return ids.sort();
}
