import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { Order } from '#shared/money/billing/order.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import type { Period } from './calendar.ts';
import { type Column, columnsOf } from './columns.ts';

/** An entry that was noted in a month and not in the balance when the month was written. */
export const pendingEntry = v.object({ account_id: v.string(), entry_id: v.string() });
export type PendingEntry = v.InferOutput<typeof pendingEntry>;

interface BookedEntries {
  readonly booked: readonly LedgerEntry[];
  readonly pending: readonly PendingEntry[];
}

/**
 * The entries that a month books: those noted in it that are in the balance,
 * and those that an earlier month left as pending and that are in it now.
 */
export function bookEntries(
  entries: readonly LedgerEntry[],
  account: Pick<Account, 'snapshot'>,
  period: Period,
  awaited: ReadonlySet<string>,
): BookedEntries {
  const ofMonth = entries.filter(({ entryId, createdAt }) => {
    const time = Date.parse(createdAt);
    return (time >= period.since && time < period.until) || awaited.has(entryId);
  });
  // The open entry is in the balance already; it is only not marked yet.
  const isApplied = ({ state, entryId }: LedgerEntry) =>
    state === 'applied' || account.snapshot.open_entry?.id === entryId;
  return {
    booked: ofMonth.filter(isApplied).toSorted((one, other) => (one.entryId < other.entryId ? -1 : 1)),
    pending: ofMonth
      .filter((entry) => !isApplied(entry))
      .map(({ accountId, entryId }) => ({ account_id: accountId, entry_id: entryId })),
  };
}

export interface Carried {
  readonly credits: number;
  /** Money that was paid for credits which are not spent yet, in micro-dollars. */
  readonly deferredMicroUsd: number;
}

export const nothingCarried: Carried = { credits: 0, deferredMicroUsd: 0 };

export interface CallSums {
  readonly calls: number;
  readonly credits: number;
  readonly upstreamCostMicroUsd: number;
}

const integer = v.pipe(v.number(), v.integer());

/** One account's month, in credits and micro-dollars. */
export const accountMonth = v.object({
  accountId: v.string(),
  month: v.string(),
  opening: integer,
  purchased: integer,
  granted: integer,
  spent: integer,
  refunded: integer,
  clawedBack: integer,
  closing: integer,
  calls: integer,
  upstreamCostMicroUsd: integer,
  revenueMicroUsd: integer,
  deferredMicroUsd: integer,
});
export type AccountMonth = v.InferOutput<typeof accountMonth>;

const { text, whole, usd } = columnsOf<AccountMonth>();

export const accountMonthColumns: readonly Column<AccountMonth>[] = [
  text('account_id', ({ accountId }) => accountId),
  text('month', ({ month }) => month),
  whole('opening', ({ opening }) => opening),
  whole('purchased', ({ purchased }) => purchased),
  whole('granted', ({ granted }) => granted),
  whole('spent', ({ spent }) => spent),
  whole('refunded', ({ refunded }) => refunded),
  whole('clawed_back', ({ clawedBack }) => clawedBack),
  whole('closing', ({ closing }) => closing),
  whole('calls', ({ calls }) => calls),
  usd('upstream_cost_usd', ({ upstreamCostMicroUsd }) => upstreamCostMicroUsd),
  usd('revenue', ({ revenueMicroUsd }) => revenueMicroUsd),
  usd('margin', ({ revenueMicroUsd, upstreamCostMicroUsd }) => revenueMicroUsd - upstreamCostMicroUsd),
  usd('deferred_revenue', ({ deferredMicroUsd }) => deferredMicroUsd),
];

interface MonthInput {
  readonly accountId: string;
  readonly month: string;
  readonly carried: Carried;
  /** The entries that are booked in this month. */
  readonly entries: readonly LedgerEntry[];
  readonly calls: CallSums;
}

/**
 * Draws up one account's month. `closing` is what follows from the rest:
 * opening + purchased + granted - spent - refunded - clawed_back.
 */
