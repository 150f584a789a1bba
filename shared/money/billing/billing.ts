import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CreditEntries } from '../ledger/credit-entries.ts';
import type { IssueInvoice } from './invoices.ts';
import {
  createOrderUpdates,
  type Order,
  type OrderReference,
  type OrderRepository,
  type PurchaseTerms,
  type Reversal,
  withReversal,
} from './order.ts';

export interface Buyer {
  readonly accountId: string;
  readonly email: string;
}

export interface BillingParts extends SettlementParts {
  readonly terms: PurchaseTerms;
  /** Address of the dashboard's billing page, to which the payer returns. */
  readonly billingPageUrl: string;
  /** Called with genuine events that do not fit their order; an operator should look. */
  reportMismatch(event: PaymentEvent): void;
}

export type Billing = ReturnType<typeof createBilling>;

/** Everything about buying credits. Reachable from the dashboard only, not under `/v1`. */
export function createBilling(parts: BillingParts) {
  const { orders, provider, terms, clock } = parts;
  const settlement = createSettlement(parts);

  return {
    terms,
    /**
     * Asks the provider how the order stands and grants what is paid: what the
     * return page calls, so that the buyer does not wait for a webhook. `not_found` for
     * another account's order.
     */
    confirm: settlement.confirm,
    listOrders: orders.list,

    /** Opens a hosted checkout for `quantity` steps; the payer goes to `checkoutUrl`. */
    async openCheckout({ accountId, email }: Buyer, quantity: number) {
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

    /** Verifies and applies one webhook. Safe to repeat, in any order; forged and stale ones are refused. */
    async receiveEvent(message: SignedMessage): Promise<EventOutcome> {
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

/** What an event changed. `mismatch`: it was genuine and does not fit our own order, so nothing was changed. */
type EventOutcome = 'granted' | 'expired' | 'reversed' | 'mismatch' | 'ignored';

interface SettlementParts {
  readonly orders: OrderRepository;
  /** Applies each entry exactly once by its id. */
  readonly ledger: Pick<CreditEntries, 'grant' | 'clawBack'>;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  readonly issueInvoice: IssueInvoice;
  /** Called once for each order that is paid, however often its payment is told. */
  reportSale(order: Order): void;
}

type ReversalEvent = PaymentEvent & { readonly kind: 'reversal' };

/** Turns what the payment provider says into credits: safe to repeat, in any order, and after a crash anywhere. */
function createSettlement(parts: SettlementParts) {
  const { orders, provider } = parts;
  const { get } = createOrderUpdates(orders);

  async function applyCheckout(checkout: Checkout): Promise<EventOutcome> {
    if (!checkout.order) return 'ignored';
    const found = await orders.find(checkout.order);
    if (!found || !belongsTo(checkout, found, provider.name)) return 'mismatch';
    if (checkout.paid) return settlePaid(parts, found, checkout);
    return checkout.state === 'expired' ? expire(parts, found) : 'ignored';
  }

  async function confirm(reference: OrderReference): Promise<Order> {
    const found = await get(reference);
    if (found.status === 'paid' || !found.checkoutId || found.provider !== provider.name) return found;
    const checkout = await provider.findCheckout(found.checkoutId);
    if (checkout) await applyCheckout(checkout);
    return get(reference);
  }

  async function applyReversal(event: ReversalEvent): Promise<EventOutcome> {
    if (!event.order) return 'ignored';
    const found = await orders.find(event.order);
    if (!found || found.currency !== event.currency || found.provider !== provider.name) return 'mismatch';
    // A refund can arrive before its payment: the purchase is granted first and then taken back.
    const { status } = await confirm(found);
    return status === 'paid' ? takeBack(parts, event) : 'mismatch';
  }

  return {
    /** Asks the provider how the order stands, and settles what is paid. */
    confirm,
    async apply(event: PaymentEvent): Promise<EventOutcome> {
      if (event.kind === 'checkout') return applyCheckout(event.checkout);
      return event.kind === 'reversal' ? applyReversal(event) : 'ignored';
    },
  };
}

/** Grants first, marks second and invoices third: what a crash leaves between them, the next event repairs. */
async function settlePaid(parts: SettlementParts, paid: Order, checkout: Checkout): Promise<EventOutcome> {
  await parts.ledger.grant({
    accountId: paid.accountId,
    entryId: `purchase:${checkout.checkoutId}`,
    credits: paid.credits,
    kind: 'purchase',
    reference: paid.orderId,
    amountUsdCents: paid.amountCents,
  });
  let isNews = false;
  const marked = await createOrderUpdates(parts.orders).update(paid, (current) => {
    isNews = current.status !== 'paid';
    if (!isNews) return current;
    const { paymentId, receiptUrl } = checkout;
    return { ...current, status: 'paid', paidAt: isoTime(parts.clock()), paymentId, receiptUrl };
  });
  if (isNews) parts.reportSale(marked);
  await parts.issueInvoice(marked);
  return 'granted';
}

async function expire(parts: SettlementParts, found: Order): Promise<EventOutcome> {
  await createOrderUpdates(parts.orders).update(found, (current) =>
    current.status === 'open' ? { ...current, status: 'expired' } : current,
  );
  return 'expired';
}

async function takeBack(parts: SettlementParts, event: ReversalEvent): Promise<EventOutcome> {
  if (!event.order) return 'ignored';
  const changed = await createOrderUpdates(parts.orders).update(event.order, (current) =>
    withReversal(current, event.reversal),
  );
  // All of them, each time: the ledger knows which it has, and a crash may have left any of them out.
  for (const { id, kind, credits, cents } of changed.adjustments) {
    const entry = { accountId: changed.accountId, entryId: id, kind, reference: changed.orderId };
    const amountUsdCents = Math.abs(cents);
    if (credits > 0) await parts.ledger.clawBack({ ...entry, credits, amountUsdCents });
    else await parts.ledger.grant({ ...entry, credits: -credits, amountUsdCents });
  }
  return 'reversed';
}

/** A payment counts only where it is our own checkout, for exactly our price. */
function belongsTo(checkout: Checkout, found: Order, providerName: Order['provider']): boolean {
  return (
    found.provider === providerName &&
    found.checkoutId === checkout.checkoutId &&
    found.amountCents === checkout.amountCents &&
    found.currency === checkout.currency
  );
}

export interface Checkout {
  readonly checkoutId: string;
  /** The order it was opened for; undefined where the checkout is not one of ours. */
  readonly order: OrderReference | undefined;
  readonly state: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly amountCents: number;
  readonly currency: string;
  readonly paymentId: string | null;
  readonly receiptUrl: string | null;
}

export type PaymentEvent =
  | { readonly kind: 'checkout'; readonly eventId: string; readonly checkout: Checkout }
  | {
      readonly kind: 'reversal';
      readonly eventId: string;
      readonly order: OrderReference | undefined;
      readonly reversal: Reversal;
      readonly currency: string;
    }
  | { readonly kind: 'other'; readonly eventId: string };

export interface CheckoutRequest {
  readonly order: Order;
  readonly email: string;
  /** Where the payer returns to after paying, and after giving up. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A webhook as it arrived: the body must not be re-encoded before its signature is checked. */
interface SignedMessage {
  readonly rawBody: string;
  readonly signature: string | undefined;
}

/**
 * The company that takes payments. The hosted checkout is the provider's page: no card
 * data ever passes through this service.
 */
export interface PaymentProvider {
  readonly name: Order['provider'];
  /** Opens a hosted checkout; the same order opens the same checkout again. */
  openCheckout(request: CheckoutRequest): Promise<{ readonly checkoutId: string; readonly url: string }>;
  /** Asks the provider itself; undefined where it knows no such checkout. */
  findCheckout(checkoutId: string): Promise<Checkout | undefined>;
  /**
   * Verifies signature and age (five minutes, in both directions) and reads the
   * event. Refuses with `invalid_credentials` what is forged, stale or from the future.
   */
  readEvent(message: SignedMessage): Promise<PaymentEvent>;
}
