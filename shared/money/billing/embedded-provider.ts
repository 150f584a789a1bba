import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import type { PaymentProvider } from './billing.ts';
import { billingKeys } from './order.ts';
import {
  orderMetadata,
  readCheckout,
  readPaymentEvent,
  signWebhook,
  verifyWebhook,
} from './payment-events.ts';

const embeddedCheckout = v.object({
  checkoutId: v.string(),
  accountId: v.string(),
  orderId: v.string(),
  email: v.string(),
  quantity: v.number(),
  credits: v.number(),
  amountCents: v.number(),
  currency: v.string(),
  successUrl: v.string(),
  cancelUrl: v.string(),
  /** Unix milliseconds. */
  expiresAt: v.number(),
  state: v.picklist(['open', 'complete', 'expired']),
});
/** A checkout of the embedded provider: what Stripe would keep on its side. */
export type EmbeddedCheckout = v.InferOutput<typeof embeddedCheckout>;

type EmbeddedCheckouts = ReturnType<typeof createEmbeddedCheckouts>;

export function createEmbeddedCheckouts(documents: DynamoDBDocumentClient, tableName: string) {
  return {
    async create(checkout: EmbeddedCheckout): Promise<void> {
      const Item = { ...billingKeys.embeddedCheckout(checkout.checkoutId), ...checkout };
      await documents.send(new PutCommand({ TableName: tableName, Item }));
    },

    async find(checkoutId: string): Promise<EmbeddedCheckout | undefined> {
      const item = await currentItem(documents, tableName, billingKeys.embeddedCheckout(checkoutId));
      return item && v.parse(embeddedCheckout, item);
    },

    /** Ends an open checkout; false where it had ended before. */
    async end(checkoutId: string, state: 'complete' | 'expired'): Promise<boolean> {
      const ended = await changeItem(
        { documents, name: tableName },
        billingKeys.embeddedCheckout(checkoutId),
        {
          checks: [{ test: 'equals', path: ['state'], value: 'open' }],
          steps: [{ do: 'set', path: ['state'], value: state }],
        },
      );
      return ended !== undefined;
    },
  };
}

export interface EmbeddedPayments {
  readonly provider: PaymentProvider;
  readonly checkouts: EmbeddedCheckouts;
  /** What the hosted page's buttons do; each sends the webhook that Stripe would send. */
  pay(checkoutId: string): Promise<void>;
  refund(checkoutId: string, cents: number): Promise<void>;
  dispute(checkoutId: string): Promise<void>;
}

interface EmbeddedParts {
  readonly checkouts: EmbeddedCheckouts;
  readonly secret: string;
  readonly clock: Clock;
  /** Address of the hosted pages, such as `http://127.0.0.1:4000/checkout/embedded`. */
  readonly hostedPageUrl: string;
  /** Posts a signed webhook to the service, as from outside. */
  deliver(rawBody: string, signature: string): Promise<void>;
}

/** A checkout stays open for a day, as Stripe's do. */
const openSeconds = 24 * 60 * 60;

/**
 * Takes no money: the payment provider of one machine. It behaves as Stripe
 * Checkout does (hosted page, signed webhooks, refunds, disputes, the same
 * objects on the wire), so that everything around payments can be run and tested
 * without an account anywhere.
 */
export function createEmbeddedPayments(parts: EmbeddedParts): EmbeddedPayments {
  const { checkouts, secret, clock } = parts;

  async function send(type: string, object: Record<string, unknown>): Promise<void> {
    const rawBody = JSON.stringify({ id: newObjectId('evt'), object: 'event', type, data: { object } });
    await parts.deliver(rawBody, await signWebhook(rawBody, secret, Math.floor(clock() / 1000)));
  }

  async function reverse(checkoutId: string, cents: number, type: string, prefix: string): Promise<void> {
    const found = await checkouts.find(checkoutId);
    if (found?.state !== 'complete') return;
    const { currency } = found;
    const object = {
      id: newObjectId(prefix),
      amount: cents,
      currency,
      payment_intent: paymentOf(checkoutId),
    };
    await send(type, { ...object, status: 'succeeded' });
  }

  return {
    checkouts,

    provider: {
      name: 'embedded',

      async openCheckout({ order, email, successUrl, cancelUrl }) {
        const { orderId, accountId, quantity, credits, amountCents, currency } = order;
        const checkoutId = newObjectId('cs_embedded');
        const asked = { checkoutId, orderId, accountId, email, quantity, credits, amountCents, currency };
        const expiresAt = clock() + openSeconds * 1000;
        await checkouts.create({ ...asked, successUrl, cancelUrl, expiresAt, state: 'open' });
        return { checkoutId, url: `${parts.hostedPageUrl}/${checkoutId}` };
      },

      async findCheckout(checkoutId) {
        const found = await checkouts.find(checkoutId);
        return found && readCheckout(sessionObject(found, clock()));
      },

      async readEvent(message) {
        await verifyWebhook(message, secret, clock());
        return readPaymentEvent(message.rawBody, 'test', async (paymentId) =>
          checkouts.find(paymentId.replace(/^pi_/u, '')),
        );
      },
    },

    async pay(checkoutId) {
      const found = await checkouts.find(checkoutId);
      if (!found || found.expiresAt <= clock()) return;
      await checkouts.end(checkoutId, 'complete');
      await send('checkout.session.completed', sessionObject({ ...found, state: 'complete' }, clock()));
    },

    refund: (checkoutId, cents) => reverse(checkoutId, cents, 'refund.created', 're'),

    async dispute(checkoutId) {
      const found = await checkouts.find(checkoutId);
      await reverse(checkoutId, found?.amountCents ?? 0, 'charge.dispute.funds_withdrawn', 'dp');
    },
  };
}

function sessionObject(checkout: EmbeddedCheckout, now: number): Record<string, unknown> {
  const isPaid = checkout.state === 'complete';
  const state = checkout.state === 'open' && checkout.expiresAt <= now ? 'expired' : checkout.state;
  return {
    id: checkout.checkoutId,
    object: 'checkout.session',
    status: state,
    payment_status: isPaid ? 'paid' : 'unpaid',
    amount_total: checkout.amountCents,
    currency: checkout.currency,
    metadata: orderMetadata(checkout),
    payment_intent: isPaid ? paymentOf(checkout.checkoutId) : null,
  };
}

function paymentOf(checkoutId: string): string {
  return `pi_${checkoutId}`;
}

function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/gu, 'x')}`;
}
