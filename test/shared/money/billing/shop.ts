import { type Billing, createBilling, type PaymentEvent } from '#shared/money/billing/billing.ts';
import {
  createEmbeddedCheckouts,
  createEmbeddedPayments,
  type EmbeddedPayments,
} from '#shared/money/billing/embedded-provider.ts';
import { createInvoiceRepository, createInvoicing } from '#shared/money/billing/invoices.ts';
import {
  createOrderRepository,
  defaultTerms,
  noBillingDetails,
  type OrderRepository,
} from '#shared/money/billing/order.ts';
import { signWebhook } from '#shared/money/billing/payment-events.ts';
import { memoryEntries, movableClock } from '#test/support/ledger/billing.ts';
import type { TestDatabase } from '#test/support/stores/database.ts';

export const secret = 'whsec_of_this_test';
export const buyer = { accountId: 'acct_buyer', email: 'buyer@example.com' };

export interface Delivery {
  readonly rawBody: string;
  readonly signature: string;
}

/** A service with its embedded provider whose webhooks wait in `sent` until the test delivers them. */
export function openShop(database: TestDatabase) {
  const clock = movableClock();
  const ledger = memoryEntries();
  const sent: Delivery[] = [];
  const mismatches: PaymentEvent[] = [];
  const sold: number[] = [];
  const orders: OrderRepository = createOrderRepository(database.documents, database.tables.billing);
  const invoices = createInvoiceRepository(database.documents, database.tables.billing);
  const seller: { text: string | undefined } = { text: undefined };
  const payments: EmbeddedPayments = createEmbeddedPayments({
    checkouts: createEmbeddedCheckouts(database.documents, database.tables.billing),
    secret,
    clock,
    hostedPageUrl: 'http://127.0.0.1/checkout/embedded',
    async deliver(rawBody, signature) {
      sent.push({ rawBody, signature });
    },
  });
  const billing: Billing = createBilling({
    orders,
    ledger,
    provider: payments.provider,
    terms: defaultTerms,
    clock,
    issueInvoice: createInvoicing({
      orders,
      invoices,
      clock,
      findSeller: async () => seller.text,
      findBuyer: async () => ({ email: buyer.email, ...noBillingDetails, company: 'Northwind' }),
    }),
    billingPageUrl: 'http://127.0.0.1/billing',
    reportSale: ({ credits }) => void sold.push(credits),
    reportMismatch: (event) => mismatches.push(event),
  });
  const checkoutOf = (url: string) => url.split('/').at(-1) ?? '';
  return { billing, payments, orders, invoices, seller, ledger, clock, sent, mismatches, sold, checkoutOf };
}

export type Shop = ReturnType<typeof openShop>;

/** A new order, paid on the hosted page; its webhook waits undelivered. */
export async function buy(shop: Shop, quantity = 1) {
  const { orderId, checkoutUrl } = await shop.billing.openCheckout(buyer, quantity);
  const checkoutId = shop.checkoutOf(checkoutUrl);
  await shop.payments.pay(checkoutId);
  return { orderId, checkoutId, reference: { accountId: buyer.accountId, orderId } };
}

/** A webhook of this shop's provider, signed now. */
export async function signed(shop: Shop, event: object): Promise<Delivery> {
  const rawBody = JSON.stringify(event);
  return { rawBody, signature: await signWebhook(rawBody, secret, Math.floor(shop.clock() / 1000)) };
}

export async function resign(shop: Shop, delivery: Delivery, change: (event: never) => void) {
  const event = JSON.parse(delivery.rawBody);
  change(event as never);
  return signed(shop, event);
}

export const first = (shop: Shop): Delivery => {
  const delivery = shop.sent[0];
  if (!delivery) throw new Error('No webhook was sent.');
  return delivery;
};
