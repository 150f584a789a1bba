import type { AccountRepository } from '../accounts/account-repository.ts';
import type { Account } from '../accounts/principal.ts';
import { accountGroups, runShards } from '../shards/shard-runner.ts';
import { type AccountFigures, addUpOutcome } from './account-figures.ts';
import {
  accountMonthColumns,
  nothingCarried,
  type PendingEntry,
  paymentColumns,
  sumOf,
} from './account-month.ts';
import { monthPeriod } from './calendar.ts';
import { type Column, usdOf } from './columns.ts';
import type { DayDigest } from './day-digest.ts';
import { cutShards } from './day-shards.ts';
import type { DayParts } from './export-day.ts';
import { focusOutcome } from './focus.ts';
import {
  type AccountProof,
  type KeptMonth,
  type MonthRecord,
  monthFolder,
  readCarried,
  writeMonth,
} from './month-record.ts';
import { createPartWriter } from './part-writer.ts';
import { filesWithSums } from './tool-days.ts';
import { checkFiles, type FileLog, fillFolder, type WrittenFile } from './written-files.ts';

export interface MonthParts extends DayParts {
  readonly accounts: Pick<AccountRepository, 'list'>;
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
 * Writes a month from what its days come to: accounts, payments, the FOCUS
 * view, and last the proof. No call is read again: what each day's files come
 * to lies beside them, and the ledger says whether it is all.
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
  await checkFiles(
    parts.runner,
    days.flatMap(({ files }) => files),
  );
  const figures = await addUp(parts, order);
  refuseStrays(days, figures);
  await writeRows(parts, order, log, figures);
  const focus = await writeFocusShards(parts, order, figures);
  const totals = createMonthTotals();
  for (const account of figures) totals.add(account);
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
    files: [...log.files, ...focus],
    accounts: proofs,
  };
}

/** The figures of every account that there was by the end of the month, in order. */
async function addUp(
  { objects, accounts, runner }: MonthParts,
  order: MonthOrder,
): Promise<AccountFigures[]> {
  const { month, days, previous } = order;
  const carried = previous ? await readCarried(objects, previous) : new Map();
  const awaited = Map.groupBy(previous?.record.pending_entries ?? [], ({ account_id }) => account_id);
  const openCalls = days.at(-1)?.open_calls ?? [];
  const accountIds = await accountIdsUntil(accounts, monthPeriod(month).until);
  const orders = accountGroups(accountIds, runner).map((group) => {
    const ids = new Set(group);
    return {
      do: 'add up',
      month,
      accounts: group.map((account_id) => {
        const { credits, deferredMicroUsd } = carried.get(account_id) ?? nothingCarried;
        const pending = awaited.get(account_id)?.map(({ entry_id }) => entry_id) ?? [];
        return { account_id, credits, deferred_micro_usd: deferredMicroUsd, awaited: pending };
      }),
      days: filesOf(days, group),
      open_calls: openCalls.filter(({ account_id }) => ids.has(account_id)),
    };
  });
  const outcomes = await runShards(runner, orders, addUpOutcome);
  return outcomes.flatMap((outcome) => outcome.accounts);
}

/** Of each day the files that can hold rows of accounts, which are given in order. */
function filesOf(days: readonly DayDigest[], accountIds: readonly string[]): (readonly WrittenFile[])[] {
  const [first = ''] = accountIds;
  const last = accountIds.at(-1) ?? '';
  return days.map((digest) => {
    const files = filesWithSums(digest);
    return files.filter(({ first_account: begins = '' }, index) => {
      const next = files[index + 1]?.first_account;
      return begins <= last && (next === undefined || next >= first);
    });
  });
}

function refuseStrays(days: readonly DayDigest[], figures: readonly AccountFigures[]): void {
  const written = sumOf(days.map((day) => day.calls ?? day.rows));
  const calls = sumOf(figures.map(({ month }) => month.calls));
  if (written === calls) return;
  throw new Error(
    `The files of the days hold ${written} calls, and the accounts that there are made ${calls}.`,
  );
}

async function writeRows(
  { partRows }: MonthParts,
  { month }: MonthOrder,
  log: FileLog,
  figures: readonly AccountFigures[],
): Promise<void> {
  const open = <Row>(name: string, columns: readonly Column<Row>[], parquet = false) =>
    createPartWriter({ log, folder: monthFolder(month), name, columns, parquet, partRows });
  const accounts = open('account_month', accountMonthColumns, true);
  const payments = open('payments', paymentColumns);
  for (const account of figures) {
    await accounts.add(account.month);
    for (const row of account.payments) await payments.add(row);
  }
  await accounts.finish();
  await payments.finish();
}

