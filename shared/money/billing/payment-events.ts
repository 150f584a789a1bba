import * as v from 'valibot';
import type { OrderReference } from './order.ts';
import type { Checkout, PaymentEvent } from './payment-provider.ts';

/**
 * Stripe's objects, as far as this service reads them (docs.stripe.com/api).
 * The embedded provider speaks the same shapes, so that one parser reads both.
 */
const metadata = v.nullish(v.record(v.string(), v.string()), {});
const id = v.union([
  v.string(),
  v.pipe(
    v.object({ id: v.string() }),
    v.transform((object) => object.id),
  ),
]);
const latestCharge = v.union([v.string(), v.object({ receipt_url: v.nullish(v.string(), null) })]);
const payment = v.object({ id: v.string(), metadata, latest_charge: v.nullish(latestCharge) });

const session = v.object({
  id: v.string(),
  status: v.nullish(v.picklist(['open', 'complete', 'expired']), 'open'),
  payment_status: v.string(),
  amount_total: v.nullish(v.number(), 0),
  currency: v.nullish(v.string(), ''),
  metadata,
  payment_intent: v.nullish(v.union([v.string(), payment])),
});

const refund = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.nullish(v.string()),
  payment_intent: v.nullish(id),
});

const dispute = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  payment_intent: v.nullish(id),
});

const event = v.object({ id: v.string(), type: v.string(), data: v.object({ object: v.unknown() }) });

/** Finds the order of a payment, which refunds and disputes do not carry. */
export type FindPaidOrder = (paymentId: string) => Promise<OrderReference | undefined>;

/** Reads an event whose signature has been checked. What has no bearing on credits is `other`. */
export async function readPaymentEvent(rawBody: string, findPaidOrder: FindPaidOrder): Promise<PaymentEvent> {
  const { id: eventId, type, data } = v.parse(event, JSON.parse(rawBody));
  if (type.startsWith('checkout.session.'))
    return { kind: 'checkout', eventId, checkout: readCheckout(data.object) };
  // `charge.refund.updated` and `charge.refunded` tell again what `refund.*` says, which carries each refund's own id.
  if (type.startsWith('refund.')) return readRefund(eventId, data.object, findPaidOrder);
  if (type === 'charge.dispute.funds_withdrawn' || type === 'charge.dispute.funds_reinstated')
    return readDispute(eventId, data.object, type.endsWith('reinstated'), findPaidOrder);
  return { kind: 'other', eventId };
}

/** A checkout session as an event carries it or the API returns it. */
export function readCheckout(object: unknown): Checkout {
  const parsed = v.parse(session, object);
  const intent = parsed.payment_intent;
  const expanded = typeof intent === 'object' ? intent : undefined;
  const charge = typeof expanded?.latest_charge === 'object' ? expanded.latest_charge : undefined;
  return {
    checkoutId: parsed.id,
    order: orderOf(parsed.metadata ?? {}),
    state: parsed.status ?? 'open',
    paid: parsed.payment_status === 'paid',
    amountCents: parsed.amount_total ?? 0,
    currency: parsed.currency ?? '',
    paymentId: typeof intent === 'string' ? intent : (expanded?.id ?? null),
    receiptUrl: charge?.receipt_url ?? null,
  };
}

/** The order of a payment as the API returns it. */
export function readPaidOrder(object: unknown): OrderReference | undefined {
  return orderOf(v.parse(payment, object).metadata ?? {});
}

/** What we attach to each checkout and its payment, so that every later event leads back to the order. */
export function orderMetadata({ accountId, orderId }: OrderReference): Record<string, string> {
  return { oriel_account: accountId, oriel_order: orderId };
}

function orderOf(attached: Readonly<Record<string, string>>): OrderReference | undefined {
  const { oriel_account: accountId, oriel_order: orderId } = attached;
  return accountId && orderId ? { accountId, orderId } : undefined;
}

async function readRefund(eventId: string, object: unknown, find: FindPaidOrder): Promise<PaymentEvent> {
  const parsed = v.parse(refund, object);
  return {
    kind: 'reversal',
    eventId,
    order: parsed.payment_intent ? await find(parsed.payment_intent) : undefined,
    currency: parsed.currency,
    reversal: {
      id: parsed.id,
      kind: 'refund',
      cents: parsed.amount,
      returned: parsed.status === 'failed' || parsed.status === 'canceled',
    },
  };
}

async function readDispute(
  eventId: string,
  object: unknown,
  returned: boolean,
  find: FindPaidOrder,
): Promise<PaymentEvent> {
  const parsed = v.parse(dispute, object);
  return {
    kind: 'reversal',
    eventId,
    order: parsed.payment_intent ? await find(parsed.payment_intent) : undefined,
    currency: parsed.currency,
    reversal: { id: parsed.id, kind: 'dispute', cents: parsed.amount, returned },
  };
}
