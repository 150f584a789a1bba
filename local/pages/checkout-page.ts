import { escapeHtml, framedPage } from '#shared/http/framed-page.ts';
import type { EmbeddedCheckout } from '#shared/money/billing/embedded-checkouts.ts';

/** What the page says above its buttons after one was pressed. */
export type CheckoutNotice = 'declined' | 'refunded' | 'disputed' | undefined;

const notices = {
  declined: 'The card was declined. Nothing was charged.',
  refunded: 'The refund was sent.',
  disputed: 'The dispute was opened.',
} as const;

/** The hosted checkout of the embedded provider, as a page without scripts. */
export function checkoutPage(checkout: EmbeddedCheckout, notice: CheckoutNotice): string {
  const total = dollars(checkout.amountCents);
  return framedPage({
    title: `Pay ${total}`,
    body: `<header>
      <h1 class="amount">${total}</h1>
      <p class="muted">${checkout.credits.toLocaleString('en-US')} credits</p>
    </header>
    <dl>
      <div><dt>${(checkout.credits / checkout.quantity).toLocaleString('en-US')} credits × ${checkout.quantity}</dt><dd>${total}</dd></div>
      <div><dt>Receipt to</dt><dd>${escapeHtml(checkout.email)}</dd></div>
      <div><dt>Total</dt><dd>${total}</dd></div>
    </dl>
    ${notice ? `<p class="notice" role="status">${notices[notice]}</p>` : ''}
    ${checkout.state === 'complete' ? paidControls(checkout) : payControls(checkout)}`,
  });
}

/** What an unknown or expired checkout shows. */
export function goneCheckoutPage(): string {
  return framedPage({
    title: 'Checkout ended',
    body: '<header><h1>This checkout has ended</h1></header><p class="muted">Open a new one from the billing page.</p>',
  });
}

function payControls({ amountCents, cancelUrl }: EmbeddedCheckout): string {
  return `<form method="post">
      <button name="action" value="pay" class="main">Pay ${dollars(amountCents)}</button>
      <button name="action" value="decline">Try a card that is declined</button>
    </form>
    <p class="muted center"><a href="${escapeHtml(cancelUrl)}">Cancel and go back</a></p>
    <p class="test">Test payment: this machine has no payment account, so no money moves.</p>`;
}

function paidControls({ amountCents, successUrl }: EmbeddedCheckout): string {
  return `<p class="notice" role="status">Paid. <a href="${escapeHtml(successUrl)}">Back to billing</a></p>
    <form method="post">
      <button name="action" value="refund">Refund ${dollars(amountCents)}</button>
      <button name="action" value="refund_half">Refund half</button>
      <button name="action" value="dispute">Dispute the payment</button>
    </form>
    <p class="test">Test controls: what the seller or the payer’s bank would do.</p>`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
