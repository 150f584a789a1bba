import { createHmac } from 'node:crypto';
import { checkoutActions } from '#functions/checkout/actions.ts';
import { checkoutFunction } from '#functions/checkout/contract.ts';
import { createCheckoutServices } from '#functions/checkout/create-services.ts';
import { personalDataActions } from '#functions/personal-data/actions.ts';
import { personalDataFunction } from '#functions/personal-data/contract.ts';
import { createPersonalDataServices } from '#functions/personal-data/create-services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { webhookHandler } from '#functions/webhooks/webhook-handler.ts';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import { createEmbeddedCheckouts } from '#shared/money/billing/embedded-checkouts.ts';
import { createEmbeddedPayments, type EmbeddedPayments } from '#shared/money/billing/embedded-provider.ts';
import { createStripeProvider, type StripeSettings } from '#shared/money/billing/stripe-provider.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import { type CheckoutNotice, checkoutPage, goneCheckoutPage } from '../pages/checkout-page.ts';
import { functionRoutes } from './function-routes.ts';
import type { Route } from './router.ts';

interface CheckoutRoutesOptions {
  readonly foundation: Foundation;
  /** Takes real payments through Stripe where it is set, and test payments on this machine where not. */
  readonly stripe: StripeSettings | undefined;
  /** Where this server is reached from this machine. */
  readonly localUrl: string;
}

/** What the dashboard needs beside `/v1` and signing in: billing, the webhook, the hosted page of test payments, one's own data. */
export function createCheckoutRoutes({ foundation, stripe, localUrl }: CheckoutRoutesOptions): Route[] {
  const embedded = stripe ? undefined : openEmbedded(foundation, localUrl);
  const provider = embedded?.provider ?? (stripe && createStripeProvider(stripe, foundation.clock));
  if (!provider) return [];
  const services = createCheckoutServices(foundation, provider);
  const load = async () => services;
  const timeoutSeconds = checkoutFunction.timeoutSeconds;
  const billing = sessionHandler(checkoutActions, load);
  const webhook = webhookHandler(provider.name, load);
  const routes: Route[] = [
    ...checkoutFunction.routes.map((route) => ({ ...route, handler: billing, timeoutSeconds })),
    { method: 'POST', path: `/webhooks/${provider.name}`, handler: webhook, timeoutSeconds },
    ...functionRoutes(
      personalDataFunction,
      sessionHandler(personalDataActions, async () => createPersonalDataServices(foundation)),
    ),
  ];
  if (!embedded) return routes;
  const path = '/checkout/embedded/{checkout_id}';
  return [
    ...routes,
    { method: 'GET', path, handler: (event) => showCheckout(embedded, event), timeoutSeconds },
    { method: 'POST', path, handler: (event) => pressButton(embedded, event), timeoutSeconds },
  ];
}

function openEmbedded(foundation: Foundation, localUrl: string): EmbeddedPayments {
  const { documents, tables, clock, secrets, dashboardUrl } = foundation;
  return createEmbeddedPayments({
    checkouts: createEmbeddedCheckouts(documents, tables.billing),
    secret: createHmac('sha256', secrets.link_key).update('embedded payments').digest('hex'),
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
