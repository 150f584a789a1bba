import type { Order, OrderReference, Reversal } from './order.ts';

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
export interface SignedMessage {
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
