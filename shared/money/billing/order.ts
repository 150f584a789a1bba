import * as v from 'valibot';

const whole = v.pipe(v.number(), v.integer());
const amount = v.pipe(whole, v.minValue(0));

/**
 * Money that went back to the payer: a refund or a dispute, by its id at the
 * payment provider. `returned` is final: a refund that failed or a dispute that
 * was won, so the money is ours again.
 */
const reversal = v.object({
  id: v.string(),
  kind: v.picklist(['refund', 'dispute']),
  cents: amount,
  returned: v.boolean(),
});
export type Reversal = v.InferOutput<typeof reversal>;

/**
 * Credits to take back (or, negative, to give again) after a change of the
 * reversals. Written with the change that caused it and posted to the ledger
 * under its own id, so that a crash between the two loses nothing.
 */
const adjustment = v.object({
  id: v.string(),
  kind: v.picklist(['refund', 'dispute']),
  credits: whole,
  cents: whole,
});
export type Adjustment = v.InferOutput<typeof adjustment>;

/** A purchase of credits, from the moment its checkout is opened. Price and credits are fixed at that moment. */
export const order = v.object({
  orderId: v.string(),
  accountId: v.string(),
  quantity: amount,
  amountCents: amount,
  currency: v.string(),
  credits: amount,
  status: v.picklist(['open', 'paid', 'expired']),
  provider: v.picklist(['stripe', 'embedded']),
  checkoutId: v.nullable(v.string()),
  checkoutUrl: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
  /** The provider's own receipt, where it makes one. */
  receiptUrl: v.nullable(v.string()),
  /** Absent where no invoice was made. */
  invoiceNumber: v.optional(amount),
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
  reversals: v.array(reversal),
  adjustments: v.array(adjustment),
  /** Counts the writes; each write names the one it follows. */
  version: amount,
});
export type Order = v.InferOutput<typeof order>;

/** Where an order is found; travels through the payment provider as metadata. */
export interface OrderReference {
  readonly accountId: string;
  readonly orderId: string;
}

/** Cents of the order that are with the payer again, never more than were paid. */
export function reversedCents(current: Pick<Order, 'reversals' | 'amountCents'>): number {
  const cents = current.reversals.reduce((sum, entry) => sum + (entry.returned ? 0 : entry.cents), 0);
  return Math.min(cents, current.amountCents);
}

/**
 * The order after a refund or dispute arrived. What is taken back follows
 * from the set of reversals alone, so that events in any order and any number
 * end with the same credits. The very same order where nothing is new.
 */
export function withReversal(current: Order, heard: Reversal): Order {
  const known = current.reversals.find((entry) => entry.id === heard.id);
  if (known && (known.returned || !heard.returned)) return current;
  const merged = known ? { ...known, returned: true } : heard;
  const reversals = [...current.reversals.filter((entry) => entry.id !== heard.id), merged];
  const next = { ...current, reversals };
  const cents = reversedCents(next);
  const done = sumOf(current.adjustments);
  const credits = creditsFor(cents, current) - done.credits;
  if (credits === 0) return next;
  const id = `${current.orderId}:${current.adjustments.length + 1}`;
  const adjusted = { id, kind: heard.kind, credits, cents: cents - done.cents };
  return { ...next, adjustments: [...current.adjustments, adjusted] };
}

function sumOf(adjustments: readonly Adjustment[]): Pick<Adjustment, 'credits' | 'cents'> {
  const sum = { credits: 0, cents: 0 };
  for (const entry of adjustments) {
    sum.credits += entry.credits;
    sum.cents += entry.cents;
  }
  return sum;
}

function creditsFor(cents: number, { credits, amountCents }: Order): number {
  return amountCents === 0 ? 0 : Math.round((credits * cents) / amountCents);
}
