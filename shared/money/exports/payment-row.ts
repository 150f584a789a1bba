import type { Order } from '#shared/money/billing/order.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { paidMicroUsd } from './account-month.ts';
import type { Column } from './columns.ts';

/** Money that came in or went back, with the order it belongs to. */
export interface PaymentRow {
  readonly entry: LedgerEntry;
  readonly order: Order | undefined;
}

export const paymentColumns: readonly Column<PaymentRow>[] = [
  { name: 'account_id', kind: 'text', of: ({ entry }) => entry.accountId },
  { name: 'entry_id', kind: 'text', of: ({ entry }) => entry.entryId },
  { name: 'kind', kind: 'text', of: ({ entry }) => entry.kind },
  { name: 'booked_at', kind: 'time', of: ({ entry }) => Date.parse(entry.createdAt) },
  { name: 'order_id', kind: 'text', of: ({ entry }) => entry.reference },
  { name: 'provider', kind: 'text', of: ({ order }) => order?.provider ?? null },
  { name: 'checkout_id', kind: 'text', of: ({ order }) => order?.checkoutId ?? null },
  { name: 'currency', kind: 'text', of: ({ order }) => order?.currency ?? null },
  { name: 'credits', kind: 'whole', of: ({ entry }) => entry.credits },
  { name: 'amount_usd', kind: 'usd', of: ({ entry }) => paidMicroUsd(entry) },
];

/** Whether an entry moved money. */
export function isPayment({ amountUsdCents }: LedgerEntry): boolean {
  return amountUsdCents !== null && amountUsdCents !== 0;
}

/** Whether a purchase is one of our own orders, for exactly its price and credits. */
export function agreesWithOrder({ entry, order }: PaymentRow): boolean {
  if (entry.kind !== 'purchase') return true;
  return order !== undefined && order.amountCents === entry.amountUsdCents && order.credits === entry.credits;
}
