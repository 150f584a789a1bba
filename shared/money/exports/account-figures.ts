import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { AccountRepository } from '../accounts/account-repository.ts';
import type { OrderRepository } from '../billing/order.ts';
import type { LedgerEntry } from '../ledger/credit-entries.ts';
import type { BooksSince, Reconciler } from '../ledger/reconciler.ts';
import {
  type AccountMonth,
  accountMonth,
  bookEntries,
  drawAccountMonth,
  isPayment,
  type PaymentRow,
  paymentRow,
  pendingEntry,
  sumOf,
  toPaymentRow,
} from './account-month.ts';
import { monthPeriod } from './calendar.ts';
import { type OpenCall, openCall } from './day-digest.ts';
import { focusRows } from './focus.ts';
import { readByAccount, readToolDays, sumToolDays, type ToolDay } from './tool-days.ts';
import { readAhead, writtenFile } from './written-files.ts';

/** Every account, and the calls that had begun and were not decided. */
export interface AccountsSnapshot {
  /** Milliseconds since 1970, before anything was read. */
  readonly takenAt: number;
  /** In order. */
  readonly accountIds: readonly string[];
  readonly holds: readonly OpenCall[];
}

/** Read before any record, so that no call falls between the two: it is among the holds, among the records, or both. */
export async function takeSnapshot(
  accounts: Pick<AccountRepository, 'list'>,
  takenAt: number,
): Promise<AccountsSnapshot> {
  const accountIds: string[] = [];
  const holds: OpenCall[] = [];
  for await (const { accountId, snapshot } of accounts.list()) {
    accountIds.push(accountId);
    for (const id of Object.keys(snapshot.holds)) holds.push({ account_id: accountId, id });
  }
  return { takenAt, accountIds: accountIds.sort(), holds };
}

const whole = v.pipe(v.number(), v.integer());

export const addUpOrder = v.object({
  do: v.literal('add up'),
  month: v.string(),
  /** In order. */
  accounts: v.array(
    v.object({
      account_id: v.string(),
      credits: whole,
      deferred_micro_usd: whole,
      /** Ids of entries that the month before left pending. */
      awaited: v.array(v.string()),
    }),
  ),
  /** Of each day of the month the files that can hold sums of these accounts. */
  days: v.array(v.array(writtenFile)),
  /** Calls of these accounts that the last day left open: in no file yet. */
  open_calls: v.array(openCall),
});
type AddUpOrder = v.InferOutput<typeof addUpOrder>;

/** All that a month says about one account, but the rows of its `focus`. */
const accountFigures = v.object({
  month: accountMonth,
  payments: v.array(paymentRow),
  pending: v.array(pendingEntry),
  proof: v.object({
    proven: v.boolean(),
    closing_difference: whole,
    ledger_difference: whole,
    chain_intact: v.boolean(),
  }),
  focus_rows: whole,
});
export type AccountFigures = v.InferOutput<typeof accountFigures>;

export const addUpOutcome = v.object({ accounts: v.array(accountFigures) });

export interface FigureSources {
  readonly objects: ObjectStore;
  readonly orders: Pick<OrderRepository, 'find'>;
  readonly reconciler: Pick<Reconciler, 'booksSince'>;
}

/** Accounts whose books are read at the same time, while those before them are added up. */
const accountsAhead = 16;

/** Adds up some accounts' month from what the days' files come to and from the ledger, and proves one by the other. */
export async function addUpAccounts(
  { objects, orders, reconciler }: FigureSources,
  { month, accounts, days, open_calls }: AddUpOrder,
): Promise<v.InferOutput<typeof addUpOutcome>> {
  const open = Map.groupBy(open_calls, ({ account_id }) => account_id);
  const since = monthPeriod(month).until;
  const files = readByAccount(days.map((day) => readToolDays(objects, day)));
  const books = accounts.values().map(async function* (carried) {
    const openCalls = new Set(open.get(carried.account_id)?.map(({ id }) => id));
    yield { carried, books: await reconciler.booksSince(carried.account_id, { since, openCalls }) };
  });
  const figures: AccountFigures[] = [];
  for await (const account of readAhead(books, accountsAhead)) {
    const sums = sumToolDays();
    for await (const toolDay of files.take(account.carried.account_id)) sums.add(toolDay);
    figures.push(await figuresOf(orders, { ...account, month, toolDays: sums.inOrder() }));
  }
  await files.end();
  return { accounts: figures };
}

interface AccountOrder {
  readonly month: string;
  readonly carried: AddUpOrder['accounts'][number];
  readonly books: BooksSince;
  readonly toolDays: readonly ToolDay[];
}

async function figuresOf(
  orders: FigureSources['orders'],
  { month, carried, books, toolDays }: AccountOrder,
): Promise<AccountFigures> {
  const awaited = new Set(carried.awaited);
  const { booked, pending } = bookEntries(books.entries, books.account, monthPeriod(month), awaited);
  const figures = drawAccountMonth({
    accountId: carried.account_id,
    month,
    carried: { credits: carried.credits, deferredMicroUsd: carried.deferred_micro_usd },
    entries: booked,
    calls: {
      calls: sumOf(toolDays.map(({ calls }) => calls)),
      credits: sumOf(toolDays.map(({ credits }) => credits)),
      upstreamCostMicroUsd: sumOf(toolDays.map(({ upstreamCostMicroUsd }) => upstreamCostMicroUsd)),
    },
  });
  const payments = await paymentsOf(orders, booked);
  return {
    month: figures,
    payments,
    pending: [...pending],
    proof: prove(books, figures),
    focus_rows: focusRows(figures, toolDays, payments).length,
  };
}

async function paymentsOf(
  orders: FigureSources['orders'],
  booked: readonly LedgerEntry[],
): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = [];
  for (const entry of booked.filter(isPayment)) {
    const { accountId, reference: orderId } = entry;
    rows.push(toPaymentRow(entry, orderId === null ? undefined : await orders.find({ accountId, orderId })));
  }
  return rows;
}

/**
 * The ledger adds up by itself, and what it has now is what the files close
 * with and what has come and gone since. So every credit that any file of the
 * account has said to be spent was, and no other: what files lost or doubled shows.
 */
function prove(
  { account, entries, sheet, charged }: BooksSince,
  { month, closing }: AccountMonth,
): AccountFigures['proof'] {
  const since = monthPeriod(month).until;
  const isLater = ({ createdAt }: LedgerEntry) => Date.parse(createdAt) >= since;
  const { open_entry, entry_seq } = account.snapshot;
  const isApplied = ({ sequence, entryId }: LedgerEntry) =>
    open_entry?.id === entryId || (sequence !== null && sequence <= entry_seq);
  const came = sumOf(
    entries.filter((entry) => isLater(entry) && isApplied(entry)).map(({ credits }) => credits),
  );
  // Where calls ended while they were being read there is nothing to compare with.
  const difference = charged === null ? 0 : closing + came - charged - (sheet.balance + sheet.held);
  return {
    proven: sheet.difference === 0 && sheet.chain_intact && difference === 0,
    closing_difference: difference,
    ledger_difference: sheet.difference,
    chain_intact: sheet.chain_intact,
  };
}
