import type { OrderReference } from './order.ts';

/** Keys of everything in the billing table but the lease of exports (`shared/money/exports/export-lease.ts`); `docs/storage.md` shows an item of each kind. */
export const billingKeys = {
  order: ({ accountId, orderId }: OrderReference) => ({ pk: accountId, sk: `order#${orderId}` }),
  orders: (accountId: string) => ({ pk: accountId, skPrefix: 'order#' }),
  event: ({ provider, eventId }: { readonly provider: string; readonly eventId: string }) => ({
    pk: `event#${provider}#${eventId}`,
    sk: 'event',
  }),
  alert: (accountId: string) => ({ pk: accountId, sk: 'alert' }),
  details: (accountId: string) => ({ pk: accountId, sk: 'details' }),
  invoices: (provider: string) => ({ pk: `invoices#${provider}` }),
  /** Padded, so that the order of keys is that of numbers. */
  invoice: ({ provider, number }: { readonly provider: string; readonly number: number }) => ({
    pk: `invoices#${provider}`,
    sk: String(number).padStart(12, '0'),
  }),
  embeddedCheckout: (checkoutId: string) => ({ pk: `checkout#${checkoutId}`, sk: 'checkout' }),
};
