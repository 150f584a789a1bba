import type { Page } from 'playwright-core';

/** Runs the question that is filled in, and waits for its answer. */
export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByTestId('charged').waitFor();
}
