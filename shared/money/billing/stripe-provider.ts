import type { Clock } from '#shared/platform/clock.ts';
import { orderMetadata, readCheckout, readPaidOrder, readPaymentEvent } from './payment-events.ts';
import type { CheckoutRequest, PaymentProvider } from './payment-provider.ts';
import { verifyWebhook } from './webhook-signature.ts';

export interface StripeSettings {
  /** `sk_…` or a restricted key that may write checkout sessions and read payment intents. */
  readonly secretKey: string;
  /** `whsec_…` of the endpoint `/webhooks/stripe`. */
  readonly webhookSecret: string;
  /** Another address of the API, for tests. */
  readonly api?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
}

/** Whether a key of Stripe's moves no money. */
export function isTestKey(secretKey: string): boolean {
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
