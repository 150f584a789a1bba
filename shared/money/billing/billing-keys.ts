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
  embeddedCheckout: (checkoutId: string) => ({ pk: `checkout#${checkoutId}`, sk: 'checkout' }),
};
