import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { CheckoutRequest, PaymentProvider } from './billing.ts';
import {
  orderMetadata,
  readCheckout,
  readPaidOrder,
  readPaymentEvent,
  verifyWebhook,
} from './payment-events.ts';

interface StripeSettings {
  /** `sk_…` or a restricted key that may write checkout sessions and read payment intents. */
  readonly secretKey: string;
  /** `whsec_…` of the endpoint `/webhooks/stripe`. */
  readonly webhookSecret: string;
  readonly api?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
}

function isTestKey(secretKey: string): boolean {
  return /^[rs]k_test_/u.test(secretKey);
}

/**
 * Stripe Checkout. Settings are read and the library is loaded with the first
 * use: it is large, most cold starts need none of it, and what needs no payment
 * works before an operator has set up any.
 */
export function createStripeProvider(
  readSettings: () => Promise<StripeSettings>,
  clock: Clock,
): PaymentProvider {
  let opening: ReturnType<typeof openStripe> | undefined;
  const opened = async () => {
    opening ??= openStripe(readSettings);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };

  return {
    name: 'stripe',

    async openCheckout(request) {
      const { stripe } = await opened();
      const session = await stripe.checkout.sessions.create(sessionParameters(request), {
        idempotencyKey: request.order.orderId,
      });
      if (!session.url) throw new Error('Stripe opened a checkout without an address.');
      return { checkoutId: session.id, url: session.url };
    },

    async findCheckout(checkoutId) {
      const { stripe } = await opened();
      const session = await stripe.checkout.sessions.retrieve(checkoutId, {
        expand: ['payment_intent.latest_charge'],
      });
      return readCheckout(session);
    },

    async readEvent(message) {
      const { settings, stripe } = await opened();
      await verifyWebhook(message, settings.webhookSecret, clock());
      const mode = isTestKey(settings.secretKey) ? 'test' : 'live';
      return readPaymentEvent(message.rawBody, mode, async (paymentId) =>
        readPaidOrder(await stripe.paymentIntents.retrieve(paymentId)),
      );
    },
  };
}

async function openStripe(readSettings: () => Promise<StripeSettings>) {
  const settings = await readSettings();
  const { default: StripeClient } = await import('stripe');
  const { secretKey, api } = settings;
  const stripe = new StripeClient(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...api,
  });
  return { settings, stripe };
}

function sessionParameters({ order, email, successUrl, cancelUrl }: CheckoutRequest) {
  const metadata = orderMetadata(order);
  return {
    mode: 'payment' as const,
    line_items: [
      {
        quantity: order.quantity,
        price_data: {
          currency: order.currency,
          unit_amount: order.amountCents / order.quantity,
          product_data: { name: `${order.credits / order.quantity} credits` },
        },
      },
    ],
    client_reference_id: order.orderId,
    customer_email: email,
    metadata,
    payment_intent_data: { metadata },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/** The secret `stripe`, as an operator writes it into the secret store. Restricted keys start with `rk_`. */
const stripeSecret = v.object({
  secret_key: v.pipe(v.string(), v.regex(/^[rs]k_/u)),
  webhook_secret: v.pipe(v.string(), v.startsWith('whsec_')),
  /** Another origin than Stripe's: a test server. */
  base_url: v.optional(v.pipe(v.string(), v.url())),
  /** Lets the stage `prod` sell credits for test cards: a demonstration. */
  allow_test_payments: v.optional(v.boolean(), false),
});

/**
 * Settings from the secret's text. Throws where it does not have the form, and
 * where it would give credits for test cards and the place refuses that. The
 * value itself never reaches a log.
 */
export function readStripeSecret(
  text: string,
  { refusesTestPayments }: { readonly refusesTestPayments: boolean },
): StripeSettings {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stripeSecret), text);
  if (!parsed.success) throw new Error('The secret of Stripe does not have the expected form.');
  const {
    secret_key: secretKey,
    webhook_secret: webhookSecret,
    base_url,
    allow_test_payments,
  } = parsed.output;
  if (refusesTestPayments && isTestKey(secretKey) && !allow_test_payments)
    throw new Error(
      'The secret of Stripe holds a test key, with which every caller gets credits for nothing. Write a live key into it, or allow_test_payments: true for a demonstration.',
    );
  return { secretKey, webhookSecret, ...(base_url && { api: apiAt(new URL(base_url)) }) };
}

function apiAt({ protocol, hostname, port }: URL): NonNullable<StripeSettings['api']> {
  return protocol === 'http:'
    ? { protocol: 'http', host: hostname, port: Number(port || 80) }
    : { protocol: 'https', host: hostname, port: Number(port || 443) };
}
