import * as v from 'valibot';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Checkout, PaymentEvent } from './billing.ts';
import type { OrderReference } from './order.ts';

/** Age allowed to a webhook, in both directions; Stripe's own default for the past. */
const toleranceSeconds = 300;

interface WebhookMessage {
  readonly rawBody: string;
  readonly signature: string | undefined;
}

/** The value of `stripe-signature` that goes with a body. */
export async function signWebhook(rawBody: string, secret: string, unixSeconds: number): Promise<string> {
  const webhooks = await stripeWebhooks();
  return webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp: unixSeconds });
}

/** Refuses a message that is not signed with `secret`, or whose time is more than five minutes off `now` (ms). */
export async function verifyWebhook(message: WebhookMessage, secret: string, now: number): Promise<void> {
  const webhooks = await stripeWebhooks();
  const { rawBody, signature = '' } = message;
  try {
    webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now);
  } catch (error) {
    throw refused('The signature is missing, malformed, too old or of another secret.', error);
  }
  // The library looks at the past only.
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/u.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt - now / 1000 <= toleranceSeconds)) throw refused('The time is in the future.');
}

/** Loaded with the first webhook: the library is large, and most cold starts need none of it. */
async function stripeWebhooks() {
  const { default: Stripe } = await import('stripe');
  return Stripe.webhooks;
}

function refused(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_credentials', 'The webhook was not accepted: check its signing secret.', {
    reason,
    cause,
  });
}

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

/** Whole cents, as orders keep them: what is not is refused at receipt, before anything is written. */
const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const session = v.object({
  id: v.string(),
  status: v.nullish(v.picklist(['open', 'complete', 'expired']), 'open'),
  payment_status: v.string(),
  amount_total: v.nullish(cents, 0),
  currency: v.nullish(v.string(), ''),
  metadata,
  payment_intent: v.nullish(v.union([v.string(), payment])),
});

const refund = v.object({
  id: v.string(),
  amount: cents,
  currency: v.string(),
  status: v.nullish(v.string()),
  payment_intent: v.nullish(id),
});

const dispute = v.object({
  id: v.string(),
  amount: cents,
  currency: v.string(),
  payment_intent: v.nullish(id),
});

const event = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.unknown() }),
  livemode: v.optional(v.boolean()),
});

/** Finds the order of a payment, which refunds and disputes do not carry. */
type FindPaidOrder = (paymentId: string) => Promise<OrderReference | undefined>;

/** Whether an event's mode fits the key: a live key accepts live payments only, a test key test payments only. */
type AcceptedMode = 'live' | 'test';

/**
 * Reads an event whose signature has been checked. What has no bearing on
 * credits is `other`. Refuses with `validation_error` what does not have the
 * form, whole cents above all, or is of the other mode; the provider then
 * shows the failed delivery to the operator.
 */
export async function readPaymentEvent(
  rawBody: string,
  mode: AcceptedMode,
  findPaidOrder: FindPaidOrder,
): Promise<PaymentEvent> {
  try {
    return await readEventOf(rawBody, mode, findPaidOrder);
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    throw new ServiceError('validation_error', 'This is not a payment event that the service understands.', {
      reason: `${v.getDotPath(error.issues[0]) ?? 'event'}: ${error.issues[0].type}`,
    });
  }
}

async function readEventOf(
  rawBody: string,
  mode: AcceptedMode,
  findPaidOrder: FindPaidOrder,
): Promise<PaymentEvent> {
  const parsed = v.parse(v.pipe(v.string(), v.parseJson(), event), rawBody);
  const { id: eventId, type, data } = parsed;
  if ((parsed.livemode ?? false) !== (mode === 'live'))
    throw new ServiceError(
      'validation_error',
      mode === 'live' ? 'Only payments of live mode count here.' : 'Only payments of test mode count here.',
    );
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
