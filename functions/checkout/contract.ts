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
  module: 'checkout/webhooks.ts',
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
