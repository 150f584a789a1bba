import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';

/**
 * How long anything in a browser may take. Far more than it ever takes, since
 * the machine may have other things to do: only what never comes is a failure.
 */
export const patienceMs = 60_000;

/** The page has its heading, and nothing on it says any more that it is loading. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const loading = page.locator('[aria-label^="Loading"], button[data-loading]');
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

/** What is read is, or within the time that a browser has becomes, what is expected. */
export async function expectSoon<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let seen = await read();
  while (!isDeepStrictEqual(seen, expected) && Date.now() < deadline) {
    await pause(50);
    seen = await read();
  }
  expect(seen).toEqual(expected);
}