export function drawAccountMonth({ accountId, month, carried, entries, calls }: MonthInput): AccountMonth {
  const moves = sumMoves(entries);
  const available = carried.credits + moves.purchased + moves.granted - moves.refunded - moves.clawedBack;
  const paid = carried.deferredMicroUsd + sumOf(entries.map(paidMicroUsd));
  const revenueMicroUsd = earned(paid, calls.credits, available);
  return {
    accountId,
    month,
    opening: carried.credits,
    ...moves,
    spent: calls.credits,
    closing: available - calls.credits,
    calls: calls.calls,
    upstreamCostMicroUsd: calls.upstreamCostMicroUsd,
    revenueMicroUsd,
    deferredMicroUsd: paid - revenueMicroUsd,
  };
}

/**
 * Refunds and disputes count with their sign: credits that are given again,
 * because a refund failed or a dispute was won, lessen what was taken back.
 */
function sumMoves(entries: readonly LedgerEntry[]) {
  const moves = { purchased: 0, granted: 0, refunded: 0, clawedBack: 0 };
  for (const { kind, credits } of entries) {
    if (kind === 'purchase') moves.purchased += credits;
    else if (kind === 'refund') moves.refunded -= credits;
    else if (kind === 'dispute' || credits < 0) moves.clawedBack -= credits;
    else moves.granted += credits;
  }
  return { ...moves, refunded: unsigned(moves.refunded), clawedBack: unsigned(moves.clawedBack) };
}

/** Turns -0, which a file would show, into 0. */
function unsigned(sum: number): number {
  return sum === 0 ? 0 : sum;
}

const microUsdPerCent = 10_000;

/** Money that came in (or, negative, went back) with an entry. */
function paidMicroUsd({ credits, amountUsdCents }: LedgerEntry): number {
  return Math.sign(credits) * (amountUsdCents ?? 0) * microUsdPerCent;
}

/**
 * Of the money paid and not yet earned, the share that the spent credits have
 * of all credits there were: gifts dilute the price of a credit and earn
 * nothing by themselves. Whole micro-dollars, rounded down; the rest stays deferred.
 * More paid back than was left to earn is revenue taken back.
 */
function earned(paidMicro: number, spent: number, available: number): number {
  if (paidMicro <= 0 || available <= 0 || spent >= available) return paidMicro;
  return Number((BigInt(paidMicro) * BigInt(spent)) / BigInt(available));
}

export function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** Money that came in or went back, with the order it belongs to. */
export const paymentRow = v.object({
  accountId: v.string(),
  entryId: v.string(),
  kind: v.string(),
  /** Milliseconds since 1970. */
  bookedAt: v.number(),
  orderId: v.nullable(v.string()),
  provider: v.nullable(v.string()),
  checkoutId: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  credits: v.number(),
  amountMicroUsd: v.number(),
  /** Whether a purchase is one of our own orders, for exactly its price and credits. */
  agrees: v.boolean(),
});
export type PaymentRow = v.InferOutput<typeof paymentRow>;

const column = columnsOf<PaymentRow>();

export const paymentColumns: readonly Column<PaymentRow>[] = [
  column.text('account_id', ({ accountId }) => accountId),
  column.text('entry_id', ({ entryId }) => entryId),
  column.text('kind', ({ kind }) => kind),
  column.time('booked_at', ({ bookedAt }) => bookedAt),
  column.text('order_id', ({ orderId }) => orderId),
  column.text('provider', ({ provider }) => provider),
  column.text('checkout_id', ({ checkoutId }) => checkoutId),
  column.text('currency', ({ currency }) => currency),
  column.whole('credits', ({ credits }) => credits),
  column.usd('amount_usd', ({ amountMicroUsd }) => amountMicroUsd),
];

export function isPayment({ amountUsdCents }: LedgerEntry): boolean {
  return amountUsdCents !== null && amountUsdCents !== 0;
}

export function toPaymentRow(entry: LedgerEntry, order: Order | undefined): PaymentRow {
  return {
    accountId: entry.accountId,
    entryId: entry.entryId,
    kind: entry.kind,
    bookedAt: Date.parse(entry.createdAt),
    orderId: entry.reference,
    provider: order?.provider ?? null,
    checkoutId: order?.checkoutId ?? null,
    currency: order?.currency ?? null,
    credits: entry.credits,
    amountMicroUsd: paidMicroUsd(entry),
    agrees: agreesWithOrder(entry, order),
  };
}

function agreesWithOrder({ kind, amountUsdCents, credits }: LedgerEntry, order: Order | undefined): boolean {
  if (kind !== 'purchase') return true;
  return order !== undefined && order.amountCents === amountUsdCents && order.credits === credits;
}
