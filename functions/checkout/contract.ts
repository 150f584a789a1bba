import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { mergeGrants } from '#shared/contract/grants.ts';
import { alertThresholds } from '#shared/contract/rule-choices.ts';

function line(mostCharacters: number) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxCodePoints(mostCharacters),
    v.regex(/^\P{Cc}*$/u, 'Send one line.'),
  );
}

function lines(mostCharacters: number) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxCodePoints(mostCharacters),
    v.regex(/^(?:\P{Cc}|\n)*$/u, 'Send lines of text.'),
  );
}

/** Bodies of the dashboard's billing routes. All are POST, and all check where they come from. */
export const checkoutBodies = {
  checkout: v.object({ quantity: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  confirm: v.object({ order_id: v.pipe(v.string(), v.maxLength(100)) }),
  /** What invoices are made out to; left out or empty is not on them. */
  details: v.object({
    company: line(200),
    address: lines(600),
    tax_number: line(60),
    order_number: line(60),
  }),
  invoice: v.object({ order_id: v.pipe(v.string(), v.maxLength(100)) }),
  alert: v.object({ threshold: v.nullable(v.picklist(alertThresholds)) }),
};

const time = v.string();
const text = v.nullable(v.string());
const count = v.number();
const order = v.object({
  id: v.string(),
  created_at: time,
  paid_at: v.nullable(time),
  status: v.picklist(['open', 'paid', 'expired']),
  quantity: count,
  credits: count,
  amount_usd: count,
  refunded_usd: count,
  checkout_url: text,
  receipt_url: text,
  /** Null where no invoice was made. */
  invoice_number: text,
});
const entry = v.object({
  id: v.string(),
  kind: v.picklist(['grant', 'purchase', 'refund', 'dispute', 'adjustment']),
  credits: count,
  balance_after: v.nullable(count),
  amount_usd: v.nullable(count),
  reference: text,
  note: text,
  created_at: time,
});
const { details } = checkoutBodies;

/** What each route answers with status 200. The dashboard's types are made from this. */
export const checkoutAnswers = {
  '/session/billing/statement': v.object({
    terms: v.object({ step_usd: count, credits_per_step: count, max_steps: count }),
    balance: count,
    orders: v.array(order),
    ledger: v.array(entry),
    details,
    /** Steps of the last checkout that was opened. */
    last_quantity: v.nullable(count),
    low_balance_alert: v.object({ threshold: v.nullable(count), choices: v.array(count) }),
  }),
  '/session/billing/checkout': v.object({ order_id: v.string(), checkout_url: v.string() }),
  '/session/billing/confirm': order,
  '/session/billing/alert': checkoutBodies.alert,
  '/session/billing/details': details,
  '/session/billing/invoice': v.object({
    number: v.string(),
    issued_at: time,
    seller: v.string(),
    buyer: v.object({ email: v.string(), ...details.entries }),
  }),
};

/** Granting and taking back credits: the entry, then the balance. */
const postEntries = {
  tables: { ledger: ['GetItem', 'PutItem', 'UpdateItem'], accounts: ['GetItem', 'UpdateItem'] },
  secrets: ['stripe'],
} as const;

/**
 * Buying credits, from the dashboard only. A person's session is what these
 * routes take: no key and no agent can buy anything.
 */
export const checkoutFunction = {
  name: 'checkout',
  module: 'checkout/actions.ts',
  description: 'Opens hosted checkouts and shows orders, ledger and alerts to the dashboard.',
  routes: [
    { method: 'POST', path: '/session/billing/statement' },
    { method: 'POST', path: '/session/billing/checkout' },
    { method: 'POST', path: '/session/billing/confirm' },
    { method: 'POST', path: '/session/billing/alert' },
    { method: 'POST', path: '/session/billing/details' },
    { method: 'POST', path: '/session/billing/invoice' },
  ],
  grants: mergeGrants([
    postEntries,
    {
      tables: {
        identity: ['GetItem', 'UpdateItem'],
        billing: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
        ledger: ['Query'],
      },
    },
  ]),
  timeoutSeconds: 20,
} as const satisfies RoutedFunction;

/** What the payment provider calls when something was paid or given back. */
export const webhooksFunction = {
  name: 'webhooks',
  module: 'checkout/actions.ts',
  description: 'Verifies payment webhooks and turns them into credits, each exactly once.',
  routes: [{ method: 'POST', path: '/webhooks/stripe' }],
  grants: mergeGrants([
    postEntries,
    {
      // Invoices: the highest number, and the seller's block.
      tables: { billing: ['GetItem', 'PutItem', 'Query'], identity: ['GetItem'] },
    },
  ]),
  timeoutSeconds: 20,
} as const satisfies RoutedFunction;
