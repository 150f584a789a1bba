import { createHmac } from 'node:crypto';
import { webhooks } from '#functions/checkout/actions.ts';
import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import { escapeHtml, framedPage } from '#shared/http/framed-page.ts';
import {
  createEmbeddedCheckouts,
  createEmbeddedPayments,
  type EmbeddedCheckout,
  type EmbeddedPayments,
} from '#shared/money/billing/embedded-provider.ts';
import type { Route } from './router.ts';

/** Test payments of this machine; `localUrl` is where the server is reached from this machine. */
export async function openTestPayments(foundation: Foundation, localUrl: string): Promise<EmbeddedPayments> {
  const { documents, tables, clock, dashboardUrl } = foundation;
  const { link_key } = await serviceSecrets(foundation);
  return createEmbeddedPayments({
    checkouts: createEmbeddedCheckouts(documents, tables.billing),
    secret: createHmac('sha256', link_key).update('embedded payments').digest('hex'),
    clock,
    hostedPageUrl: `${dashboardUrl}/checkout/embedded`,
    async deliver(rawBody, signature) {
      const response = await fetch(`${localUrl}/webhooks/embedded`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-payment-signature': signature },
        body: rawBody,
      });
      if (!response.ok) throw new Error(`The webhook was answered with ${response.status}.`);
    },
  });
}

export function testPaymentRoutes(payments: EmbeddedPayments, foundation: Foundation): Route[] {
  const path = '/checkout/embedded/{checkout_id}';
  const timeoutSeconds = 20;
  return [
    { method: 'GET', path, handler: (event) => showCheckout(payments, event), timeoutSeconds },
    { method: 'POST', path, handler: (event) => pressButton(payments, event), timeoutSeconds },
    { method: 'POST', path: '/webhooks/embedded', handler: webhooks(foundation), timeoutSeconds },
  ];
}

async function showCheckout({ checkouts }: EmbeddedPayments, event: GatewayEvent): Promise<CallResult> {
  const checkout = await checkouts.find(event.pathParameters?.checkout_id ?? '');
  if (!checkout || checkout.state === 'expired') return html(404, goneCheckoutPage());
  return html(200, checkoutPage(checkout, noticeOf(event.queryStringParameters?.notice)));
}

async function pressButton(payments: EmbeddedPayments, event: GatewayEvent): Promise<CallResult> {
  const checkoutId = event.pathParameters?.checkout_id ?? '';
  const checkout = await payments.checkouts.find(checkoutId);
  if (!checkout) return html(404, goneCheckoutPage());
  switch (new URLSearchParams(event.body ?? '').get('action')) {
    case 'pay':
      await payments.pay(checkoutId);
      return seeOther(checkout.successUrl);
    case 'refund':
      await payments.refund(checkoutId, checkout.amountCents);
      return seeOther('?notice=refunded');
    case 'refund_half':
      await payments.refund(checkoutId, Math.round(checkout.amountCents / 2));
      return seeOther('?notice=refunded');
    case 'dispute':
      await payments.dispute(checkoutId);
      return seeOther('?notice=disputed');
    default:
      return seeOther('?notice=declined');
  }
}

function noticeOf(text: string | undefined): CheckoutNotice {
  return text === 'declined' || text === 'refunded' || text === 'disputed' ? text : undefined;
}

function html(statusCode: number, body: string): CallResult {
  return {
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

function seeOther(location: string): CallResult {
  return { statusCode: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

type CheckoutNotice = 'declined' | 'refunded' | 'disputed' | undefined;

const notices = {
  declined: 'The card was declined. Nothing was charged.',
  refunded: 'The refund was sent.',
  disputed: 'The dispute was opened.',
} as const;

/** The hosted checkout of the embedded provider, as a page without scripts. */
function checkoutPage(checkout: EmbeddedCheckout, notice: CheckoutNotice): string {
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

function goneCheckoutPage(): string {
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
