import type { View } from './views.ts';

/** What was spent and bought, and the way through a payment. */
export const billingViews: readonly View[] = [
  { name: 'billing', path: '/billing' },
  {
    name: 'spending-by-key',
    path: '/billing?by=key',
    prepare: (page) => page.getByRole('table', { name: 'Where credits went' }).waitFor(),
  },
  {
    name: 'checkout',
    path: '/billing',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: /^Pay/u }).waitFor();
    },
  },
  {
    name: 'paid',
    path: '/billing',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: /^Pay/u }).click();
      await page.getByText('are in your balance').waitFor();
    },
  },
  {
    name: 'receipt',
    path: '/billing',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Receipt' }).first().click();
      await page.getByRole('heading', { name: 'paid' }).waitFor();
    },
  },
  { name: 'no-receipt', path: '/billing/order_unknown' },
];
