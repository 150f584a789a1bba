import * as v from 'valibot';
import type { Order } from '#shared/money/billing/order.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { paidMicroUsd } from './account-month.ts';
import { type Column, columnsOf } from './columns.ts';

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

const { text, whole, usd, time } = columnsOf<PaymentRow>();

export const paymentColumns: readonly Column<PaymentRow>[] = [
  text('account_id', ({ accountId }) => accountId),
  text('entry_id', ({ entryId }) => entryId),
  text('kind', ({ kind }) => kind),
  time('booked_at', ({ bookedAt }) => bookedAt),
  text('order_id', ({ orderId }) => orderId),
  text('provider', ({ provider }) => provider),
  text('checkout_id', ({ checkoutId }) => checkoutId),
  text('currency', ({ currency }) => currency),
  whole('credits', ({ credits }) => credits),
  usd('amount_usd', ({ amountMicroUsd }) => amountMicroUsd),
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
