import { createHmac } from 'node:crypto';
import { webhooks } from '#functions/checkout/webhooks.ts';
import type { Foundation } from '#functions/foundation.ts';
import { serviceSecrets } from '#functions/secrets.ts';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import { createEmbeddedCheckouts } from '#shared/money/billing/embedded-checkouts.ts';
import { createEmbeddedPayments, type EmbeddedPayments } from '#shared/money/billing/embedded-provider.ts';
import { type CheckoutNotice, checkoutPage, goneCheckoutPage } from '../pages/checkout-page.ts';
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

/** The hosted page of test payments, and the webhook that it calls. */
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
