import middy from '@middy/core';
import type { Foundation } from '#functions/foundation.ts';
import { currentSession } from '#functions/session/actions.ts';
import { answer, type SessionAction, sessionHandler } from '#functions/session/session-handler.ts';
import { checked } from '#shared/calls/admit-call.ts';
import { moneyRoles } from '#shared/contract/role.ts';
import { alertThresholds } from '#shared/contract/rule-choices.ts';
import { beginCall, type CallResult, type GatewayEvent, type GatewayHandler } from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import { invoiceName } from '#shared/money/billing/invoices.ts';
import { type Order, reversedCents } from '#shared/money/billing/order.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type checkoutAnswers, checkoutBodies } from './contract.ts';
import { type CheckoutServices, checkoutServices } from './services.ts';

type CheckoutAction = SessionAction<CheckoutServices>;

const statement: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const [account, orders, entries, alert, details] = await Promise.all([
    services.accounts.get(accountId),
    services.billing.listOrders(accountId),
    services.entries.list(accountId),
    services.alerts.find(accountId),
    services.details.find(accountId),
  ]);
  const { terms } = services.billing;
  return answer({
    terms: {
      step_usd: terms.stepCents / 100,
      credits_per_step: terms.creditsPerStep,
      max_steps: terms.maxSteps,
    },
    balance: account.balance,
    orders: orders.map(shownOrder),
    ledger: entries.toReversed().map(shownEntry),
    details,
    last_quantity: orders[0]?.quantity ?? null,
    low_balance_alert: { threshold: alert.threshold, choices: [...alertThresholds] },
  });
};

const openCheckout: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const { quantity } = checked(checkoutBodies.checkout, call.body, 'body');
  const { email } = await services.accounts.get(accountId);
  const { orderId, checkoutUrl } = await services.billing.openCheckout({ accountId, email }, quantity);
  return answer({ order_id: orderId, checkout_url: checkoutUrl });
};

/** Called on return from the hosted checkout, so that the buyer does not wait for a webhook. */
const confirm: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const { order_id: orderId } = checked(checkoutBodies.confirm, call.body, 'body');
  return answer(shownOrder(await services.billing.confirm({ accountId, orderId })));
};

const alert: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const { threshold } = checked(checkoutBodies.alert, call.body, 'body');
  await services.alerts.choose(accountId, threshold);
  return answer({ threshold });
};

const details: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const changed = checked(checkoutBodies.details, call.body, 'body');
  await services.details.save(accountId, changed);
  return answer(changed);
};

const invoice: CheckoutAction = async (call, services) => {
  const { accountId } = await currentSession(call, services, moneyRoles);
  const { order_id: orderId } = checked(checkoutBodies.invoice, call.body, 'body');
  const order = await services.orders.find({ accountId, orderId });
  const number = order?.invoiceNumber;
  const found = order && number !== undefined && (await services.invoices.find(order.provider, number));
  if (!found) throw new ServiceError('not_found', 'There is no invoice for this order.');
  return answer({
    number: invoiceName(found),
    issued_at: found.issuedAt,
    seller: found.seller,
    buyer: found.buyer,
  });
};

/** What answers each billing route; the compiler demands each. */
export const checkoutActions: Readonly<Record<keyof typeof checkoutAnswers, CheckoutAction>> = {
  '/session/billing/statement': statement,
  '/session/billing/checkout': openCheckout,
  '/session/billing/confirm': confirm,
  '/session/billing/alert': alert,
  '/session/billing/details': details,
  '/session/billing/invoice': invoice,
};

function shownOrder(order: Order) {
  return {
    id: order.orderId,
    created_at: order.createdAt,
    paid_at: order.paidAt,
    status: order.status,
    quantity: order.quantity,
    credits: order.credits,
    amount_usd: order.amountCents / 100,
    refunded_usd: reversedCents(order) / 100,
    checkout_url: order.status === 'open' ? order.checkoutUrl : null,
    receipt_url: order.receiptUrl,
    invoice_number:
      order.invoiceNumber === undefined
        ? null
        : invoiceName({ provider: order.provider, number: order.invoiceNumber }),
  };
}

function shownEntry(entry: LedgerEntry) {
  return {
    id: entry.entryId,
    kind: entry.kind,
    credits: entry.credits,
    balance_after: entry.balanceAfter,
    amount_usd: entry.amountUsdCents === null ? null : entry.amountUsdCents / 100,
    reference: entry.reference,
    note: entry.note,
    created_at: entry.createdAt,
  };
}

export const checkout = (foundation: Foundation) =>
  sessionHandler(checkoutActions, () => checkoutServices(foundation));

/** Far above any event of a checkout; keeps strangers from making us hash megabytes. */
const maxWebhookBytes = 256 * 1024;

/** Headers that carry the signature, by the provider that sends them. */
const signatureHeaders = { stripe: 'stripe-signature', embedded: 'x-payment-signature' } as const;

/**
 * Takes the payment provider's webhooks. A 2xx ends the provider's retries, so it is
 * given only after everything the event means is done.
 */
export function webhooks(foundation: Foundation): GatewayHandler {
  return lazyHandler(async () => webhookPipeline(await checkoutServices(foundation)));
}

function webhookPipeline({ clock, logger, baseUrl, billing, provider }: CheckoutServices): GatewayHandler {
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(problemResponses({ docsUrl: baseUrl, logger }))
    .handler(async (event) => {
      if (event.call.requestBytes > maxWebhookBytes)
        throw new ServiceError('body_too_large', 'This is too large for a payment event.');
      const outcome = await billing.receiveEvent({
        rawBody: rawBody(event),
        signature: event.call.headers[signatureHeaders[provider.name]],
      });
      return {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ received: true, outcome }),
      };
    });
}

/** The very bytes that were signed. */
function rawBody({ body, isBase64Encoded }: GatewayEvent): string {
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
}
