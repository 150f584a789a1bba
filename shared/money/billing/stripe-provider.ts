import type Stripe from 'stripe';
import type { Clock } from '#shared/platform/clock.ts';
import { orderMetadata, readCheckout, readPaidOrder, readPaymentEvent } from './payment-events.ts';
import type { CheckoutRequest, PaymentProvider } from './payment-provider.ts';
import { refused, requireFresh, signedAt, toleranceSeconds } from './webhook-signature.ts';

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

/** Stripe Checkout. The library is loaded with the first use: it is large, and most cold starts need none of it. */
export function createStripeProvider(settings: StripeSettings, clock: Clock): PaymentProvider {
  let loading: Promise<Stripe> | undefined;
  const stripe = () => {
    loading ??= loadStripe(settings);
    return loading;
  };

  return {
    name: 'stripe',

    async openCheckout(request) {
      const { checkout } = await stripe();
      const session = await checkout.sessions.create(sessionParameters(request), {
        idempotencyKey: request.order.orderId,
      });
      if (!session.url) throw new Error('Stripe opened a checkout without an address.');
      return { checkoutId: session.id, url: session.url };
    },

    async findCheckout(checkoutId) {
      const { checkout } = await stripe();
      const session = await checkout.sessions.retrieve(checkoutId, {
        expand: ['payment_intent.latest_charge'],
      });
      return readCheckout(session);
    },

    async readEvent({ rawBody, signature }) {
      const { webhooks, paymentIntents } = await stripe();
      try {
        webhooks.constructEvent(
          rawBody,
          signature ?? '',
          settings.webhookSecret,
          toleranceSeconds,
          undefined,
          clock(),
        );
      } catch (error) {
        throw refused('Stripe signature', error);
      }
      // The library looks at the past only.
      requireFresh(signedAt(signature), clock());
      const mode = isTestKey(settings.secretKey) ? 'test' : 'live';
      return readPaymentEvent(rawBody, mode, async (paymentId) =>
        readPaidOrder(await paymentIntents.retrieve(paymentId)),
      );
    },
  };
}

async function loadStripe({ secretKey, api }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, { maxNetworkRetries: 2, timeout: 10_000, telemetry: false, ...api });
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
