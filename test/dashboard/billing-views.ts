import { run } from './run.ts';
import type { View } from './views.ts';

/** What was spent and bought, and the way through a payment. */
export const billingViews: readonly View[] = [
  { name: 'billing', path: '/billing' },
  {
    name: 'spending-by-agent',
    path: '/explorer/inspect_keyword?keyword=running+shoes',
    // People who call a tool in the dashboard stand beside agents.
    prepare: async (page) => {
      await run(page);
      await page.goto(new URL('/billing?by=agent', page.url()).href);
      await page.getByRole('table', { name: 'Where credits went' }).waitFor();
    },
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
