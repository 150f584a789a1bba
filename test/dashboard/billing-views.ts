import { run } from './run.ts';
import { type View, view } from './view.ts';

/** What was spent and bought, and the way through a payment. */
export const billingViews: readonly View[] = [
  view('billing', '/billing'),
  // People who call a tool in the dashboard stand beside agents.
  view('spending-by-agent', '/explorer/inspect_keyword?keyword=running+shoes', async (page) => {
    await run(page);
    await page.goto(new URL('/billing?by=agent', page.url()).href);
    await page.getByRole('table', { name: 'Where credits went' }).waitFor();
  }),
  view('checkout', '/billing', async (page) => {
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: /^Pay/u }).waitFor();
  }),
  view('paid', '/billing', async (page) => {
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: /^Pay/u }).click();
    await page.getByText('are in your balance').waitFor();
  }),
  view('receipt', '/billing', async (page) => {
    await page.getByRole('link', { name: 'Receipt' }).first().click();
    await page.getByRole('heading', { name: 'paid' }).waitFor();
  }),
  view('no-receipt', '/billing/order_unknown'),
];
