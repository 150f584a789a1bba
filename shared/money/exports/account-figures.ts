import type { Account } from '#shared/money/accounts/account.ts';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { OrderRepository } from '#shared/money/billing/order-repository.ts';
import type { CreditEntries, LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import type { CountedBooks, Reconciler, Reconciliation } from '#shared/money/ledger/reconciler.ts';
import type { CountedRecord } from '#shared/money/usage/usage-item.ts';
import { idTime } from '#shared/platform/ids.ts';
import { type AccountMonth, type CallSums, type Carried, drawAccountMonth } from './account-month.ts';
import { monthOf, type Period } from './calendar.ts';
import type { ToolDay } from './focus.ts';
import { bookEntries, type PendingEntry } from './month-entries.ts';
import type { AccountProof } from './month-record.ts';
import { isPayment, type PaymentRow } from './payment-row.ts';
import type { BookedCall } from './read-usage.ts';

export interface FigureSources {
  readonly accounts: Pick<AccountRepository, 'get'>;
  readonly entries: Pick<CreditEntries, 'list'>;
  readonly orders: Pick<OrderRepository, 'find'>;
  readonly reconciler: Pick<Reconciler, 'reconcileAndCount'>;
}

/** What the tables say about one account, however its files were made. */
export interface AccountBooks extends CountedBooks {
  readonly account: Account;
  readonly entries: readonly LedgerEntry[];
}

interface FigureOrder {
  readonly month: string;
  readonly period: Period;
  readonly carried: Carried;
  /** The account's calls in the month's files. */
  readonly calls: AsyncIterable<BookedCall>;
  /** Ids of entries that the month before left pending. */
  readonly awaitedEntries: ReadonlySet<string>;
}

/** All that a month says about one account. */
export interface AccountFigures {
  readonly month: AccountMonth;
  readonly toolDays: readonly ToolDay[];
  readonly payments: readonly PaymentRow[];
  readonly pending: readonly PendingEntry[];
  readonly proof: AccountProof;
}

/**
 * Reads an account's ledger and counts the month's records in the table, so
 * that a row that a file lost or doubled shows. `openCalls` are those that the
 * last day left open: in no file yet.
 */
export async function readBooks(
  sources: FigureSources,
  accountId: string,
  { since, until }: Period,
  openCalls: ReadonlySet<string>,
): Promise<AccountBooks> {
  const isOfMonth = ({ id, hidden }: CountedRecord) => {
    const time = idTime(id) ?? 0;
    return time >= since && time < until && !hidden && !openCalls.has(id);
  };
  const [account, entries, books] = await Promise.all([
    sources.accounts.get(accountId),
    sources.entries.list(accountId),
    sources.reconciler.reconcileAndCount(accountId, isOfMonth),
  ]);
  return { account, entries, ...books };
}

/** Adds up one account's month from its files and its ledger, and proves one by the other. */
export async function figuresOf(
  orders: FigureSources['orders'],
  { account, entries, ledger, counted }: AccountBooks,
  order: FigureOrder,
): Promise<AccountFigures> {
  const { month, period } = order;
  const { accountId } = account;
  const filed = await addCalls(order.calls, month);
  const { booked, pending } = bookEntries(entries, account, period, order.awaitedEntries);
  const figures = drawAccountMonth({
    accountId,
    month,
    carried: order.carried,
    entries: booked,
    calls: sumCalls(filed.toolDays),
  });
  const difference = {
    credits: filed.ofMonth.credits - counted.credits,
    calls: filed.ofMonth.calls - counted.calls,
  };
  return {
    month: figures,
    toolDays: filed.toolDays,
    payments: await paymentsOf(orders, accountId, booked),
    pending,
    proof: prove(ledger, figures, difference),
  };
}

type Mutable<Sums> = { -readonly [Name in keyof Sums]: Sums[Name] };

interface Count {
  credits: number;
  calls: number;
}

async function addCalls(
  calls: AsyncIterable<BookedCall>,
  month: string,
): Promise<{ readonly toolDays: ToolDay[]; readonly ofMonth: Count }> {
  const sums = new Map<string, Mutable<ToolDay>>();
  const ofMonth = { credits: 0, calls: 0 };
  for await (const { day, tool, credits, upstreamCostMicroUsd } of calls) {
    const key = `${day} ${tool}`;
    const before = sums.get(key) ?? { day, tool, calls: 0, credits: 0, upstreamCostMicroUsd: 0 };
    sums.set(key, before);
    before.calls += 1;
    before.credits += credits;
    before.upstreamCostMicroUsd += upstreamCostMicroUsd;
    if (monthOf(day) !== month) continue;
    ofMonth.credits += credits;
    ofMonth.calls += 1;
  }
  const inOrder = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { toolDays: inOrder.map(([, sum]) => sum), ofMonth };
}

function sumCalls(toolDays: readonly ToolDay[]): CallSums {
  const sums = { calls: 0, credits: 0, upstreamCostMicroUsd: 0 };
  for (const { calls, credits, upstreamCostMicroUsd } of toolDays) {
    sums.calls += calls;
    sums.credits += credits;
    sums.upstreamCostMicroUsd += upstreamCostMicroUsd;
  }
  return sums;
}

async function paymentsOf(
  orders: FigureSources['orders'],
  accountId: string,
  booked: readonly LedgerEntry[],
): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = [];
  for (const entry of booked.filter(isPayment)) {
    const orderId = entry.reference;
    rows.push({ entry, order: orderId === null ? undefined : await orders.find({ accountId, orderId }) });
  }
  return rows;
}

function prove(
  ledger: Reconciliation,
  figures: AccountMonth,
  difference: AccountProof['files_difference'],
): AccountProof {
  const ledgerDifference = ledger.difference + (ledger.usage.difference ?? 0);
  return {
    account_id: figures.accountId,
    proven: ledger.proven && difference.credits === 0 && difference.calls === 0,
    opening: figures.opening,
    purchased: figures.purchased,
    granted: figures.granted,
    spent: figures.spent,
    refunded: figures.refunded,
    clawed_back: figures.clawedBack,
    closing: figures.closing,
    calls: figures.calls,
    files_difference: difference,
    ledger_difference: ledgerDifference,
    chain_intact: ledger.chain_intact,
  };
}
