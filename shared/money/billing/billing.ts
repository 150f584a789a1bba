import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { createOrderUpdates, type Order, type OrderReference, type PurchaseTerms } from './order.ts';
import type { PaymentEvent, SignedMessage } from './payment-provider.ts';
import { createSettlement, type EventOutcome, type SettlementParts } from './settlement.ts';

/** Everything about buying credits. Reachable from the dashboard only, not under `/v1`. */
export interface Billing {
  readonly terms: PurchaseTerms;
  /** Opens a hosted checkout for `quantity` steps; the payer goes to `checkoutUrl`. */
  openCheckout(buyer: Buyer, quantity: number): Promise<OpenedCheckout>;
  /**
   * Asks the provider how the order stands and grants what is paid: what the
   * return page calls, so that the buyer does not wait for a webhook. `not_found` for
   * another account's order.
   */
  confirm(reference: OrderReference): Promise<Order>;
  /** Verifies and applies one webhook. Safe to repeat, in any order; forged and stale ones are refused. */
  receiveEvent(message: SignedMessage): Promise<EventOutcome>;
  /** All orders of an account, newest first. */
  listOrders(accountId: string): Promise<readonly Order[]>;
}

export interface Buyer {
  readonly accountId: string;
  readonly email: string;
}

export interface OpenedCheckout {
  readonly orderId: string;
  readonly checkoutUrl: string;
}

export interface BillingParts extends SettlementParts {
  readonly terms: PurchaseTerms;
  /** Address of the dashboard's billing page, to which the payer returns. */
  readonly billingPageUrl: string;
  /** Called with genuine events that do not fit their order; an operator should look. */
  reportMismatch(event: PaymentEvent): void;
}

export function createBilling(parts: BillingParts): Billing {
  const { orders, provider, terms, clock } = parts;
  const settlement = createSettlement(parts);

  return {
    terms,
    confirm: settlement.confirm,
    listOrders: orders.list,

    async openCheckout({ accountId, email }, quantity) {
      requireQuantity(quantity, terms);
      const created = newOrder(accountId, quantity, parts);
      await orders.create(created);
      const { checkoutId, url } = await provider.openCheckout({
        order: created,
        email,
        successUrl: `${parts.billingPageUrl}?order=${created.orderId}`,
        cancelUrl: `${parts.billingPageUrl}?canceled=${created.orderId}`,
      });
      const opened = { checkoutId, checkoutUrl: url };
      await createOrderUpdates(orders).update(created, (current) => ({ ...current, ...opened }));
      return { orderId: created.orderId, checkoutUrl: url };
    },

    async receiveEvent(message) {
      const event = await provider.readEvent(message);
      const outcome = await settlement.apply(event);
      if (outcome === 'mismatch') parts.reportMismatch(event);
      const { eventId } = event;
      const receivedAt = isoTime(clock());
      await orders.recordEvent({ provider: provider.name, eventId, outcome, receivedAt });
      return outcome;
    },
  };
}

function requireQuantity(quantity: number, { maxSteps, stepCents }: PurchaseTerms): void {
  if (Number.isInteger(quantity) && quantity >= 1 && quantity <= maxSteps) return;
  throw new ServiceError(
    'validation_error',
    `Credits are sold in steps of $${stepCents / 100}. Send a whole quantity from 1 to ${maxSteps}.`,
  );
}

function newOrder(accountId: string, quantity: number, { terms, provider, clock }: BillingParts): Order {
  const now = clock();
  return {
    orderId: newId('order', now),
    accountId,
    quantity,
    amountCents: quantity * terms.stepCents,
    currency: terms.currency,
    credits: quantity * terms.creditsPerStep,
    status: 'open',
    provider: provider.name,
    checkoutId: null,
    checkoutUrl: null,
    paymentId: null,
    receiptUrl: null,
    createdAt: isoTime(now),
    paidAt: null,
    reversals: [],
    adjustments: [],
    version: 0,
  };
}