/** Of the files of a day's shard: an account comes with its figures here, and an order has 6 MB (Lambda, "Quotas"). */
const shareOfFiles = 5;

async function writeFocusShards(
  { runner, owner, partRows }: MonthParts,
  { month, days }: MonthOrder,
  figures: readonly AccountFigures[],
): Promise<WrittenFile[]> {
  const files = Math.ceil(runner.files / shareOfFiles);
  const byId = new Map(figures.map((account) => [account.month.accountId, account]));
  const counted = figures.map(({ month: { accountId }, focus_rows }) => {
    return { account_id: accountId, rows: focus_rows };
  });
  const orders = cutShards(counted, { files, partRows }).map(({ spans, firstPart }) => ({
    ...{ do: 'focus', owner, month, part_rows: partRows, first_part: firstPart },
    spans: spans.flatMap((span) => {
      const account = byId.get(span.account_id);
      if (!account) return [];
      const { spent, revenueMicroUsd } = account.month;
      return [{ ...span, spent, revenue_micro_usd: revenueMicroUsd, payments: account.payments }];
    }),
    days: filesOf(
      days,
      spans.map(({ account_id }) => account_id),
    ),
  }));
  const outcomes = await runShards(runner, orders, focusOutcome);
  return outcomes.flatMap((outcome) => outcome.files);
}

async function accountIdsUntil(accounts: Pick<AccountRepository, 'list'>, until: number): Promise<string[]> {
  const isThere = ({ createdAt }: Account) => Date.parse(createdAt) < until;
  const ids: string[] = [];
  for await (const account of accounts.list()) if (isThere(account)) ids.push(account.accountId);
  return ids.sort();
}

type MonthSums = Pick<MonthRecord, 'totals' | 'payments' | 'pending_entries'>;

const credits = [
  'opening',
  'purchased',
  'granted',
  'spent',
  'refunded',
  'clawed_back',
  'closing',
  'calls',
] as const;

function createMonthTotals() {
  const proofs: AccountProof[] = [];
  const pending: PendingEntry[] = [];
  const money = { upstream: 0, revenue: 0, deferred: 0 };
  const payments = { rows: 0, microUsd: 0, withoutOrder: 0 };
  const total = (name: (typeof credits)[number]) => proofs.reduce((sum, proof) => sum + proof[name], 0);

  return {
    add({ month, proof, ...figures }: AccountFigures): void {
      proofs.push(accountProof(month, proof));
      pending.push(...figures.pending);
      money.upstream += month.upstreamCostMicroUsd;
      money.revenue += month.revenueMicroUsd;
      money.deferred += month.deferredMicroUsd;
      for (const row of figures.payments) {
        payments.rows += 1;
        payments.microUsd += row.amountMicroUsd;
        payments.withoutOrder += row.agrees ? 0 : 1;
      }
    },

    result: (): MonthSums & { readonly proofs: AccountProof[]; readonly proven: boolean } => ({
      proofs,
      proven: proofs.every(({ proven }) => proven),
      totals: {
        accounts: proofs.length,
        opening: total('opening'),
        purchased: total('purchased'),
        granted: total('granted'),
        spent: total('spent'),
        refunded: total('refunded'),
        clawed_back: total('clawed_back'),
        closing: total('closing'),
        calls: total('calls'),
        upstream_cost_usd: usdOf(money.upstream),
        revenue: usdOf(money.revenue),
        margin: usdOf(money.revenue - money.upstream),
        deferred_revenue: usdOf(money.deferred),
      },
      payments: {
        rows: payments.rows,
        amount_usd: usdOf(payments.microUsd),
        without_order: payments.withoutOrder,
      },
      pending_entries: pending,
    }),
  };
}

function accountProof(
  month: AccountFigures['month'],
  { proven, ...differences }: AccountFigures['proof'],
): AccountProof {
  return {
    account_id: month.accountId,
    proven,
    opening: month.opening,
    purchased: month.purchased,
    granted: month.granted,
    spent: month.spent,
    refunded: month.refunded,
    clawed_back: month.clawedBack,
    closing: month.closing,
    calls: month.calls,
    ...differences,
  };
}
